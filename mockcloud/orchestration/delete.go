package orchestration

import (
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

func (h *heat) deleteOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"stacks.delete": {
			Steps: []pipeline.Step{{Name: "begin to delete the stack", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				s := stackOf(x)
				if s.Action == remove && s.Status == inProgress {
					return nil
				}
				x.Cancel(s.ID)
				enter(x, s, remove, inProgress, "Stack DELETE started")
				x.Later(workDelete, s.ID, *x.Caller)
				return nil
			}}},
			Answer: done,
		},
	}
}

// deleting deletes resources, each after those that depend on it, and takes what is gone out of the stack.
// It serves the roll-back of a failed creation as well: then the stack stays.
func (h *heat) deleting(x *pipeline.Exchange) *pipeline.Fault {
	s := stackOf(x)
	if s == nil || s.Status != inProgress {
		return nil
	}
	asCaller(x)
	_, order, f := planOf(s)
	if f != nil {
		return f
	}
	for i := len(order) - 1; i >= 0; i-- {
		r := resources(x, s.ID)[order[i]]
		if r == nil {
			continue
		}
		if f := h.take(x, r); f != nil {
			enterResource(x, r, remove, failed, f.Message)
			enter(x, s, s.Action, failed, "Resource DELETE failed: resources."+r.Name+": "+f.Message)
			return nil
		}
		if state.StackResources.Get(x.Txn, state.StackResourceID(s.ID, r.Name)) != nil {
			again(x)
			return nil
		}
	}
	ended := enter(x, s, s.Action, complete, "Stack "+s.Action+" completed successfully")
	if s.Action == remove {
		gone, now := *ended, x.Now()
		gone.Deleted = &now
		state.Stacks.Insert(x.Txn, &gone)
	}
	return nil
}

// take brings one resource a step nearer to being gone.
func (h *heat) take(x *pipeline.Exchange, r *state.StackResource) *pipeline.Fault {
	k := h.kinds[r.Type]
	if r.Action != remove {
		r = enterResource(x, r, remove, inProgress, "state changed")
		if k.remove != nil && r.PhysicalID != "" {
			if f := k.remove(x, r); f != nil {
				return f
			}
		}
	}
	if k.gone != nil && r.PhysicalID != "" && !k.gone(x, r) {
		return nil
	}
	enterResource(x, r, remove, complete, "state changed")
	state.StackResources.Delete(x.Txn, state.StackResourceID(r.StackID, r.Name))
	return nil
}
