package orchestration

import (
	"cmp"
	"slices"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

func (h *heat) resourceOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"stack-resources.list": {Answer: h.listResources},
		"stack-resources.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			r, f := resourceOf(x)
			if f != nil {
				return nil, f
			}
			return pipeline.Answer(200, "resource", h.detail(x, r)), nil
		}},
		"stack-resources.metadata": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			if _, f := resourceOf(x); f != nil {
				return nil, f
			}
			return pipeline.Answer(200, "metadata", map[string]any{}), nil
		}},
	}
}

func resourceOf(x *pipeline.Exchange) (*state.StackResource, *pipeline.Fault) {
	s, name := stackOf(x), x.Params.Get("resource_name")
	r := state.StackResources.Get(x.Txn, state.StackResourceID(s.ID, name))
	if r == nil {
		return nil, fault(404, "ResourceNotFound", "The Resource (%s) could not be found in Stack %s.", name, s.Name)
	}
	return r, nil
}

func (h *heat) listResources(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	items := []any{}
	all := slices.Collect(state.StackResources.Each(x.Txn, "stack", stackOf(x).ID))
	slices.SortFunc(all, func(a, b *state.StackResource) int { return cmp.Compare(a.Name, b.Name) })
	for _, r := range all {
		if !matches(x, "name", r.Name) || !matches(x, "type", r.Type) || !matches(x, "status", r.Status) {
			continue
		}
		if truth(x, "with_detail") {
			items = append(items, h.detail(x, r))
		} else {
			items = append(items, viewResource(x, r))
		}
	}
	return pipeline.Answer(200, "resources", items), nil
}

func matches(x *pipeline.Exchange, key, value string) bool {
	return !x.Query.Has(key) || x.Query.Get(key) == value
}

func (h *heat) detail(x *pipeline.Exchange, r *state.StackResource) map[string]any {
	v := viewResource(x, r)
	v["description"], v["attributes"] = "", h.attributesOf(x, r)
	return v
}

func viewResource(x *pipeline.Exchange, r *state.StackResource) map[string]any {
	at := pathOf(x, stackOf(x))
	return map[string]any{
		"resource_name": r.Name, "logical_resource_id": r.Name, "physical_resource_id": r.PhysicalID, "resource_type": r.Type,
		"resource_status": r.Action + "_" + r.Status, "resource_status_reason": r.StatusReason, "creation_time": r.Created,
		"updated_time": r.Updated, "required_by": append([]string{}, r.RequiredBy...),
		"links": []any{link("self", at+"/resources/"+r.Name), link("stack", at)},
	}
}
