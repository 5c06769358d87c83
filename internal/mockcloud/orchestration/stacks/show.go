package stacks

import (
	"maps"

	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/query"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
)

// showing tells whether the outputs are left out.
type showing struct{ unresolved bool }

func readShowQuery(x *pipeline.Exchange, w *showing) *pipeline.Fault {
	if !x.Query.Has("resolve_outputs") {
		return nil
	}
	resolve, f := query.StrictFlag(x, "resolve_outputs")
	w.unresolved = !resolve
	return f
}

func show(x *pipeline.Exchange, ts *kind.Types, w *showing) (*pipeline.Response, *pipeline.Fault) {
	s := record.Stack(x)
	template, wrong := hot.Read(s.Template)
	if wrong != nil {
		return nil, faults.OfTemplate(wrong)
	}
	view := detailOf(x, s)
	view.Parameters = template.ShownParameters(s.Parameters)
	if !w.unresolved && s.Deleted == nil {
		view.Outputs = append([]kind.Output{}, ts.Outputs(x, s)...)
	}
	return pipeline.Answer(200, "stack", view), nil
}

func template(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	s := record.Stack(x)
	if s.Action == record.Delete {
		return pipeline.Body(200, record.WithoutResources(s.Template)), nil
	}
	return pipeline.Body(200, s.Template), nil
}

func files(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Body(200, record.OrEmpty(record.Stack(x).Files)), nil
}

// showEnvironment answers a stack's environment without the values of hidden parameters.
func showEnvironment(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	s := record.Stack(x)
	settings := hot.Settings(maps.Clone(s.Environment))
	delete(settings, "parameter_merge_strategies") // what they say was done when the environments were merged
	template, wrong := hot.Read(s.Template)
	if wrong != nil {
		return pipeline.Body(200, settings.AllSections()), nil
	}
	return pipeline.Body(200, settings.MaskedSections(template.Parameters)), nil
}
