package orchestration

import (
	"regexp"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

func (h *heat) createOperations() map[string]pipeline.Operation {
	checks := []pipeline.Step{
		{Name: "read the template", Run: readNew},
		{Name: "refuse a name that is taken", Run: refuseTaken},
		{Name: "read the resources", Run: readRest},
		{Name: "refuse a bad name", Run: refuseName},
		{Name: "bind the parameters", Run: bindNew},
		{Name: "validate the resources", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			d := pipeline.Work[draft](x)
			return h.validate(x, &d.stack, d.template)
		}},
	}
	return map[string]pipeline.Operation{
		"stacks.create": {
			Steps: append(append([]pipeline.Step{}, checks...), pipeline.Step{Name: "begin to create the stack", Run: h.begin1}),
			Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				s := &pipeline.Work[draft](x).stack
				at := pathOf(x, s)
				answer := pipeline.Answer(201, "stack", map[string]any{"id": s.ID, "links": []any{link("self", at)}})
				return answer.With("Location", at), nil
			},
		},
		"stacks.preview": {Steps: checks, Reads: true, Answer: h.previewed},
	}
}

// readNew makes a new stack of the request, and reads the template as far as its parameters.
func readNew(x *pipeline.Exchange) *pipeline.Fault {
	d := pipeline.Work[draft](x)
	disable, given := d.body["disable_rollback"]
	if _, f := truthOf("disable_rollback", disable); given && f != nil {
		return unsafe(400, "ValueError")
	}
	if d.body["adopt_stack_data"] != nil && !abandons(x) {
		return fault(400, "NotSupported", "Stack Adopt is not supported.")
	}
	var wrong *hot.Fault
	if d.template, wrong = hot.Parse(d.source); wrong != nil {
		return ofTemplate(wrong)
	}
	name, _ := d.body["stack_name"].(string)
	d.stack = state.Stack{
		ID: x.Env.IDs.UUID(), Name: name, ProjectID: x.Caller.ProjectID, UserID: x.Caller.UserID, UserName: x.Caller.UserName, Roles: x.Caller.Roles,
		Description: d.template.Description, TimeoutMins: d.minutes, DisableRollback: true, Tags: d.tags, Created: x.Now(),
		StackPlan: state.StackPlan{Template: d.template.Raw, Environment: d.environment, Files: d.files},
	}
	if given {
		d.stack.DisableRollback, _ = truthOf("disable_rollback", disable)
	}
	return nil
}

func refuseTaken(x *pipeline.Exchange) *pipeline.Fault {
	if d := pipeline.Work[draft](x); living(x, d.stack.Name) != nil {
		return fault(409, "StackExists", "The Stack (%s) already exists.", d.stack.Name)
	}
	return nil
}

func readRest(x *pipeline.Exchange) *pipeline.Fault {
	d := pipeline.Work[draft](x)
	if wrong := d.template.Check(); wrong != nil {
		f := ofTemplate(wrong)
		if f.Message != "" {
			f.Name = "StackValidationFailed"
		}
		return f
	}
	return tooMany(d.template)
}

// tooMany refuses more resources than a stack may have.
func tooMany(t *hot.Template) *pipeline.Fault {
	if len(t.Resources) > mostResources {
		return fault(400, "RequestLimitExceeded", "Request limit exceeded: Maximum resources per stack exceeded.")
	}
	return nil
}

var goodName = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9_.-]{0,254}$`)

func refuseName(x *pipeline.Exchange) *pipeline.Fault {
	name := pipeline.Work[draft](x).body["stack_name"]
	text, ok := name.(string)
	if !ok {
		return invalid("Invalid stack name %s, must be a string", hot.Repr(name))
	}
	if !goodName.MatchString(text) {
		return invalid(`Invalid stack name %s must contain only alphanumeric or "_-." characters, must start with alpha and must be 255 characters or less.`, text)
	}
	return nil
}

func bindNew(x *pipeline.Exchange) *pipeline.Fault {
	d := pipeline.Work[draft](x)
	values, wrong := d.template.Bind(d.given, d.environment.Defaults())
	if wrong != nil {
		return ofTemplate(wrong)
	}
	d.values = values
	d.stack.Parameters = withPseudo(values, &d.stack)
	return nil
}

// begin1 stores the stack, and its resources as not yet begun, and schedules the work.
func (h *heat) begin1(x *pipeline.Exchange) *pipeline.Fault {
	d := pipeline.Work[draft](x)
	d.stack.Serial = x.Txn.Next("stacks")
	required := d.template.RequiredBy()
	for _, r := range d.template.Resources {
		state.StackResources.Insert(x.Txn, &state.StackResource{
			StackID: d.stack.ID, Name: r.Name, Type: r.Type, Action: initial, Status: complete, RequiredBy: required[r.Name],
			Created: d.stack.Created, Updated: d.stack.Created, Description: r.Description,
		})
	}
	work := act{Action: create}
	if d.body["adopt_stack_data"] != nil {
		work.Action = adopt
	}
	d.stack = *h.start(x, &d.stack, work)
	return nil
}
