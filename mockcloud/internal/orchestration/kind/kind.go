package kind

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/internal/orchestration/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// Kind is a resource type: which properties and attributes it has, and what the service does with it.
type Kind struct {
	// Properties are those that a template may give; nil takes any.
	Properties map[string]Property
	// Attributes describe what get_attr may ask for, by name.
	Attributes map[string]string
	// Early looks at what a template gives before anything else does.
	Early func(name string, given map[string]any) *Complaint
	// Check looks at the values beyond what the properties say. What refers to other resources is nil still.
	Check func(c *Checking) *Complaint
	// Does is what happens with the resource when an action comes to it; an action that is not there does nothing.
	Does map[string]Handler
	// Replaces tells whether changed properties that may be changed want a new resource all the same.
	Replaces func(before, after map[string]any, changed map[string]bool) bool
	// Nested makes the plan of the stack inside; nil for what has none.
	Nested func(t *Task) (*state.StackPlan, *Failure)
	// RefersBy is what get_resource gives; nil is the physical id.
	RefersBy func(x *pipeline.Exchange, r *state.StackResource) any
	// Shows answers the attributes.
	Shows func(t *Task) map[string]any
	// Attribute answers one attribute with the path behind it, for those that shows does not know.
	Attribute func(t *Task, name string, path []any) (value any, rest []any, known bool)
	// Signal handles a signal; nil: the resource cannot be signalled.
	Signal func(t *Task) (string, *Failure)
}

// Handler is how an action on a resource begins, and how to tell that it is done. Both may be nil.
type Handler struct {
	Begin func(t *Task) *Failure
	Done  func(t *Task) (bool, *Failure)
}

// Task is one action on one resource of a stack. The resource is the task's own copy, which the engine stores.
type Task struct {
	*pipeline.Exchange
	Types    *Types
	Stack    *state.Stack
	Resource *state.StackResource
	// Before are the properties up to now, for an update.
	Before map[string]any
	// Level is the level of a lock.
	Level string
	// Opens tells of a deletion that it takes what is locked.
	Opens bool
	// Wait is how long nothing will change.
	Wait time.Duration
}

// Child is the stack inside a resource, nil when it is gone.
func (t *Task) Child() *state.Stack {
	s := state.Stacks.Get(t.Txn, t.Resource.PhysicalID)
	if s == nil || s.Deleted != nil {
		return nil
	}
	return s
}

// Members are the resources of the stack inside, in the order of their names.
func (t *Task) Members() []*state.StackResource {
	child := t.Child()
	if child == nil {
		return nil
	}
	all := record.PresentResources(t.Exchange, child.ID)
	out := make([]*state.StackResource, 0, len(all))
	for _, name := range sortNaturally(hot.Keys(all)) {
		out = append(out, all[name])
	}
	return out
}

// Owner is the one that a stack belongs to: locks of its resources are made and taken back in their name.
func (t *Task) Owner() *pipeline.Caller {
	s := t.Stack
	return &pipeline.Caller{UserID: s.UserID, UserName: s.UserName, ProjectID: s.ProjectID, Roles: s.Roles, Authenticated: true, Service: true}
}

// sortNaturally sorts names, numbers by their value.
func sortNaturally(names []string) []string {
	slices.SortFunc(names, func(a, b string) int {
		m, errA := strconv.Atoi(a)
		n, errB := strconv.Atoi(b)
		if errA == nil && errB == nil {
			return cmp.Compare(m, n)
		}
		return cmp.Compare(a, b)
	})
	return names
}
