package kind

import (
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// PlanNested sets the plan of a stack that is nested in a resource, and binds its parameters, pseudo parameters included. It answers the
// stack's template.
func PlanNested(child *state.Stack, resource, of string, plan *state.StackPlan) (*hot.Template, *hot.Fault) {
	template, wrong := hot.Read(plan.Template)
	if wrong != nil {
		return nil, wrong
	}
	values, wrong := template.Bind(plan.Parameters, hot.Settings(plan.Environment).Defaults())
	if wrong != nil {
		return nil, wrong
	}
	settle(child, resource, of, plan, template, values)
	return template, nil
}

// settle sets what a nested stack has from its plan, its template and the values of its parameters.
func settle(child *state.Stack, resource, of string, plan *state.StackPlan, template *hot.Template, values hot.Values) {
	child.StackPlan, child.Description = *plan, template.Description
	inside := hot.Settings(plan.Environment).Inside(resource, of)
	child.Environment = inside.WithSection("parameters", record.OrEmpty(plan.Parameters)).Using(template)
	child.Parameters = record.WithPseudo(values, child)
}

// Inside is the stack that would be nested in a resource which is not made, and its template; nil where there would be none. A sample of
// a group has one member, whatever its size is, and a sample needs no values.
func (ts *Types) Inside(
	x *pipeline.Exchange, s *state.Stack, r *hot.Resource, values Evaluated, sample bool,
) (*state.Stack, *hot.Template) {
	k := ts.Find(s, r.Type, r.Name)
	if k == nil || k.Nested == nil || s.Depth >= record.MostDepth {
		return nil, nil
	}
	one := &state.StackResource{StackID: s.ID, Name: r.Name, Type: r.Type, Properties: values.Properties, Given: values.Given}
	plan, why := k.Nested(&Task{Exchange: x, Types: ts, Stack: s, Resource: one, Sample: sample})
	if why != nil {
		return nil, nil
	}
	child := &state.Stack{
		ID: s.ID, Name: s.Name + "-" + r.Name, ProjectID: s.ProjectID, ParentID: s.ID, ParentResource: r.Name, Depth: s.Depth + 1,
	}
	if sample {
		template, wrong := hot.Read(plan.Template)
		if wrong != nil {
			return nil, nil
		}
		known := template.KnownValues(plan.Parameters, hot.Settings(plan.Environment).Defaults())
		settle(child, r.Name, r.Type, plan, template, known)
		return child, template
	}
	template, wrong := PlanNested(child, r.Name, r.Type, plan)
	if wrong != nil {
		return nil, nil
	}
	return child, template
}
