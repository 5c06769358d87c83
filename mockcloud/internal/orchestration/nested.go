package orchestration

import (
	"maps"
	"strings"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// nesting are the handlers of a type whose resources are stacks of their own: what happens to the resource
// happens to the stack inside.
func nesting() map[string]handler {
	out := map[string]handler{
		create: {begin: createInside, done: insideDone},
		update: {begin: updateInside, done: insideDone},
		remove: {begin: deleteInside, done: insideGone},
	}
	for _, action := range []string{suspend, resume, check, snapshot, lock, unlock} {
		out[action] = handler{begin: actInside, done: insideDone}
	}
	return out
}

// mostDepth is how deep stacks may be nested.
const mostDepth = 5

func createInside(t *task) *failure {
	plan, why := t.h.kindOf(t.s, t.r.Type).nested(t)
	if why != nil {
		return why
	}
	if t.s.Depth >= mostDepth {
		return fails("RequestLimitExceeded", "Request limit exceeded: Recursion depth exceeds %d.", mostDepth)
	}
	child := &state.Stack{
		ID: t.Env.IDs.UUID(), Name: physicalName(t.Exchange, t.s, t.r.Name), ProjectID: t.s.ProjectID, UserID: t.s.UserID, UserName: t.s.UserName,
		Roles: t.s.Roles, Serial: t.Txn.Next("stacks"), TimeoutMins: t.s.TimeoutMins, DisableRollback: true, Created: t.Now(),
		ParentID: t.s.ID, ParentResource: t.r.Name, RootID: rootOf(t.s), Depth: t.s.Depth + 1,
	}
	if why := t.h.fill(t.Exchange, child, plan); why != nil {
		return why
	}
	t.r.PhysicalID = child.ID
	t.h.start(t.Exchange, child, act{Action: create})
	return nil
}

// fill gives a nested stack its plan: parameters bound, pseudo parameters in place.
func (h *heat) fill(x *pipeline.Exchange, child *state.Stack, plan *state.StackPlan) *failure {
	template, wrong := hot.Read(plan.Template)
	if wrong != nil {
		return fails(wrong.Type, "%s", wrong.Message)
	}
	values, wrong := template.Bind(plan.Parameters, nil)
	if wrong != nil {
		return fails(wrong.Type, "%s", wrong.Message)
	}
	child.StackPlan, child.Description = *plan, template.Description
	child.Parameters = withPseudo(values, child)
	return nil
}

// withPseudo are a stack's parameters with those that every stack has.
func withPseudo(values hot.Values, s *state.Stack) map[string]any {
	out := maps.Clone(map[string]any(values))
	out["OS::stack_id"], out["OS::stack_name"], out["OS::project_id"] = s.ID, s.Name, s.ProjectID
	return out
}

func rootOf(s *state.Stack) string {
	if s.RootID != "" {
		return s.RootID
	}
	return s.ID
}

// child is the stack inside a resource, nil when it is gone.
func (t *task) child() *state.Stack {
	s := state.Stacks.Get(t.Txn, t.r.PhysicalID)
	if s == nil || s.Deleted != nil {
		return nil
	}
	return s
}

func updateInside(t *task) *failure {
	child := t.child()
	if child == nil {
		return createInside(t)
	}
	plan, why := t.h.kindOf(t.s, t.r.Type).nested(t)
	if why != nil {
		return why
	}
	return t.h.reshape(t.Exchange, t.s, child, plan)
}

// reshape begins an update of a stack nested in another. One that is locked by itself is not touched.
func (h *heat) reshape(x *pipeline.Exchange, s, child *state.Stack, plan *state.StackPlan) *failure {
	if held(child) && !held(s) {
		return locked(child)
	}
	changed := *child
	before := child.StackPlan
	changed.Before = &before
	if why := h.fill(x, &changed, plan); why != nil {
		return why
	}
	h.start(x, &changed, act{Action: update})
	return nil
}

// deleteInside begins to delete the stack inside. One that was locked by itself meanwhile is not touched (LCK-62).
func deleteInside(t *task) *failure {
	child := t.child()
	if child == nil {
		return nil
	}
	if held(child) && !t.opens {
		return locked(child)
	}
	t.h.start(t.Exchange, child, act{Action: remove, Opens: t.opens})
	return nil
}

// locked is why work on a stack is not begun.
func locked(s *state.Stack) *failure {
	return fails("Conflict", "Stack %s is locked (%s).", s.Name, statusOf(s))
}

func actInside(t *task) *failure {
	child := t.child()
	if child == nil {
		return fails("NotFound", "Nested stack %s is gone.", t.r.PhysicalID)
	}
	if t.r.Action == unlock && !held(child) {
		return nil
	}
	t.h.begin(t.Exchange, child, act{Action: t.r.Action, Level: t.level})
	return nil
}

// insideDone tells whether the stack inside has ended its action; its failure is the resource's.
func insideDone(t *task) (bool, *failure) {
	child := t.child()
	switch {
	case child == nil:
		return false, fails("NotFound", "Nested stack %s is gone.", t.r.PhysicalID)
	case child.Status == failed:
		return false, inside(child.Action, child.StatusReason)
	}
	return child.Status == complete, nil
}

func insideGone(t *task) (bool, *failure) {
	child := t.child()
	if child != nil && child.Status == failed {
		return false, inside(child.Action, child.StatusReason)
	}
	return child == nil, nil
}

// outputsInside are the outputs of the stack inside, by name.
func outputsInside(t *task) map[string]any {
	out := map[string]any{}
	child := t.child()
	if child == nil {
		return out
	}
	for _, o := range t.h.outputs(t.Exchange, child) {
		view := o.(map[string]any)
		out[view["output_key"].(string)] = view["output_value"]
	}
	return out
}

// members are the resources of the stack inside, in the order of their names.
func (t *task) members() []*state.StackResource {
	child := t.child()
	if child == nil {
		return nil
	}
	all := present(t.Exchange, child.ID)
	out := make([]*state.StackResource, 0, len(all))
	for _, name := range naturally(hot.Keys(all)) {
		out = append(out, all[name])
	}
	return out
}

// file is a type that is a template among the stack's files: its parameters are the type's properties, its outputs
// the attributes.
func (h *heat) file(s *state.Stack, name string) *kind {
	content, there := s.Files[name]
	if !there {
		return nil
	}
	template, wrong := hot.Read(content)
	if wrong != nil {
		return nil
	}
	properties := map[string]property{}
	for _, p := range template.Parameters {
		properties[p.Name] = propertyOf(p)
	}
	return &kind{
		properties: properties,
		does:       nesting(),
		shows:      outputsInside,
		attribute: func(t *task, name string, path []any) (any, []any, bool) {
			rest, found := strings.CutPrefix(name, "resource.")
			if !found {
				return nil, nil, false
			}
			return t.inner(rest, path)
		},
		nested: func(t *task) (*state.StackPlan, *failure) {
			return &state.StackPlan{Template: template.Raw, Files: t.s.Files, Environment: t.s.Environment, Parameters: without(t.r.Properties)}, nil
		},
	}
}

// inner answers resource.NAME, or resource.NAME.ATTRIBUTE, of the stack inside.
func (t *task) inner(name string, path []any) (any, []any, bool) {
	child := t.child()
	if child == nil {
		return nil, nil, true
	}
	name, attribute, _ := strings.Cut(name, ".")
	r := present(t.Exchange, child.ID)[name]
	if r == nil {
		return nil, nil, true
	}
	if attribute != "" {
		path = append([]any{attribute}, path...)
	}
	if len(path) == 0 {
		return t.h.resolver(t.Exchange, child).Reference(name), nil, true
	}
	return t.h.attribute(t.Exchange, child, r, path), nil, true
}

// propertyOf is a template's parameter as the property of a type.
func propertyOf(p hot.Parameter) property {
	kind := map[string]string{"string": "String", "number": "Number", "boolean": "Boolean", "json": "Any", "comma_delimited_list": "Any"}[p.Type]
	return property{kind: kind, required: !p.HasDefault, byDefault: p.Default, changes: !p.Immutable}
}
