package record

import (
	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// Stack is the stack of the request's path or of the scheduled work; nil for work on a stack that is gone.
func Stack(x *pipeline.Exchange) *state.Stack {
	if x.Event != nil {
		return state.Stacks.Get(x.Txn, x.Event.Resource)
	}
	return pipeline.Subject[state.Stack](x)
}

// showDeleted are the operations that find a deleted stack by its id. Lock and unlock do so in order to refuse it for its state
// (LCK-31).
var showDeleted = map[string]bool{
	"stacks.lock": true, "stacks.unlock": true,
	"stacks.show": true, "stack-template.show": true, "stack-environment.show": true, "stack-files.show": true,
	"stack-resources.list": true, "stack-events.list": true, "resource-events.list": true, "resource-events.show": true,
}

// Find looks a stack up by name and id, which must belong together. Administrators find stacks of every project.
func Find(x *pipeline.Exchange, id string) *pipeline.Fault {
	name := x.Params.Get("stack_name")
	s := state.Stacks.Get(x.Txn, id)
	if s == nil || s.Name != name || s.ProjectID != x.Caller.ProjectID && !x.Caller.Admin() ||
		s.Deleted != nil && !showDeleted[x.Operation.ID] {
		return faults.NoStack(name)
	}
	x.SetSubject(s, policy.Target{ProjectID: s.ProjectID, UserID: s.UserID})
	return nil
}

// FindByName finds a stack of the caller's project by name, or by id; deleted ones by id only. Administrators find those of all projects by
// their ids.
func FindByName(x *pipeline.Exchange, nameOrID string) *state.Stack {
	if s := state.Stacks.Get(x.Txn, nameOrID); s != nil && (s.ProjectID == x.Caller.ProjectID || x.Caller.Admin()) {
		return s
	}
	return FindLive(x, nameOrID)
}

// FindLive finds a stack of the caller's project by name, unless it is deleted.
func FindLive(x *pipeline.Exchange, name string) *state.Stack {
	for s := range state.Stacks.ByKey(x.Txn, "name", x.Caller.ProjectID+"/"+name) {
		if s.Deleted == nil {
			return s
		}
	}
	return nil
}

// updates are the actions that set the stack's time of update; actions on its existing resources do not.
var updates = map[string]bool{"UPDATE": true, "ROLLBACK": true, "RESTORE": true, "DELETE": true, "ADOPT": true}

// EnterState sets a stack's state and records the event.
func EnterState(x *pipeline.Exchange, s *state.Stack, action, status, reason string) *state.Stack {
	changed := *s
	now := x.Now()
	changed.Action, changed.Status, changed.StatusReason = action, status, reason
	if updates[action] {
		changed.Updated = &now
	}
	state.Stacks.Insert(x.Txn, &changed)
	RecordEvent(x, &changed, reason)
	return &changed
}

// RecordEvent records an event of the stack itself.
func RecordEvent(x *pipeline.Exchange, s *state.Stack, reason string) {
	record(x, &state.StackEvent{
		StackID: s.ID, ResourceName: s.Name, LogicalID: s.Name, PhysicalID: s.ID, ResourceType: "OS::Heat::Stack",
		ResourceStatus: Status(s), ResourceReason: reason,
	})
}

func record(x *pipeline.Exchange, e *state.StackEvent) {
	e.ID, e.Serial, e.Time = x.Env.IDs.UUID(), x.Txn.Next("stack-events"), x.Now()
	state.StackEvents.Insert(x.Txn, e)
}

// LockedAt is a copy of the stack with a lock of the given level.
func LockedAt(s *state.Stack, level string) *state.Stack {
	locked := *s
	locked.Locked = level
	return &locked
}
