package templates

import (
	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/query"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/orchestration/stacks"
	"plumbline/internal/mockcloud/orchestration/stacks/draft"
	"plumbline/internal/mockcloud/orchestration/validation"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

func read(_ *pipeline.Exchange, d *draft.Draft) *pipeline.Fault {
	if f := d.Parse(d.Source, nil); f != nil {
		return f
	}
	if wrong := d.Template.Check(); wrong != nil {
		return pipeline.BadRequest("%s", wrong.Text(": "))
	}
	return nil
}

// validateTemplate checks a template without values for its parameters.
func validateTemplate(x *pipeline.Exchange, ts *kind.Types, d *draft.Draft) *pipeline.Fault {
	d.Stack = state.Stack{Name: "dummy", ProjectID: x.Caller.ProjectID, Description: d.Template.Description, StackPlan: d.Plan()}
	if wrong := d.Template.CheckParameters(d.Given); wrong != nil {
		return faults.OfTemplate(wrong)
	}
	d.Stack.Parameters = record.WithPseudo(d.Template.KnownValues(d.Given, d.Environment.Defaults()), &d.Stack)
	c := findProblem(x, ts, d)
	switch {
	case c == nil:
		return nil
	case c.Text == "":
		return faults.OfTemplate(&hot.Fault{Type: c.Kind})
	case c.Status != 0:
		return faults.Of(c.Status, c.Kind, "%s", c)
	case c.Kind == "" || c.Kind == "StackValidationFailed":
		return pipeline.BadRequest("%s", c.JoinedWith(": "))
	}
	return faults.Of(400, c.Kind, "%s", c)
}

// findProblem finds the first error in a template.
func findProblem(x *pipeline.Exchange, ts *kind.Types, d *draft.Draft) *kind.Complaint {
	resolver, c := validation.Outline(x, ts, &d.Stack, d.Template)
	if c != nil {
		return c
	}
	order, wrong := d.Template.Order()
	if wrong != nil {
		return validation.CheckOrder(ts, &d.Stack, d.Template, wrong)
	}
	for _, name := range order {
		if c := validation.CheckResource(ts, &d.Stack, d.Template, *d.Template.Resource(name), resolver); c != nil {
			return c
		}
	}
	return validation.CheckOutputs(ts, &d.Stack, d.Template, resolver)
}

// validated describes a valid template.
type validated struct {
	Description     string                `json:"Description"`
	Parameters      map[string]*parameter `json:"Parameters"`
	Environment     map[string]any        `json:"Environment"`
	ParameterGroups []any                 `json:"ParameterGroups,omitzero"`
	// Nested are the nested stacks by the names of their resources, where they are asked for.
	Nested map[string]*nested `json:"NestedParameters,omitzero"`
}

// nested describes a nested stack.
type nested struct {
	Type            string                `json:"Type"`
	Description     string                `json:"Description"`
	Parameters      map[string]*parameter `json:"Parameters"`
	ParameterGroups []any                 `json:"ParameterGroups,omitzero"`
	Nested          map[string]*nested    `json:"NestedParameters,omitzero"`
}

// nestedIn describes the stacks that are nested in a stack.
func nestedIn(x *pipeline.Exchange, ts *kind.Types, s *state.Stack, t *hot.Template) map[string]*nested {
	var all map[string]*nested
	resolver, _ := t.SettleConditions(ts.Planning(x, s))
	for _, r := range t.Resources {
		values, _ := ts.ValuesOf(x, s, &r, resolver)
		child, inner := ts.Inside(x, s, &r, values, true)
		if child == nil {
			continue
		}
		if all == nil {
			all = map[string]*nested{}
		}
		all[r.Name] = &nested{
			Type: r.Type, Description: stacks.Describe(child), ParameterGroups: inner.Groups(), Nested: nestedIn(x, ts, child, inner),
			Parameters: parametersOf(inner, hot.Settings(child.Environment).Merge(nil), hot.Settings(child.Environment).Defaults()),
		}
	}
	return all
}

func parametersOf(t *hot.Template, given, defaults hot.Values) map[string]*parameter {
	all := map[string]*parameter{}
	for _, p := range t.Parameters {
		all[p.Name] = viewOf(p, given, defaults)
	}
	return all
}

func answer(x *pipeline.Exchange, ts *kind.Types, d *draft.Draft) (*pipeline.Response, *pipeline.Fault) {
	view := &validated{
		Description: stacks.Describe(&d.Stack), ParameterGroups: d.Template.Groups(),
		Parameters:  parametersOf(d.Template, d.Given, d.Environment.Defaults()),
		Environment: hot.Settings(d.Environment.Using(d.Template).AllSections()).WithSection("parameters", d.Given),
	}
	delete(view.Environment, "encrypted_param_names")
	if asked, _ := query.Flag(x, "show_nested"); asked {
		view.Nested = nestedIn(x, ts, &d.Stack, d.Template)
	}
	return pipeline.Body(200, view), nil
}
