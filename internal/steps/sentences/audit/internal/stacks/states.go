package stacks

import (
	"slices"
	"strings"

	"plumbline/internal/steps/world"
)

// lastLocking is the newest accepted lock or unlock that applied to a stack, nil where there was none. alone tells whether no other
// accepted request may have changed the stack's state since.
func (a *audit) lastLocking(s *stack) (last *locking, alone bool) {
	alone = true
	for _, r := range a.requests {
		if l := a.lockingOf(s, r); l != nil {
			last, alone = l, true
			continue
		}
		held := last != nil && (last.action == lock || last.failed)
		switch r.action {
		case deletion:
			alone = alone && !a.covers(r, s)
		case change: // work on a stack around it does not come to a locked one (LCK-57, LCK-62)
			alone = alone && (!a.covers(r, s) || held && !a.isTo(r, s))
		case signal: // a locked group is not scaled (LCK-45, LCK-62)
			alone = alone && held
		}
	}
	return last, alone
}

// statesFit checks that what was locked or unlocked last, and not changed since, is in the state of that: the stack that was asked,
// and where it has not failed, all nested stacks and all resources that stand for something (LCK-20, LCK-24, LCK-41, LCK-44).
func (a *audit) statesFit() error {
	for _, s := range a.tree {
		last, alone := a.lastLocking(s)
		if last == nil && alone && isLockState(s.status) {
			return world.Differ("the status of "+s.String(), "one of a stack that was never locked", s.status)
		}
		if last == nil || !alone || s.status == "" {
			continue
		}
		if last.failed {
			if last.to == s && s.status != last.action+"_FAILED" {
				return world.Differ("the status of "+s.String(), last.action+"_FAILED", s.status)
			}
			if err := saysWhere(s); err != nil {
				return err
			}
			continue
		}
		want := last.action + "_COMPLETE"
		if s.status != want {
			return world.Differ("the status of "+s.String(), want, s.status)
		}
		for _, r := range s.resources {
			if strings.HasSuffix(r.Status, "_FAILED") && !isLockState(r.Status) && a.wasChanged(s) {
				continue // an update that failed has left it behind
			}
			if r.ID != "" && r.Status != want {
				return world.Differ("the state of resource "+r.Name+" of "+s.String(), want, r.Status)
			}
			if r.ID == "" && strings.HasPrefix(r.Status, "LOCK_") {
				return world.Differ("the state of resource "+r.Name+", which stands for nothing", "not locked", r.Status)
			}
		}
	}
	return nil
}

// saysWhere checks that the reason of a failed stack names a resource that has failed, as Heat does whatever the action is.
func saysWhere(s *stack) error {
	var names []string
	for _, r := range s.resources {
		if r.Status == s.status {
			names = append(names, r.Name)
		}
	}
	names = slices.DeleteFunc(names, func(string) bool { return !strings.HasSuffix(s.status, "_FAILED") })
	if len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return strings.Contains(s.why, "resources."+name) }) {
		return world.Differ("what the reason of "+s.String()+" names, one of the resources that have failed", names, s.why)
	}
	return nil
}

// endsFit checks that no stack tells that an action is complete which has failed at one of its resources, or inside of a nested stack that
// nobody else has asked for anything (docs/contract/00-overview.md §5; LCK-49, LCK-62). A resource may be marked as CHECK_FAILED by hand.
func (a *audit) endsFit() error {
	for _, s := range a.tree {
		action, complete := strings.CutSuffix(s.status, "_COMPLETE")
		if !complete || action == "CHECK" {
			continue
		}
		failed := action + "_FAILED"
		for _, r := range s.resources {
			if r.Status == failed {
				return world.Differ("the status of "+s.String()+", whose resource "+r.Name+" is "+failed, failed, s.status)
			}
		}
		for _, inner := range a.tree {
			asked := slices.ContainsFunc(a.requests, func(r *request) bool { return a.isTo(r, inner) })
			if inner.around == s && inner.status == failed && !asked {
				return world.Differ("the status of "+s.String()+", in which "+inner.String()+" is "+failed, failed, s.status)
			}
		}
	}
	return nil
}
