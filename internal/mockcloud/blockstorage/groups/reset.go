package groups

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Statuses are the statuses that group snapshots can be reset to, and groups too: a refusal says that groups can be in use besides.
var Statuses = []string{"error", "available", "creating", "deleting", "deleted", "updating", "error_deleting"}

// resetting holds the values that the steps of groups.reset-status share.
type resetting struct {
	Request struct {
		Status record.Word `json:"status"`
	} `body:"reset_status"`
}

func statusKnown(_ *pipeline.Exchange, w *resetting) *pipeline.Fault {
	word := w.Request.Status
	switch {
	case !word.IsText || slices.Contains(Statuses, word.Lower()):
		return nil
	case strings.TrimSpace(word.Text) == "":
		return pipeline.BadRequest("Invalid Group Status: The 'status' can not be empty.")
	}
	return pipeline.BadRequest("Invalid Group Status: Group status: %s is invalid, valid status are: (%s).", word.Text,
		record.PythonTuple(slices.Insert(slices.Clone(Statuses), len(Statuses)-1, "in-use")))
}

func reset(x *pipeline.Exchange, w *resetting) *pipeline.Fault {
	Put(x, Group(x), func(g *state.VolumeGroup) { g.Status = w.Request.Status.Lower() })
	return nil
}
