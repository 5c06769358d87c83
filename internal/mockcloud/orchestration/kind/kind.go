package kind

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Kind is a resource type: its properties and attributes, and its behaviour.
type Kind struct {
	// Properties are the properties that a template may set; nil allows any.
	Properties map[string]Property
	// Attributes are the descriptions of the attributes for get_attr, by name.
	Attributes map[string]string
	// Admin tells that only administrators may use the type.
	Admin bool
	// Hidden tells that templates may use the type, but that no list has it.
	Hidden bool
	// Unmade tells that nothing is made for a resource: it has no physical id.
	Unmade bool
	// Partly tells that a resource without a physical id has made something that has to be deleted.
	Partly func(*state.StackResource) bool
	// Checked tells that a check looks at what the resource stands for; of other types it says that it does not.
	Checked bool
	// KeepsMetadata tells that an update leaves the metadata as they are.
	KeepsMetadata bool
	// Metadata are the metadata after an update, from those before and those that the template defines; with nil the latter.
	Metadata func(before, defined Values) Values
	// Unchanging tells that no change of properties updates or replaces a resource.
	Unchanging bool
	// Updates tells that an update of the stack updates the resource although nothing of it has changed.
	Updates bool
	// Early checks the properties as given, before all other checks.
	Early func(name string, given map[string]any) *Complaint
	// Check checks values beyond the declared constraints. Values that refer to other resources are still nil.
	Check func(c *Checking) *Complaint
	// Does holds the handlers of actions, by action; an action without one does nothing.
	Does map[string]Handler
	// Replaces tells whether a change of properties requires a new resource although each may be updated.
	Replaces func(before, after map[string]any, changed map[string]bool) bool
	// Keeps makes an image or a backup of what the resource stands for, before it is deleted with the policy Snapshot; without a Begin
	// the policy is refused.
	Keeps Handler
	// Leaves prepares a resource for the one that replaces it; Returns undoes that in a rollback, and tells whether that is done. What
	// they move is in the resource's Handover.
	Leaves  Handler
	Returns func(t *Task) (bool, *Failure)
	// Nested makes the plan of the nested stack; nil for types without one.
	Nested func(t *Task) (*state.StackPlan, *Failure)
	// Broken is why an attribute has no value, nil if it has one.
	Broken func(t *Task, name string) error
	// RefersBy is the value of get_resource; with nil it is the physical id.
	RefersBy func(x *pipeline.Exchange, r *state.StackResource) any
	// Shows answers the attributes.
	Shows func(t *Task) map[string]any
	// Previewed are the attributes that a preview of a new stack shows; with nil none has a value before the resource is there.
	Previewed func(properties Values) Values
	// Attribute answers one attribute that Shows does not answer, and the rest of the path.
	Attribute func(t *Task, name string, path []any) (value any, rest []any, known bool)
	// Signal handles a signal; with nil the resource cannot be signalled.
	Signal func(t *Task) (string, *Failure)
	// Cancels ends what is under way when the time of the stack is over.
	Cancels func(t *Task)
	// Follows are the resources that are created before the named one although no function refers to them.
	Follows func(name string, all Planned) []string
}

// Handler begins an action on a resource, and tells whether it is done. Both functions may be nil.
type Handler struct {
	Begin func(t *Task) *Failure
	Done  func(t *Task) (bool, *Failure)
}

// Task is one action on one resource of a stack. Resource is a copy, which the engine stores afterwards.
type Task struct {
	*pipeline.Exchange
	Types    *Types
	Stack    *state.Stack
	Resource *state.StackResource
	// Before holds the previous properties, for an update.
	Before map[string]any
	// Level is the level of a lock.
	Level string
	// Opens tells that a deletion also deletes what is locked.
	Opens bool
	// Sample tells that a group is planned with one member, as an example.
	Sample bool
	// Details are the body of a signal, nil without one.
	Details Values
	// Wait is the time for which nothing will change.
	Wait time.Duration
}

// Child is the stack nested in the resource, nil when it is gone.
func (t *Task) Child() *state.Stack {
	s := state.Stacks.Get(t.Txn, t.Resource.PhysicalID)
	if s == nil || s.Deleted != nil {
		return nil
	}
	return s
}

// Members are the resources of the nested stack in the order of their names.
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

// Owner is the owner of a stack: its resources are locked and unlocked in the owner's name.
func (t *Task) Owner() *pipeline.Caller {
	s := t.Stack
	return &pipeline.Caller{UserID: s.UserID, UserName: s.UserName, ProjectID: s.ProjectID, Roles: s.Roles, Authenticated: true, Service: true}
}

// sortNaturally sorts names; numbers are compared by value.
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
