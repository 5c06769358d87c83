package grouptypes

import (
	"maps"

	"plumbline/mockcloud/internal/blockstorage/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// specs holds the values that the steps of a request for several specs share.
type specs struct {
	Given map[string]*string `body:"group_specs"`
}

// spec holds the values that the steps of a request for one spec share.
type spec struct {
	Given map[string]*string `body:""`
}

// SpecOperations holds the operations on the specs of types of groups.
func SpecOperations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"group-specs.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "group_specs", kind(x).Specs), nil
		}},
		"group-specs.show": {Answer: showSpec},
		"group-specs.create": pipeline.OperationOf[specs]{
			Steps: []pipeline.StepOf[specs]{{Name: "add the specs", Run: func(x *pipeline.Exchange, w *specs) *pipeline.Fault {
				add(x, w.Given)
				return nil
			}}},
			Answer: func(_ *pipeline.Exchange, w *specs) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(202, "group_specs", w.Given), nil
			},
		}.Operation(),
		"group-specs.update": pipeline.OperationOf[spec]{
			Steps: []pipeline.StepOf[spec]{{Name: "set the spec", Run: setSpec}},
			Answer: func(_ *pipeline.Exchange, w *spec) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Body(200, w.Given), nil
			},
		}.Operation(),
		"group-specs.delete": pipeline.OperationOf[pipeline.Nothing]{
			Steps:  []pipeline.StepOf[pipeline.Nothing]{{Name: "delete the spec", Run: deleteSpec}},
			Answer: record.Accepted[pipeline.Nothing],
		}.Operation(),
	}}
}

func showSpec(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	key := x.Params.Get("key")
	value, there := kind(x).Specs[key]
	if !there {
		return nil, pipeline.NotFound("Group Type %s has no extra spec with key %s.", kind(x).ID, key)
	}
	return pipeline.Body(200, map[string]*string{key: value}), nil
}

func setSpec(x *pipeline.Exchange, w *spec) *pipeline.Fault {
	if _, inPath := w.Given[x.Params.Get("key")]; !inPath {
		return pipeline.BadRequest("Request body and URI mismatch")
	}
	add(x, w.Given)
	return nil
}

func add(x *pipeline.Exchange, given map[string]*string) {
	put(x, func(t *state.VolumeGroupType) {
		t.Specs = maps.Clone(t.Specs)
		maps.Copy(t.Specs, given)
	})
}

func deleteSpec(x *pipeline.Exchange, _ *pipeline.Nothing) *pipeline.Fault {
	key := x.Params.Get("key")
	if _, there := kind(x).Specs[key]; !there {
		return pipeline.NotFound("Group Type %s has no specs with key %s.", kind(x).ID, key)
	}
	put(x, func(t *state.VolumeGroupType) {
		t.Specs = maps.Clone(t.Specs)
		delete(t.Specs, key)
	})
	return nil
}
