// Package abandon holds the operations that export and abandon stacks: abandoning deletes a stack's records and leaves what it
// created.
package abandon

import (
	"plumbline/internal/mockcloud/orchestration/export"
	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/locks"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/orchestration/stacks/draft"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Operations holds stacks.export and stacks.abandon.
func Operations(table locks.Table) pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"stacks.export": {
			Formats: checkEnabled,
			Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Body(200, export.Of(x, record.Stack(x))), nil
			},
		},
		"stacks.abandon": pipeline.OperationOf[abandoning]{
			Formats: func(x *pipeline.Exchange, _ *abandoning) *pipeline.Fault { return checkEnabled(x) },
			Steps: []pipeline.StepOf[abandoning]{
				locks.GuardOf[abandoning](table, "abandon"),
				{Name: "export the stack", Run: func(x *pipeline.Exchange, w *abandoning) *pipeline.Fault {
					w.export = export.Of(x, record.Stack(x))
					return nil
				}},
				{Name: "forget the stack", Run: func(x *pipeline.Exchange, _ *abandoning) *pipeline.Fault {
					removeRecords(x, record.Stack(x))
					return nil
				}},
			},
			Answer: func(_ *pipeline.Exchange, w *abandoning) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Body(200, w.export), nil
			},
		}.Operation(),
	}}
}

// abandoning holds the values that the steps of stacks.abandon share.
type abandoning struct{ export *export.Stack }

// checkEnabled refuses abandoning if the operator has not enabled it; it runs before the stack is looked up.
func checkEnabled(x *pipeline.Exchange) *pipeline.Fault {
	if draft.IsAbandonEnabled(x) {
		return nil
	}
	return faults.Of(400, "NotSupported", "Stack Abandon is not supported.")
}

// removeRecords deletes the records of a stack and of the stacks nested in it; what they created stays.
func removeRecords(x *pipeline.Exchange, s *state.Stack) {
	x.Cancel(s.ID)
	for _, child := range record.NestedIn(x, s.ID) {
		removeRecords(x, child)
	}
	for _, r := range state.StackResources.List(x.Txn, "stack", s.ID) {
		state.StackResources.Delete(x.Txn, state.StackResources.ID(r))
	}
	gone := *record.EnterState(x, s, record.Delete, record.Complete, "Stack DELETE completed successfully")
	now := x.Now()
	gone.Deleted = &now
	state.Stacks.Insert(x.Txn, &gone)
}
