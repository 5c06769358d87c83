package state

import (
	"time"

	"plumbline/mockcloud/internal/state/engine"
)

// Stack is one orchestration stack.
type Stack struct {
	ID, Name, ProjectID, UserID, UserName string
	// Roles are those the user had when the stack was made: what the stack does in its owner's name it does with them.
	Roles       []string
	Serial      int64
	Description string
	// Action and Status together are the stack_status: CREATE and COMPLETE.
	Action, Status, StatusReason string
	StackPlan
	// Before is what to roll back to while an update is under way.
	Before *StackPlan
	// Pass counts what was asked for so far; resources tell with theirs whether they have been dealt with.
	Pass int64
	// Since is when the present action began.
	Since time.Time
	// TimeoutMins is nil when none was given.
	TimeoutMins     *int
	DisableRollback bool
	Tags            []string
	// ParentID is the stack that this one is nested in, ParentResource the resource there, RootID the outermost one.
	ParentID, ParentResource, RootID string
	Depth                            int
	// Locked is the level of the lock, "" for none (profile specified).
	Locked           string
	Created          time.Time
	Updated, Deleted *time.Time
}

// StackPlan is what a stack is to look like. Template, Environment and Files are as decoded from the request.
type StackPlan struct {
	Template    map[string]any
	Environment map[string]any
	Files       map[string]any
	Parameters  map[string]any
}

// StackResource is one resource of a stack.
type StackResource struct {
	StackID, Name, Type string
	// Old is the serial number of what a later resource of the same name has replaced; 0 for the present one.
	Old int64
	// PhysicalID is "" before the resource exists.
	PhysicalID                   string
	Action, Status, StatusReason string
	Properties                   map[string]any
	Metadata                     map[string]any
	// Data is what the resource's type remembers.
	Data map[string]any
	// Needs are the resources that this one depends on, RequiredBy those that depend on it.
	Needs, RequiredBy []string
	Description       string
	// DeletionPolicy is "Retain" for what stays when the resource goes.
	DeletionPolicy string
	// Held tells that the stack has locked or protected what the resource stands for, and is to undo that.
	Held bool
	// Pass is the stack's pass in which the resource was dealt with last, Since when that began.
	Pass             int64
	Since            time.Time
	Created, Updated time.Time
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

// StackSnapshot is a stack as it was.
type StackSnapshot struct {
	ID, StackID, Name    string
	Serial               int64
	Status, StatusReason string
	// Data is the stack as abandoning would give it out; nil while the snapshot is being made.
	Data map[string]any
	// Kept is the plan to go back to.
	Kept    StackPlan
	Created time.Time
}

// StackActions is what can happen to a stack: Heat's own actions, and the two that the specification lock-stack adds.
func StackActions() []string {
	return []string{
		"INIT", "CREATE", "ADOPT", "UPDATE", "ROLLBACK", "DELETE", "SUSPEND", "RESUME", "CHECK", "SNAPSHOT",
		"RESTORE", "LOCK", "UNLOCK",
	}
}

// StackProgress is how far an action can be.
func StackProgress() []string { return []string{"IN_PROGRESS", "COMPLETE", "FAILED"} }

// StackResourceID is the identity of a resource.
func StackResourceID(stackID, name string) string { return stackID + "/" + name }

func (r *StackResource) id() string {
	id := StackResourceID(r.StackID, r.Name)
	if r.Old > 0 {
		id += "/" + Serial(r.Old)
	}
	return id
}

// Tables of orchestration. Deleted stacks stay.
var (
	Stacks = engine.Register(engine.Table[Stack]{
		Name: "stacks",
		ID:   func(s *Stack) string { return s.ID },
		Indexes: []engine.Index[Stack]{
			{Name: "project", Of: func(s *Stack) []string { return []string{s.ProjectID} }},
			{Name: "name", Of: func(s *Stack) []string { return []string{s.ProjectID + "/" + s.Name} }},
			{Name: "parent", Of: func(s *Stack) []string { return some(s.ParentID) }},
		},
	})
	StackResources = engine.Register(engine.Table[StackResource]{
		Name:  "stack-resources",
		ID:    (*StackResource).id,
		Under: "stack",
	})
	StackEvents = engine.Register(engine.Table[StackEvent]{
		Name:    "stack-events",
		ID:      func(e *StackEvent) string { return e.ID },
		Indexes: []engine.Index[StackEvent]{{Name: "stack", Of: func(e *StackEvent) []string { return []string{e.StackID} }}},
	})
	StackSnapshots = engine.Register(engine.Table[StackSnapshot]{
		Name:    "stack-snapshots",
		ID:      func(s *StackSnapshot) string { return s.ID },
		Indexes: []engine.Index[StackSnapshot]{{Name: "stack", Of: func(s *StackSnapshot) []string { return []string{s.StackID} }}},
	})
)
