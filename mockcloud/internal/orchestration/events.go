package orchestration

import (
	"cmp"
	"slices"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

func (h *heat) eventOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"stack-events.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "events", h.listEvents(x, "")), nil
		}},
		"resource-events.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			name := x.Params.Get("resource_name")
			events := h.listEvents(x, name)
			if len(events) == 0 {
				return nil, pipeline.NotFound("No events found for resource %s", name)
			}
			return pipeline.Answer(200, "events", events), nil
		}},
		"resource-events.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			id := x.Params.Get("event_id")
			e := state.StackEvents.Get(x.Txn, id)
			if e == nil || e.StackID != stackOf(x).ID || e.ResourceName != x.Params.Get("resource_name") {
				return nil, pipeline.NotFound("No event %s found", id)
			}
			v := viewEvent(x, stackOf(x), e)
			v["resource_type"], v["resource_properties"] = e.ResourceType, orEmpty(e.Properties)
			return pipeline.Answer(200, "event", v), nil
		}},
	}
}

// eventQuery is how many events are listed, and how deep.
type eventQuery struct {
	limit, depth int
	limited      bool
}

func readEventQuery(x *pipeline.Exchange) *pipeline.Fault {
	q := pipeline.Work[eventQuery](x)
	var f *pipeline.Fault
	q.limited = x.Query.Has("limit")
	if q.limit, f = numberOf(x, "limit"); f != nil {
		return f
	}
	if q.depth, f = numberOf(x, "nested_depth"); f != nil {
		return f
	}
	return direction(x)
}

// listEvents answers the events of a stack, or of one resource, newest first.
func (h *heat) listEvents(x *pipeline.Exchange, resource string) []any {
	q := pipeline.Work[eventQuery](x)
	stacks := map[string]*state.Stack{}
	h.below(x, stackOf(x), q.depth, stacks)
	var all []*state.StackEvent
	for id := range stacks {
		for e := range state.StackEvents.Each(x.Txn, "stack", id) {
			if (resource == "" || e.ResourceName == resource) && asked(x, e) {
				all = append(all, e)
			}
		}
	}
	ascending := x.Query.Get("sort_dir") == "asc"
	slices.SortFunc(all, func(a, b *state.StackEvent) int {
		if ascending {
			a, b = b, a
		}
		return cmp.Compare(b.Serial, a.Serial)
	})
	if marker := x.Query.Get("marker"); marker != "" {
		at := slices.IndexFunc(all, func(e *state.StackEvent) bool { return e.ID == marker })
		all = all[at+1:]
	}
	if q.limited && len(all) > q.limit {
		all = all[:q.limit]
	}
	items := []any{}
	for _, e := range all {
		v := viewEvent(x, stacks[e.StackID], e)
		if q.depth > 0 {
			v["links"] = append(v["links"].([]any), link("root_stack", pathOf(x, stackOf(x))))
		}
		items = append(items, v)
	}
	return items
}

// below puts a stack and those nested in it, down to a depth, into a map by id.
func (h *heat) below(x *pipeline.Exchange, s *state.Stack, depth int, into map[string]*state.Stack) {
	into[s.ID] = s
	if depth == 0 {
		return
	}
	for _, child := range nestedIn(x, s.ID) {
		h.below(x, child, depth-1, into)
	}
}

// asked asks the filters of the query.
func asked(x *pipeline.Exchange, e *state.StackEvent) bool {
	action, status, _ := cutStatus(e.ResourceStatus)
	return matches(x, "resource_status", status) && matches(x, "resource_action", action) && matches(x, "resource_name", e.ResourceName) &&
		matches(x, "resource_type", e.ResourceType)
}

// cutStatus takes a status apart: CREATE and IN_PROGRESS.
func cutStatus(whole string) (action, status string, ok bool) {
	for i := range whole {
		if whole[i] == '_' {
			return whole[:i], whole[i+1:], true
		}
	}
	return whole, "", false
}

func viewEvent(x *pipeline.Exchange, s *state.Stack, e *state.StackEvent) map[string]any {
	stack := pathOf(x, s)
	at := stack + "/resources/" + e.ResourceName
	v := map[string]any{
		"id": e.ID, "event_time": e.Time, "resource_name": e.ResourceName, "logical_resource_id": e.LogicalID,
		"physical_resource_id": nil, "resource_status": e.ResourceStatus, "resource_status_reason": e.ResourceReason,
		"links": []any{link("self", at+"/events/"+e.ID), link("resource", at), link("stack", stack)},
	}
	if e.PhysicalID != "" {
		v["physical_resource_id"] = e.PhysicalID
	}
	return v
}
