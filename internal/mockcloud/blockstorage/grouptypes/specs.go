package grouptypes

import (
	"maps"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// specs and spec are requests for several specs and for the one that the path names.
type (
	specs struct {
		Given map[string]*string `body:"group_specs"`
	}
	spec struct {
		Given map[string]*string `body:""`
	}
)

func addSpecOperations(to map[string]pipeline.Operation) {
	to["group-specs.list"] = pipeline.Operation{Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		t, f := types.Find(x)
		if f != nil {
			return nil, f
		}
		return pipeline.Answer(200, "group_specs", t.Specs), nil
	}}
	to["group-specs.show"] = pipeline.Operation{Answer: showSpec}
	to["group-specs.create"] = pipeline.OperationOf[specs]{
		Steps: []pipeline.StepOf[specs]{{Name: "add the specs", Run: func(x *pipeline.Exchange, w *specs) *pipeline.Fault {
			return changeSpecs(x, func(kept map[string]*string) *pipeline.Fault {
				maps.Copy(kept, w.Given)
				return nil
			})
		}}},
		Answer: func(_ *pipeline.Exchange, w *specs) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(202, "group_specs", w.Given), nil
		},
	}.Operation()
	to["group-specs.update"] = pipeline.OperationOf[spec]{
		Steps: []pipeline.StepOf[spec]{{Name: "set the spec", Run: func(x *pipeline.Exchange, w *spec) *pipeline.Fault {
			return changeSpecs(x, func(kept map[string]*string) *pipeline.Fault {
				if _, inPath := w.Given[x.Params.Get("key")]; !inPath {
					return pipeline.BadRequest("Request body and URI mismatch")
				}
				maps.Copy(kept, w.Given)
				return nil
			})
		}}},
		Answer: func(_ *pipeline.Exchange, w *spec) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Body(200, w.Given), nil
		},
	}.Operation()
	to["group-specs.delete"] = pipeline.OperationOf[pipeline.Nothing]{
		Steps:  []pipeline.StepOf[pipeline.Nothing]{{Name: "delete the spec", Run: deleteSpec}},
		Answer: record.Accepted[pipeline.Nothing],
	}.Operation()
}

func showSpec(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	t, f := types.Find(x)
	if f != nil {
		return nil, f
	}
	key := x.Params.Get("key")
	value, there := t.Specs[key]
	if !there {
		return nil, pipeline.NotFound("Group Type %s has no extra spec with key %s.", t.ID, key)
	}
	return pipeline.Body(200, map[string]*string{key: value}), nil
}

func deleteSpec(x *pipeline.Exchange, _ *pipeline.Nothing) *pipeline.Fault {
	key, id := x.Params.Get("key"), x.Params.Get("group_type_id")
	return changeSpecs(x, func(kept map[string]*string) *pipeline.Fault {
		if _, there := kept[key]; !there {
			return pipeline.NotFound("Group Type %s has no specs with key %s.", id, key)
		}
		delete(kept, key)
		return nil
	})
}

// changeSpecs stores the type of the path with specs that were changed.
func changeSpecs(x *pipeline.Exchange, how func(kept map[string]*string) *pipeline.Fault) *pipeline.Fault {
	t, f := types.Find(x)
	if f != nil {
		return f
	}
	after := *t
	after.Specs = maps.Clone(t.Specs)
	if f := how(after.Specs); f != nil {
		return f
	}
	state.VolumeGroupTypes.Insert(x.Txn, &after)
	return nil
}
