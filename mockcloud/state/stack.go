package state

import "time"

// Stack is one orchestration stack.
type Stack struct {
	ID, Name, ProjectID, UserID, UserName string
	Serial                                int64
	Description                           string
	// Action and Status together are the stack_status: CREATE and COMPLETE.
	Action, Status, StatusReason string
	// Template, Environment and Files are as decoded from the request.
	Template    map[string]any
	Environment map[string]any
	Files       map[string]string
	Parameters  map[string]any
	// TimeoutMins is nil when none was given.
	TimeoutMins     *int
	DisableRollback bool
	Tags            []string
	ParentID        string
	// Locked is the level of the lock, "" for none (profile specified).
	Locked           string
	Created          time.Time
	Updated, Deleted *time.Time
}

// StackResource is one resource of a stack.
type StackResource struct {
	StackID, Name, Type string
	// PhysicalID is "" before the resource exists.
	PhysicalID                   string
	Action, Status, StatusReason string
	Properties, Attributes       map[string]any
	RequiredBy                   []string
	Created, Updated             time.Time
}

// StackEvent is one line of a stack's history.
type StackEvent struct {
	ID                             string
	Serial                         int64
	StackID                        string
	ResourceName, LogicalID        string
	PhysicalID, ResourceType       string
	ResourceStatus, ResourceReason string
	Properties                     map[string]any
	Time                           time.Time
}

// StackResourceID is the identity of a resource.
func StackResourceID(stackID, name string) string { return stackID + "/" + name }

// Tables of orchestration. Deleted stacks stay.
var (
	Stacks = register(Table[Stack]{
		Name: "stacks",
		ID:   func(s *Stack) string { return s.ID },
		Indexes: []Index[Stack]{
			{Name: "project", Of: func(s *Stack) []string { return []string{s.ProjectID} }},
			{Name: "name", Of: func(s *Stack) []string { return []string{s.ProjectID + "/" + s.Name} }},
		},
	})
	StackResources = register(Table[StackResource]{
		Name:  "stack-resources",
		ID:    func(r *StackResource) string { return StackResourceID(r.StackID, r.Name) },
		Under: "stack",
	})
	StackEvents = register(Table[StackEvent]{
		Name:    "stack-events",
		ID:      func(e *StackEvent) string { return e.ID },
		Indexes: []Index[StackEvent]{{Name: "stack", Of: func(e *StackEvent) []string { return []string{e.StackID} }}},
	})
)
