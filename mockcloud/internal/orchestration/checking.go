package orchestration

import (
	"errors"
	"fmt"
	"strings"

	"plumbline/mockcloud/internal/orchestration/hot"
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
	c := h.look(x, s, template)
	if c == nil {
		return nil
	}
	status, kind := c.status, c.kind
	if status == 0 {
		status = 400
	}
	if kind == "" {
		kind = "StackValidationFailed"
	}
	return fault(status, kind, "%s", c)
}

// look finds the first thing that is wrong with a stack.
func (h *heat) look(x *pipeline.Exchange, s *state.Stack, template *hot.Template) *complaint {
	resolver, wrong := template.Settle(h.resolver(x, s))
	if wrong != nil {
		return complaintOf(wrong)
	}
	for _, r := range template.Resources {
		if h.kindOf(s, r.Type) == nil {
			return h.unknownType(s, r.Type)
		}
	}
	for _, p := range template.Parameters {
		if template.Resource(p.Name) != nil {
			return &complaint{text: "Duplicate names {'" + p.Name + "'}"}
		}
	}
	order, wrong := template.Order()
	if wrong != nil {
		return h.ordered(s, template, wrong)
	}
	for _, name := range order {
		if c := h.validateOne(x, s, template, *template.Resource(name), resolver); c != nil {
			return c
		}
	}
	if wrong := template.CheckOutputs(); wrong != nil {
		return complaintOf(wrong)
	}
	for _, o := range template.Outputs {
		if err := h.attributes(s, template, o.Value); err != nil {
			return misused([]string{"outputs", o.Name, "value"}, err)
		}
	}
	return nil
}

func complaintOf(f *hot.Fault) *complaint {
	c := &complaint{kind: f.Type, name: f.Name, text: f.Message}
	if f.Path != "" {
		c.path = []string{f.Path}
	}
	return c
}

// ordered words a circle of dependencies with the resources' classes.
func (h *heat) ordered(s *state.Stack, t *hot.Template, wrong *hot.Fault) *complaint {
	if wrong.Type != "CircularDependencyException" {
		return complaintOf(wrong)
	}
	needs, _ := t.Needs()
	named := func(name string) string { return h.class(s, t.Resource(name).Type) + ` "` + name + `"` }
	var parts []string
	for i := len(wrong.Among) - 1; i >= 0; i-- {
		var inner []string
		for _, n := range needs[wrong.Among[i]] {
			inner = append(inner, named(n))
		}
		parts = append(parts, named(wrong.Among[i])+": {"+strings.Join(inner, ", ")+"}")
	}
	return &complaint{kind: wrong.Type, text: "Circular Dependency Found: {" + strings.Join(parts, ", ") + "}"}
}

// classes are the names of types' classes that are not the type's own last part.
var classes = map[string]string{
	"OS::Heat::None": "NoneResource", "OS::Heat::AutoScalingGroup": "AutoScalingResourceGroup", "OS::Heat::ScalingPolicy": "AutoScalingPolicy",
	"OS::Glance::WebImage": "GlanceWebImage",
}

func (h *heat) class(s *state.Stack, name string) string {
	if c := classes[name]; c != "" {
		return c
	}
	if h.kinds[hot.Settings(s.Environment).Mapped(name)] == nil {
		return "TemplateResource"
	}
	return name[strings.LastIndex(name, ":")+1:]
}

// unknownType complains about a type that there is not, or a file that cannot be read.
func (h *heat) unknownType(s *state.Stack, name string) *complaint {
	mapped := hot.Settings(s.Environment).Mapped(name)
	if content, there := s.Files[mapped]; there {
		if _, wrong := hot.Read(content); wrong != nil {
			wrong.Message = strings.TrimPrefix(wrong.Message, "Template not in valid format: ")
			return &complaint{name: wrong.Name, text: wrong.Message}
		}
	}
	switch remote := strings.Contains(mapped, "://"); {
	case remote:
		return &complaint{text: fmt.Sprintf(`Could not fetch remote template "%s": Failed to retrieve template from %s`, mapped, mapped)}
	case strings.HasSuffix(mapped, ".yaml") || strings.HasSuffix(mapped, ".template"):
		return &complaint{text: fmt.Sprintf(`Could not fetch remote template "%s": Invalid URL scheme `, mapped)}
	}
	return &complaint{text: fmt.Sprintf("The Resource Type (%s) could not be found.", mapped)}
}

func (h *heat) validateOne(x *pipeline.Exchange, s *state.Stack, template *hot.Template, r hot.Resource, with hot.Resolver) *complaint {
	given, loose := map[string]any{}, map[string]bool{}
	for _, key := range hot.Keys(r.Properties) {
		value, err := with.Resolve(r.Properties[key])
		at := []string{"resources", r.Name, "properties", key}
		if err != nil {
			return misused(at, err)
		}
		if wrong := h.attributes(s, template, r.Properties[key]); wrong != nil {
			return misused(at, wrong)
		}
		// In a nested stack nothing is final before it is made.
		given[key], loose[key] = value, template.Refers(r.Properties[key]) || s.Depth > 0
	}
	k := h.kindOf(s, r.Type)
	if k.early != nil {
		if c := k.early(r.Name, given); c != nil {
			return c
		}
	}
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

// misused complains about a function, at the place where it stands.
func misused(at []string, err error) *complaint {
	var call *hot.CallError
	if errors.As(err, &call) && call.Function != "get_param" && call.Function != "get_file" {
		return &complaint{path: append(at, call.Function), text: err.Error()}
	}
	return complain(at, "%v", err)
}

// attributes refuses attributes that a resource's type does not have.
func (h *heat) attributes(s *state.Stack, t *hot.Template, value any) error {
	for _, use := range t.Attributes(value) {
		r := t.Resource(use.Resource)
		if r == nil {
			continue
		}
		k := h.kindOf(s, r.Type)
		if k == nil || k.attributes == nil && k.nested != nil || r.Type == "OS::Heat::None" {
			continue
		}
		if _, known := k.attributes[use.Attribute]; !known && use.Attribute != "show" && !strings.HasPrefix(use.Attribute, "resource.") {
			return &hot.CallError{Function: "get_attr", Err: hot.Saying("The Referenced Attribute (%s %s) is incorrect.", use.Resource, use.Attribute)}
		}
	}
	return nil
}

// inside checks the stack that a resource would have inside.
func (c *checking) inside(k *kind, r hot.Resource) *complaint {
	at := r.Name + "<nested_stack>"
	if mapped := hot.Settings(c.s.Environment).Mapped(r.Type); c.h.kinds[mapped] == nil {
		at = r.Name + "<" + mapped + ">"
	}
	t := &task{Exchange: c.Exchange, h: c.h, s: c.s, r: &state.StackResource{StackID: c.s.ID, Name: r.Name, Type: r.Type, Properties: c.properties}}
	plan, why := k.nested(t)
	if why != nil {
		return &complaint{kind: why.kind, text: why.text}
	}
	template, wrong := hot.Read(plan.Template)
	if wrong != nil {
		return complaintOf(wrong)
	}
	if c.s.Depth >= mostDepth {
		return &complaint{kind: "RequestLimitExceeded", text: fmt.Sprintf("Request limit exceeded: Recursion depth exceeds %d.", mostDepth)}
	}
	child := &state.Stack{Name: c.s.Name + "-" + r.Name, ProjectID: c.s.ProjectID, StackPlan: *plan, Depth: c.s.Depth + 1}
	values, wrong := template.Loosely(plan.Parameters, nil)
	if wrong != nil {
		return complaintOf(wrong)
	}
	for _, p := range template.Parameters {
		if _, given := values[p.Name]; !given {
			values[p.Name] = nil
		}
	}
	child.Parameters = withPseudo(values, child)
	if inner := c.h.look(c.Exchange, child, template); inner != nil {
		return inner.under("resources", at)
	}
	return nil
}
