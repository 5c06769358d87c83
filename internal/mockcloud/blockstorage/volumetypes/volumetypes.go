package volumetypes

import (
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Operations holds the operations on volume types and their extra specifications.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Lookups: map[string]pipeline.Lookup{"type_id": find},
		Operations: map[string]pipeline.Operation{
			"types.list": {Answer: list},
			"types.show": {Answer: show},
			"types.create": pipeline.OperationOf[creation]{
				Formats: notBlank,
				Steps:   []pipeline.StepOf[creation]{{Name: "the name is free", Run: nameFree}, {Name: "create the type", Run: create}},
				Answer:  answer[creation],
			}.Operation(),
			"types.update": pipeline.OperationOf[update]{
				Steps:  []pipeline.StepOf[update]{{Name: "the name is free", Run: newNameFree}, {Name: "change the type", Run: change}},
				Answer: answer[update],
			}.Operation(),
			"types.delete": pipeline.OperationOf[pipeline.Nothing]{
				Steps:  []pipeline.StepOf[pipeline.Nothing]{{Name: "the type can go", Run: canGo}, {Name: "delete the type", Run: remove}},
				Answer: record.Accepted[pipeline.Nothing],
			}.Operation(),
		},
	}
}

// kind is the volume type of the request's path.
func kind(x *pipeline.Exchange) *state.VolumeType { return pipeline.Subject[state.VolumeType](x) }

func show(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	answered := view(x, kind(x))
	if x.Params.Get("type_id") == "default" {
		answered.Access = nil
	}
	return pipeline.Answer(200, "volume_type", answered), nil
}

func answer[W any](x *pipeline.Exchange, _ *W) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "volume_type", view(x, kind(x))), nil
}
