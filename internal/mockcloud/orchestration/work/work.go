// Package work starts, rolls back and halts actions on stacks; the engine carries them out when they are due.
package work

import (
	"maps"
	"slices"

	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Work is an action on a stack in progress: which action, in which pass, and in whose name.
type Work struct {
	Action string
	Pass   int64
	Caller pipeline.Caller
	// Root is the URL of the cloud as the one who asked for it reached it.
	Root string
	// Level is the level of a lock.
	Level string
	// Snapshot is the id of the snapshot that is being taken.
	Snapshot string
	// Opens tells that the stack was locked when its deletion was requested: locked resources and nested stacks are deleted as well
	// (LCK-49D).
	Opens bool
}

// names are the kinds of scheduled work, by action; fault rules refer to them by these names.
var names = map[string]string{
	record.Create: "stacks.creating", record.Update: "stacks.updating", record.Delete: "stacks.deleting",
	record.Rollback: "stacks.rolling-back",
	record.Suspend:  "stacks.acting", record.Resume: "stacks.acting", record.Check: "stacks.acting",
	record.Lock: "stacks.acting", record.Unlock: "stacks.acting",
	record.Snapshot: "stacks.snapshotting", record.Restore: "stacks.restoring", record.Adopt: "stacks.adopting",
}

// Names are all kinds of scheduled work.
func Names() []string { return slices.Compact(slices.Sorted(maps.Values(names))) }

// Start begins an action on a stack and supersedes the one in progress. It answers the stack in its new state.
func Start(x *pipeline.Exchange, s *state.Stack, work Work) *state.Stack {
	x.Cancel(s.ID)
	begun := *s
	begun.Pass++
	begun.Since = x.Now()
	entered := record.EnterState(x, &begun, work.Action, record.InProgress, "Stack "+work.Action+" started")
	work.Pass, work.Caller = begun.Pass, *x.Caller
	work.Root = x.Root
	x.Schedule(names[work.Action], s.ID, work)
	return entered
}

// Begin starts an action on each resource. Suspending a suspended stack, or resuming a resumed one, only records an event.
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

// RollBack starts to restore the stack's previous plan; if it was being created, to delete its resources.
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

// Halt stops the action in progress, also in nested stacks. What has begun is not undone.
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

// Wake makes the work on a stack due at once.
func Wake(x *pipeline.Exchange, stackID string) {
	for _, e := range state.Events.List(x.Txn, "resource", stackID) {
		sooner := *e
		sooner.Due, sooner.Reads = x.Now(), 0
		state.Events.Insert(x.Txn, &sooner)
	}
}

// ClearHook ends the waiting at a hook of a resource, records why, and goes on with the stack.
func ClearHook(x *pipeline.Exchange, r *state.StackResource, reason string) {
	cleared, hook := *r, *r.Hook
	hook.Cleared = true
	cleared.Hook = &hook
	state.StackResources.Insert(x.Txn, &cleared)
	record.NoteResource(x, &cleared, r.Action+"_"+r.Status, reason)
	Wake(x, r.StackID)
}
