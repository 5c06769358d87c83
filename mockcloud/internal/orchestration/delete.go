package orchestration

import "plumbline/mockcloud/pipeline"

func (h *heat) deleteOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"stacks.delete": {
			Steps: []pipeline.Step{
				h.unlocked("delete"),
				{Name: "begin to delete the stack", Run: func(x *pipeline.Exchange) *pipeline.Fault {
					if s := stackOf(x); s.Action != remove || s.Status != inProgress {
						h.start(x, s, act{Action: remove, Opens: held(s)})
					}
					return nil
				}},
			},
			Answer: done,
		},
	}
}
