// Package events lists and shows the events of stacks and resources.
package events

import (
	"cmp"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/orchestration/query"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Operations holds stack-events.list and resource-events.*.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"stack-events.list": pipeline.OperationOf[listing]{
			Formats: readListing,
			Answer: func(x *pipeline.Exchange, q *listing) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "events", q.list(x, "")), nil
			},
		}.Operation(),
		"resource-events.list": pipeline.OperationOf[listing]{Formats: readListing, Answer: listOfResource}.Operation(),
		"resource-events.show": {Answer: show},
	}}
}

func listOfResource(x *pipeline.Exchange, q *listing) (*pipeline.Response, *pipeline.Fault) {
	name := x.Params.Get("resource_name")
	events := q.list(x, name)
	if len(events) == 0 {
		return nil, pipeline.NotFound("No events found for resource %s", name)
	}
	return pipeline.Answer(200, "events", events), nil
}

func show(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	id, s := x.Params.Get("event_id"), record.Stack(x)
	e := state.StackEvents.Get(x.Txn, id)
	if e == nil || e.StackID != s.ID || e.ResourceName != x.Params.Get("resource_name") {
		return nil, pipeline.NotFound("No event %s found", id)
	}
	return pipeline.Answer(200, "event", &detail{viewOf(x, s, e), e.ResourceType, e.Properties}), nil
}

// listing is the page and the depth of a list of events.
type listing struct {
	limit, depth int
	limited      bool
}

// readListing reads the query before the stack is looked up.
func readListing(x *pipeline.Exchange, q *listing) *pipeline.Fault {
	var f *pipeline.Fault
	q.limited = query.Value(x, "limit") != ""
	if q.limit, f = query.Number(x, "limit"); f != nil {
		return f
	}
	if q.depth, f = query.Number(x, "nested_depth"); f != nil {
		return f
	}
	return query.CheckDirection(x)
}

// list answers the events of a stack, or of one resource, newest first.
func (q *listing) list(x *pipeline.Exchange, resource string) []view {
	stacks := map[string]*state.Stack{}
	collectNested(x, record.Stack(x), q.depth, stacks)
	var all []*state.StackEvent
	for id := range stacks {
		for e := range state.StackEvents.ByKey(x.Txn, "stack", id) {
			if matchesFilters(x, e, resource) {
				all = append(all, e)
			}
		}
	}
	views := make([]view, 0, len(all))
	for _, e := range q.page(x, all) {
		v := viewOf(x, stacks[e.StackID], e)
		if q.depth > 0 {
			v.Links = append(v.Links, pipeline.Link{Rel: "root_stack", Href: record.PathOf(x, record.Stack(x))})
		}
		views = append(views, v)
	}
	return views
}

// page sorts events and selects the requested page.
func (q *listing) page(x *pipeline.Exchange, all []*state.StackEvent) []*state.StackEvent {
	order := orderOf(x)
	slices.SortFunc(all, order)
	if marker := state.StackEvents.Get(x.Txn, query.Value(x, "marker")); marker != nil {
		all = slices.DeleteFunc(all, func(e *state.StackEvent) bool { return order(e, marker) <= 0 })
	}
	if q.limited && len(all) > q.limit {
		all = all[:q.limit]
	}
	return all
}

// orderOf is the order that the query asks for: newest first without a key by which events can be sorted, else upwards.
func orderOf(x *pipeline.Exchange) func(a, b *state.StackEvent) int {
	var byType []bool
	for _, key := range x.Query["sort_keys"] {
		if key == "event_time" || key == "resource_type" {
			byType = append(byType, key == "resource_type")
		}
	}
	direction := query.Value(x, "sort_dir")
	downwards := direction == "desc" || direction == "" && byType == nil
	return func(a, b *state.StackEvent) int {
		if downwards {
			a, b = b, a
		}
		if len(byType) > 0 && byType[0] {
			return cmp.Or(cmp.Compare(a.ResourceType, b.ResourceType), cmp.Compare(a.Serial, b.Serial))
		}
		return cmp.Compare(a.Serial, b.Serial)
	}
}

// collectNested collects a stack and the stacks nested in it, down to a depth, in a map by id.
func collectNested(x *pipeline.Exchange, s *state.Stack, depth int, into map[string]*state.Stack) {
	into[s.ID] = s
	if depth == 0 {
		return
	}
	for _, child := range record.NestedIn(x, s.ID) {
		collectNested(x, child, depth-1, into)
	}
}

// matchesFilters tells whether an event matches the query's filters; in the list of one resource the path names it, not the query.
func matchesFilters(x *pipeline.Exchange, e *state.StackEvent, resource string) bool {
	action, status, _ := strings.Cut(e.ResourceStatus, "_")
	if resource != "" && e.ResourceName != resource || resource == "" && !query.Matches(x, "resource_name", e.ResourceName) {
		return false
	}
	return query.Matches(x, "resource_status", status) && query.Matches(x, "resource_action", action) &&
		query.Matches(x, "resource_type", e.ResourceType)
}
