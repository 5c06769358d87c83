// Package snapshots holds the operations that take snapshots of stacks, and restore them.
package snapshots

import (
	"cmp"
	"slices"
	"time"

	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/locks"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/orchestration/work"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Operations holds stack-snapshots.*.
func Operations(table locks.Table) pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"stack-snapshots.create": pipeline.OperationOf[making]{
			Steps: []pipeline.StepOf[making]{
				locks.GuardOf[making](table, "snapshot"),
				{
					Name: "refuse while something is under way", Requirements: []string{"LCK-08"}, Refuses: 409,
					Run: pipeline.Ignoring[making](refuseWhileBusy),
				},
				{Name: "begin the snapshot", Run: begin},
			},
			Answer: func(_ *pipeline.Exchange, w *making) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Body(200, viewOf(w.made)), nil
			},
		}.Operation(),
		"stack-snapshots.list": {Answer: list},
		"stack-snapshots.show": {Answer: show},
		"stack-snapshots.delete": {
			Steps:  []pipeline.Step{table.Guard("delete_snapshot"), {Name: "delete the snapshot", Run: remove}},
			Answer: record.AnswerNoContent,
		},
		"stack-snapshots.restore": {
			Steps:  []pipeline.Step{table.Guard("restore"), {Name: "begin to restore", Run: restore}},
			Answer: record.Accepted,
		},
	}}
}

// making holds the values that the steps of stack-snapshots.create share.
type making struct {
	Request struct {
		Name string `json:"name"`
	} `body:""`
	made *state.StackSnapshot
}

// refuseWhileBusy refuses a snapshot of a stack with another action in progress.
func refuseWhileBusy(x *pipeline.Exchange) *pipeline.Fault {
	if s := record.Stack(x); s.Status == record.InProgress && !record.HasLockState(s) {
		return record.InAction(s)
	}
	return nil
}

func begin(x *pipeline.Exchange, w *making) *pipeline.Fault {
	w.made = &state.StackSnapshot{
		ID: x.Env.IDs.UUID(), StackID: record.Stack(x).ID, Name: w.Request.Name, Serial: x.Txn.Next("stack-snapshots"),
		Status: record.InProgress, Created: x.Now(),
	}
	state.StackSnapshots.Insert(x.Txn, w.made)
	work.Start(x, record.Stack(x), work.Work{Action: record.Snapshot, Snapshot: w.made.ID})
	return nil
}

// view is a snapshot in an answer.
type view struct {
	ID           string  `json:"id"`
	Name         *string `json:"name"`
	Status       string  `json:"status"`
	StatusReason *string `json:"status_reason"`
	// Data is the stack's data as for abandoning; null while the snapshot is being taken.
	Data    *map[string]any `json:"data"`
	Created time.Time       `json:"creation_time"`
}

func viewOf(s *state.StackSnapshot) *view {
	v := &view{ID: s.ID, Name: record.NonEmpty(s.Name), Status: s.Status, StatusReason: record.NonEmpty(s.StatusReason), Created: s.Created}
	if s.Data != nil {
		v.Data = &s.Data
	}
	return v
}

func list(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	var all []*state.StackSnapshot
	if isOwn(x) {
		all = state.StackSnapshots.List(x.Txn, "stack", record.Stack(x).ID)
	}
	slices.SortFunc(all, func(a, b *state.StackSnapshot) int { return cmp.Compare(a.Serial, b.Serial) })
	views := make([]*view, len(all))
	for i, s := range all {
		views[i] = viewOf(s)
	}
	return pipeline.Answer(200, "snapshots", views), nil
}

func show(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	s, f := find(x)
	if f != nil {
		return nil, f
	}
	return pipeline.Answer(200, "snapshot", viewOf(s)), nil
}

// isOwn tells whether the stack is of the caller's project: of others administrators see the stack, but no snapshot.
func isOwn(x *pipeline.Exchange) bool { return record.Stack(x).ProjectID == x.Caller.ProjectID }

// find finds the snapshot that the path names, which must be of the path's stack.
func find(x *pipeline.Exchange) (*state.StackSnapshot, *pipeline.Fault) {
	id, s := x.Params.Get("snapshot_id"), record.Stack(x)
	found := state.StackSnapshots.Get(x.Txn, id)
	switch {
	case found == nil || !isOwn(x):
		return nil, faults.Of(404, "NotFound", "Snapshot with id %s not found", id)
	case found.StackID != s.ID:
		return nil, faults.Of(404, "SnapshotNotFound", "The Snapshot (%s) for Stack (%s) could not be found.", id, s.Name)
	}
	return found, nil
}

func remove(x *pipeline.Exchange) *pipeline.Fault {
	s, f := find(x)
	if f != nil {
		return f
	}
	if s.Status == record.InProgress {
		return faults.Of(400, "NotSupported", "Deleting in-progress snapshot is not supported.")
	}
	state.StackSnapshots.Delete(x.Txn, s.ID)
	return nil
}

// restore begins to restore a stack to the plan stored in a snapshot.
func restore(x *pipeline.Exchange) *pipeline.Fault {
	kept, f := find(x)
	if f != nil {
		return f
	}
	if kept.Data == nil {
		return faults.Of(400, "NotSupported", "Restoring an in-progress snapshot is not supported.")
	}
	s := record.Stack(x)
	restored, before := *s, s.StackPlan
	restored.Before, restored.StackPlan = &before, kept.Kept
	restored.Tags = nil // a snapshot has none
	work.Start(x, &restored, work.Work{Action: record.Restore})
	return nil
}
