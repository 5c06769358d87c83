package orchestration

import (
	"strings"

	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// What happens to stacks and resources, and how far it is.
const (
	initial, create, remove, update, rollback = "INIT", "CREATE", "DELETE", "UPDATE", "ROLLBACK"
	suspend, resume, check, snapshot, restore = "SUSPEND", "RESUME", "CHECK", "SNAPSHOT", "RESTORE"
	adopt, lock, unlock                       = "ADOPT", "LOCK", "UNLOCK"

	inProgress, complete, failed = "IN_PROGRESS", "COMPLETE", "FAILED"
)

// showDeleted are the operations that still see a stack that was deleted, by its id. One that is shown is there to be
// refused a lock for the state that it is in (LCK-31).
var showDeleted = map[string]bool{
	"stacks.lock": true, "stacks.unlock": true,
	"stacks.show": true, "stack-template.show": true, "stack-environment.show": true, "stack-files.show": true,
	"stack-resources.list": true, "stack-events.list": true, "resource-events.list": true, "resource-events.show": true,
}

// findStack looks a stack up by name and id, which must belong together. An administrator sees those of every project.
func findStack(x *pipeline.Exchange, id string) *pipeline.Fault {
	name := x.Params.Get("stack_name")
	s := state.Stacks.Get(x.Txn, id)
	if s == nil || s.Name != name || s.ProjectID != x.Caller.ProjectID && !x.Caller.Admin() || s.Deleted != nil && !showDeleted[x.Operation.ID] {
		return noStack(name)
	}
	x.Found(s, policy.Target{ProjectID: s.ProjectID, UserID: s.UserID})
	return nil
}

// named finds a stack of the caller's project by name, or by id; deleted ones by id only.
func named(x *pipeline.Exchange, nameOrID string) *state.Stack {
	if s := state.Stacks.Get(x.Txn, nameOrID); s != nil && s.ProjectID == x.Caller.ProjectID {
		return s
	}
	return living(x, nameOrID)
}

// living finds the stack of the caller's project that has a name.
func living(x *pipeline.Exchange, name string) *state.Stack {
	for s := range state.Stacks.Each(x.Txn, "name", x.Caller.ProjectID+"/"+name) {
		if s.Deleted == nil {
			return s
		}
	}
	return nil
}

// stackOf is the stack that the path or the event names; nil for an event whose stack is gone.
func stackOf(x *pipeline.Exchange) *state.Stack {
	if x.Event != nil {
		return state.Stacks.Get(x.Txn, x.Event.Resource)
	}
	return pipeline.Subject[state.Stack](x)
}

// statusOf is a stack's status as clients see it.
func statusOf(s *state.Stack) string { return s.Action + "_" + s.Status }

// updates are the actions that count as an update of the stack: those on its resources as they are do not.
var updates = map[string]bool{"UPDATE": true, "ROLLBACK": true, "RESTORE": true, "DELETE": true, "ADOPT": true}

// enter puts a stack into a state and records the event.
func enter(x *pipeline.Exchange, s *state.Stack, action, status, reason string) *state.Stack {
	changed := *s
	now := x.Now()
	changed.Action, changed.Status, changed.StatusReason = action, status, reason
	if updates[action] {
		changed.Updated = &now
	}
	state.Stacks.Insert(x.Txn, &changed)
	note(x, &changed, reason)
	return &changed
}

// note records an event of the stack itself.
func note(x *pipeline.Exchange, s *state.Stack, reason string) {
	record(x, &state.StackEvent{
		StackID: s.ID, ResourceName: s.Name, LogicalID: s.Name, PhysicalID: s.ID, ResourceType: "OS::Heat::Stack",
		ResourceStatus: statusOf(s), ResourceReason: reason,
	})
}

func record(x *pipeline.Exchange, e *state.StackEvent) {
	e.ID, e.Serial, e.Time = x.Env.IDs.UUID(), x.Txn.Next("stack-events"), x.Now()
	state.StackEvents.Insert(x.Txn, e)
}

// enterResource puts a resource into a state and records the event.
func enterResource(x *pipeline.Exchange, r *state.StackResource, action, status, reason string) *state.StackResource {
	return enterAs(x, r, action, status, reason, r.PhysicalID)
}

// enterAs is enterResource with another physical id in the event: what is being made is known by the name that it will have.
func enterAs(x *pipeline.Exchange, r *state.StackResource, action, status, reason, physicalID string) *state.StackResource {
	changed := *r
	changed.Action, changed.Status, changed.StatusReason, changed.Updated = action, status, reason, x.Now()
	state.StackResources.Insert(x.Txn, &changed)
	told := changed
	told.PhysicalID = physicalID
	noteResource(x, &told, action+"_"+status, reason)
	return &changed
}

// noteResource records an event of a resource.
func noteResource(x *pipeline.Exchange, r *state.StackResource, status, reason string) {
	record(x, &state.StackEvent{
		StackID: r.StackID, ResourceName: r.Name, LogicalID: r.Name, PhysicalID: r.PhysicalID, ResourceType: r.Type,
		ResourceStatus: status, ResourceReason: reason, Properties: r.Properties,
	})
}

func done(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(204), nil }

// home is where the caller's stacks are: the versioned root with the project.
func home(x *pipeline.Exchange) string { return x.Base + "/" + x.PathProject }

// pathOf is where a stack is: in its own project, whoever asks.
func pathOf(x *pipeline.Exchange, s *state.Stack) string {
	return x.Base + "/" + s.ProjectID + "/stacks/" + s.Name + "/" + s.ID
}

func link(rel, href string) map[string]any { return map[string]any{"rel": rel, "href": href} }

// physicalName names what a resource stands for: stack, resource, and something random.
func physicalName(x *pipeline.Exchange, s *state.Stack, resource string) string {
	return s.Name + "-" + resource + "-" + strings.ToLower(x.Env.IDs.Secret(12))
}
