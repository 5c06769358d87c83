package orchestration

import (
	"slices"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

func (h *heat) actionOperations() map[string]pipeline.Operation {
	cancel := func(column string, stops func(s *state.Stack) bool, do func(x *pipeline.Exchange, s *state.Stack)) pipeline.Operation {
		return pipeline.Operation{
			Steps: []pipeline.Step{
				h.unlocked(column),
				{Name: "refuse what is not being updated", Requirements: []string{"LCK-12"}, Refuses: 400, Run: func(x *pipeline.Exchange) *pipeline.Fault {
					s := stackOf(x)
					if s.Status == inProgress && stops(s) {
						return nil
					}
					return fault(400, "NotSupported", "Cancelling update when stack is %s is not supported.", statusOf(s))
				}},
				{Name: "cancel the update", Run: func(x *pipeline.Exchange) *pipeline.Fault { do(x, stackOf(x)); return nil }},
			},
			Answer: null,
		}
	}
	updating := func(s *state.Stack) bool { return s.Action == update }
	making := func(s *state.Stack) bool { return s.Action == update || s.Action == create }
	return map[string]pipeline.Operation{
		"stacks.suspend":       h.begins(suspend),
		"stacks.resume":        h.begins(resume),
		"stacks.check":         h.begins(check),
		"stacks.cancel-update": cancel("cancel_update", updating, func(x *pipeline.Exchange, s *state.Stack) { h.rollBack(x, s, "Stack ROLLBACK started") }),
		"stacks.cancel-without-rollback": cancel("cancel_without_rollback", making, func(x *pipeline.Exchange, s *state.Stack) {
			h.halt(x, s, "Stack "+s.Action+" cancelled by user")
		}),
	}
}

// halt stops what is under way, in the stacks inside as well. What has begun is not taken back.
func (h *heat) halt(x *pipeline.Exchange, s *state.Stack, reason string) {
	x.Cancel(s.ID)
	for _, child := range nestedIn(x, s.ID) {
		if child.Status == inProgress {
			h.halt(x, child, reason)
		}
	}
	for _, r := range state.StackResources.List(x.Txn, "stack", s.ID) {
		if r.Status == inProgress {
			enterResource(x, r, r.Action, failed, r.Action+" aborted (user triggered cancel)")
		}
	}
	enter(x, s, s.Action, failed, reason)
}

// begins starts an action. An action that is under way is superseded.
func (h *heat) begins(action string) pipeline.Operation {
	return pipeline.Operation{
		Steps: []pipeline.Step{
			h.unlocked(string(lowered(action))),
			busy(),
			{Name: "begin the action", Requirements: []string{"LCK-05", "LCK-06"}, Run: func(x *pipeline.Exchange) *pipeline.Fault {
				h.begin(x, stackOf(x), act{Action: action})
				return nil
			}},
		},
		Answer: null,
	}
}

// busy refuses an action while another one runs that has the stack for itself. Creations and updates do not: they are superseded.
func busy() pipeline.Step {
	return pipeline.Step{Name: "refuse while another action runs", Requirements: []string{"LCK-08"}, Refuses: 409, Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if s := stackOf(x); s.Status == inProgress && slices.Contains([]string{suspend, resume, check, snapshot}, s.Action) {
			return inAction(s)
		}
		return nil
	}}
}

func inAction(s *state.Stack) *pipeline.Fault {
	return fault(409, "ActionInProgress", "Stack %s already has an action (%s) in progress.", s.Name, s.Action)
}

// begin starts an action that goes through the resources. Who suspends or resumes twice gets an event only.
func (h *heat) begin(x *pipeline.Exchange, s *state.Stack, work act) {
	if (work.Action == suspend || work.Action == resume) && s.Action == work.Action && s.Status == complete {
		note(x, s, "Stack "+work.Action+" completed successfully")
		return
	}
	if work.Action == lock {
		s = lockedAt(s, work.Level)
	}
	h.start(x, s, work)
}

// null is how actions answer: 200 with the body null.
func null(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return &pipeline.Response{Status: 200, Raw: []byte("null"), ContentType: "application/json"}, nil
}
