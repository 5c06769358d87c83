package orchestration

import (
	"cmp"
	"slices"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

func eventOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"stack-events.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return listEvents(x, "")
		}},
		"resource-events.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			r, f := resourceOf(x)
			if f != nil {
				return nil, f
			}
			return listEvents(x, r.Name)
		}},
		"resource-events.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			id := x.Params.Get("event_id")
			e := state.StackEvents.Get(x.Txn, id)
			if e == nil || e.StackID != stackOf(x).ID || e.ResourceName != x.Params.Get("resource_name") {
				return nil, fault(404, "EntityNotFound", "The Event (%s) could not be found.", id)
			}
			v := viewEvent(x, e)
			v["resource_type"], v["resource_properties"] = e.ResourceType, e.Properties
			if e.Properties == nil {
				v["resource_properties"] = map[string]any{}
			}
			return pipeline.Answer(200, "event", v), nil
		}},
	}
}

// listEvents answers the events of a stack, or of one resource, newest first.
func listEvents(x *pipeline.Exchange, resource string) (*pipeline.Response, *pipeline.Fault) {
	limit, f := limitOf(x)
	if f != nil {
		return nil, f
	}
	var all []*state.StackEvent
	for e := range state.StackEvents.Each(x.Txn, "stack", stackOf(x).ID) {
		if resource == "" || e.ResourceName == resource {
			all = append(all, e)
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
	if limit > 0 && len(all) > limit {
		all = all[:limit]
	}
	items := []any{}
	for _, e := range all {
		items = append(items, viewEvent(x, e))
	}
	return pipeline.Answer(200, "events", items), nil
}

func viewEvent(x *pipeline.Exchange, e *state.StackEvent) map[string]any {
	stack := pathOf(x, stackOf(x))
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
