package orchestration

import (
	"cmp"
	"slices"
	"strings"

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
			return pipeline.Answer(200, "resource", h.detail(x, stackOf(x), r)), nil
		}},
		"stack-resources.metadata": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			r, f := resourceOf(x)
			if f != nil {
				return nil, f
			}
			return pipeline.Answer(200, "metadata", orEmpty(r.Metadata)), nil
		}},
		"stack-resources.mark-unhealthy": {
			Steps: []pipeline.Step{
				h.unlocked("mark_unhealthy"),
				{Name: "mark the resource", Run: func(x *pipeline.Exchange) *pipeline.Fault { return mark(x) }},
			},
			Answer: null,
		},
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

// mark declares a resource, by its name or what it stands for, to have failed its check, or not to.
func mark(x *pipeline.Exchange) *pipeline.Fault {
	s, name := stackOf(x), x.Params.Get("resource_name")
	r := present(x, s.ID)[name]
	for _, other := range present(x, s.ID) {
		if r == nil && other.PhysicalID == name {
			r = other
		}
	}
	if r == nil {
		return fault(404, "ResourceNotFound", "The Resource (%s) could not be found in Stack %s.", name, s.Name)
	}
	if r.Status == inProgress && !held(s) {
		return inAction(s)
	}
	w := pipeline.Work[health](x)
	switch {
	case w.unhealthy && r.Action != remove:
		enterResource(x, r, check, failed, w.reason)
	case !w.unhealthy && r.Action == check && r.Status == failed:
		enterResource(x, r, check, complete, w.reason)
	}
	return nil
}

// health is what somebody says of a resource.
type health struct {
	unhealthy bool
	reason    string
}

// readHealth reads the body before the stack is looked up.
func readHealth(x *pipeline.Exchange) *pipeline.Fault {
	body, ok := x.Body.(map[string]any)
	if !ok {
		return fault(500, "TypeError", "'NoneType' object is not iterable")
	}
	var unknown []string
	for key := range body {
		if key != "mark_unhealthy" && key != "resource_status_reason" {
			unknown = append(unknown, "'"+key+"'")
		}
	}
	if unknown != nil {
		slices.Sort(unknown)
		return pipeline.BadRequest("Invalid keys in resource mark unhealthy {%s}", strings.Join(unknown, ", "))
	}
	value, given := body["mark_unhealthy"]
	if !given {
		return pipeline.BadRequest("Missing mandatory (mark_unhealthy) key from mark unhealthy request")
	}
	on, f := truthOf("mark_unhealthy", value)
	if f != nil {
		return f
	}
	w := pipeline.Work[health](x)
	w.unhealthy, w.reason = on, "state changed by resource_mark_unhealthy api"
	if reason, ok := body["resource_status_reason"].(string); ok && reason != "" {
		w.reason = reason
	}
	return nil
}

// filters are what resources may be listed by.
var filters = []string{"type", "status", "name", "action", "id", "physical_resource_id", "nested_depth", "with_detail"}

func (h *heat) listResources(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	q := pipeline.Work[resourceQuery](x)
	items := []any{}
	for _, at := range h.reach(x, stackOf(x), min(q.depth, mostDepth)) {
		r := at.resource
		if !matches(x, "name", r.Name) || !matches(x, "type", r.Type) || !matches(x, "status", r.Status) || !matches(x, "action", r.Action) ||
			!matches(x, "physical_resource_id", r.PhysicalID) {
			continue
		}
		view := viewResource(x, at.stack, r)
		if q.detail {
			view = h.detail(x, at.stack, r)
			delete(view, "attributes")
		}
		if q.depth > 0 && at.stack.ParentResource != "" && at.stack.ID != stackOf(x).ID {
			view["parent_resource"] = at.stack.ParentResource
		}
		items = append(items, view)
	}
	return pipeline.Answer(200, "resources", items), nil
}

// resourceQuery is how deep resources are listed, and how much of each.
type resourceQuery struct {
	depth  int
	detail bool
}

// readResourceQuery reads the query before the stack is looked up.
func readResourceQuery(x *pipeline.Exchange) *pipeline.Fault {
	for key := range x.Request.URL.Query() {
		if !slices.Contains(filters, key) {
			return pipeline.BadRequest("Invalid filter parameters ['%s']", key)
		}
	}
	q := pipeline.Work[resourceQuery](x)
	var f *pipeline.Fault
	if q.depth, f = numberOf(x, "nested_depth"); f != nil {
		return f
	}
	q.detail, f = flagOf(x, "with_detail")
	return f
}

// located is a resource and the stack that it is in.
type located struct {
	stack    *state.Stack
	resource *state.StackResource
}

// reach lists the resources of a stack and, down to a depth, of those nested in it.
func (h *heat) reach(x *pipeline.Exchange, s *state.Stack, depth int) []located {
	all := present(x, s.ID)
	var out, inner []located
	for _, name := range sortedNames(all) {
		r := all[name]
		out = append(out, located{s, r})
		if depth == 0 {
			continue
		}
		if child := state.Stacks.Get(x.Txn, r.PhysicalID); child != nil && child.ParentID == s.ID {
			inner = append(inner, h.reach(x, child, depth-1)...)
		}
	}
	return append(out, inner...)
}

func sortedNames(all map[string]*state.StackResource) []string {
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.SortFunc(names, cmp.Compare)
	return names
}

func matches(x *pipeline.Exchange, key, value string) bool {
	return !x.Query.Has(key) || slices.Contains(x.Query[key], value)
}

func (h *heat) detail(x *pipeline.Exchange, s *state.Stack, r *state.StackResource) map[string]any {
	v := viewResource(x, s, r)
	v["description"], v["attributes"] = r.Description, h.shown(x, s, r)
	return v
}

// shown are the attributes on a resource's page: "show" alone where there is one.
func (h *heat) shown(x *pipeline.Exchange, s *state.Stack, r *state.StackResource) map[string]any {
	all := h.attributesOf(x, s, r)
	if show, ok := all["show"].(map[string]any); ok {
		return show
	}
	k := h.kindOf(s, r.Type)
	if k == nil {
		return all
	}
	for name := range k.attributes {
		if _, known := all[name]; !known && name != "show" {
			all[name] = nil
		}
	}
	return all
}

func viewResource(x *pipeline.Exchange, s *state.Stack, r *state.StackResource) map[string]any {
	at := pathOf(x, s)
	links := []any{link("self", at+"/resources/"+r.Name), link("stack", at)}
	if child := state.Stacks.Get(x.Txn, r.PhysicalID); child != nil && child.ParentID == s.ID {
		links = append(links, link("nested", pathOf(x, child)))
	}
	return map[string]any{
		"resource_name": r.Name, "logical_resource_id": r.Name, "physical_resource_id": r.PhysicalID, "resource_type": r.Type,
		"resource_status": r.Action + "_" + r.Status, "resource_status_reason": r.StatusReason, "creation_time": r.Created,
		"updated_time": r.Updated, "required_by": append([]string{}, r.RequiredBy...), "links": links,
	}
}
