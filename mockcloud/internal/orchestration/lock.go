package orchestration

import (
	"slices"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// Levels of a lock: of the stack and those nested in it, or of their resources as well.
const (
	levelAll    = "all"
	levelStacks = "stacks"
)

// lockOperations are the two actions that the specification adds.
func (h *heat) lockOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"stacks.lock": {
			Steps: []pipeline.Step{
				h.unlocked("lock"), aroundFirst("lock"),
				{Name: "refuse what is not in a final state", Requirements: []string{"LCK-29", "LCK-30", "LCK-31"}, Refuses: 409, Run: final},
				{Name: "begin to lock", Requirements: []string{"LCK-20", "LCK-21", "LCK-22", "LCK-28", "LCK-32"}, Run: func(x *pipeline.Exchange) *pipeline.Fault {
					h.begin(x, stackOf(x), act{Action: lock, Level: levelOf(x)})
					return nil
				}},
			},
			Answer: null,
		},
		"stacks.unlock": {
			Steps: []pipeline.Step{
				h.unlocked("unlock"), aroundFirst("unlock"),
				{Name: "refuse what is not locked", Requirements: []string{"LCK-27"}, Refuses: 409, Run: func(x *pipeline.Exchange) *pipeline.Fault {
					if s := stackOf(x); s.Action != lock && s.Action != unlock {
						return notNow("unlock", s)
					}
					return nil
				}},
				{Name: "begin to unlock", Requirements: []string{"LCK-24", "LCK-25", "LCK-26"}, Run: func(x *pipeline.Exchange) *pipeline.Fault {
					h.begin(x, stackOf(x), act{Action: unlock})
					return nil
				}},
			},
			Answer: null,
		},
	}
}

// levelOf reads the level of the request's body: all, unless it says otherwise.
func levelOf(x *pipeline.Exchange) string {
	if level, ok := x.Inner("lock")["level"].(string); ok {
		return level
	}
	return levelAll
}

// final refuses to lock a stack on which something is under way, or that is not there yet or any more.
func final(x *pipeline.Exchange) *pipeline.Fault {
	s := stackOf(x)
	if s.Action == lock || s.Action == unlock {
		return nil // the table has said what is allowed
	}
	if s.Status == inProgress || slices.Contains([]string{"INIT_COMPLETE", "DELETE_COMPLETE"}, statusOf(s)) {
		return notNow("lock", s)
	}
	return nil
}

// notNow is 409 for what the stack's state does not allow.
func notNow(what string, s *state.Stack) *pipeline.Fault {
	return fault(409, "HTTPConflict", "Stack %s cannot be asked for %s while it is %s.", s.Name, what, statusOf(s))
}

// held tells whether a stack is locked, being locked or unlocked, or has failed to be.
func held(s *state.Stack) bool {
	return s.Action == lock || s.Action == unlock && s.Status != complete
}

// unlocked refuses what the table of allowed actions does not allow in the stack's state, what is asked of a stack
// inside a locked one, and what would go into a locked stack inside.
func (h *heat) unlocked(column string) pipeline.Step {
	return pipeline.Step{
		Name: "refuse what the lock forbids", Requirements: []string{"LCK-50", "LCK-51", "LCK-52", "LCK-53", "LCK-54", "LCK-55", "LCK-57", "LCK-62", "LCK-64"}, Refuses: 409,
		Run: func(x *pipeline.Exchange) *pipeline.Fault {
			s := stackOf(x)
			switch {
			case h.cells[[2]string{statusOf(s), column}] == refuses:
				return notNow(column, s)
			case column == "lock" || column == "unlock":
				return nil // what is around it is a step of its own
			case heldAround(x, s) != nil:
				return notNow(column, heldAround(x, s))
			case !held(s) && heldInside(x, s) != nil:
				return notNow(column, heldInside(x, s))
			}
			return nil
		},
	}
}

// aroundFirst refuses to lock or unlock a stack inside a locked one by itself: the stack around it is asked, and goes all the way down.
func aroundFirst(column string) pipeline.Step {
	return pipeline.Step{
		Name: "refuse what is inside a locked stack", Requirements: []string{"LCK-57D"}, Refuses: 409, Run: func(x *pipeline.Exchange) *pipeline.Fault {
			if around := heldAround(x, stackOf(x)); around != nil {
				return notNow(column, around)
			}
			return nil
		},
	}
}

// heldAround is the locked stack that a stack is nested in, nil when none is.
func heldAround(x *pipeline.Exchange, s *state.Stack) *state.Stack {
	for s.ParentID != "" {
		if s = state.Stacks.Get(x.Txn, s.ParentID); s == nil {
			return nil
		}
		if held(s) {
			return s
		}
	}
	return nil
}

// heldInside is a locked stack that is nested in a stack, nil when none is.
func heldInside(x *pipeline.Exchange, s *state.Stack) *state.Stack {
	for _, child := range nestedIn(x, s.ID) {
		if held(child) {
			return child
		}
		if inside := heldInside(x, child); inside != nil {
			return inside
		}
	}
	return nil
}

// lockedAt is a stack with a lock of a level.
func lockedAt(s *state.Stack, level string) *state.Stack {
	locked := *s
	locked.Locked = level
	return &locked
}

// guard are the handlers by which a type protects what its resources stand for: hold makes the lock, release takes it
// back, and taken tells whether there is one already, by somebody else, which stays.
func guard(taken func(t *task) (bool, *failure), hold, release func(t *task) *failure) (onLock, onUnlock handler) {
	free := func(t *task) *failure {
		if !t.r.Held {
			return nil
		}
		if why := release(t); why != nil {
			return why
		}
		t.r.Held = false
		return nil
	}
	onLock = handler{begin: func(t *task) *failure {
		if t.level != levelAll {
			return free(t)
		}
		foreign, why := taken(t)
		if why != nil || foreign || t.r.Held {
			return why
		}
		if why := hold(t); why != nil {
			return why
		}
		t.r.Held = true
		return nil
	}}
	return onLock, handler{begin: free}
}

// owner is the one that a stack belongs to: locks of its resources are made and taken back in their name.
func (t *task) owner() *pipeline.Caller {
	return &pipeline.Caller{UserID: t.s.UserID, UserName: t.s.UserName, ProjectID: t.s.ProjectID, Roles: t.s.Roles, Authenticated: true, Service: true}
}
