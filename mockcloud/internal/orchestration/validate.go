package orchestration

import (
	"strings"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

func (h *heat) validateOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"templates.validate": {
			Reads: true,
			Steps: []pipeline.Step{
				{Name: "read the template", Run: func(x *pipeline.Exchange) *pipeline.Fault {
					d := pipeline.Work[draft](x)
					var wrong *hot.Fault
					if d.template, wrong = hot.Parse(d.source); wrong != nil {
						return ofTemplate(wrong)
					}
					if wrong := d.template.Check(); wrong != nil {
						return pipeline.BadRequest("%s", wrong.Text(": "))
					}
					return nil
				}},
				{Name: "look at the resources", Run: h.validateLoosely},
			},
			Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				d := pipeline.Work[draft](x)
				parameters := map[string]any{}
				for _, p := range d.template.Parameters {
					parameters[p.Name] = viewParameter(p, d.given)
				}
				environment := with(hot.Settings(d.environment).Whole(), "parameters", d.given)
				delete(environment, "encrypted_param_names")
				body := map[string]any{"Description": describe(&d.stack), "Parameters": parameters, "Environment": environment}
				if groups, ok := d.template.Raw["parameter_groups"].([]any); ok && len(groups) > 0 {
					body["ParameterGroups"] = groups
				}
				return pipeline.Body(200, body), nil
			},
		},
	}
}

// validateLoosely looks at a template without values for its parameters.
func (h *heat) validateLoosely(x *pipeline.Exchange) *pipeline.Fault {
	d := pipeline.Work[draft](x)
	d.stack = state.Stack{
		Name: "dummy", ProjectID: x.Caller.ProjectID, Description: d.template.Description,
		StackPlan: state.StackPlan{Template: d.template.Raw, Environment: d.environment, Files: d.files},
	}
	for name := range d.given {
		known := false
		for _, p := range d.template.Parameters {
			known = known || p.Name == name
		}
		if !known {
			return fault(400, "UnknownUserParameter", "The Parameter (%s) was not defined in template.", name)
		}
	}
	for _, r := range d.template.Resources {
		k := h.kindOf(&d.stack, r.Type)
		if k == nil {
			return pipeline.BadRequest("%s", h.unknownType(&d.stack, r.Type).joined(": "))
		}
		for _, key := range hot.Keys(r.Properties) {
			if _, known := k.properties[key]; !known && k.properties != nil {
				c := complain([]string{"resources", r.Name, "properties"}, "Unknown Property %s", key)
				return pipeline.BadRequest("%s", c.joined(": "))
			}
		}
	}
	if _, wrong := d.template.Order(); wrong != nil {
		c := h.ordered(&d.stack, d.template, wrong)
		return fault(400, c.kind, "%s", c)
	}
	return nil
}

// viewParameter is a parameter for a form to fill in.
func viewParameter(p hot.Parameter, given map[string]any) map[string]any {
	kind := map[string]string{"string": "String", "number": "Number", "comma_delimited_list": "CommaDelimitedList", "json": "Json", "boolean": "Boolean"}[p.Type]
	v := map[string]any{"Type": kind, "Description": p.Description, "Label": p.Label, "NoEcho": "false"}
	if p.Hidden {
		v["NoEcho"] = "true"
	}
	if p.HasDefault {
		v["Default"] = p.Default
	}
	if value, ok := given[p.Name]; ok {
		v["Value"] = value
	}
	if len(p.Tags) > 0 {
		v["Tags"] = p.Tags
	}
	var said []string
	for _, c := range p.Constraints {
		describeConstraint(v, c)
		if text, ok := c["description"].(string); ok {
			said = append(said, text)
		}
	}
	if said != nil {
		v["ConstraintDescription"] = strings.Join(said, " ")
	}
	return v
}

func describeConstraint(v, c map[string]any) {
	for kind, limit := range c {
		m, _ := limit.(map[string]any)
		switch kind {
		case "range":
			put(v, "MinValue", m["min"])
			put(v, "MaxValue", m["max"])
		case "length":
			put(v, "MinLength", m["min"])
			put(v, "MaxLength", m["max"])
		case "allowed_values":
			put(v, "AllowedValues", limit)
		case "allowed_pattern":
			put(v, "AllowedPattern", limit)
		case "custom_constraint":
			put(v, "CustomConstraint", limit)
		}
	}
}

func put(v map[string]any, key string, value any) {
	if value != nil {
		v[key] = value
	}
}
