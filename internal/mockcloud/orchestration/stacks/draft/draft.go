package draft

import (
	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/query"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Draft is a requested stack: a new one, or an update.
type Draft struct {
	Request Request `body:""`
	// Stack is the requested stack, Template its template as far as it has been read.
	Stack    state.Stack
	Template *hot.Template
	// Values are the parameters' values, defaults included.
	Values hot.Values

	// Source is the decoded template; nil for a PATCH without one.
	Source      hot.Source
	Environment hot.Settings
	// Given are the parameters in the request and its environment.
	Given   hot.Values
	Files   hot.Files
	Minutes *int
	Tags    []string
	// Patch tells that values that are not given stay.
	Patch bool
}

// Create reads the body of a request for a new stack.
func Create(x *pipeline.Exchange, d *Draft) *pipeline.Fault {
	if f := wellFlagged(x); f != nil {
		return f
	}
	if f := d.readArguments(false); f != nil {
		return f
	}
	if !d.Request.Name.Given() {
		return pipeline.BadRequest("No stack name specified")
	}
	return d.ReadTemplate()
}

// Update reads the body of a request that replaces a stack's description.
func Update(x *pipeline.Exchange, d *Draft) *pipeline.Fault {
	if f := wellFlagged(x); f != nil {
		return f
	}
	if f := d.readArguments(true); f != nil {
		return f
	}
	return d.ReadTemplate()
}

// Patch reads the body of a request that changes parts of a stack's description.
func Patch(x *pipeline.Exchange, d *Draft) *pipeline.Fault {
	if f := wellFlagged(x); f != nil {
		return f
	}
	d.Patch = true
	if f := d.readArguments(true); f != nil {
		return f
	}
	if d.Source != nil {
		return nil // read already by patchPolicy
	}
	return d.ReadTemplate()
}

// ReadPlainTemplate reads a request that has a template only.
func ReadPlainTemplate(x *pipeline.Exchange, d *Draft) *pipeline.Fault {
	if f := wellFlagged(x); f != nil {
		return f
	}
	return d.ReadTemplate()
}

// wellFlagged checks the query of operations that can also show nested stacks.
func wellFlagged(x *pipeline.Exchange) *pipeline.Fault {
	_, f := query.Flag(x, "show_nested")
	return f
}

// readArguments reads the arguments other than template and parameters.
func (d *Draft) readArguments(update bool) *pipeline.Fault {
	var f *pipeline.Fault
	if d.Minutes, f = integerOf("timeout_mins", d.Request.Minutes.Or(nil)); f != nil {
		return f
	}
	if d.Tags, f = query.Tags(d.Request.Tags.Or(nil)); f != nil {
		return f
	}
	if d.Request.Converge.Given() && !update {
		return pipeline.BadRequest("converge flag only supported in stack update (or update preview) request.")
	}
	return nil
}

// KeepsExisting tells that what is not given stays as it is: in a PATCH, and where the body asks for it.
func (d *Draft) KeepsExisting() bool { return d.Patch || !hot.IsEmpty(d.Request.Existing.Or(nil)) }

// Plan is the plan of the requested stack, without its parameters.
func (d *Draft) Plan() state.StackPlan {
	return state.StackPlan{Template: d.Template.Raw, Environment: d.Environment, Files: d.Files}
}

// mostResources is the greatest number of resources of a stack.
const mostResources = 1000

// TooMany refuses a stack with too many resources.
func (d *Draft) TooMany() *pipeline.Fault {
	if len(d.Template.Resources) > mostResources {
		return faults.Of(400, "RequestLimitExceeded", "Request limit exceeded: Maximum resources per stack exceeded.")
	}
	return nil
}
