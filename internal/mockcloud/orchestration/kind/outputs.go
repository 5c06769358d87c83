package kind

import (
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Output is one output of a stack with its present value, or the reason why it has none.
type Output struct {
	Key         string  `json:"output_key"`
	Description string  `json:"description"`
	Value       any     `json:"output_value"`
	Error       *string `json:"output_error,omitzero"`
}

// Outputs are a stack's outputs with their present values.
func (ts *Types) Outputs(x *pipeline.Exchange, s *state.Stack) []Output {
	template, wrong := hot.Read(s.Template)
	if wrong != nil {
		return nil
	}
	resolver, wrong := template.SettleConditions(ts.Resolver(x, s))
	if wrong != nil {
		return nil
	}
	out := make([]Output, len(template.Outputs))
	for i, o := range template.Outputs {
		out[i] = Output{Key: o.Name, Description: o.Description}
		if name := template.FirstReference(o.Value); s.Action == record.Delete && name != "" {
			text := `The specified reference "` + name + `" (in unknown) is incorrect.`
			out[i].Error = &text // the template of a stack that is being deleted has no resources
			continue
		}
		on, err := resolver.Holds(o.Condition)
		var value any
		if err == nil && on {
			value, err = resolver.Resolve(o.Value)
		}
		if err != nil {
			text := err.Error()
			out[i].Error = &text
			continue
		}
		out[i].Value = value
	}
	return out
}
