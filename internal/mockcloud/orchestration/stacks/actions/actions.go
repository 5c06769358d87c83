// Package actions holds the actions on existing stacks: suspend, resume, check, and cancelling an action in progress.
package actions

import (
	"slices"

	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/locks"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/orchestration/work"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Operations holds stacks.suspend, stacks.resume, stacks.check and the two ways to cancel.
func Operations(table locks.Table) pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"stacks.suspend":                 startOperation(table, record.Suspend),
		"stacks.resume":                  startOperation(table, record.Resume),
		"stacks.check":                   startOperation(table, record.Check),
		"stacks.cancel-update":           cancelOperation(table, "cancel_update", []string{record.Update}, rollBack),
		"stacks.cancel-without-rollback": cancelOperation(table, "cancel_without_rollback", []string{record.Update, record.Create}, halt),
	}}
}

// startOperation starts an action. An action in progress is superseded.
func startOperation(table locks.Table, action string) pipeline.Operation {
	return pipeline.Operation{
		Steps: []pipeline.Step{
			table.Guard(record.LowerCase(action)),
			{Name: "refuse while another action runs", Requirements: []string{"LCK-08"}, Refuses: 409, Run: refuseWhileBusy},
			{Name: "begin the action", Requirements: []string{"LCK-05", "LCK-06"}, Run: func(x *pipeline.Exchange) *pipeline.Fault {
				work.Begin(x, record.Stack(x), work.Work{Action: action})
				return nil
			}},
		},
		Answer: record.Null,
	}
}

// refuseWhileBusy refuses an action while another one is in progress that cannot be superseded. Creations and updates can be.
func refuseWhileBusy(x *pipeline.Exchange) *pipeline.Fault {
	alone := []string{record.Suspend, record.Resume, record.Check, record.Snapshot}
	if s := record.Stack(x); s.Status == record.InProgress && slices.Contains(alone, s.Action) {
		return record.InAction(s)
	}
	return nil
}

// cancelOperation cancels one of the actions in stops.
func cancelOperation(table locks.Table, column string, stops []string, stop func(x *pipeline.Exchange, s *state.Stack)) pipeline.Operation {
	return pipeline.Operation{
		Steps: []pipeline.Step{
			table.Guard(column),
			{
				Name: "refuse what is not being updated", Requirements: []string{"LCK-12"}, Refuses: 400,
				Run: func(x *pipeline.Exchange) *pipeline.Fault { return refuseOthers(record.Stack(x), stops) },
			},
			{Name: "cancel the update", Run: func(x *pipeline.Exchange) *pipeline.Fault { stop(x, record.Stack(x)); return nil }},
		},
		Answer: record.Null,
	}
}

// refuseOthers is 400 for a stack on which none of the actions in stops is in progress.
func refuseOthers(s *state.Stack, stops []string) *pipeline.Fault {
	if s.Status == record.InProgress && slices.Contains(stops, s.Action) {
		return nil
	}
	return faults.Of(400, "NotSupported", "Cancelling update when stack is %s is not supported.", record.Status(s))
}

func rollBack(x *pipeline.Exchange, s *state.Stack) { work.RollBack(x, s, "Stack ROLLBACK started") }

func halt(x *pipeline.Exchange, s *state.Stack) {
	work.Halt(x, s, "Stack "+s.Action+" cancelled by user")
}
