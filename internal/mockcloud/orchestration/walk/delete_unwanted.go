package walk

import (
	"slices"

	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/state"
)

// deleteUnwanted deletes the resources that were replaced or are not in the plan any more.
func (g *run) deleteUnwanted(p *plan) *kind.Failure {
	for {
		var unwanted []*state.StackResource
		for _, r := range state.StackResources.List(g.Txn, "stack", g.s.ID) {
			if r.Old > 0 || !slices.Contains(p.order, r.Name) {
				unwanted = append(unwanted, r)
			}
		}
		g.waiting, g.timed = false, false
		gone := false
		for _, r := range unwanted {
			if slices.ContainsFunc(unwanted, func(o *state.StackResource) bool { return o != r && slices.Contains(o.Needs, r.Name) }) {
				g.waiting = true
				continue
			}
			left, why := g.advanceDeletion(r)
			if why != nil {
				return why
			}
			gone = gone || left
		}
		if !gone {
			return nil
		}
	}
}

// advanceDeletion continues the deletion of one resource, and tells whether it is deleted.
func (g *run) advanceDeletion(r *state.StackResource) (bool, *kind.Failure) {
	h := g.kindOf(r).Does[record.Delete]
	if r.Pass != g.s.Pass || r.Action != record.Delete {
		sound := r.Status != record.Failed
		if r.Action == record.Initial {
			state.StackResources.Delete(g.Txn, state.StackResources.ID(r))
			return true, nil
		}
		if g.waitsBefore(r, record.Delete) {
			return false, nil
		}
		begun := *r
		begun.Pass, begun.Since = g.s.Pass, g.Now()
		r = record.EnterResource(g.Exchange, &begun, record.Delete, record.InProgress, "state changed")
		if r.Held {
			t := g.task(r)
			if why := g.kindOf(r).Does[record.Unlock].Begin(t); why != nil {
				return false, g.broken(t, why)
			}
			r = t.Resource
		}
		if r.DeletionPolicy == retain {
			h = kind.Handler{} // what the resource stands for is kept, only the lock on it is removed
		}
		if sound && r.DeletionPolicy == snapshot && r.PhysicalID != "" {
			h = g.kindOf(r).Keeps
		}
		if h.Begin != nil && g.hasMade(r) {
			t := g.task(r)
			if why := h.Begin(t); why != nil {
				return false, g.broken(t, why)
			}
			r = t.Resource
		}
	}
	if r.Keeping != "" {
		return g.advanceKeeping(r)
	}
	if r.Status == record.Complete {
		return g.forget(r)
	}
	t := g.task(r)
	if h.Done != nil && g.hasMade(r) {
		if done, why := g.pollTask(t, h.Done); why != nil || !done {
			return false, why
		}
	}
	return g.forget(record.EnterResource(g.Exchange, t.Resource, record.Delete, record.Complete, "state changed"))
}

// forget takes a deleted resource out of the stack, unless the stack waits at a hook, and tells whether it did.
func (g *run) forget(r *state.StackResource) (bool, *kind.Failure) {
	if g.waitsAfter(r) {
		return false, nil
	}
	state.StackResources.Delete(g.Txn, state.StackResources.ID(r))
	return true, nil
}

// hasMade tells whether something was made for a resource, if only a part of what it is to stand for.
func (g *run) hasMade(r *state.StackResource) bool {
	partly := g.kindOf(r).Partly
	return r.PhysicalID != "" || partly != nil && partly(r)
}

// advanceKeeping goes on to delete a resource once there is an image or a backup of it.
func (g *run) advanceKeeping(r *state.StackResource) (bool, *kind.Failure) {
	k := g.kindOf(r)
	t := g.task(r)
	if done, why := g.pollTask(t, k.Keeps.Done); why != nil || !done {
		return false, why
	}
	t.Resource.Keeping = ""
	if why := k.Does[record.Delete].Begin(t); why != nil {
		return false, g.broken(t, why)
	}
	state.StackResources.Insert(g.Txn, t.Resource)
	return g.advanceDeletion(t.Resource)
}

// snapshot is the deletion policy of resources of which something is kept.
const snapshot = "Snapshot"

// retain is the deletion policy of resources that are kept when their stack is deleted.
const retain = "Retain"
