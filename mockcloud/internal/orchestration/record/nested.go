package record

import (
	"slices"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// RootOf is the id of the outermost stack around a stack.
func RootOf(s *state.Stack) string {
	if s.RootID != "" {
		return s.RootID
	}
	return s.ID
}

// NestedIn are the stacks directly inside a stack, those deleted left out, oldest first.
func NestedIn(x *pipeline.Exchange, stackID string) []*state.Stack {
	all := slices.DeleteFunc(state.Stacks.List(x.Txn, "parent", stackID), func(s *state.Stack) bool { return s.Deleted != nil })
	slices.SortFunc(all, func(a, b *state.Stack) int { return int(a.Serial - b.Serial) })
	return all
}

// HasLockState tells whether a stack is locked, being locked or unlocked, or has failed to be.
func HasLockState(s *state.Stack) bool {
	return s.Action == Lock || s.Action == Unlock && s.Status != Complete
}

// HeldAround is the locked stack that a stack is nested in, nil when none is.
func HeldAround(x *pipeline.Exchange, s *state.Stack) *state.Stack {
	for s.ParentID != "" {
		if s = state.Stacks.Get(x.Txn, s.ParentID); s == nil {
			return nil
		}
		if HasLockState(s) {
			return s
		}
	}
	return nil
}

// HeldInside is a locked stack that is nested in a stack, nil when none is.
func HeldInside(x *pipeline.Exchange, s *state.Stack) *state.Stack {
	for _, child := range NestedIn(x, s.ID) {
		if HasLockState(child) {
			return child
		}
		if inside := HeldInside(x, child); inside != nil {
			return inside
		}
	}
	return nil
}

// AtWorkInside is a stack nested in a stack on which something is under way, nil when none is.
func AtWorkInside(x *pipeline.Exchange, s *state.Stack) *state.Stack {
	for _, child := range NestedIn(x, s.ID) {
		if child.Status == InProgress {
			return child
		}
		if inside := AtWorkInside(x, child); inside != nil {
			return inside
		}
	}
	return nil
}

// MostDepth is how deep stacks may be nested.
const MostDepth = 5
