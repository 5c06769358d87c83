package orchestration

import (
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// act is the work of an action: what it is called, and on whose behalf it is done.
type act struct {
	action string
	caller pipeline.Caller
}

func (h *heat) actionOperations() map[string]pipeline.Operation {
	cancel := func(string) pipeline.Operation {
		return pipeline.Operation{
			Steps: []pipeline.Step{{Name: "refuse what is not being updated", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				s := stackOf(x)
				return fault(400, "NotSupported", "Cancelling update when stack is %s_%s is not supported.", s.Action, s.Status)
			}}},
			Answer: null,
		}
	}
	return map[string]pipeline.Operation{
		"stacks.suspend":                 begins(suspend),
		"stacks.resume":                  begins(resume),
		"stacks.check":                   begins(check),
		"stacks.cancel-update":           cancel("cancel_update"),
		"stacks.cancel-without-rollback": cancel("cancel_without_rollback"),
	}
}

// begins starts an action. An action that is under way is superseded.
func begins(action string) pipeline.Operation {
	return pipeline.Operation{
		Steps: []pipeline.Step{{Name: "begin the action", Requirements: []string{"LCK-05", "LCK-06"}, Run: func(x *pipeline.Exchange) *pipeline.Fault {
			s := stackOf(x)
			x.Cancel(s.ID)
			enter(x, s, action, inProgress, "Stack "+action+" started")
			x.Later(workAct, s.ID, act{action: action, caller: *x.Caller})
			return nil
		}}},
		Answer: null,
	}
}

// null is how actions answer: 200 with the body null.
func null(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return &pipeline.Response{Status: 200, Raw: []byte("null"), ContentType: "application/json"}, nil
}

// acting does an action on each resource that is there.
func (h *heat) acting(x *pipeline.Exchange) *pipeline.Fault {
	s := stackOf(x)
	work := pipeline.Payload[act](x)
	if s == nil || s.Action != work.action || s.Status != inProgress {
		return nil
	}
	x.Caller = &work.caller
	_, order, f := planOf(s)
	if f != nil {
		return f
	}
	for _, name := range order {
		r := resources(x, s.ID)[name]
		if r == nil || r.PhysicalID == "" {
			continue
		}
		entered := enterResource(x, r, work.action, inProgress, "state changed")
		if do := h.doer(work.action, r.Type); do != nil {
			if f := do(x, entered); f != nil {
				enterResource(x, entered, work.action, failed, f.Message)
				enter(x, s, work.action, failed, "Resource "+work.action+" failed: resources."+name+": "+f.Message)
				return nil
			}
		}
		enterResource(x, entered, work.action, complete, "state changed")
	}
	enter(x, s, work.action, complete, "Stack "+work.action+" completed successfully")
	return nil
}

func (h *heat) doer(action, kind string) func(*pipeline.Exchange, *state.StackResource) *pipeline.Fault {
	k := h.kinds[kind]
	return map[string]func(*pipeline.Exchange, *state.StackResource) *pipeline.Fault{
		suspend: k.suspend, resume: k.resume, check: k.check,
	}[action]
}
