package retype

import (
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/blockstorage/storage"
	"plumbline/internal/mockcloud/blockstorage/volumetypes"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// workRetyped is the scheduled work that sets the volume's new type.
const workRetyped = "volumes.retyped"

// retyping holds the values that the steps of volumes.retype share.
type retyping struct {
	Request struct {
		NewType string `json:"new_type"`
	} `body:"os-retype"`
	kind *state.VolumeType
}

// Operations holds volumes.retype, and its scheduled work.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Operations: map[string]pipeline.Operation{
			"volumes.retype": pipeline.OperationOf[retyping]{
				Steps: []pipeline.StepOf[retyping]{
					{Name: "find the type", Run: findType},
					{Name: "the type can be changed", Run: canRetype},
					{Name: "change the type", Run: begin},
				},
				Answer: record.Accepted[retyping],
			}.Operation(),
		},
		Async: map[string]pipeline.Async{
			workRetyped: pipeline.AsyncOf[string]{
				Steps:  []pipeline.StepOf[string]{{Name: "change the type", Run: retype}},
				Failed: record.FailVolume[string],
			}.Async(),
		},
	}
}

func findType(x *pipeline.Exchange, w *retyping) (f *pipeline.Fault) {
	w.kind, f = volumetypes.ByNameOrID(x, w.Request.NewType)
	return f
}

func canRetype(x *pipeline.Exchange, w *retyping) *pipeline.Fault {
	v, kind := record.Volume(x), w.kind
	if kind.Multiattach() != v.Multiattach && v.Status != state.VolumeAvailable {
		return record.InvalidInput("Invalid volume_type passed, retypes affecting multiattach are only allowed on available volumes, "+
			"the specified volume however currently has a status of: %s.", v.Status)
	}
	if v.Status != state.VolumeAvailable && v.Status != state.VolumeInUse || kind.ID == v.TypeID || record.Migrating(v) || v.GroupID != "" {
		return record.InvalidVolume("Retype needs volume to be in available or in-use state, not be part of an active migration or " +
			"a consistency group, " +
			"requested type has to be different that the one from the volume, and for in-use volumes front-end qos specs cannot change.")
	}
	return nil
}

func begin(x *pipeline.Exchange, w *retyping) *pipeline.Fault {
	v := record.Change(x, func(v *state.Volume) { v.PreviousStatus, v.Status = v.Status, state.VolumeRetyping })
	x.Schedule(workRetyped, v.ID, w.kind.ID)
	return nil
}

// retype sets the new type. With one that asks for what the storage lacks, the volume stays what it was.
func retype(x *pipeline.Exchange, id *string) *pipeline.Fault {
	if v := record.DueVolume(x); v != nil {
		kind := state.VolumeTypes.Get(x.Txn, *id)
		record.Put(x, v, func(v *state.Volume) {
			v.Status, v.PreviousStatus = v.PreviousStatus, ""
			if storage.Fits(kind) {
				v.TypeID, v.Multiattach = kind.ID, kind.Multiattach()
			}
		})
	}
	return nil
}
