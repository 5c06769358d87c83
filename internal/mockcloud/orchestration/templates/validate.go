package templates

import (
	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
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
}

func answer(_ *pipeline.Exchange, d *draft.Draft) (*pipeline.Response, *pipeline.Fault) {
	view := &validated{
		Description: stacks.Describe(&d.Stack), Parameters: map[string]*parameter{}, ParameterGroups: d.Template.Groups(),
		Environment: hot.Settings(d.Environment.AllSections()).WithSection("parameters", d.Given),
	}
	delete(view.Environment, "encrypted_param_names")
	for _, p := range d.Template.Parameters {
		view.Parameters[p.Name] = viewOf(p, d.Given, d.Environment.Defaults())
	}
	return pipeline.Body(200, view), nil
}
