package draft

import (
	"errors"
	"math"
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
	Name        body.Opt[any] `json:"stack_name"`
	Template    body.Opt[any] `json:"template"`
	TemplateURL body.Opt[any] `json:"template_url"`
	Adopted     body.Opt[any] `json:"adopt_stack_data"`
	Environment body.Opt[any] `json:"environment"`
	Parameters  body.Opt[any] `json:"parameters"`
	Files       body.Opt[any] `json:"files"`
	// EnvironmentFiles are names of files that are environments, too.
	EnvironmentFiles body.Opt[any] `json:"environment_files"`
	// FilesContainer is a container of the object store.
	FilesContainer  body.Opt[any] `json:"files_container"`
	Existing        body.Opt[any] `json:"existing"`
	ClearParameters body.Opt[any] `json:"clear_parameters"`
	Minutes         body.Opt[any] `json:"timeout_mins"`
	Tags            body.Opt[any] `json:"tags"`
	Converge        body.Opt[any] `json:"converge"`
	DisableRollback body.Opt[any] `json:"disable_rollback"`
}

// Adopts tells whether the stack is created from the data of an abandoned one.
func (r *Request) Adopts() bool { return r.Adopted.Or(nil) != nil }

// Rollback reads disable_rollback: nil if it is not given. The flag converge is read with it, and changes nothing.
func (r *Request) Rollback() (disabled *bool, f *pipeline.Fault) {
	if _, f = flag("converge", r.Converge); f != nil {
		return nil, f
	}
	return flag("disable_rollback", r.DisableRollback)
}

// flag reads a flag of the body: nil if it is not given.
func flag(key string, given body.Opt[any]) (*bool, *pipeline.Fault) {
	if !given.Given() {
		return nil, nil
	}
	on, wrong := query.ParseFlag(key, given.Or(nil))
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

// adoptedTemplate finds the template in the data of an abandoned stack, which are a text.
func adoptedTemplate(data any) (any, *pipeline.Fault) {
	text, isText := data.(string)
	if !isText {
		return nil, faults.Uncallable()
	}
	raw, wrong := hot.DecodeData(text)
	if wrong != nil {
		return nil, pipeline.BadRequest("Invalid adopt data: %s", wrong.Message)
	}
	if raw["template"] == nil {
		return nil, pipeline.BadRequest("Invalid adopt data: 'template'")
	}
	return raw["template"], nil
}

func integerOf(key string, v any) (*int, *pipeline.Fault) {
	if v == nil {
		return nil, nil
	}
	n, err := strconv.Atoi(hot.Text(v))
	if errors.Is(err, strconv.ErrRange) {
		n, err = math.MaxInt32, nil
	}
	if err != nil {
		return nil, pipeline.BadRequest("Only integer is acceptable by '%s'.", key)
	}
	if n < 0 {
		return nil, pipeline.BadRequest("Value '%d' is invalid for '%s' which only accepts non-negative integer.", n, key)
	}
	if n == 0 {
		return nil, nil // no limit of its own
	}
	return &n, nil
}
