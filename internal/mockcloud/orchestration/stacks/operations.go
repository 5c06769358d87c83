// Package stacks holds the operations that list and show stacks; the packages below it hold the operations that change them.
package stacks

import (
	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
)

// Operations holds the operations that read stacks, and the short paths to them.
func Operations(ts *kind.Types) pipeline.OperationSet {
	set := pipeline.OperationSet{
		Lookups: map[string]pipeline.Lookup{"stack_id": record.Find},
		Operations: map[string]pipeline.Operation{
			"stacks.list":   pipeline.OperationOf[listQuery]{Formats: readListQuery, Answer: list}.Operation(),
			"stacks.detail": pipeline.OperationOf[listQuery]{Answer: list}.Operation(), // Heat ignores the query here
			"stacks.show": pipeline.OperationOf[showing]{
				Formats: readShowQuery,
				Answer:  func(x *pipeline.Exchange, w *showing) (*pipeline.Response, *pipeline.Fault) { return show(x, ts, w) },
			}.Operation(),
			"stack-template.show":    {Answer: template},
			"stack-environment.show": {Answer: showEnvironment},
			"stack-files.show":       {Answer: files},
			"stack-outputs.list":     {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return listOutputs(x, ts) }},
			"stack-outputs.show":     {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return showOutput(x, ts) }},
		},
	}
	for id := range shortPaths {
		set.Operations[id] = redirect(shortPaths[id])
	}
	return set
}

// output is an output in a list, without its value.
type output struct {
	Key         string  `json:"output_key"`
	Description string  `json:"description"`
	Error       *string `json:"output_error,omitzero"`
}

func listOutputs(x *pipeline.Exchange, ts *kind.Types) (*pipeline.Response, *pipeline.Fault) {
	all := ts.Outputs(x, record.Stack(x))
	views := make([]output, len(all))
	for i, o := range all {
		views[i] = output{Key: o.Key, Description: o.Description, Error: o.Error}
	}
	return pipeline.Answer(200, "outputs", views), nil
}

func showOutput(x *pipeline.Exchange, ts *kind.Types) (*pipeline.Response, *pipeline.Fault) {
	key := x.Params.Get("output_key")
	for _, o := range ts.Outputs(x, record.Stack(x)) {
		if o.Key == key {
			return pipeline.Answer(200, "output", &o), nil
		}
	}
	return nil, faults.Of(404, "NotFound", "Specified output key %s not found.", key)
}
