package volumetypes

import (
	"slices"

	"github.com/google/uuid"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// find finds a type by id, or the default type by the word "default". The service asks for the policy first.
func find(x *pipeline.Exchange, id string) *pipeline.Fault {
	if f := x.Demand(x.Operation.Policy); f != nil {
		return f
	}
	t := state.VolumeTypes.Get(x.Txn, id)
	if id == "default" && x.Operation.ID == "types.show" {
		var f *pipeline.Fault
		if t, f = Default(x); f != nil {
			return f
		}
	}
	if t == nil || !canSee(x, t) {
		return pipeline.NotFound("Volume type %s could not be found.", id)
	}
	x.SetSubject(t, policy.Target{ProjectID: x.Caller.ProjectID})
	return nil
}

// canSee tells whether a caller may see a type.
func canSee(x *pipeline.Exchange, t *state.VolumeType) bool {
	return t.Public || x.Caller.Admin() || slices.Contains(t.Access, x.Caller.ProjectID)
}

// ByNameOrID finds a type that the caller may use by id or name.
func ByNameOrID(x *pipeline.Exchange, name string) (*state.VolumeType, *pipeline.Fault) {
	t, f := AnyByNameOrID(x, name)
	if f == nil && !canSee(x, t) {
		f = noType(name)
	}
	return t, f
}

// AnyByNameOrID finds a type by id or name, whoever may use it.
func AnyByNameOrID(x *pipeline.Exchange, name string) (*state.VolumeType, *pipeline.Fault) {
	t := state.VolumeTypes.Get(x.Txn, name)
	if t == nil {
		t = state.VolumeTypes.FirstByKey(x.Txn, "name", name)
	}
	if t == nil {
		return nil, noType(name)
	}
	return t, nil
}

func noType(name string) *pipeline.Fault {
	if uuid.Validate(name) == nil {
		return pipeline.NotFound("Volume type %s could not be found.", name)
	}
	return pipeline.NotFound("Volume type with name %s could not be found.", name)
}

// Default is the type of volumes that the caller's project creates without one. It always exists, but the project may not be able
// to see it.
func Default(x *pipeline.Exchange) (*state.VolumeType, *pipeline.Fault) {
	own := state.VolumeDefaultTypes.Get(x.Txn, x.Caller.ProjectID)
	if own == nil {
		return everybodysDefault(x), nil
	}
	if t := state.VolumeTypes.Get(x.Txn, own.TypeID); t != nil && canSee(x, t) {
		return t, nil
	}
	return nil, pipeline.NotFound("Volume type %s could not be found.", own.TypeID)
}

// everybodysDefault is the default of projects that have none of their own. It always exists: it cannot be deleted.
func everybodysDefault(x *pipeline.Exchange) *state.VolumeType {
	var first *state.VolumeType
	for t := range state.VolumeTypes.All(x.Txn) {
		if t.Default {
			return t
		}
		if first == nil || t.Serial < first.Serial {
			first = t
		}
	}
	return first
}
