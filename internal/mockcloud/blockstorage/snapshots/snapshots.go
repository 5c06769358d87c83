package snapshots

import (
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Scheduled work on snapshots.
const (
	workCreated = "snapshots.created"
	workDeleted = "snapshots.deleted"
)

// Operations holds the operations on snapshots.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Lookups: map[string]pipeline.Lookup{"snapshot_id": find},
		Operations: map[string]pipeline.Operation{
			"snapshots.list":   {Answer: list},
			"snapshots.detail": {Answer: list},
			"snapshots.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "snapshot", View(snapshot(x))), nil
			}},
			"snapshots.create": pipeline.OperationOf[creation]{
				Steps: []pipeline.StepOf[creation]{
					{Name: "find the volume", Run: findVolume},
					{Name: "force is for volumes in use", Run: readForce},
					{Name: "the volume can be copied", Run: canCopy},
					{Name: "quota", Run: quotaAllows},
					{Name: "take the snapshot", Run: create},
				},
				Policy: func(*pipeline.Exchange, *creation) *pipeline.Fault { return nil }, // checked after the look-up of the volume
				Answer: func(x *pipeline.Exchange, _ *creation) (*pipeline.Response, *pipeline.Fault) {
					view := View(snapshot(x))
					view.Created = record.Created(x, snapshot(x).Created)
					return pipeline.Answer(202, "snapshot", view), nil
				},
			}.Operation(),
			"snapshots.update": pipeline.OperationOf[update]{
				Steps: []pipeline.StepOf[update]{{Name: "change the snapshot", Run: rename}},
				Answer: func(x *pipeline.Exchange, _ *update) (*pipeline.Response, *pipeline.Fault) {
					return pipeline.Answer(200, "snapshot", View(snapshot(x))), nil
				},
			}.Operation(),
			"snapshots.delete": pipeline.OperationOf[pipeline.Nothing]{
				Steps: []pipeline.StepOf[pipeline.Nothing]{
					{Name: "the snapshot can go", Run: canGo},
					{Name: "delete the snapshot", Run: beginDeleting},
				},
				Answer: record.AnswerDeleted[pipeline.Nothing],
			}.Operation(),
			"snapshots.reset-status": pipeline.OperationOf[resetting]{
				Formats: statusKnown,
				Steps:   []pipeline.StepOf[resetting]{{Name: "set the status", Run: reset}},
				Answer:  record.Accepted[resetting],
			}.Operation(),
		},
		Async: map[string]pipeline.Async{
			workCreated: {
				Steps:  []pipeline.Step{{Name: "take the snapshot", Run: completeSnapshot}},
				Failed: failSnapshot,
			},
			workDeleted: {Steps: []pipeline.Step{{Name: "delete the snapshot", Run: deleted}}},
		},
	}
}

// update holds the values that the steps of snapshots.update share.
type update struct {
	Request record.Names `body:"snapshot"`
}

func rename(x *pipeline.Exchange, w *update) *pipeline.Fault {
	change(x, func(s *state.VolumeSnapshot) { w.Request.Set(&s.Name, &s.Description) })
	return nil
}

func canGo(x *pipeline.Exchange, _ *pipeline.Nothing) *pipeline.Fault {
	if f := notFrozen(x); f != nil {
		return f
	}
	if s := snapshot(x); s.Status != "available" && s.Status != "error" || s.GroupSnapshotID != "" {
		return Invalid("Snapshot status must be available or error and must not be part of a group.")
	}
	return nil
}

// notFrozen refuses to change the snapshot where the storage of its volume is frozen.
func notFrozen(x *pipeline.Exchange) *pipeline.Fault {
	if v := state.Volumes.Get(x.Txn, snapshot(x).VolumeID); v != nil {
		return record.NotFrozen(x, v.Host)
	}
	return nil
}

func beginDeleting(x *pipeline.Exchange, _ *pipeline.Nothing) *pipeline.Fault {
	s := change(x, func(s *state.VolumeSnapshot) { s.Status = "deleting" })
	x.Schedule(workDeleted, s.ID, nil)
	return nil
}

// snapshotOfWork is the snapshot of the scheduled work, nil when it is gone.
func snapshotOfWork(x *pipeline.Exchange) *state.VolumeSnapshot {
	return state.VolumeSnapshots.Get(x.Txn, x.Event.Resource)
}

func completeSnapshot(x *pipeline.Exchange) *pipeline.Fault {
	if s := snapshotOfWork(x); s != nil && s.Status == "creating" {
		Put(x, s, func(s *state.VolumeSnapshot) { s.Status, s.Progress = "available", "100%" })
	}
	return nil
}

func failSnapshot(x *pipeline.Exchange, _ *pipeline.Fault) {
	if s := snapshotOfWork(x); s != nil {
		Put(x, s, func(s *state.VolumeSnapshot) { s.Status = "error" })
	}
}

func deleted(x *pipeline.Exchange) *pipeline.Fault {
	state.VolumeSnapshots.Delete(x.Txn, x.Event.Resource)
	return nil
}
