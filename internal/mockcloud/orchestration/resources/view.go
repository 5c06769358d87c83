package resources

import (
	"slices"
	"time"

	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// view is a resource in a list.
type view struct {
	Name         string          `json:"resource_name"`
	LogicalID    string          `json:"logical_resource_id"`
	PhysicalID   string          `json:"physical_resource_id"`
	Type         string          `json:"resource_type"`
	Status       string          `json:"resource_status"`
	StatusReason string          `json:"resource_status_reason"`
	Created      time.Time       `json:"creation_time"`
	Updated      time.Time       `json:"updated_time"`
	RequiredBy   []string        `json:"required_by"`
	Links        []pipeline.Link `json:"links"`
	// Parent is the resource of the outer stack that the nested stack belongs to; it is set if nested resources are listed.
	Parent string `json:"parent_resource,omitzero"`
}

// described is a resource in a list with details.
type described struct {
	view
	Description string `json:"description"`
}

// detail is a single resource.
type detail struct {
	described
	Attributes map[string]any `json:"attributes"`
}

func viewOf(x *pipeline.Exchange, s *state.Stack, r *state.StackResource) view {
	at := record.PathOf(x, s)
	links := []pipeline.Link{{Rel: "self", Href: at + "/resources/" + r.Name}, {Rel: "stack", Href: at}}
	if child := state.Stacks.Get(x.Txn, r.PhysicalID); child != nil && child.ParentID == s.ID {
		links = append(links, pipeline.Link{Rel: "nested", Href: record.PathOf(x, child)})
	}
	return view{
		Name: r.Name, LogicalID: r.Name, PhysicalID: r.PhysicalID, Type: r.Type, Status: r.Action + "_" + r.Status,
		StatusReason: r.StatusReason, Created: r.Created, Updated: r.Updated, RequiredBy: slices.Clone(r.RequiredBy), Links: links,
	}
}
