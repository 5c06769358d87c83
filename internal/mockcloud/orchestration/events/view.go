package events

import (
	"time"

	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// view is an event in a list.
type view struct {
	ID           string          `json:"id"`
	Time         time.Time       `json:"event_time"`
	ResourceName string          `json:"resource_name"`
	LogicalID    string          `json:"logical_resource_id"`
	PhysicalID   *string         `json:"physical_resource_id"`
	Status       string          `json:"resource_status"`
	StatusReason string          `json:"resource_status_reason"`
	Links        []pipeline.Link `json:"links"`
}

// detail is a single event.
type detail struct {
	view
	ResourceType string         `json:"resource_type"`
	Properties   map[string]any `json:"resource_properties"`
}

func viewOf(x *pipeline.Exchange, s *state.Stack, e *state.StackEvent) view {
	stack := record.PathOf(x, s)
	at := stack + "/resources/" + e.ResourceName
	return view{
		ID: e.ID, Time: e.Time, ResourceName: e.ResourceName, LogicalID: e.LogicalID, PhysicalID: record.NonEmpty(e.PhysicalID),
		Status: e.ResourceStatus, StatusReason: e.ResourceReason,
		Links: []pipeline.Link{{Rel: "self", Href: at + "/events/" + e.ID}, {Rel: "resource", Href: at}, {Rel: "stack", Href: stack}},
	}
}
