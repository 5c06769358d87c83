package stacks

import (
	"slices"
	"strings"
	"time"

	"plumbline/internal/steps/world"
)

// locking is an accepted lock or unlock as the events of one stack tell it.
type locking struct {
	*request
	// to is the stack that was asked.
	to *stack
	// begun and ended are the places of the stack's own two events among all; -1 where there is none.
	begun, ended int
	failed       bool
	// grown: the scenario has changed a stack since, so that what is in one may have come to be after the request.
	grown bool
}

// eventsFit checks that each accepted lock and unlock, and nothing else, is told once: of the stack that was asked, of all that is
// nested in it and of each resource, first that it is under way and then that it has ended (LCK-33, LCK-35). What a failed one has
// reached is not stated, except that the stack that was asked has failed.
func (a *audit) eventsFit() error {
	for _, s := range a.tree {
		if s.status == "" {
			continue // it is gone, and its events with it
		}
		if err := a.stackTold(s); err != nil {
			return err
		}
		for _, r := range s.resources {
			if err := a.resourceTold(s, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// stackTold checks the stack's own events, and sets its lockings.
func (a *audit) stackTold(s *stack) error {
	for at, r := range a.requests {
		if !r.locks() || !a.covers(r, s) {
			continue
		}
		done := &locking{request: r, to: s, begun: -1, ended: -1, grown: slices.ContainsFunc(a.requests[at:], (*request).grows)}
		if outer := a.lockingOf(s.around, r); outer != nil {
			done.to, done.failed = outer.to, outer.failed
		}
		s.lockings = append(s.lockings, done)
	}
	told := a.told(s, s.name)
	if !a.match(s, s.lockings, told, true) {
		return a.differs(s.String(), s.lockings, told)
	}
	for _, l := range untilFailure(s.lockings) {
		if outer := a.lockingOf(s.around, l.request); outer != nil && !l.isInside(outer) {
			return world.Failf("the %s of %s is told as longer than that of %s around it", l.action, s, s.around)
		}
	}
	return nil
}

// lockingOf is what a stack's events tell of a request, nil where that did not apply to it.
func (a *audit) lockingOf(s *stack, r *request) *locking {
	if s == nil {
		return nil
	}
	if at := slices.IndexFunc(s.lockings, func(l *locking) bool { return l.request == r }); at >= 0 {
		return s.lockings[at]
	}
	return nil
}

// resourceTold checks the events of a resource. One that stands for nothing has nothing to lock.
func (a *audit) resourceTold(s *stack, r resource) error {
	var lockings []*locking
	for _, l := range s.lockings {
		again := *l
		again.begun, again.ended = -1, -1
		lockings = append(lockings, &again)
	}
	told := a.told(s, r.Name)
	if len(told) == 0 && strings.HasSuffix(r.Status, "_FAILED") && a.wasChanged(s) {
		return nil // an update that failed has left it behind
	}
	if r.ID == "" && len(told) > 0 || r.ID != "" && !a.match(s, lockings, told, false) {
		return a.differs("resource "+r.Name+" of "+s.String(), lockings, told)
	}
	// What a failed lock has reached may be at work still, and be read before its events are.
	if len(told) > 0 && len(untilFailure(lockings)) == len(lockings) && r.Updated.Before(a.events[told[0]].Time.Add(-clocksDiffer)) {
		return world.Differ("when resource "+r.Name+" of "+s.String()+" was changed, which was locked or unlocked since",
			"not before "+a.events[told[0]].Time.String(), r.Updated.String())
	}
	for i, l := range untilFailure(lockings) {
		if !l.isInside(s.lockings[i]) {
			return world.Failf("the %s of resource %s is told outside of that of its %s", l.action, r.Name, s)
		}
	}
	return nil
}

// clocksDiffer is by how much two times of one change may differ that Heat writes one after the other.
const clocksDiffer = time.Second

// untilFailure are the lockings before the first failed one, whose work may still go on after its end.
func untilFailure(lockings []*locking) []*locking {
	if at := slices.IndexFunc(lockings, func(l *locking) bool { return l.failed }); at >= 0 {
		return lockings[:at]
	}
	return lockings
}

// isInside tells whether one locking is told between the two events of another, as far as both are told.
func (l *locking) isInside(outer *locking) bool {
	return l.begun < 0 || outer.begun < 0 || outer.begun < l.begun && l.ended < outer.ended
}

// wasChanged tells whether the scenario has changed the stack otherwise than by locks.
func (a *audit) wasChanged(s *stack) bool {
	return slices.ContainsFunc(a.requests, func(r *request) bool { return r.action == change && a.covers(r, s) })
}

// told are the places of the events of locks and unlocks of a stack or a resource.
func (a *audit) told(s *stack, name string) (out []int) {
	for at, e := range a.events {
		if e.stack == s.id && e.Name == name && isLockState(e.Status) {
			out = append(out, at)
		}
	}
	return out
}

// match finds the two events of each locking among those that are told, in order, and tells whether no other is left.
// Those of a failed one, and of one before what is told of came to be, may be missing, except for the ones of the stack that was asked.
func (a *audit) match(s *stack, lockings []*locking, told []int, own bool) bool {
	if len(lockings) == 0 {
		return len(told) == 0
	}
	l := lockings[0]
	asked := own && l.to == s
	for _, ends := range []struct {
		states []string
		fits   bool
	}{
		{[]string{"IN_PROGRESS", "COMPLETE"}, true},
		{[]string{"IN_PROGRESS", "FAILED"}, asked || l.failed},
		{[]string{"IN_PROGRESS"}, l.failed && !asked},
		{[]string{"FAILED"}, l.failed && !asked},
		{nil, (l.failed || l.grown) && !asked},
	} {
		if !ends.fits || !a.begins(told, l.action, ends.states) || !a.match(s, lockings[1:], told[len(ends.states):], own) {
			continue
		}
		if len(ends.states) == 2 {
			l.begun, l.ended = told[0], told[1]
		}
		if asked {
			l.failed = ends.states[1] == "FAILED"
		}
		return true
	}
	return false
}

// begins tells whether the events begin with these states of an action.
func (a *audit) begins(told []int, action string, states []string) bool {
	if len(told) < len(states) {
		return false
	}
	for i, state := range states {
		if a.events[told[i]].Status != action+"_"+state {
			return false
		}
	}
	return true
}

func (a *audit) differs(what string, lockings []*locking, told []int) error {
	var want, got []string
	for _, l := range lockings {
		end := l.action + "_COMPLETE"
		if l.failed {
			end = l.action + "_COMPLETE or FAILED, if any"
		}
		want = append(want, l.action+"_IN_PROGRESS", end)
	}
	for _, at := range told {
		got = append(got, a.events[at].Status)
	}
	return world.Differ("the events of locking of "+what, strings.Join(want, ", "), strings.Join(got, ", "))
}
