// Package update holds the operations that update stacks.
package update

import (
	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/locks"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/orchestration/stacks/draft"
	"plumbline/internal/mockcloud/orchestration/work"
	"plumbline/internal/mockcloud/pipeline"
)

// Operations holds stacks.update and stacks.patch.
func Operations(ts *kind.Types, table locks.Table) pipeline.OperationSet {
	update := func(column string, formats, policy func(*pipeline.Exchange, *draft.Draft) *pipeline.Fault) pipeline.Operation {
		steps := []pipeline.StepOf[draft.Draft]{
			locks.GuardOf[draft.Draft](table, column),
			{
				Name: "refuse what is suspended or being deleted", Requirements: []string{"LCK-11"}, Refuses: 400,
				Run: pipeline.Ignoring[draft.Draft](refuse),
			},
		}
		steps = append(append(steps, Checks(ts)...), pipeline.StepOf[draft.Draft]{Name: "begin to update the stack", Run: begin})
		op := pipeline.OperationOf[draft.Draft]{Formats: formats, Policy: policy, Steps: steps, Answer: record.AcceptedOf[draft.Draft]}
		return op.Operation()
	}
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"stacks.update": update("update", draft.Update, nil),
		"stacks.patch":  update("patch", draft.Patch, patchPolicy),
	}}
}

// Checks are the steps that run before anything is changed.
func Checks(ts *kind.Types) []pipeline.StepOf[draft.Draft] {
	return []pipeline.StepOf[draft.Draft]{
		{Name: "read the template", Run: read},
		{Name: "bind the parameters", Run: bind},
		draft.Validate(ts),
	}
}

// refuse is 400 for a stack that is suspended or being deleted.
func refuse(x *pipeline.Exchange) *pipeline.Fault {
	switch record.Stack(x).Action {
	case record.Suspend:
		return faults.Of(400, "NotSupported", "Updating a stack when it is suspended is not supported.")
	case record.Delete:
		return faults.Of(400, "NotSupported", "Updating a stack when it is deleting is not supported.")
	}
	return nil
}

// patchPolicy reads the body before it checks policy, as Heat does: Heat has a separate rule for a PATCH that changes nothing,
// although it never applies it.
func patchPolicy(x *pipeline.Exchange, d *draft.Draft) *pipeline.Fault {
	if x.Body == nil {
		return faults.Uncallable()
	}
	d.Patch = true
	if f := d.ReadTemplate(); f != nil {
		return f
	}
	return x.Demand("stacks:update_patch")
}

// read makes the requested stack from the present one.
func read(x *pipeline.Exchange, d *draft.Draft) *pipeline.Fault {
	now := record.Stack(x)
	d.Stack = *now
	source := d.Source
	if source == nil {
		source = now.Template
	}
	var had hot.Files
	if d.KeepsExisting() {
		had = now.Files
	}
	if f := d.Parse(source, had); f != nil {
		return f
	}
	if wrong := d.Template.Check(); wrong != nil {
		return faults.OfTemplate(wrong)
	}
	if f := d.TooMany(); f != nil {
		return f
	}
	if f := d.Merge(now); f != nil {
		return f
	}
	d.Stack.StackPlan, d.Stack.Description = d.Plan(), d.Template.Description
	if d.Minutes != nil {
		d.Stack.TimeoutMins = d.Minutes
	}
	disabled, f := d.Request.Rollback()
	if f != nil {
		return f
	}
	if disabled != nil {
		d.Stack.DisableRollback = *disabled
	}
	if d.Request.Tags.Or(nil) != nil || !d.KeepsExisting() {
		d.Stack.Tags = d.Tags
	}
	return nil
}

func bind(x *pipeline.Exchange, d *draft.Draft) *pipeline.Fault {
	if f := d.Bind(); f != nil {
		return f
	}
	if f := d.CheckImmutable(record.Stack(x)); f != nil {
		return f
	}
	d.Stack.Environment = d.Environment.WithSection("parameters", d.Given).Using(d.Template)
	d.Stack.Parameters = record.WithPseudo(d.Values, &d.Stack)
	return nil
}

// begin stores the requested stack and schedules the work. An update in progress is superseded; the plan to roll back to stays.
func begin(x *pipeline.Exchange, d *draft.Draft) *pipeline.Fault {
	now := record.Stack(x)
	if d.Stack.Before == nil || now.Status != record.InProgress {
		before := now.StackPlan
		d.Stack.Before = &before
	}
	work.Start(x, &d.Stack, work.Work{Action: record.Update})
	return nil
}
