package orchestration

import (
	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// previewed answers the stack that would be made.
func (h *heat) previewed(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	d := pipeline.Work[draft](x)
	s := d.stack
	s.ID = "None"
	parameters := d.template.Shown(s.Parameters)
	parameters["OS::stack_id"] = "None"
	resources := []any{}
	for _, r := range d.template.Resources {
		view := h.planned(&s, d.template, r)
		properties, _, _ := h.valuesOf(x, &s, &r, h.resolver(x, &s))
		view["properties"] = orEmpty(properties)
		resources = append(resources, view)
	}
	view := map[string]any{
		"stack_name": s.Name, "id": "None", "links": []any{link("self", pathOf(x, &s))}, "creation_time": s.Created, "updated_time": nil,
		"deletion_time": nil, "notification_topics": []any{}, "parameters": parameters, "description": describe(&s),
		"template_description": describe(&s), "capabilities": []any{}, "disable_rollback": s.DisableRollback, "timeout_mins": s.TimeoutMins,
		"stack_owner": s.UserName, "parent": nil, "stack_user_project_id": nil, "tags": append([]string{}, s.Tags...), "outputs": []any{}, "resources": resources,
	}
	for _, o := range d.template.Outputs {
		view["outputs"] = append(view["outputs"].([]any), map[string]any{"output_key": o.Name, "description": o.Description, "output_value": nil})
	}
	return pipeline.Answer(200, "stack", view), nil
}

// planned is a resource that is not there yet.
func (h *heat) planned(s *state.Stack, t *hot.Template, r hot.Resource) map[string]any {
	view := h.inPlan(s, &state.StackResource{
		Name: r.Name, Type: r.Type, Action: initial, Status: complete, RequiredBy: t.RequiredBy()[r.Name], Description: r.Description,
	})
	view["updated_time"], view["creation_time"] = nil, nil
	return view
}

// inPlan is a resource as previews show it: as the engine knows it.
func (h *heat) inPlan(s *state.Stack, r *state.StackResource) map[string]any {
	identity := map[string]any{"tenant": s.ProjectID, "stack_name": s.Name, "stack_id": s.ID, "path": ""}
	own := with(identity, "path", "/resources/"+r.Name)
	attributes := map[string]any{}
	if k := h.kindOf(s, r.Type); k != nil {
		for name := range k.attributes {
			attributes[name] = nil
		}
	}
	return map[string]any{
		"updated_time": r.Updated, "creation_time": r.Created, "resource_name": r.Name, "physical_resource_id": r.PhysicalID,
		"resource_action": r.Action, "resource_status": r.Status, "resource_status_reason": r.StatusReason, "resource_type": r.Type,
		"resource_identity": own, "stack_identity": identity, "stack_name": s.Name, "required_by": append([]string{}, r.RequiredBy...),
		"description": r.Description, "metadata": orEmpty(r.Metadata), "attributes": attributes,
	}
}

// previewedUpdate answers what an update would do to each resource.
func (h *heat) previewedUpdate(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	d := pipeline.Work[draft](x)
	now := present(x, d.stack.ID)
	out := map[string]any{"unchanged": []any{}, "updated": []any{}, "replaced": []any{}, "added": []any{}, "deleted": []any{}}
	put := func(where string, view map[string]any) { out[where] = append(out[where].([]any), view) }
	resolver, _ := d.template.Settle(h.resolver(x, &d.stack))
	for _, want := range d.template.Resources {
		r := now[want.Name]
		if r == nil {
			put("added", h.planned(&d.stack, d.template, want))
			continue
		}
		properties, _, _ := h.valuesOf(x, &d.stack, &want, resolver)
		changed := changes(r.Properties, properties)
		k := h.kindOf(&d.stack, want.Type)
		switch {
		case r.Type != want.Type || k.replacedFor(r.Properties, properties, changed):
			put("replaced", h.planned(&d.stack, d.template, want))
		case len(changed) > 0 || k.nested != nil:
			put("updated", h.inPlan(&d.stack, r))
		default:
			put("unchanged", h.planned(&d.stack, d.template, want))
		}
	}
	for _, name := range sortedNames(now) {
		if d.template.Resource(name) == nil {
			put("deleted", h.inPlan(&d.stack, now[name]))
		}
	}
	return pipeline.Answer(200, "resource_changes", out), nil
}
