package state

import (
	"time"

	"plumbline/internal/mockcloud/state/engine"
)

// Stack is one orchestration stack.
type Stack struct {
	ID, Name, ProjectID, UserID, UserName string
	// Roles are the user's roles when the stack was created; the stack makes its requests with them.
	Roles       []string
	Serial      int64
	Description string
	// Action and Status together are the stack_status: CREATE and COMPLETE.
	Action, Status, StatusReason string
	StackPlan
	// Before is the plan to roll back to during an update.
	Before *StackPlan
	// Pass is the number of actions so far; a resource's Pass tells which of them has reached it.
	Pass int64
	// Since is the start of the present action.
	Since time.Time
	// TimeoutMins is nil when none was given.
	TimeoutMins     *int
	DisableRollback bool
	Tags            []string
	// ParentID is the outer stack of a nested one, ParentResource the resource in it, RootID the outermost stack.
	ParentID, ParentResource, RootID string
	Depth                            int
	// Locked is the level of the lock, "" for none (profile specified).
	Locked           string
	Created          time.Time
	Updated, Deleted *time.Time
}

// StackPlan is the desired state of a stack. Template, Environment and Files are as decoded from the request.
type StackPlan struct {
	Template    map[string]any
	Environment map[string]any
	Files       map[string]any
	Parameters  map[string]any
}

// StackResource is one resource of a stack.
type StackResource struct {
	StackID, Name, Type string
	// Old is the serial number of a resource that was replaced by a new one of the same name; 0 for the present one.
	Old int64
	// Serial is the place in the order in which resources came into stacks.
	Serial int64
	// PhysicalID is "" before the resource is created; its events show PhysicalName then.
	PhysicalID, PhysicalName     string
	Action, Status, StatusReason string
	// Properties are those of the type, Given those that the template gives, with the values of its functions.
	Properties, Given map[string]any
	// Metadata are what is shown, Defined what the template says.
	Metadata, Defined map[string]any
	// Data holds the data of the resource's type.
	Data map[string]any
	// Needs are the resources that this one depends on, RequiredBy those that depend on it.
	Needs, RequiredBy []string
	Description       string
	// DeletionPolicy is "Retain" for a resource that is kept when it is deleted from the stack, "Snapshot" for one of which an image or
	// a backup is.
	DeletionPolicy string
	// External is the id of what the resource stands for, where that is not the stack's: it is never changed nor deleted.
	External string
	// Keeping is the id of the image or backup that is made of it before it is deleted, "" for none.
	Keeping string
	// Handover is what the resource has given up for the one that replaces it; nil for nothing.
	Handover *StackHandover
	// Hook is what the stack waits at, or waited at last, before or after an action on the resource; nil for nothing.
	Hook *StackHook
	// Held tells that the stack has locked or protected what the resource stands for, and has to undo that.
	Held bool
	// Pass is the stack's pass that reached the resource last, Since the time when that began.
	Pass             int64
	Since            time.Time
	Created, Updated time.Time
}

// StackHandover is what a resource gives up when an update replaces it, and takes back when that update is rolled back.
type StackHandover struct {
	// Back tells that it is being taken back; To is the physical id of what replaced the resource, "" for nothing.
	Back bool
	To   string
	// Asked tells that To was asked to let go of it.
	Asked bool
	// Ports are those of a server, Addresses those of a port.
	Ports     []string
	Addresses []FixedIP
}

// StackHook is a point of an action on a resource ("pre-create") at which a stack waits, in one of its passes, until a signal clears it.
type StackHook struct {
	Name    string
	Pass    int64
	Cleared bool
}

// StackEvent is one event of a stack or resource.
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

// StackSnapshot is a snapshot of a stack.
type StackSnapshot struct {
	ID, StackID, Name    string
	Serial               int64
	Status, StatusReason string
	// Data is the stack's data as for abandoning; nil while the snapshot is being taken.
	Data map[string]any
	// Kept is the plan to restore.
	Kept    StackPlan
	Created time.Time
}

// StackActions are the actions of a stack: Heat's own, and the two of the specification lock-stack.
func StackActions() []string {
	return []string{
		"INIT", "CREATE", "ADOPT", "UPDATE", "ROLLBACK", "DELETE", "SUSPEND", "RESUME", "CHECK", "SNAPSHOT",
		"RESTORE", "LOCK", "UNLOCK",
	}
}

// StackProgress are the statuses of an action.
func StackProgress() []string { return []string{"IN_PROGRESS", "COMPLETE", "FAILED"} }

// StackResourceID is the id of a resource in the table.
func StackResourceID(stackID, name string) string { return stackID + "/" + name }

func (r *StackResource) id() string {
	id := StackResourceID(r.StackID, r.Name)
	if r.Old > 0 {
		id += "/" + Serial(r.Old)
	}
	return id
}

// Tables of orchestration. Deleted stacks keep their records.
var (
	Stacks = engine.Register(engine.Table[Stack]{
		Name: "stacks",
		ID:   func(s *Stack) string { return s.ID },
		Indexes: []engine.Index[Stack]{
			{Name: "project", Of: func(s *Stack) []string { return []string{s.ProjectID} }},
			{Name: "name", Of: func(s *Stack) []string { return []string{s.ProjectID + "/" + s.Name} }},
			{Name: "parent", Of: func(s *Stack) []string { return nonEmpty(s.ParentID) }},
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

// SoftwareConfig is what servers are configured with: the text of a program, and its inputs and outputs.
type SoftwareConfig struct {
	ID, ProjectID string
	Name, Group   *string
	Config        JSON
	Inputs        []SoftwareInput
	Outputs       []SoftwareOutput
	Options       JSON
	Created       time.Time
}

// SoftwareInput is an input of a configuration, in the form of the API.
type SoftwareInput struct {
	Name        string  `json:"name"`
	Description *string `json:"description,omitzero"`
	Type        string  `json:"type"`
	Default     JSON    `json:"default,omitzero"`
	Replaces    bool    `json:"replace_on_change,omitzero"`
	Value       JSON    `json:"value,omitzero"`
}

// SoftwareOutput is an output of a configuration, in the form of the API.
type SoftwareOutput struct {
	Name        string  `json:"name"`
	Description *string `json:"description,omitzero"`
	Type        string  `json:"type"`
	// Error tells that a deployment has failed if the output has a value.
	Error bool `json:"error_output"`
}

// SoftwareDeployment is a configuration on a server.
type SoftwareDeployment struct {
	ID, ProjectID, ServerID, ConfigID string
	Serial                            int64
	// InputValues and OutputValues are as they were given.
	InputValues, OutputValues JSON
	Action, Status            *string
	StatusReason              string
	Created                   time.Time
	Updated                   *time.Time
}

// Tables of what configures servers.
var (
	SoftwareConfigs = engine.Register(engine.Table[SoftwareConfig]{
		Name: "software-configs",
		ID:   func(c *SoftwareConfig) string { return c.ID },
	})
	SoftwareDeployments = engine.Register(engine.Table[SoftwareDeployment]{
		Name: "software-deployments",
		ID:   func(d *SoftwareDeployment) string { return d.ID },
		Indexes: []engine.Index[SoftwareDeployment]{
			{Name: "server", Of: func(d *SoftwareDeployment) []string { return nonEmpty(d.ServerID) }},
			{Name: "config", Of: func(d *SoftwareDeployment) []string { return []string{d.ConfigID} }},
		},
	})
)
