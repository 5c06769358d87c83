package snapshots

import (
	"slices"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// statuses are the statuses that a snapshot can be reset to.
var statuses = []string{
	"error", "available", "creating", "deleting", "deleted", "updating", "error_deleting",
	"unmanaging", "backing-up", "restoring",
}

// resetting holds the values that the steps of snapshots.reset-status share.
type resetting struct {
	Request struct {
		Status record.Word `json:"status"`
	} `body:"os-reset_status"`
}

func statusKnown(_ *pipeline.Exchange, w *resetting) *pipeline.Fault {
	if word := w.Request.Status; word.IsText && !slices.Contains(statuses, word.Lower()) {
		return pipeline.BadRequest("Snapshot status: %s is invalid, valid statuses are: (%s).", word.Text, record.PythonTuple(statuses))
	}
	return nil
}

func reset(x *pipeline.Exchange, w *resetting) *pipeline.Fault {
	change(x, func(s *state.VolumeSnapshot) { s.Status = w.Request.Status.Lower() })
	return nil
}
