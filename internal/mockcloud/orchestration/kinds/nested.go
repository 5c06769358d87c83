package kinds

import (
	"errors"

	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/orchestration/work"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// nestedHandlers are the handlers of a type whose resources are nested stacks: each action on the resource is performed on the nested
// stack.
func nestedHandlers() map[string]kind.Handler {
	out := map[string]kind.Handler{
		record.Create: {Begin: createInside, Done: insideDone},
		record.Update: {Begin: updateInside, Done: insideDone},
		record.Delete: {Begin: deleteInside, Done: insideGone},
	}
	for _, action := range []string{record.Suspend, record.Resume, record.Check, record.Snapshot, record.Lock, record.Unlock} {
		out[action] = kind.Handler{Begin: actInside, Done: insideDone}
	}
	return out
}

func createInside(t *kind.Task) *kind.Failure {
	plan, why := t.Types.Find(t.Stack, t.Resource.Type, t.Resource.Name).Nested(t)
	if why != nil {
		return why
	}
	if t.Stack.Depth >= record.MostDepth {
		return kind.Failf("RequestLimitExceeded", "Request limit exceeded: Recursion depth exceeds %d.", record.MostDepth)
	}
	child := &state.Stack{
		ID: t.Env.IDs.UUID(), Name: record.PhysicalName(t.Exchange, t.Stack, t.Resource.Name), ProjectID: t.Stack.ProjectID,
		UserID: t.Stack.UserID, UserName: t.Stack.UserName,
		Roles: t.Stack.Roles, Serial: t.Txn.Next("stacks"), TimeoutMins: t.Stack.TimeoutMins, DisableRollback: true, Created: t.Now(),
		ParentID: t.Stack.ID, ParentResource: t.Resource.Name, RootID: record.RootOf(t.Stack), Depth: t.Stack.Depth + 1,
	}
	if _, wrong := kind.PlanNested(child, t.Resource.Name, t.Resource.Type, plan); wrong != nil {
		return kind.Failf(wrong.Type, "%s", wrong.Message)
	}
	t.Resource.PhysicalID = child.ID
	work.Start(t.Exchange, child, work.Work{Action: record.Create})
	return nil
}

func updateInside(t *kind.Task) *kind.Failure {
	child := t.Child()
	if child == nil {
		return createInside(t)
	}
	plan, why := t.Types.Find(t.Stack, t.Resource.Type, t.Resource.Name).Nested(t)
	if why != nil {
		return why
	}
	return updateNested(t.Exchange, t.Stack, child, plan)
}

// updateNested begins an update of a nested stack. It fails if only the nested stack is locked.
func updateNested(x *pipeline.Exchange, s, child *state.Stack, plan *state.StackPlan) *kind.Failure {
	if record.HasLockState(child) && !record.HasLockState(s) {
		return whyLocked(child)
	}
	changed := *child
	before := child.StackPlan
	changed.Before = &before
	around := state.StackResources.Get(x.Txn, state.StackResourceID(child.ParentID, child.ParentResource))
	if _, wrong := kind.PlanNested(&changed, around.Name, around.Type, plan); wrong != nil {
		return kind.Failf(wrong.Type, "%s", wrong.Message)
	}
	work.Start(x, &changed, work.Work{Action: record.Update})
	return nil
}

// deleteInside begins to delete the nested stack. It fails if that stack has been locked by itself (LCK-62).
func deleteInside(t *kind.Task) *kind.Failure {
	child := t.Child()
	if child == nil {
		return nil
	}
	if record.HasLockState(child) && !t.Opens {
		return whyLocked(child)
	}
	work.Start(t.Exchange, child, work.Work{Action: record.Delete, Opens: t.Opens})
	return nil
}

// whyLocked is the failure of an action on a locked stack.
func whyLocked(s *state.Stack) *kind.Failure {
	return kind.Failf("Conflict", "Stack %s is locked (%s).", s.Name, record.Status(s))
}

// actInside begins an action on the nested stack. A nested stack that has been locked by itself can only be locked again or unlocked
// (LCK-62).
func actInside(t *kind.Task) *kind.Failure {
	child := t.Child()
	switch {
	case child == nil:
		return kind.Failf("NotFound", "Nested stack %s is gone.", t.Resource.PhysicalID)
	case t.Resource.Action == record.Unlock && !record.HasLockState(child):
		return nil
	case t.Resource.Action != record.Lock && t.Resource.Action != record.Unlock && record.HasLockState(child):
		return whyLocked(child)
	}
	work.Begin(t.Exchange, child, work.Work{Action: t.Resource.Action, Level: t.Level})
	return nil
}

// insideDone tells whether the nested stack has ended its action; its failure is the resource's.
func insideDone(t *kind.Task) (bool, *kind.Failure) {
	child := t.Child()
	switch {
	case child == nil:
		return false, kind.Failf("NotFound", "Nested stack %s is gone.", t.Resource.PhysicalID)
	case child.Status == record.Failed:
		return false, kind.ParseNestedFailure(child.StatusReason)
	}
	return child.Status == record.Complete, nil
}

func insideGone(t *kind.Task) (bool, *kind.Failure) {
	child := t.Child()
	if child != nil && child.Status == record.Failed {
		return false, kind.ParseNestedFailure(child.StatusReason)
	}
	return child == nil, nil
}

// outputsInside are the outputs of the nested stack, by name.
func outputsInside(t *kind.Task) map[string]any {
	out := map[string]any{}
	child := t.Child()
	if child == nil {
		return out
	}
	for _, o := range t.Types.Outputs(t.Exchange, child) {
		out[o.Key] = o.Value
	}
	return out
}

// brokenInside is why an output of the nested stack has no value, nil if it has one.
func brokenInside(t *kind.Task, name string) error {
	child := t.Child()
	if child == nil {
		return nil
	}
	for _, o := range t.Types.Outputs(t.Exchange, child) {
		if o.Key == name && o.Error != nil {
			return errors.New("Error in " + t.Resource.Name + " output " + name + ": " + *o.Error)
		}
	}
	return nil
}
