package orchestration

import (
	"fmt"

	"plumbline/mockcloud/orchestration/hot"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// checking is one resource that is looked at before its stack is made or changed.
type checking struct {
	*pipeline.Exchange
	h    *heat
	s    *state.Stack
	name string
	// properties have their defaults; what refers to other resources is nil or loose.
	properties map[string]any
	loose      map[string]bool
}

// kindOf finds a resource type by name, as the stack's environment and files have it; nil when there is none.
func (h *heat) kindOf(s *state.Stack, name string) *kind {
	mapped := hot.Settings(s.Environment).Mapped(name)
	if k := h.kinds[mapped]; k != nil {
		return k
	}
	return h.file(s, mapped)
}

// validate checks a stack that is to be made or changed: conditions, the order of its resources, and each of them.
func (h *heat) validate(x *pipeline.Exchange, s *state.Stack, template *hot.Template) *pipeline.Fault {
	resolver := h.resolver(x, s)
	resolver, wrong := template.Settle(resolver)
	if wrong != nil {
		return ofTemplate(wrong)
	}
	for _, r := range template.Resources {
		if h.kindOf(s, r.Type) == nil {
			return h.unknownType(s, r)
		}
	}
	for _, p := range template.Parameters {
		if template.Resource(p.Name) != nil {
			return invalid("Duplicate names {'%s'}", p.Name)
		}
	}
	order, wrong := template.Order()
	if wrong != nil {
		return ofTemplate(wrong)
	}
	for _, name := range order {
		if c := h.validateOne(x, s, template, *template.Resource(name), resolver); c != nil {
			kind := c.kind
			if kind == "" {
				kind = "StackValidationFailed"
			}
			return fault(400, kind, "%s", c.String())
		}
	}
	return nil
}

// unknownType is the fault for a type that there is not, or a file that cannot be read.
func (h *heat) unknownType(s *state.Stack, r hot.Resource) *pipeline.Fault {
	mapped := hot.Settings(s.Environment).Mapped(r.Type)
	if content, there := s.Files[mapped]; there {
		if _, wrong := hot.Read(content); wrong != nil {
			return invalid("%s: : %s", wrong.Type, wrong.Message)
		}
	}
	return invalid("The Resource Type (%s) could not be found.", mapped)
}

func (h *heat) validateOne(x *pipeline.Exchange, s *state.Stack, template *hot.Template, r hot.Resource, with hot.Resolver) *complaint {
	given, loose := map[string]any{}, map[string]bool{}
	properties := r.Properties
	for _, key := range hot.Keys(properties) {
		value, err := with.Resolve(properties[key])
		if err != nil {
			return complain([]string{"resources", r.Name, "properties", key}, "%v", err)
		}
		given[key], loose[key] = value, template.Refers(properties[key])
	}
	k := h.kindOf(s, r.Type)
	settled, c := settle(k.properties, given, loose)
	if c != nil {
		return c.under("resources", r.Name, "properties")
	}
	ch := &checking{Exchange: x, h: h, s: s, name: r.Name, properties: settled, loose: loose}
	if k.check != nil {
		if c := k.check(ch); c != nil && c.name != "" {
			return c.under("resources", r.Name, "properties")
		} else if c != nil {
			return c
		}
	}
	if k.nested == nil {
		return nil
	}
	return ch.inside(k, r)
}

// inside checks the stack that a resource would have inside.
func (c *checking) inside(k *kind, r hot.Resource) *complaint {
	t := &task{Exchange: c.Exchange, h: c.h, s: c.s, r: &state.StackResource{StackID: c.s.ID, Name: r.Name, Type: r.Type, Properties: c.properties}}
	plan, why := k.nested(t)
	if why != nil {
		return &complaint{kind: why.kind, text: why.text}
	}
	template, wrong := hot.Read(plan.Template)
	if wrong != nil {
		return &complaint{kind: wrong.Type, text: wrong.Message}
	}
	if c.s.Depth >= mostDepth {
		return &complaint{kind: "RequestLimitExceeded", text: fmt.Sprintf("Request limit exceeded: Recursion depth exceeds %d.", mostDepth)}
	}
	child := &state.Stack{Name: c.s.Name + "-" + r.Name, ProjectID: c.s.ProjectID, StackPlan: *plan, Depth: c.s.Depth + 1}
	values, wrong := template.Loosely(plan.Parameters, nil)
	if wrong != nil {
		return &complaint{kind: wrong.Type, text: wrong.Message}
	}
	for _, p := range template.Parameters {
		if _, given := values[p.Name]; !given {
			values[p.Name] = nil
		}
	}
	child.Parameters = withPseudo(values, child)
	if f := c.h.validate(c.Exchange, child, template); f != nil {
		return &complaint{kind: f.Name, text: f.Message}
	}
	return nil
}

// member checks a group's definition of its members.
func (c *checking) member(kind string, properties map[string]any) *complaint {
	k := c.h.kindOf(c.s, kind)
	if k == nil {
		return &complaint{text: fmt.Sprintf("The Resource Type (%s) could not be found.", kind)}
	}
	loose := map[string]bool{}
	for key := range properties {
		loose[key] = true
	}
	_, wrong := settle(k.properties, properties, loose)
	if wrong != nil {
		return wrong.under("resources", c.name, "properties", "resource_def", "properties").bare()
	}
	return nil
}

// bare is a complaint that says itself where it is.
func (c *complaint) bare() *complaint {
	at := *c
	at.text, at.name, at.path = c.String(), "", nil
	return &at
}
