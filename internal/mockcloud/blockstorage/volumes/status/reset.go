package status

import (
	"slices"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
)

// The values that statuses can be reset to.
var (
	statuses = []string{
		"creating", "available", "deleting", "error", "error_deleting", "error_managing", "managing", "attaching", "in-use", "detaching",
		"maintenance", "restoring-backup", "error_restoring", "reserved", "awaiting-transfer", "backing-up", "error_backing-up",
		"error_extending", "downloading", "uploading", "retyping", "extending",
	}
	attachStatuses    = []string{"attached", "detached"}
	migrationStatuses = []string{"migrating", "error", "success", "completing", "none", "starting"}
)

// resetting holds the values that the steps of volumes.reset-status share.
type resetting struct {
	Request reset `body:"os-reset_status"`
}

// reset is the object under os-reset_status. It is read before the schema is checked, so it may be missing.
type reset struct {
	words
	isObject bool
}

type words struct {
	Status          record.Word `json:"status"`
	AttachStatus    record.Word `json:"attach_status"`
	MigrationStatus record.Word `json:"migration_status"`
}

// ReadBody implements body.Reader.
func (r *reset) ReadBody(v any) {
	object, ok := v.(map[string]any)
	if r.isObject = ok; ok {
		body.Read(object, &r.words)
	}
}

// statusesKnown refuses unknown statuses.
func statusesKnown(_ *pipeline.Exchange, w *resetting) *pipeline.Fault {
	r := w.Request
	if !r.isObject {
		return nil
	}
	if !r.Status.True && !r.AttachStatus.True && !r.MigrationStatus.True {
		return pipeline.BadRequest("Must specify 'status', 'attach_status' or 'migration_status' for update.")
	}
	for _, f := range []struct {
		given       record.Word
		what, valid string
		words       []string
	}{
		{r.Status, "Volume status", "(" + record.PythonTuple(statuses) + ")", statuses},
		{r.AttachStatus, "Volume attach status", "[" + record.PythonTuple(attachStatuses) + "]", attachStatuses},
		{r.MigrationStatus, "Volume migration status", "(" + record.PythonTuple(migrationStatuses) + ")", migrationStatuses},
	} {
		if f.given.Text != "" && !slices.Contains(f.words, f.given.Lower()) {
			return pipeline.BadRequest("%s: %s is invalid, valid statuses are: %s.", f.what, f.given.Text, f.valid)
		}
	}
	return nil
}
