package draft

import (
	"plumbline/mockcloud/internal/orchestration/faults"
	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/internal/orchestration/query"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// Draft is a stack that is being asked for, or what one is to become.
type Draft struct {
	Request Request `body:""`
	// Stack is the stack as it is to be, Template its template as far as it has been read.
	Stack    state.Stack
	Template *hot.Template
	// Values are the parameters with their defaults.
	Values hot.Values

	// Source is the template as decoded; nil where a PATCH gives none.
	Source      hot.Source
	Environment hot.Settings
	// Given are the parameters that the request and its environment give.
	Given   hot.Values
	Files   hot.Files
	Minutes *int
	Tags    []string
	// Patch tells that what is not given stays.
	Patch bool
}

// Create reads the body of a stack that is to be made.
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

// Update reads the body of what a stack is to become.
func Update(x *pipeline.Exchange, d *Draft) *pipeline.Fault {
	if f := wellFlagged(x); f != nil {
		return f
	}
	if f := d.readArguments(true); f != nil {
		return f
	}
	return d.ReadTemplate()
}

// Patch reads the body of what is to be other about a stack.
func Patch(x *pipeline.Exchange, d *Draft) *pipeline.Fault {
	if f := wellFlagged(x); f != nil {
		return f
	}
	d.Patch = true
	if f := d.readArguments(true); f != nil {
		return f
	}
	if d.Source != nil {
		return nil // policy has had it read already
	}
	return d.ReadTemplate()
}

// ReadPlainTemplate reads a template alone.
func ReadPlainTemplate(x *pipeline.Exchange, d *Draft) *pipeline.Fault {
	if f := wellFlagged(x); f != nil {
		return f
	}
	return d.ReadTemplate()
}

// wellFlagged looks at the query of the operations that show what is nested as well.
func wellFlagged(x *pipeline.Exchange) *pipeline.Fault {
	_, f := query.Flag(x, "show_nested")
	return f
}

// readArguments reads what stands beside template and parameters.
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

// Plan is the plan of the stack as it is to be, its parameters left out.
func (d *Draft) Plan() state.StackPlan {
	return state.StackPlan{Template: d.Template.Raw, Environment: d.Environment, Files: d.Files}
}

// mostResources are the resources that a stack may have.
const mostResources = 1000

// TooMany refuses more resources than a stack may have.
func (d *Draft) TooMany() *pipeline.Fault {
	if len(d.Template.Resources) > mostResources {
		return faults.Of(400, "RequestLimitExceeded", "Request limit exceeded: Maximum resources per stack exceeded.")
	}
	return nil
}
