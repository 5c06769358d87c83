package walk

import (
	"slices"

	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/state"
)

// actOnEach performs an action on each existing resource: suspend, resume, check, snapshot, lock, unlock. Resources are suspended in
// reverse order of their dependencies.
func (g *run) actOnEach() *kind.Failure {
	p, f := planOf(g.Exchange, g.types, g.s)
	if f != nil {
		return f
	}
	order := slices.Clone(p.order)
	if g.work.Action == record.Suspend {
		slices.Reverse(order)
	}
	var first *kind.Failure
	for _, name := range order {
		r := record.PresentResources(g.Exchange, g.s.ID)[name]
		if r == nil || r.Pass == g.s.Pass && r.Status != record.InProgress || g.hasNothingToLock(r) {
			continue
		}
		why := g.actOnOne(r)
		if why != nil && g.work.Action != record.Check {
			return why
		}
		if first == nil {
			first = why
		}
	}
	if g.waiting {
		return nil
	}
	return g.checkResult(first)
}

// hasNothingToLock tells whether nothing was ever created for a resource, so that there is nothing to lock.
func (g *run) hasNothingToLock(r *state.StackResource) bool {
	return (g.work.Action == record.Lock || g.work.Action == record.Unlock) && (r.Action == record.Initial || r.PhysicalID == "")
}

// checkResult is the first failure of a check, in this run or an earlier one.
func (g *run) checkResult(first *kind.Failure) *kind.Failure {
	if first != nil || g.work.Action != record.Check {
		return first
	}
	for name, r := range record.PresentResources(g.Exchange, g.s.ID) {
		if r.Pass == g.s.Pass && r.Status == record.Failed {
			return kind.ParseNestedFailure("Resource CHECK failed: " + r.StatusReason).Named(name)
		}
	}
	return nil
}

// actOnOne begins the action on one resource, or checks whether it is done.
func (g *run) actOnOne(r *state.StackResource) *kind.Failure {
	if r.Pass == g.s.Pass {
		_, why := g.checkTask(g.task(r))
		return why
	}
	if why := g.whyUnfit(r); why != nil {
		return why.InResource(r.Name)
	}
	if k := g.kindOf(r); g.work.Action == record.Check && !k.Checked {
		if r.Action == record.Initial {
			return nil
		}
		g.noteUnchecked(r)
		return nil
	}
	return g.begin(r, g.work.Action, r.Properties, r.Given)
}

// noteUnchecked is the check of a resource whose type cannot be checked.
func (g *run) noteUnchecked(r *state.StackResource) {
	unchecked := *r
	unchecked.Pass = g.s.Pass
	record.EnterResource(g.Exchange, &unchecked, record.Check, record.Complete, "CHECK not supported for "+r.Type)
}

// whyUnfit answers why a resource in its present state cannot be suspended or resumed.
func (g *run) whyUnfit(r *state.StackResource) *kind.Failure {
	bad := false
	switch g.work.Action {
	case record.Suspend:
		bad = r.Action == record.Delete || r.Action != record.Suspend && r.Status != record.Complete
	case record.Resume:
		bad = !slices.Contains([]string{"SUSPEND_COMPLETE", "RESUME_FAILED", "RESUME_COMPLETE", "UNLOCK_COMPLETE"}, r.Action+"_"+r.Status)
	}
	if !bad {
		return nil
	}
	return kind.Failf("Error", "State ('%s', '%s') invalid for %s", r.Action, r.Status, record.LowerCase(g.work.Action))
}
