package templates

import (
	"plumbline/mockcloud/internal/orchestration/faults"
	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/orchestration/stacks"
	"plumbline/mockcloud/internal/orchestration/stacks/draft"
	"plumbline/mockcloud/internal/orchestration/validation"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
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
	for name := range d.Given {
		known := false
		for _, p := range d.Template.Parameters {
			known = known || p.Name == name
		}
		if !known {
			return faults.Of(400, "UnknownUserParameter", "The Parameter (%s) was not defined in template.", name)
		}
	}
	for _, r := range d.Template.Resources {
		k := ts.Find(&d.Stack, r.Type)
		if k == nil {
			return pipeline.BadRequest("%s", ts.UnknownType(&d.Stack, r.Type).JoinedWith(": "))
		}
		for _, key := range hot.Keys(r.Properties) {
			if _, known := k.Properties[key]; !known && k.Properties != nil {
				c := kind.NewComplaint([]string{"resources", r.Name, "properties"}, "Unknown Property %s", key)
				return pipeline.BadRequest("%s", c.JoinedWith(": "))
			}
		}
	}
	if _, wrong := d.Template.Order(); wrong != nil {
		c := validation.CheckOrder(ts, &d.Stack, d.Template, wrong)
		return faults.Of(400, c.Kind, "%s", c)
	}
	if c := validation.CheckAttributes(ts, &d.Stack, d.Template); c != nil {
		return pipeline.BadRequest("%s", c.JoinedWith(": "))
	}
	return nil
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
