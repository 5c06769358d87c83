package walk

import (
	"reflect"

	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/state"
)

// leave lets a resource prepare for the one that replaces it, and tells by events that an update asks for that one. It tells whether
// the resource has left.
func (g *run) leave(r *state.StackResource, why kind.Replacing) (bool, *kind.Failure) {
	leaves := g.kindOf(r).Leaves
	t := g.task(r)
	if r.Handover == nil || r.Handover.Back {
		begun := *r
		begun.Pass, begun.Since, begun.Handover = g.s.Pass, g.Now(), &state.StackHandover{}
		t = g.task(record.EnterResource(g.Exchange, &begun, record.Update, record.InProgress, "state changed"))
		if leaves.Begin != nil {
			if why := leaves.Begin(t); why != nil {
				return false, g.broken(t, why)
			}
		}
	}
	if leaves.Done != nil {
		if done, why := g.pollTask(t, leaves.Done); why != nil || !done {
			return false, why
		}
	}
	name := r.Name
	if why == kind.ByType {
		name = g.types.Words(g.s, r)
	}
	reason := "The Resource " + name + " requires replacement."
	g.retire(record.EnterResource(g.Exchange, t.Resource, record.Update, record.Complete, reason))
	return true, nil
}

// retireUnasked retires a resource of which no event tells that it is replaced: its type changes, or it had failed. Only one that had
// failed prepares for the other one.
func (g *run) retireUnasked(r *state.StackResource, wanted string) *kind.Failure {
	t := g.task(r)
	if leaves := g.kindOf(r).Leaves; leaves.Begin != nil && r.Type == wanted && r.PhysicalID != "" {
		t.Resource.Handover = &state.StackHandover{}
		if why := leaves.Begin(t); why != nil {
			return g.broken(t, why)
		}
	}
	g.retire(t.Resource)
	return nil
}

// retire marks a resource as replaced, so that another one of the same name can be stored.
func (g *run) retire(r *state.StackResource) {
	state.StackResources.Delete(g.Txn, state.StackResourceID(r.StackID, r.Name))
	old := *r
	old.Old = g.Txn.Next("stack-resources")
	state.StackResources.Insert(g.Txn, &old)
}

// former is the resource that a rollback goes back to: the one that the failed update has replaced, if it is as the plan wants it. It
// takes the place of the present one.
func (g *run) former(r *state.StackResource, wanted string, values kind.Evaluated) *state.StackResource {
	fits := func(r *state.StackResource) bool {
		return r.Type == wanted && r.Status == record.Complete && r.Action != record.Delete && r.Action != record.Initial &&
			len(kind.Changes(r.Properties, values.Properties)) == 0 && reflect.DeepEqual(r.Defined, values.Metadata)
	}
	if g.work.Action != record.Rollback || fits(r) {
		return r
	}
	var back *state.StackResource
	for _, old := range state.StackResources.List(g.Txn, "stack", g.s.ID) {
		if old.Old > 0 && old.Name == r.Name && fits(old) && (back == nil || old.Old > back.Old) {
			back = old
		}
	}
	if back == nil {
		return r
	}
	g.retire(r)
	state.StackResources.Delete(g.Txn, state.StackResources.ID(back))
	present := *back
	present.Old = 0
	if back.Handover != nil {
		given := *back.Handover
		given.Back, given.To = true, r.PhysicalID
		present.Handover = &given
	}
	state.StackResources.Insert(g.Txn, &present)
	return &present
}

// takeBack gives a resource back what it has given up for one that is not wanted any more, and tells whether it has that again.
func (g *run) takeBack(r **state.StackResource) (bool, *kind.Failure) {
	t := g.task(*r)
	t.Resource.Handover.Back = true
	if returns := g.kindOf(t.Resource).Returns; returns != nil {
		if done, why := g.pollTask(t, returns); why != nil || !done {
			return false, why
		}
	}
	t.Resource.Handover = nil
	state.StackResources.Insert(g.Txn, t.Resource)
	*r = t.Resource
	return true, nil
}
