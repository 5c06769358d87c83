// Package lock holds the two actions that the specification adds: lock and unlock.
package lock

import (
	"slices"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/locks"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/orchestration/work"
	"plumbline/internal/mockcloud/pipeline"
)

// Operations holds stacks.lock and stacks.unlock.
func Operations(table locks.Table) pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"stacks.lock": pipeline.OperationOf[locking]{
			Steps: []pipeline.StepOf[locking]{
				locks.GuardOf[locking](table, "lock"), locks.AroundFirstOf[locking]("lock"),
				{
					Name: "refuse what is not in a final state", Requirements: []string{"LCK-29", "LCK-29D", "LCK-30", "LCK-31"}, Refuses: 409,
					Run: pipeline.Ignoring[locking](checkLockable),
				},
				{Name: "begin to lock", Requirements: []string{"LCK-20", "LCK-21", "LCK-22", "LCK-28", "LCK-32"}, Run: lock},
			},
			Answer: record.NullOf[locking],
		}.Operation(),
		"stacks.unlock": {
			Steps: []pipeline.Step{
				table.Guard("unlock"), locks.AroundFirst("unlock"),
				{Name: "refuse what is not locked", Requirements: []string{"LCK-27"}, Refuses: 409, Run: checkLocked},
				{Name: "begin to unlock", Requirements: []string{"LCK-24", "LCK-25", "LCK-26"}, Run: unlock},
			},
			Answer: record.Null,
		},
	}}
}

// locking holds the values that the steps of stacks.lock share.
type locking struct {
	Request struct {
		Level body.Opt[string] `json:"level"`
	} `body:"lock"`
}

// lock begins to lock a stack; the level is "all" unless the request says otherwise.
func lock(x *pipeline.Exchange, w *locking) *pipeline.Fault {
	work.Begin(x, record.Stack(x), work.Work{Action: record.Lock, Level: w.Request.Level.Or(record.LevelAll)})
	return nil
}

func unlock(x *pipeline.Exchange) *pipeline.Fault {
	work.Begin(x, record.Stack(x), work.Work{Action: record.Unlock})
	return nil
}

// checkLockable refuses to lock a stack that is not created yet or is deleted, and one with an action in progress on it or on a
// nested stack: a lock applies to all nested stacks and would interrupt their actions.
func checkLockable(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Stack(x)
	if record.HasLockState(s) {
		return nil // locks.Guard has checked these states
	}
	if s.Status == record.InProgress || slices.Contains([]string{"INIT_COMPLETE", "DELETE_COMPLETE"}, record.Status(s)) {
		return record.NotNow("lock", s)
	}
	if inside := record.AtWorkInside(x, s); inside != nil {
		return record.NotNow("lock", inside)
	}
	return nil
}

// checkLocked refuses to unlock a stack that is not locked.
func checkLocked(x *pipeline.Exchange) *pipeline.Fault {
	if s := record.Stack(x); s.Action != record.Lock && s.Action != record.Unlock {
		return record.NotNow("unlock", s)
	}
	return nil
}
