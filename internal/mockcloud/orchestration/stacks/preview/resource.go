package preview

import (
	"slices"
	"time"

	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// resource is a resource in a preview, with the fields of Heat's engine.
type resource struct {
	Updated       *time.Time     `json:"updated_time"`
	Created       *time.Time     `json:"creation_time"`
	Name          string         `json:"resource_name"`
	PhysicalID    string         `json:"physical_resource_id"`
	Action        string         `json:"resource_action"`
	Status        string         `json:"resource_status"`
	StatusReason  string         `json:"resource_status_reason"`
	Type          string         `json:"resource_type"`
	Identity      identity       `json:"resource_identity"`
	StackIdentity identity       `json:"stack_identity"`
	StackName     string         `json:"stack_name"`
	RequiredBy    []string       `json:"required_by"`
	Description   string         `json:"description"`
	Metadata      map[string]any `json:"metadata"`
	// Attributes are the attributes of the type; all values are null in what is not there yet.
	Attributes map[string]any `json:"attributes"`
	// Around is the resource that the stack is nested in, Inside the stack that is nested in the resource.
	Around string    `json:"parent_resource,omitzero"`
	Inside *identity `json:"nested_stack_id,omitzero"`
	// Properties are set in the preview of a new stack.
	Properties map[string]any `json:"properties,omitzero"`
}

// identity is the engine's identifier of a stack or resource.
type identity struct {
	Tenant    string `json:"tenant"`
	StackName string `json:"stack_name"`
	StackID   string `json:"stack_id"`
	Path      string `json:"path"`
}

// plannedResource is a resource that is not created. Some types know attributes from their values alone.
func plannedResource(ts *kind.Types, s *state.Stack, t *hot.Template, r hot.Resource, values kind.Evaluated) *resource {
	view := viewOf(ts, s, &state.StackResource{
		Name: r.Name, Type: r.Type, Action: record.Initial, Status: record.Complete, RequiredBy: t.RequiredBy()[r.Name],
		Description: r.Description,
	})
	view.Updated, view.Created = nil, nil
	if k := ts.Find(s, r.Type, r.Name); k != nil && k.Previewed != nil {
		view.Attributes = k.Previewed(values.Properties)
	}
	return view
}

// presentResource is a resource that is there.
func presentResource(x *pipeline.Exchange, ts *kind.Types, s *state.Stack, r *state.StackResource) *resource {
	view := viewOf(ts, s, r)
	view.Attributes = ts.ShownAttributes(x, s, r)
	if child := state.Stacks.Get(x.Txn, r.PhysicalID); child != nil {
		view.Inside = &identity{Tenant: child.ProjectID, StackName: child.Name, StackID: child.ID}
	}
	return view
}

func viewOf(ts *kind.Types, s *state.Stack, r *state.StackResource) *resource {
	whole := identity{Tenant: s.ProjectID, StackName: s.Name, StackID: s.ID}
	own := whole
	own.Path = "/resources/" + r.Name
	attributes := map[string]any{}
	if k := ts.Find(s, r.Type, r.Name); k != nil {
		for name := range k.Attributes {
			if name != "show" {
				attributes[name] = nil
			}
		}
	}
	return &resource{
		Around:  s.ParentResource,
		Updated: &r.Updated, Created: &r.Created, Name: r.Name, PhysicalID: r.PhysicalID, Action: r.Action, Status: r.Status,
		StatusReason: r.StatusReason, Type: r.Type, Identity: own, StackIdentity: whole, StackName: s.Name,
		RequiredBy: slices.Clone(r.RequiredBy), Description: r.Description, Metadata: r.Metadata, Attributes: attributes,
	}
}
