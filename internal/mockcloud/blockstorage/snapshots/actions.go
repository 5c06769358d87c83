package snapshots

import (
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/blockstorage/items"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

var metadata = &items.Of{
	Prefix: "snapshot-metadata",
	Items:  func(x *pipeline.Exchange) map[string]string { return snapshot(x).Metadata },
	Store: func(x *pipeline.Exchange, all map[string]string) {
		change(x, func(s *state.VolumeSnapshot) { s.Metadata = all })
	},
	Unjudged: true,
	Missing: func(x *pipeline.Exchange, key string) *pipeline.Fault {
		return pipeline.NotFound("Snapshot %s has no metadata with key %s.", snapshot(x).ID, key)
	},
}

// MetadataOperations holds the operations on the metadata of snapshots.
func MetadataOperations() pipeline.OperationSet { return metadata.Operations() }

// progressing holds the values that the steps of snapshots.update-status share.
type progressing struct {
	Request struct {
		Status   string           `json:"status"`
		Progress body.Opt[string] `json:"progress"`
	} `body:"os-update_snapshot_status"`
}

// ActionOperations holds the actions of snapshots for administrators and for compute.
func ActionOperations() pipeline.OperationSet {
	type nothing = pipeline.Nothing
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"snapshots.force-delete": pipeline.OperationOf[nothing]{
			Steps: []pipeline.StepOf[nothing]{
				{Name: "no part of a group", Run: noPartOfGroup}, {Name: "delete the snapshot", Run: beginDeleting},
			},
			Answer: record.Accepted[nothing],
		}.Operation(),
		"snapshots.unmanage": pipeline.OperationOf[nothing]{
			Steps:  []pipeline.StepOf[nothing]{{Name: "forget the snapshot", Run: unmanage}},
			Answer: record.Accepted[nothing],
		}.Operation(),
		"snapshots.update-status": pipeline.OperationOf[progressing]{
			Formats: isPercentage,
			Steps:   []pipeline.StepOf[progressing]{{Name: "the status may follow", Run: mayFollow}, {Name: "set the status", Run: follow}},
			Answer:  record.AnswerDeleted[progressing],
		}.Operation(),
	}}
}

func noPartOfGroup(x *pipeline.Exchange, _ *pipeline.Nothing) *pipeline.Fault {
	if f := notFrozen(x); f != nil {
		return f
	}
	if snapshot(x).GroupSnapshotID != "" {
		return Invalid("Snapshot  must not be part of a group.")
	}
	return nil
}

// following are the statuses that may follow a status.
var following = map[string][]string{"creating": {"creating", "available", "error"}, "deleting": {"deleting", "error_deleting"}}

// isPercentage checks the progress before the snapshot is looked up; a text that is empty says nothing.
func isPercentage(_ *pipeline.Exchange, w *progressing) *pipeline.Fault {
	progress := w.Request.Progress.Or("")
	if progress == "" {
		return nil
	}
	digits, percent := strings.CutSuffix(progress, "%")
	switch n, err := strconv.Atoi(strings.TrimSpace(digits)); {
	case !percent || err != nil:
		return record.InvalidInput("progress must be an integer percentage")
	case n < 0 || n > 100:
		return record.InvalidInput("progress must be an integer percentage between 0 and 100")
	}
	return nil
}

func mayFollow(x *pipeline.Exchange, w *progressing) *pipeline.Fault {
	now := snapshot(x).Status
	switch {
	case following[now] == nil:
		return pipeline.BadRequest("Snapshot status %s not allowed for update_snapshot_status", now)
	case !slices.Contains(following[now], w.Request.Status):
		return pipeline.BadRequest("Provided snapshot status %s not allowed for snapshot with status %s.", w.Request.Status, now)
	}
	return nil
}

func follow(x *pipeline.Exchange, w *progressing) *pipeline.Fault {
	change(x, func(s *state.VolumeSnapshot) {
		s.Status = w.Request.Status
		if progress := w.Request.Progress.Or(""); progress != "" {
			s.Progress = progress
		}
	})
	return nil
}

// unmanage moves the snapshot to those that the storage has and nobody knows.
func unmanage(x *pipeline.Exchange, _ *pipeline.Nothing) *pipeline.Fault {
	s := change(x, func(s *state.VolumeSnapshot) { s.Status = "unmanaging" })
	state.UnmanagedSnapshots.Insert(x.Txn, s)
	x.Schedule(workDeleted, s.ID, nil)
	return nil
}
