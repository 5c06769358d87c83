package volumetypes

import (
	"maps"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// specs holds the values that the steps of requests for several extra specifications share.
type specs struct {
	Given map[string]*string `body:"extra_specs"`
}

// spec holds the values that the steps of a request for one extra specification share.
type spec struct {
	Given map[string]*string `body:""`
}

// SpecOperations holds the operations on the extra specifications of volume types.
func SpecOperations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"type-specs.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "extra_specs", seenSpecs(x, kind(x))), nil
		}},
		"type-specs.show": {Answer: showSpec},
		"type-specs.create": pipeline.OperationOf[specs]{
			Steps: []pipeline.StepOf[specs]{{Name: "no volume has the type", Run: unused[specs]}, {
				Name: "add the specs",
				Run:  func(x *pipeline.Exchange, w *specs) *pipeline.Fault { return addSpecs(x, w.Given) },
			}},
			Answer: func(_ *pipeline.Exchange, w *specs) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "extra_specs", w.Given), nil
			},
		}.Operation(),
		"type-specs.update": pipeline.OperationOf[spec]{
			Steps: []pipeline.StepOf[spec]{{Name: "no volume has the type", Run: unused[spec]}, {Name: "set the spec", Run: setSpec}},
			Answer: func(_ *pipeline.Exchange, w *spec) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Body(200, w.Given), nil
			},
		}.Operation(),
		"type-specs.delete": pipeline.OperationOf[pipeline.Nothing]{
			Steps: []pipeline.StepOf[pipeline.Nothing]{
				{Name: "no volume has the type", Run: unused[pipeline.Nothing]}, {Name: "delete the spec", Run: deleteSpec},
			},
			Answer: record.Accepted[pipeline.Nothing],
		}.Operation(),
	}}
}

// specKey is the key of the extra specification in the path.
func specKey(x *pipeline.Exchange) string { return x.Params.Get("key") }

func noSpec(x *pipeline.Exchange) *pipeline.Fault {
	return pipeline.NotFound("Volume Type %s has no extra specs with key %s.", kind(x).ID, specKey(x))
}

func showSpec(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	value, there := seenSpecs(x, kind(x))[specKey(x)]
	if !there {
		return nil, noSpec(x)
	}
	return pipeline.Body(200, map[string]string{specKey(x): value}), nil
}

func unused[W any](x *pipeline.Exchange, _ *W) *pipeline.Fault {
	if inUse(x, kind(x)) {
		return pipeline.BadRequest("Volume Type is currently in use.")
	}
	return nil
}

func setSpec(x *pipeline.Exchange, w *spec) *pipeline.Fault {
	if _, inPath := w.Given[specKey(x)]; !inPath {
		return pipeline.BadRequest("Request body and URI mismatch")
	}
	return addSpecs(x, w.Given)
}

// isTrue is how an extra specification asks for something.
const isTrue = "<is> True"

func addSpecs(x *pipeline.Exchange, given map[string]*string) *pipeline.Fault {
	merged := maps.Clone(kind(x).ExtraSpecs)
	for key, value := range given {
		merged[key] = ""
		if value != nil {
			merged[key] = *value
		}
	}
	if merged["multiattach"] == isTrue && merged["cacheable"] == isTrue {
		return pipeline.BadRequest("cacheable cannot be set with multiattach.")
	}
	put(x, func(t *state.VolumeType) { t.ExtraSpecs = merged })
	return nil
}

func deleteSpec(x *pipeline.Exchange, _ *pipeline.Nothing) *pipeline.Fault {
	if _, there := kind(x).ExtraSpecs[specKey(x)]; !there {
		return noSpec(x)
	}
	put(x, func(t *state.VolumeType) {
		t.ExtraSpecs = maps.Clone(t.ExtraSpecs)
		delete(t.ExtraSpecs, specKey(x))
	})
	return nil
}
