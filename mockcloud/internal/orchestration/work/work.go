// Package work is what is begun on stacks: the engine goes on with it when its time comes.
package work

import (
	"maps"
	"slices"

	"plumbline/mockcloud/internal/orchestration/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// Work is the work on a stack that is under way: which action, in which pass, and on whose behalf.
type Work struct {
	Action string
	Pass   int64
	Caller pipeline.Caller
	// Level is the level of a lock.
	Level string
	// Snapshot is the one being made.
	Snapshot string
	// Opens tells of a deletion that the stack was locked when it was asked for: what is locked inside goes as well (LCK-49D).
	Opens bool
}

// names name the kinds of work on a stack, by action: fault rules strike them by these names, and their step.
var names = map[string]string{
	record.Create: "stacks.creating", record.Update: "stacks.updating", record.Delete: "stacks.deleting",
	record.Rollback: "stacks.rolling-back",
	record.Suspend:  "stacks.acting", record.Resume: "stacks.acting", record.Check: "stacks.acting",
	record.Lock: "stacks.acting", record.Unlock: "stacks.acting",
	record.Snapshot: "stacks.snapshotting", record.Restore: "stacks.restoring", record.Adopt: "stacks.adopting",
}

// Names are the names of all kinds of work.
func Names() []string { return slices.Compact(slices.Sorted(maps.Values(names))) }

// Start begins an action on a stack: whatever was under way is superseded. It answers the stack as it is now.
func Start(x *pipeline.Exchange, s *state.Stack, work Work) *state.Stack {
	x.Cancel(s.ID)
	begun := *s
	begun.Pass++
	begun.Since = x.Now()
	entered := record.EnterState(x, &begun, work.Action, record.InProgress, "Stack "+work.Action+" started")
	work.Pass, work.Caller = begun.Pass, *x.Caller
	x.Schedule(names[work.Action], s.ID, work)
	return entered
}

// Begin starts an action that goes through the resources. Who suspends or resumes twice gets an event only.
func Begin(x *pipeline.Exchange, s *state.Stack, work Work) {
	if (work.Action == record.Suspend || work.Action == record.Resume) && s.Action == work.Action && s.Status == record.Complete {
		record.RecordEvent(x, s, "Stack "+work.Action+" completed successfully")
		return
	}
	if work.Action == record.Lock {
		s = record.LockedAt(s, work.Level)
	}
	Start(x, s, work)
}

// RollBack goes back to what the stack was before; to nothing when it was just being made.
func RollBack(x *pipeline.Exchange, s *state.Stack, reason string) {
	back := *s
	if s.Before != nil {
		back.StackPlan = *s.Before
	}
	started := Start(x, &back, Work{Action: record.Rollback})
	told := *started
	told.StatusReason = reason
	state.Stacks.Insert(x.Txn, &told)
}

// Halt stops what is under way, in the stacks inside as well. What has begun is not taken back.
func Halt(x *pipeline.Exchange, s *state.Stack, reason string) {
	x.Cancel(s.ID)
	for _, child := range record.NestedIn(x, s.ID) {
		if child.Status == record.InProgress {
			Halt(x, child, reason)
		}
	}
	for _, r := range state.StackResources.List(x.Txn, "stack", s.ID) {
		if r.Status == record.InProgress {
			record.EnterResource(x, r, r.Action, record.Failed, r.Action+" aborted (user triggered cancel)")
		}
	}
	record.EnterState(x, s, s.Action, record.Failed, reason)
}
