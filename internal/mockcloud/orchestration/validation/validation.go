package validation

import (
	"cmp"
	"fmt"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Validate checks a stack before it is created or updated: conditions, the order of its resources, and each of them.
func Validate(x *pipeline.Exchange, ts *kind.Types, s *state.Stack, template *hot.Template) *pipeline.Fault {
	c := findProblem(x, ts, s, template)
	if c == nil {
		return nil
	}
	status, kind := c.Status, c.Kind
	if status == 0 {
		status = 400
	}
	if kind == "" {
		kind = "StackValidationFailed"
	}
	if c.Text == "" {
		return faults.OfTemplate(&hot.Fault{Type: kind})
	}
	return faults.Of(status, kind, "%s", c)
}

// findProblem finds the first error in a stack.
func findProblem(x *pipeline.Exchange, ts *kind.Types, s *state.Stack, template *hot.Template) *kind.Complaint {
	if c := checkParameters(x, ts, s, template); c != nil {
		return c
	}
	resolver, c := Outline(x, ts, s, template)
	if c != nil {
		return c
	}
	ts.Imply(x, s, template)
	order, wrong := template.Order()
	if wrong != nil {
		return CheckOrder(ts, s, template, wrong)
	}
	for _, name := range order {
		if c := validateOne(x, ts, s, template, *template.Resource(name), resolver); c != nil {
			return c
		}
	}
	return CheckOutputs(ts, s, template, resolver)
}

// Outline checks a template up to the types of its resources and the form of its outputs, and answers a resolver with its conditions.
func Outline(x *pipeline.Exchange, ts *kind.Types, s *state.Stack, template *hot.Template) (hot.Resolver, *kind.Complaint) {
	resolver := ts.Resolver(x, s)
	if wrong := template.CheckGroups(); wrong != nil {
		return resolver, kind.OfTemplate(wrong)
	}
	resolver, wrong := template.SettleConditions(resolver)
	if wrong != nil {
		return resolver, kind.OfTemplate(wrong)
	}
	for _, r := range template.Resources {
		switch k := ts.Find(s, r.Type, r.Name); {
		case k == nil:
			return resolver, ts.UnknownType(s, r.Type, r.Name)
		case k.Admin && !x.Caller.Admin():
			return resolver, &kind.Complaint{Kind: "Forbidden", Status: 403, Text: "You are not authorized to use resource_types:" + r.Type + "."}
		}
	}
	for _, p := range template.Parameters {
		if template.Resource(p.Name) != nil {
			return resolver, &kind.Complaint{Text: "Duplicate names {'" + p.Name + "'}"}
		}
	}
	if wrong := template.CheckOutputs(resolver); wrong != nil {
		return resolver, kind.OfTemplate(wrong)
	}
	return resolver, nil
}

// checkParameters refuses values of a stack's parameters that have to name something and do not. A nested stack's are not final yet.
func checkParameters(x *pipeline.Exchange, ts *kind.Types, s *state.Stack, template *hot.Template) *kind.Complaint {
	for _, p := range template.Parameters {
		value := s.Parameters[p.Name]
		if value == nil || s.Depth > 0 {
			continue
		}
		for _, c := range p.Constraints {
			if wrong := askFinder(x, ts, c, hot.Text(value)); wrong != "" {
				return &kind.Complaint{Text: fmt.Sprintf("Parameter '%s' is invalid: %s", p.Name, cmp.Or(c.Description, wrong))}
			}
		}
	}
	return nil
}

// CheckOutputs refuses functions in outputs that cannot be evaluated.
func CheckOutputs(ts *kind.Types, s *state.Stack, template *hot.Template, with hot.Resolver) *kind.Complaint {
	if wrong := template.CheckReferences(); wrong != nil {
		return kind.OfTemplate(wrong)
	}
	for _, o := range template.Outputs {
		if on, err := with.Holds(o.Condition); err != nil || !on {
			continue
		}
		if c := checkCalls(ts, s, template, with, o.Value, "outputs", o.Name, "value"); c != nil {
			return c
		}
	}
	return nil
}

// CheckResource refuses functions in a resource that cannot be evaluated, and a policy or properties that its type does not have: all
// that a template without values can be asked about it.
func CheckResource(ts *kind.Types, s *state.Stack, template *hot.Template, r hot.Resource, with hot.Resolver) *kind.Complaint {
	for _, field := range []struct {
		name   string
		values kind.Values
	}{{"properties", r.Properties}, {"metadata", r.Metadata}} {
		for _, key := range hot.Keys(field.values) {
			if c := checkCalls(ts, s, template, with, field.values[key], "resources", r.Name, field.name, key); c != nil {
				return c
			}
		}
	}
	k := ts.Find(s, r.Type, r.Name)
	if r.DeletionPolicy == "Snapshot" && k.Keeps.Begin == nil {
		return &kind.Complaint{Path: []string{"resources", r.Name, "deletion_policy"}, Text: `"Snapshot" deletion policy not supported`}
	}
	for _, key := range hot.Keys(r.Properties) {
		if _, known := k.Properties[key]; !known && k.Properties != nil {
			return kind.NewComplaint([]string{"resources", r.Name, "properties"}, "Unknown Property %s", key)
		}
	}
	return nil
}

func validateOne(
	x *pipeline.Exchange, ts *kind.Types, s *state.Stack, template *hot.Template, r hot.Resource, with hot.Resolver,
) *kind.Complaint {
	if c := CheckResource(ts, s, template, r, with); c != nil {
		return c
	}
	given, loose := kind.Values{}, map[string]bool{}
	for _, key := range hot.Keys(r.Properties) {
		whole, err := with.Resolve(kind.Values{key: r.Properties[key], "": nil})
		if err != nil {
			return kind.NewComplaint([]string{"resources", r.Name, "properties", key}, "%v", err)
		}
		value, there := body.As[kind.Values](whole)[key]
		if !there {
			continue // an if has left it out
		}
		// In a nested stack no value is final before the stack is created.
		given[key], loose[key] = value, template.RefersToResources(r.Properties[key]) || s.Depth > 0
	}
	k := ts.Find(s, r.Type, r.Name)
	if k.Early != nil {
		if c := k.Early(r.Name, given); c != nil {
			return c
		}
	}
	settled, c := kind.SettleProperties(k.Properties, given, loose)
	if c != nil {
		return c.WithPathPrefix("resources", r.Name, "properties")
	}
	if c := ts.CheckNames(x, k.Properties, settled, loose); c != nil {
		return c.WithPathPrefix("resources", r.Name, "properties")
	}
	ch := &kind.Checking{Exchange: x, Types: ts, Stack: s, Name: r.Name, Metadata: r.Metadata, Properties: settled, Loose: loose}
	if k.Check != nil {
		if c := k.Check(ch); c != nil && c.Name != "" {
			return c.WithPathPrefix("resources", r.Name, "properties")
		} else if c != nil {
			return c
		}
	}
	if external, err := with.Resolve(r.External); err != nil {
		return kind.OfError(err)
	} else if id := hot.Text(external); id != "" && !isThere(ch, k, r, id) {
		return &kind.Complaint{Text: fmt.Sprintf("Invalid external resource: Resource %s (%s) can not be found.", id, r.Type)}
	}
	if k.Nested == nil {
		return nil
	}
	return checkNested(ch, k, r)
}

// isThere tells whether a resource that is not the stack's stands for something that exists.
func isThere(c *kind.Checking, k *kind.Kind, r hot.Resource, id string) bool {
	one := &state.StackResource{StackID: c.Stack.ID, Name: r.Name, Type: r.Type, Properties: c.Properties, PhysicalID: id}
	return k.Shows == nil || len(k.Shows(&kind.Task{Exchange: c.Exchange, Types: c.Types, Stack: c.Stack, Resource: one})) > 0
}

// checkNested checks the stack that would be nested in a resource.
func checkNested(c *kind.Checking, k *kind.Kind, r hot.Resource) *kind.Complaint {
	at := r.Name + "<nested_stack>"
	if mapped := c.Types.Mapped(c.Stack, r.Type, r.Name); c.Types.ByName[mapped] == nil {
		at = r.Name + "<" + mapped + ">"
	}
	inside := &state.StackResource{StackID: c.Stack.ID, Name: r.Name, Type: r.Type, Properties: c.Properties}
	t := &kind.Task{Exchange: c.Exchange, Types: c.Types, Stack: c.Stack, Resource: inside}
	plan, why := k.Nested(t)
	if why != nil {
		return &kind.Complaint{Kind: why.Kind, Text: why.Text}
	}
	template, wrong := hot.Read(plan.Template)
	if wrong != nil {
		return kind.OfTemplate(wrong)
	}
	if c.Stack.Depth >= record.MostDepth {
		text := fmt.Sprintf("Request limit exceeded: Recursion depth exceeds %d.", record.MostDepth)
		return &kind.Complaint{Kind: "RequestLimitExceeded", Text: text}
	}
	child := &state.Stack{Name: c.Stack.Name + "-" + r.Name, ProjectID: c.Stack.ProjectID, StackPlan: *plan, Depth: c.Stack.Depth + 1}
	values, wrong := template.BindLoosely(plan.Parameters, nil)
	if wrong != nil {
		return kind.OfTemplate(wrong)
	}
	for _, p := range template.Parameters {
		if _, given := values[p.Name]; !given {
			values[p.Name] = nil
		}
	}
	child.Parameters = record.WithPseudo(values, child)
	if inner := findProblem(c.Exchange, c.Types, child, template); inner != nil {
		return inner.WithPathPrefix("resources", at)
	}
	return nil
}
