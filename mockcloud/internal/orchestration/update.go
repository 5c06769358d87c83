package orchestration

import (
	"maps"
	"slices"
	"strings"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

func (h *heat) updateOperations() map[string]pipeline.Operation {
	prepare := []pipeline.Step{
		{Name: "read the template", Run: readNext},
		{Name: "bind the parameters", Run: bindNext},
		{Name: "validate the resources", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			d := pipeline.Work[draft](x)
			return h.validate(x, &d.stack, d.template)
		}},
	}
	updates := func(column string) pipeline.Operation {
		steps := []pipeline.Step{
			h.unlocked(column),
			{Name: "refuse what is suspended or being deleted", Requirements: []string{"LCK-11"}, Refuses: 400, Run: func(x *pipeline.Exchange) *pipeline.Fault {
				switch stackOf(x).Action {
				case suspend:
					return fault(400, "NotSupported", "Updating a stack when it is suspended is not supported.")
				case remove:
					return fault(400, "NotSupported", "Updating a stack when it is deleting is not supported.")
				}
				return nil
			}},
		}
		steps = append(append(steps, prepare...), pipeline.Step{Name: "begin to update the stack", Run: h.beginUpdate})
		return pipeline.Operation{Steps: steps, Answer: accepted}
	}
	patch := updates("patch")
	patch.Policy = patchPolicy
	return map[string]pipeline.Operation{
		"stacks.update": updates("update"), "stacks.patch": patch,
		"stacks.preview-update": {Steps: prepare, Reads: true, Answer: h.previewedUpdate},
		"stacks.preview-patch":  {Steps: prepare, Reads: true, Answer: h.previewedUpdate},
	}
}

// patchPolicy: Heat has a rule for a PATCH that changes nothing (which it never finds to hold), so that it reads the body before it asks.
func patchPolicy(x *pipeline.Exchange) *pipeline.Fault {
	if x.Body == nil {
		return uncallable()
	}
	d := pipeline.Work[draft](x)
	d.body, _ = x.Body.(map[string]any)
	d.patch = true
	if f := d.readTemplate(); f != nil {
		return f
	}
	return x.Demand("stacks:update_patch")
}

// readNext makes of the present stack the one that it is to become.
func readNext(x *pipeline.Exchange) *pipeline.Fault {
	d := pipeline.Work[draft](x)
	now := stackOf(x)
	d.stack = *now
	source := any(d.source)
	if d.source == nil {
		source = now.Template
	}
	var wrong *hot.Fault
	if d.template, wrong = hot.Parse(source); wrong != nil {
		return ofTemplate(wrong)
	}
	if wrong := d.template.Check(); wrong != nil {
		return ofTemplate(wrong)
	}
	if f := tooMany(d.template); f != nil {
		return f
	}
	d.merge(now)
	d.stack.StackPlan = state.StackPlan{Template: d.template.Raw, Environment: d.environment, Files: d.files}
	d.stack.Description = d.template.Description
	if d.minutes != nil {
		d.stack.TimeoutMins = d.minutes
	}
	if disable, given := d.body["disable_rollback"]; given {
		on, f := truthOf("disable_rollback", disable)
		if f != nil {
			return unsafe(400, "ValueError")
		}
		d.stack.DisableRollback = on
	}
	if _, given := d.body["tags"]; given || !d.patch {
		d.stack.Tags = d.tags
	}
	return nil
}

// merge keeps what a PATCH does not say: files, environment, and the parameters given before.
func (d *draft) merge(now *state.Stack) {
	if !d.patch {
		return
	}
	files := maps.Clone(now.Files)
	if files == nil {
		files = map[string]any{}
	}
	maps.Copy(files, d.files)
	d.files = files
	before := hot.Settings(now.Environment)
	cleared := listOf(d.body["clear_parameters"])
	given := map[string]any{}
	for name, value := range before.Merge(nil) {
		if !slices.Contains(cleared, any(name)) {
			given[name] = value
		}
	}
	maps.Copy(given, d.given)
	known := map[string]bool{}
	for _, p := range d.template.Parameters {
		known[p.Name] = true
	}
	maps.DeleteFunc(given, func(name string, _ any) bool { return !known[name] })
	merged := hot.Settings{}
	maps.Copy(merged, before)
	maps.Copy(merged, d.environment)
	d.environment, d.given = merged, given
}

func bindNext(x *pipeline.Exchange) *pipeline.Fault {
	d := pipeline.Work[draft](x)
	now := stackOf(x)
	values, wrong := d.template.Bind(d.given, d.environment.Defaults())
	if wrong != nil {
		return ofTemplate(wrong)
	}
	var kept []string
	for _, p := range d.template.Parameters {
		before, had := now.Parameters[p.Name]
		if p.Immutable && had && hot.Repr(before) != hot.Repr(values[p.Name]) {
			kept = append(kept, p.Name)
		}
	}
	if kept != nil {
		return fault(400, "ImmutableParameterModified", "The following parameters are immutable and may not be updated: %s", strings.Join(kept, ", "))
	}
	d.stack.Environment = with(d.environment, "parameters", d.given)
	d.stack.Parameters = withPseudo(values, &d.stack)
	return nil
}

// with is a copy of a map with another value under one key.
func with(m map[string]any, key string, value any) map[string]any {
	out := map[string]any{}
	maps.Copy(out, m)
	out[key] = value
	return out
}

// beginUpdate stores what the stack is to become and schedules the work. An update that is under way is superseded;
// what to roll back to stays.
func (h *heat) beginUpdate(x *pipeline.Exchange) *pipeline.Fault {
	d := pipeline.Work[draft](x)
	now := stackOf(x)
	if d.stack.Before == nil || now.Status != inProgress {
		before := now.StackPlan
		d.stack.Before = &before
	}
	h.start(x, &d.stack, act{Action: update})
	return nil
}

// accepted is how updates answer: 202 with the web framework's page.
func accepted(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pageOf(x, 202, "The request is accepted for processing."), nil
}
