package record

import (
	"slices"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// RootOf is the id of the outermost stack around a stack, or its own.
func RootOf(s *state.Stack) string {
	if s.RootID != "" {
		return s.RootID
	}
	return s.ID
}

// NestedIn are the stacks directly inside a stack, without deleted ones, oldest first.
func NestedIn(x *pipeline.Exchange, stackID string) []*state.Stack {
	all := slices.DeleteFunc(state.Stacks.List(x.Txn, "parent", stackID), func(s *state.Stack) bool { return s.Deleted != nil })
	slices.SortFunc(all, func(a, b *state.Stack) int { return int(a.Serial - b.Serial) })
	return all
}

// HasLockState tells whether a stack is locked, being locked or unlocked, or failed to lock or unlock.
func HasLockState(s *state.Stack) bool {
	return s.Action == Lock || s.Action == Unlock && s.Status != Complete
}

// HeldAround is a locked stack that the stack is nested in, nil when there is none.
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

// HeldInside is a locked stack nested in the stack, nil when there is none.
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

// AtWorkInside is a stack nested in the stack with an action in progress, nil when there is none.
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

// MostDepth is the greatest depth of nested stacks.
const MostDepth = 5
