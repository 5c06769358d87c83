package draft

import (
	"strconv"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/query"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// Request is the body as sent: Heat accepts most fields in more than one form, and has its own messages for invalid ones.
type Request struct {
	Name        body.Opt[any]  `json:"stack_name"`
	Template    body.Opt[any]  `json:"template"`
	TemplateURL body.Opt[any]  `json:"template_url"`
	Adopted     body.Opt[any]  `json:"adopt_stack_data"`
	Environment body.Opt[any]  `json:"environment"`
	Parameters  body.Opt[any]  `json:"parameters"`
	Files       map[string]any `json:"files"`
	// EnvironmentFiles are names of files that are environments, too.
	EnvironmentFiles body.Opt[any] `json:"environment_files"`
	ClearParameters  []any         `json:"clear_parameters"`
	Minutes          body.Opt[any] `json:"timeout_mins"`
	Tags             body.Opt[any] `json:"tags"`
	Converge         body.Opt[any] `json:"converge"`
	DisableRollback  body.Opt[any] `json:"disable_rollback"`
}

// Adopts tells whether the stack is created from the data of an abandoned one.
func (r *Request) Adopts() bool { return r.Adopted.Or(nil) != nil }

// Rollback reads disable_rollback: nil if it is not given.
func (r *Request) Rollback() (disabled *bool, f *pipeline.Fault) {
	if !r.DisableRollback.Given() {
		return nil, nil
	}
	on, wrong := query.ParseFlag("disable_rollback", r.DisableRollback.Or(nil))
	if wrong != nil {
		return nil, faults.Unsafe(400, "ValueError")
	}
	return &on, nil
}

// NameText is the name; "" if it is not a text.
func (r *Request) NameText() string {
	name, _ := r.Name.Or(nil).(string)
	return name
}

// NameIsText tells whether the name is a text.
func (r *Request) NameIsText() bool {
	_, ok := r.Name.Or(nil).(string)
	return ok
}

// IsAbandonEnabled tells whether stacks can be abandoned and adopted: if the operator has enabled it, and always in the profile
// specified.
func IsAbandonEnabled(x *pipeline.Exchange) bool {
	return x.Env.Settings().StackAbandon || x.Env.Profile == openapi.Specified
}

// adoptedTemplate finds the template in the data of an abandoned stack.
func adoptedTemplate(data any) (any, *pipeline.Fault) {
	raw, ok := data.(map[string]any)
	if text, isText := data.(string); isText {
		decoded, wrong := hot.DecodeData(text)
		if wrong != nil {
			return nil, pipeline.BadRequest("Invalid adopt data: %s", wrong.Message)
		}
		raw, ok = decoded, true
	}
	if !ok || raw["template"] == nil {
		return nil, pipeline.BadRequest("Invalid adopt data: 'template'")
	}
	return raw["template"], nil
}

func integerOf(key string, v any) (*int, *pipeline.Fault) {
	if v == nil {
		return nil, nil
	}
	n, err := strconv.Atoi(hot.Text(v))
	if err != nil {
		return nil, pipeline.BadRequest("Only integer is acceptable by '%s'.", key)
	}
	if n < 0 {
		return nil, pipeline.BadRequest("Value '%d' is invalid for '%s' which only accepts non-negative integer.", n, key)
	}
	return &n, nil
}
