package draft

import (
	"maps"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/orchestration/validation"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Parse reads the template's version and parameters, and the environment, for which a PATCH also has the files of the present stack.
func (d *Draft) Parse(source hot.Source, had hot.Files) *pipeline.Fault {
	var wrong *hot.Fault
	if d.Template, wrong = hot.Parse(map[string]any(source)); wrong != nil {
		return faults.OfTemplate(wrong)
	}
	if f := d.readFiles(); f != nil {
		return f
	}
	if f := d.mergeFiles(source, had); f != nil {
		return f
	}
	return faults.OfTemplate(d.Environment.CheckRegistry())
}

// Bind sets the values of the template's parameters.
func (d *Draft) Bind() *pipeline.Fault {
	values, wrong := d.Template.Bind(d.Given, d.Environment.Defaults())
	if wrong != nil {
		return faults.OfTemplate(wrong)
	}
	d.Values = values
	return nil
}

// Validate makes the step that checks each resource.
func Validate(ts *kind.Types) pipeline.StepOf[Draft] {
	return pipeline.StepOf[Draft]{Name: "validate the resources", Run: func(x *pipeline.Exchange, d *Draft) *pipeline.Fault {
		return validation.Validate(x, ts, &d.Stack, d.Template)
	}}
}

// Merge fills in what is not given from the present stack, if that is to stay: files, environment and parameters.
func (d *Draft) Merge(now *state.Stack) *pipeline.Fault {
	if !d.KeepsExisting() {
		return nil
	}
	cleared, f := d.clearedParameters()
	if f != nil {
		return f
	}
	files := record.OrEmpty(maps.Clone(now.Files))
	maps.Copy(files, d.Files)
	d.Files = files
	before := hot.Settings(now.Environment)
	given := hot.Values{}
	for name, value := range before.Merge(nil) {
		if !slices.Contains(cleared, name) {
			given[name] = value
		}
	}
	maps.Copy(given, d.Given)
	known := map[string]bool{}
	for _, p := range d.Template.Parameters {
		known[p.Name] = true
	}
	maps.DeleteFunc(given, func(name string, _ any) bool { return !known[name] })
	d.Environment, d.Given = before.Loaded(d.Environment), given
	return nil
}

// CheckImmutable refuses changed values of immutable parameters.
func (d *Draft) CheckImmutable(now *state.Stack) *pipeline.Fault {
	var kept []string
	for _, p := range d.Template.Parameters {
		before, had := now.Parameters[p.Name]
		if p.Immutable && had && hot.Repr(before) != hot.Repr(d.Values[p.Name]) {
			kept = append(kept, p.Name)
		}
	}
	if kept == nil {
		return nil
	}
	const why = "The following parameters are immutable and may not be updated: %s"
	return faults.Of(400, "ImmutableParameterModified", why, strings.Join(kept, ", "))
}
