package revert

import (
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/blockstorage/snapshots"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi/python"
)

// workReverted is the scheduled work that writes the snapshot to the volume.
const workReverted = "volumes.reverted"

// reverting holds the values that the steps of volumes.revert share; Request is nil where the body has no object.
type reverting struct {
	Request *struct {
		SnapshotID body.Opt[anything] `json:"snapshot_id"`
	} `body:"revert"`
	snapshot *state.VolumeSnapshot
}

// anything is a value of any type, as the service writes it into faults.
type anything string

// ReadBody implements body.Reader.
func (a *anything) ReadBody(v any) { *a = anything(python.Str(v)) }

// Operations holds volumes.revert, and its scheduled work.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Operations: map[string]pipeline.Operation{
			"volumes.revert": pipeline.OperationOf[reverting]{
				Formats: isObject,
				Steps: []pipeline.StepOf[reverting]{
					{Name: "find the latest snapshot", Run: findLatest},
					{Name: "it is the one that is named", Run: isNamed},
					{Name: "both are at rest", Run: atRest},
					{Name: "set the volume back", Run: begin},
				},
				Answer: record.Accepted[reverting],
			}.Operation(),
		},
		Async: map[string]pipeline.Async{
			workReverted: pipeline.AsyncOf[string]{
				Steps: []pipeline.StepOf[string]{{Name: "write the snapshot", Run: write}}, Failed: fail,
			}.Async(),
		},
	}
}

func isObject(_ *pipeline.Exchange, w *reverting) *pipeline.Fault {
	if w.Request == nil {
		return record.MissingElement("revert")
	}
	return nil
}

// findLatest finds the latest of the snapshots that the caller may see.
func findLatest(x *pipeline.Exchange, w *reverting) *pipeline.Fault {
	v := record.Volume(x)
	for _, s := range state.VolumeSnapshots.List(x.Txn, "volume", v.ID) {
		if snapshots.Visible(x, s.ID) != nil && (w.snapshot == nil || s.Serial > w.snapshot.Serial) {
			w.snapshot = s
		}
	}
	if w.snapshot == nil {
		return pipeline.BadRequest("Volume %s doesn't have any snapshots.", v.ID)
	}
	return nil
}

func isNamed(x *pipeline.Exchange, w *reverting) *pipeline.Fault {
	v, named := record.Volume(x), string(w.Request.SnapshotID.Or("None"))
	if named != w.snapshot.ID {
		return pipeline.BadRequest("Specified snapshot %s is None or not the latest one of volume %s.", named, v.ID)
	}
	if v.Size != w.snapshot.Size {
		return pipeline.BadRequest("Can't revert volume %s to its latest snapshot %s. The volume size must be equal to the snapshot size.",
			v.ID, w.snapshot.ID)
	}
	return nil
}

func atRest(x *pipeline.Exchange, w *reverting) *pipeline.Fault {
	v, s := record.Volume(x), w.snapshot
	if v.Status != state.VolumeAvailable {
		return pipeline.Conflict("Invalid volume: Can't revert volume %s to its latest snapshot %s. Volume's status must be 'available'.",
			v.ID, s.ID)
	}
	if s.Status != "available" {
		return pipeline.Conflict("Invalid snapshot: Can't revert volume %s to its latest snapshot %s. Snapshot's status must be 'available'.",
			v.ID, s.ID)
	}
	return nil
}

func begin(x *pipeline.Exchange, w *reverting) *pipeline.Fault {
	v := record.Change(x, func(v *state.Volume) { v.Status = state.VolumeReverting })
	snapshots.Put(x, w.snapshot, func(s *state.VolumeSnapshot) { s.Status = "restoring" })
	x.Schedule(workReverted, v.ID, w.snapshot.ID)
	return nil
}

func write(x *pipeline.Exchange, id *string) *pipeline.Fault {
	if s := state.VolumeSnapshots.Get(x.Txn, *id); s != nil {
		if v := record.DueVolume(x); v != nil {
			record.Put(x, v, func(v *state.Volume) { v.Content = s.Content })
		}
	}
	end(x, *id, state.VolumeAvailable)
	return nil
}

func fail(x *pipeline.Exchange, id *string, _ *pipeline.Fault) { end(x, *id, state.VolumeError) }

// end gives both their next status, unless somebody has set another one since.
func end(x *pipeline.Exchange, id string, next state.VolumeStatus) {
	if v := record.DueVolume(x); v != nil && v.Status == state.VolumeReverting {
		record.Put(x, v, func(v *state.Volume) { v.Status = next })
	}
	if s := state.VolumeSnapshots.Get(x.Txn, id); s != nil && s.Status == "restoring" {
		snapshots.Put(x, s, func(s *state.VolumeSnapshot) { s.Status = "available" })
	}
}
