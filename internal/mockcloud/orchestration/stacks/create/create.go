// Package create holds the operation that creates stacks.
package create

import (
	"regexp"
	"sync"

	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/orchestration/stacks/draft"
	"plumbline/internal/mockcloud/orchestration/work"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Operations holds stacks.create.
func Operations(ts *kind.Types) pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"stacks.create": pipeline.OperationOf[draft.Draft]{
			Formats: draft.Create,
			Steps:   append(Checks(ts), pipeline.StepOf[draft.Draft]{Name: "begin to create the stack", Run: begin}),
			Answer:  answer,
		}.Operation(),
	}}
}

// Checks are the steps that run before anything is created.
func Checks(ts *kind.Types) []pipeline.StepOf[draft.Draft] {
	return []pipeline.StepOf[draft.Draft]{
		{Name: "read the template", Run: read},
		{Name: "refuse a name that is taken", Run: refuseTaken},
		{Name: "read the resources", Run: readRest},
		{Name: "refuse a bad name", Run: refuseName},
		{Name: "bind the parameters", Run: bind},
		draft.Validate(ts),
	}
}

// created is the stack in the answer.
type created struct {
	ID    string          `json:"id"`
	Links []pipeline.Link `json:"links"`
}

func answer(x *pipeline.Exchange, d *draft.Draft) (*pipeline.Response, *pipeline.Fault) {
	at := record.PathOf(x, &d.Stack)
	return pipeline.Answer(201, "stack", &created{ID: d.Stack.ID, Links: record.SelfLink(at)}).WithHeader("Location", at), nil
}

// read makes a new stack from the request, and reads the template's parameters.
func read(x *pipeline.Exchange, d *draft.Draft) *pipeline.Fault {
	disabled, f := d.Request.Rollback()
	if f != nil {
		return f
	}
	if d.Request.Adopts() && !draft.IsAbandonEnabled(x) {
		return faults.Of(400, "NotSupported", "Stack Adopt is not supported.")
	}
	if f := d.Parse(d.Source, nil); f != nil {
		return f
	}
	d.Stack = state.Stack{
		ID: x.Env.IDs.UUID(), Name: d.Request.NameText(), ProjectID: x.Caller.ProjectID, UserID: x.Caller.UserID, UserName: x.Caller.UserName,
		Roles: x.Caller.Roles, Description: d.Template.Description, TimeoutMins: d.Minutes, DisableRollback: true, Tags: d.Tags, Created: x.Now(),
		StackPlan: d.Plan(),
	}
	if disabled != nil {
		d.Stack.DisableRollback = *disabled
	}
	return nil
}

func refuseTaken(x *pipeline.Exchange, d *draft.Draft) *pipeline.Fault {
	if record.FindLive(x, d.Stack.Name) != nil {
		return faults.Of(409, "StackExists", "The Stack (%s) already exists.", d.Stack.Name)
	}
	return nil
}

func readRest(_ *pipeline.Exchange, d *draft.Draft) *pipeline.Fault {
	if wrong := d.Template.Check(); wrong != nil {
		f := faults.OfTemplate(wrong)
		if f.Message != "" {
			f.Name = "StackValidationFailed"
		}
		return f
	}
	return d.TooMany()
}

var goodName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9_.-]{0,254}$`) })

func refuseName(_ *pipeline.Exchange, d *draft.Draft) *pipeline.Fault {
	if !d.Request.NameIsText() {
		return faults.Invalid("Invalid stack name %s, must be a string", hot.Repr(d.Request.Name.Or(nil)))
	}
	if name := d.Stack.Name; !goodName().MatchString(name) {
		return faults.Invalid(`Invalid stack name %s must contain only alphanumeric or "_-." characters, `+
			`must start with alpha and must be 255 characters or less.`, name)
	}
	return nil
}

func bind(_ *pipeline.Exchange, d *draft.Draft) *pipeline.Fault {
	if f := d.Bind(); f != nil {
		return f
	}
	d.Stack.Environment = d.Environment.WithSection("parameters", d.Given).Using(d.Template) // a PATCH keeps the request's parameters
	d.Stack.Parameters = record.WithPseudo(d.Values, &d.Stack)
	return nil
}

// begin stores the stack and its resources, which are not created yet, and schedules the work.
func begin(x *pipeline.Exchange, d *draft.Draft) *pipeline.Fault {
	d.Stack.Serial = x.Txn.Next("stacks")
	required := d.Template.RequiredBy()
	order, wrong := d.Template.Order()
	if wrong != nil {
		return faults.OfTemplate(wrong)
	}
	for _, name := range order {
		r := d.Template.Resource(name)
		state.StackResources.Insert(x.Txn, &state.StackResource{
			StackID: d.Stack.ID, Name: r.Name, Type: r.Type, Action: record.Initial, Status: record.Complete, RequiredBy: required[r.Name],
			Created: d.Stack.Created, Updated: d.Stack.Created, Description: r.Description,
			Serial: x.Txn.Next("stack-resource-order"),
		})
	}
	begun := work.Work{Action: record.Create}
	if d.Request.Adopts() {
		begun.Action = record.Adopt
	}
	d.Stack = *work.Start(x, &d.Stack, begun)
	return nil
}
