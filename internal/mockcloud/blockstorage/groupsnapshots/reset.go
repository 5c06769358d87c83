package groupsnapshots

import (
	"slices"

	"plumbline/internal/mockcloud/blockstorage/groups"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
)

// resetting holds the values that the steps of group-snapshots.reset-status share.
type resetting struct {
	Request struct {
		Status record.Word `json:"status"`
	} `body:"reset_status"`
}

func statusKnown(_ *pipeline.Exchange, w *resetting) *pipeline.Fault {
	if word := w.Request.Status; word.IsText && !slices.Contains(groups.Statuses, word.Lower()) {
		return pipeline.BadRequest("Invalid GroupSnapshot Status: Group snapshot status: %s is invalid, valid statuses are: (%s).",
			word.Text, record.PythonTuple(groups.Statuses))
	}
	return nil
}

func reset(x *pipeline.Exchange, w *resetting) *pipeline.Fault {
	put(x, snapshot(x), w.Request.Status.Lower())
	return nil
}
