package validation

import (
	"cmp"
	"fmt"

	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/orchestration/faults"
	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/orchestration/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
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
	return faults.Of(status, kind, "%s", c)
}

// findProblem finds the first error in a stack.
func findProblem(x *pipeline.Exchange, ts *kind.Types, s *state.Stack, template *hot.Template) *kind.Complaint {
	resolver, wrong := template.SettleConditions(ts.Resolver(x, s))
	if wrong != nil {
		return kind.OfTemplate(wrong)
	}
	for _, r := range template.Resources {
		switch k := ts.Find(s, r.Type); {
		case k == nil:
			return ts.UnknownType(s, r.Type)
		case k.Admin && !x.Caller.Admin():
			return &kind.Complaint{Kind: "Forbidden", Status: 403, Text: "You are not authorized to use resource_types:" + r.Type + "."}
		}
	}
	if c := checkParameters(x, ts, s, template); c != nil {
		return c
	}
	for _, p := range template.Parameters {
		if template.Resource(p.Name) != nil {
			return &kind.Complaint{Text: "Duplicate names {'" + p.Name + "'}"}
		}
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
	if wrong := template.CheckOutputs(); wrong != nil {
		return kind.OfTemplate(wrong)
	}
	return checkOutputAttributes(ts, s, template)
}

// checkParameters refuses values of a stack's parameters that have to name something and do not. A nested stack's are not final yet.
func checkParameters(x *pipeline.Exchange, ts *kind.Types, s *state.Stack, template *hot.Template) *kind.Complaint {
	for _, p := range template.Parameters {
		value := body.As[string](s.Parameters[p.Name])
		if value == "" || s.Depth > 0 {
			continue
		}
		for _, c := range p.Constraints {
			find := ts.Finders[body.As[string](c.Custom)]
			if find == nil {
				continue
			}
			if _, wrong := find(x, value); wrong != "" {
				said := cmp.Or(c.Description, fmt.Sprintf("Error validating value '%s': %s", value, wrong))
				return &kind.Complaint{Text: fmt.Sprintf("Parameter '%s' is invalid: %s", p.Name, said)}
			}
		}
	}
	return nil
}

// CheckAttributes refuses attributes that the types of resources do not have: all that a template without values can be asked about them.
func CheckAttributes(ts *kind.Types, s *state.Stack, template *hot.Template) *kind.Complaint {
	for _, r := range template.Resources {
		for _, key := range hot.Keys(r.Properties) {
			if err := attributes(ts, s, template, r.Properties[key]); err != nil {
				return functionComplaint([]string{"resources", r.Name, "properties", key}, err)
			}
		}
	}
	return checkOutputAttributes(ts, s, template)
}

func checkOutputAttributes(ts *kind.Types, s *state.Stack, template *hot.Template) *kind.Complaint {
	for _, o := range template.Outputs {
		if err := attributes(ts, s, template, o.Value); err != nil {
			return functionComplaint([]string{"outputs", o.Name, "value"}, err)
		}
	}
	return nil
}

func validateOne(
	x *pipeline.Exchange, ts *kind.Types, s *state.Stack, template *hot.Template, r hot.Resource, with hot.Resolver,
) *kind.Complaint {
	given, loose := map[string]any{}, map[string]bool{}
	for _, key := range hot.Keys(r.Properties) {
		value, err := with.Resolve(r.Properties[key])
		at := []string{"resources", r.Name, "properties", key}
		if err != nil {
			return functionComplaint(at, err)
		}
		if wrong := attributes(ts, s, template, r.Properties[key]); wrong != nil {
			return functionComplaint(at, wrong)
		}
		// In a nested stack no value is final before the stack is created.
		given[key], loose[key] = value, template.RefersToResources(r.Properties[key]) || s.Depth > 0
	}
	k := ts.Find(s, r.Type)
	if k.Early != nil {
		if c := k.Early(r.Name, given); c != nil {
			return c
		}
	}
	if r.DeletionPolicy == "Snapshot" && k.Keeps.Begin == nil {
		return &kind.Complaint{Path: []string{"resources", r.Name, "deletion_policy"}, Text: `"Snapshot" deletion policy not supported`}
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
		return functionComplaint([]string{"resources", r.Name, "external_id"}, err)
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
	if mapped := hot.Settings(c.Stack.Environment).MappedType(r.Type); c.Types.ByName[mapped] == nil {
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
