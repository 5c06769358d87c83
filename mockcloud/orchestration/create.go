package orchestration

import (
	"fmt"
	"regexp"
	"strings"

	"plumbline/mockcloud/orchestration/hot"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// draft is a stack that is being asked for.
type draft struct {
	stack    state.Stack
	template *hot.Template
	values   hot.Values
	given    map[string]any
}

func (h *heat) createOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"stacks.create": {
			Steps: []pipeline.Step{
				{Name: "read the request", Run: readRequest},
				{Name: "refuse a name that is taken", Run: refuseTaken},
				{Name: "bind the parameters", Run: bind},
				{Name: "validate the resources", Run: h.validate},
				{Name: "begin to create the stack", Run: h.begin},
			},
			Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				s := &pipeline.Work[draft](x).stack
				at := pathOf(x, s)
				answer := pipeline.Answer(201, "stack", map[string]any{"id": s.ID, "links": []any{link("self", at)}})
				return answer.With("Location", at), nil
			},
		},
	}
}

// readRequest reads the body key by key, in the order Heat looks at them.
func readRequest(x *pipeline.Exchange) *pipeline.Fault {
	body, _ := x.Body.(map[string]any)
	d := pipeline.Work[draft](x)
	name, ok := body["stack_name"]
	if !ok {
		return pipeline.BadRequest("No stack name specified")
	}
	minutes, f := minutes(body["timeout_mins"])
	if f != nil {
		return f
	}
	source, ok := body["template"]
	if !ok {
		return pipeline.BadRequest("No template specified")
	}
	var wrong *hot.Fault
	if d.template, wrong = hot.Read(source); wrong != nil {
		return ofTemplate(wrong)
	}
	environment, wrong := hot.ReadEnvironment(body["environment"])
	if wrong != nil {
		return ofTemplate(wrong)
	}
	d.given = environment.Merge(body["parameters"])
	if f := checkName(name); f != nil {
		return f
	}
	d.stack = state.Stack{
		ID: x.Env.IDs.UUID(), Name: name.(string), ProjectID: x.Caller.ProjectID, UserID: x.Caller.UserID, UserName: x.Caller.UserName,
		Description: d.template.Description, Template: d.template.Raw, Environment: environment, TimeoutMins: minutes,
		DisableRollback: true, Tags: tagsOf(body["tags"]), Created: x.Now(),
	}
	if rollback, ok := body["disable_rollback"].(bool); ok {
		d.stack.DisableRollback = rollback
	}
	return nil
}

func minutes(v any) (*int, *pipeline.Fault) {
	switch n := v.(type) {
	case nil:
		return nil, nil
	case float64:
		whole := int(n)
		return &whole, nil
	}
	return nil, pipeline.BadRequest("Only integer is acceptable by 'timeout_mins'.")
}

var goodName = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9_.-]{0,254}$`)

func checkName(name any) *pipeline.Fault {
	text, ok := name.(string)
	if !ok {
		return invalid("Invalid stack name %s, must be a string", hot.Text(name))
	}
	if !goodName.MatchString(text) {
		return invalid(`Invalid stack name %s must contain only alphanumeric or "_-." characters, must start with alpha and must be 255 characters or less.`, text)
	}
	return nil
}

func tagsOf(v any) []string {
	switch t := v.(type) {
	case string:
		var out []string
		for _, tag := range strings.Split(t, ",") {
			if tag = strings.TrimSpace(tag); tag != "" {
				out = append(out, tag)
			}
		}
		return out
	case []any:
		var out []string
		for _, tag := range t {
			out = append(out, fmt.Sprint(tag))
		}
		return out
	}
	return nil
}

func refuseTaken(x *pipeline.Exchange) *pipeline.Fault {
	if d := pipeline.Work[draft](x); living(x, d.stack.Name) != nil {
		return fault(409, "StackExists", "The Stack (%s) already exists.", d.stack.Name)
	}
	return nil
}

func bind(x *pipeline.Exchange) *pipeline.Fault {
	d := pipeline.Work[draft](x)
	values, wrong := d.template.Bind(d.given)
	if wrong != nil {
		return ofTemplate(wrong)
	}
	values["OS::stack_id"], values["OS::stack_name"], values["OS::project_id"] = d.stack.ID, d.stack.Name, d.stack.ProjectID
	d.values, d.stack.Parameters = values, values
	return nil
}

// validate checks each resource: its type, its properties, then what its type says about their values.
func (h *heat) validate(x *pipeline.Exchange) *pipeline.Fault {
	d := pipeline.Work[draft](x)
	if _, wrong := d.template.Order(); wrong != nil {
		return ofTemplate(wrong)
	}
	unknown := hot.Resolver{
		Values:    d.values,
		Reference: func(string) any { return nil },
		Attribute: func(string, string) any { return nil },
	}
	for _, r := range d.template.Resources {
		k := h.kinds[r.Type]
		if k == nil {
			return invalid("The Resource Type (%s) could not be found.", r.Type)
		}
		if f := validateProperties(x, k, r, unknown); f != nil {
			return f
		}
	}
	return nil
}

func validateProperties(x *pipeline.Exchange, k *kind, r hot.Resource, with hot.Resolver) *pipeline.Fault {
	resolved := map[string]any{}
	for _, key := range hot.Keys(r.Properties) {
		if _, known := k.properties[key]; !known && k.properties != nil {
			return invalid("Property error: : resources.%s.properties: : Unknown Property %s", r.Name, key)
		}
		value, err := with.Resolve(r.Properties[key])
		if err != nil {
			return invalid("Property error: : resources.%s.properties.%s: : %v", r.Name, key, err)
		}
		resolved[key] = value
	}
	for _, key := range hot.Keys(k.properties) {
		if _, given := resolved[key]; k.properties[key] && !given {
			return invalid("Property error: : resources.%s.properties: : Property %s not assigned", r.Name, key)
		}
	}
	if k.validate == nil {
		return nil
	}
	return k.validate(x, r.Name, resolved)
}

// begin stores the stack, its resources not yet begun, and schedules the work.
func (h *heat) begin(x *pipeline.Exchange) *pipeline.Fault {
	d := pipeline.Work[draft](x)
	d.stack.Serial = x.Txn.Next("stacks")
	required := d.template.RequiredBy()
	for _, r := range d.template.Resources {
		state.StackResources.Insert(x.Txn, &state.StackResource{
			StackID: d.stack.ID, Name: r.Name, Type: r.Type, Action: "INIT", Status: complete, RequiredBy: required[r.Name],
			Created: d.stack.Created, Updated: d.stack.Created,
		})
	}
	started := enter(x, &d.stack, create, inProgress, "Stack CREATE started")
	x.Later(workCreate, started.ID, *x.Caller)
	return nil
}
