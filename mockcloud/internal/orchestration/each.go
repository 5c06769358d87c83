package orchestration

import (
	"slices"

	"plumbline/mockcloud/state"
)

// each does an action on each resource that is there: suspend, resume, check, snapshot, lock, unlock. They are
// suspended in reverse order of their dependencies.
func (g *run) each() *failure {
	p, f := g.h.planOf(g.Exchange, g.s)
	if f != nil {
		return f
	}
	order := slices.Clone(p.order)
	if g.work.Action == suspend {
		slices.Reverse(order)
	}
	var first *failure
	for _, name := range order {
		r := present(g.Exchange, g.s.ID)[name]
		if r == nil || r.Pass == g.s.Pass && r.Status != inProgress || g.nothing(r) {
			continue
		}
		why := g.one(r)
		if why != nil && g.work.Action != check {
			return why
		}
		if first == nil {
			first = why
		}
	}
	if g.waiting {
		return nil
	}
	return g.summed(first)
}

// nothing tells that there is nothing behind a resource to lock: it never came to be.
func (g *run) nothing(r *state.StackResource) bool {
	return (g.work.Action == lock || g.work.Action == unlock) && (r.Action == initial || r.PhysicalID == "")
}

// summed is what a check found, in this look or in an earlier one.
func (g *run) summed(first *failure) *failure {
	if first != nil || g.work.Action != check {
		return first
	}
	for name, r := range present(g.Exchange, g.s.ID) {
		if r.Pass == g.s.Pass && r.Status == failed {
			return inside(check, "Resource CHECK failed: "+r.StatusReason).named(name)
		}
	}
	return nil
}

// named says in which resource it happened where the reason did not tell.
func (f *failure) named(resource string) *failure {
	if len(f.path) > 0 {
		return f
	}
	return f.of(resource)
}

// one does the action on one resource, or looks whether it is done.
func (g *run) one(r *state.StackResource) *failure {
	if r.Pass == g.s.Pass {
		_, why := g.look(g.task(r))
		return why
	}
	if why := g.unfit(r); why != nil {
		bad := *r
		bad.Pass = g.s.Pass
		return g.broken(g.task(&bad), why)
	}
	return g.begin(r, g.work.Action, r.Properties)
}

// unfit tells why a resource in its present state cannot be suspended, or resumed.
func (g *run) unfit(r *state.StackResource) *failure {
	bad := false
	switch g.work.Action {
	case suspend:
		bad = r.Action == remove || r.Action != suspend && r.Status != complete
	case resume:
		bad = !slices.Contains([]string{"SUSPEND_COMPLETE", "RESUME_FAILED", "RESUME_COMPLETE", "UNLOCK_COMPLETE"}, r.Action+"_"+r.Status)
	}
	if !bad {
		return nil
	}
	return fails("Error", "State ('%s', '%s') invalid for %s", r.Action, r.Status, lowered(g.work.Action))
}
