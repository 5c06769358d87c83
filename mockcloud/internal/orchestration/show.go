package orchestration

import (
	"time"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

func (h *heat) showOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"stacks.show": {Answer: h.show},
		"stack-template.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Body(200, stackOf(x).Template), nil
		}},
		"stack-environment.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Body(200, maskedEnvironment(stackOf(x))), nil
		}},
		"stack-files.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Body(200, orEmpty(stackOf(x).Files)), nil
		}},
		"stack-outputs.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			outputs := h.outputs(x, stackOf(x))
			for _, o := range outputs {
				delete(o.(map[string]any), "output_value")
			}
			return pipeline.Answer(200, "outputs", outputs), nil
		}},
		"stack-outputs.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			key := x.Params.Get("output_key")
			for _, o := range h.outputs(x, stackOf(x)) {
				if o.(map[string]any)["output_key"] == key {
					return pipeline.Answer(200, "output", o), nil
				}
			}
			return nil, fault(404, "NotFound", "Specified output key %s not found.", key)
		}},
	}
}

// shape is how much of a stack is shown.
type shape struct{ unresolved bool }

func readShowQuery(x *pipeline.Exchange) *pipeline.Fault {
	if !x.Query.Has("resolve_outputs") {
		return nil
	}
	resolve, f := flagOf(x, "resolve_outputs")
	pipeline.Work[shape](x).unresolved = !resolve
	return f
}

func (h *heat) show(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	s := stackOf(x)
	template, wrong := hot.Read(s.Template)
	if wrong != nil {
		return nil, ofTemplate(wrong)
	}
	view := summary(x, s)
	view["description"], view["template_description"] = describe(s), describe(s)
	view["parameters"], view["capabilities"], view["notification_topics"] = template.Shown(s.Parameters), []any{}, []any{}
	view["disable_rollback"], view["timeout_mins"] = s.DisableRollback, s.TimeoutMins
	view["tags"] = append([]string{}, s.Tags...)
	if !pipeline.Work[shape](x).unresolved && s.Deleted == nil {
		view["outputs"] = h.outputs(x, s)
	}
	return pipeline.Answer(200, "stack", view), nil
}

func describe(s *state.Stack) string {
	if s.Description == "" {
		return "No description"
	}
	return s.Description
}

// outputs are a stack's outputs with their present values.
func (h *heat) outputs(x *pipeline.Exchange, s *state.Stack) []any {
	out := []any{}
	template, wrong := hot.Read(s.Template)
	if wrong != nil {
		return out
	}
	resolver, wrong := template.Settle(h.resolver(x, s))
	if wrong != nil {
		return out
	}
	for _, o := range template.Outputs {
		view := map[string]any{"output_key": o.Name, "description": o.Description, "output_value": nil}
		on, err := resolver.Holds(o.Condition)
		var value any
		if err == nil && on {
			value, err = resolver.Resolve(o.Value)
		}
		if err != nil {
			view["output_error"] = err.Error()
		} else {
			view["output_value"] = value
		}
		out = append(out, view)
	}
	return out
}

// maskedEnvironment is a stack's environment without the values of hidden parameters.
func maskedEnvironment(s *state.Stack) map[string]any {
	all := hot.Settings(s.Environment).Whole()
	template, wrong := hot.Read(s.Template)
	if wrong != nil {
		return all
	}
	for _, section := range []string{"parameters", "parameter_defaults"} {
		values, _ := all[section].(map[string]any)
		masked := with(values, "", nil)
		delete(masked, "")
		for _, p := range template.Parameters {
			if _, given := masked[p.Name]; given && p.Hidden {
				masked[p.Name] = "******"
			}
		}
		all[section] = masked
	}
	return all
}

// summary is a stack as lists show it: without its description.
func summary(x *pipeline.Exchange, s *state.Stack) map[string]any {
	v := map[string]any{
		"id": s.ID, "stack_name": s.Name, "links": []any{link("self", pathOf(x, s))}, "description": "",
		"stack_status": s.Action + "_" + s.Status, "stack_status_reason": s.StatusReason, "creation_time": s.Created,
		"updated_time": moment(s.Updated), "deletion_time": moment(s.Deleted), "stack_owner": s.UserName, "parent": nil,
		"stack_user_project_id": userProject(x, s), "tags": nil,
	}
	if len(s.Tags) > 0 {
		v["tags"] = s.Tags
	}
	if s.ParentID != "" {
		v["parent"] = s.ParentID
	}
	return v
}

func moment(t *time.Time) any {
	if t == nil {
		return nil
	}
	return *t
}
