package deletion

import (
	"slices"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/blockstorage/snapshots"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// forcedDelete is the first microversion in which a request to delete can have the flag force.
var forcedDelete = openapi.MustVersion("3.23")

// workDeleted is the scheduled work that deletes the volume.
const workDeleted = "volumes.deleted"

// deletion holds the flags of a request to delete.
type deletion struct{ cascade, force bool }

// Operations holds volumes.delete and volumes.force-delete, and their scheduled work.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Operations: map[string]pipeline.Operation{
			"volumes.delete": pipeline.OperationOf[deletion]{
				Formats: readFlags,
				Steps: []pipeline.StepOf[deletion]{
					{Name: "the volume can go", Run: canGo},
					{Name: "delete the volume", Run: begin},
				},
				Policy: mayDelete,
				Answer: record.AnswerDeleted[deletion],
			}.Operation(),
			"volumes.force-delete": pipeline.OperationOf[deletion]{
				Steps: []pipeline.StepOf[deletion]{
					{Name: "by force", Run: byForce},
					{Name: "the volume can go", Run: canGo},
					{Name: "delete the volume", Run: begin},
				},
				Answer: record.Accepted[deletion],
			}.Operation(),
		},
		Async: map[string]pipeline.Async{
			workDeleted: {Steps: []pipeline.Step{{Name: "delete the volume", Run: remove}}},
		},
	}
}

// readFlags refuses flags that are not booleans; it runs before any look-up.
func readFlags(x *pipeline.Exchange, w *deletion) (f *pipeline.Fault) {
	if w.cascade, f = record.Flag(x, "cascade"); f != nil || !x.Version.AtLeast(forcedDelete) {
		return f
	}
	w.force, f = record.Flag(x, "force")
	return f
}

func byForce(_ *pipeline.Exchange, w *deletion) *pipeline.Fault {
	w.force = true
	return nil
}

// mayDelete checks an additional rule for a deletion with force.
func mayDelete(x *pipeline.Exchange, w *deletion) *pipeline.Fault {
	if w.force {
		if f := x.Demand("volume:force_delete"); f != nil {
			return f
		}
	}
	return x.Demand("volume:delete")
}

// Deletable are the states in which a volume can be deleted.
var Deletable = []state.VolumeStatus{"available", "error", "error_restoring", "error_extending", "error_managing"}

func canGo(x *pipeline.Exchange, w *deletion) *pipeline.Fault {
	v := record.Volume(x)
	if f := record.NotFrozen(x, v.Host); f != nil {
		return f
	}
	status := ""
	if !w.force {
		status = "status must be available or error or error_restoring or error_extending or error_managing and"
	}
	free := v.AttachStatus != state.AttachAttached && !record.Migrating(v) && v.GroupID == ""
	if free && (w.force || slices.Contains(Deletable, v.Status)) && !snapshotsInTheWay(x, v, w) {
		return nil
	}
	return record.InvalidVolume("Volume %s must not be migrating, attached, belong to a group, have snapshots, awaiting a transfer, "+
		"or be disassociated from snapshots after volume transfer.", status)
}

func snapshotsInTheWay(x *pipeline.Exchange, v *state.Volume, w *deletion) bool {
	for _, s := range state.VolumeSnapshots.List(x.Txn, "volume", v.ID) {
		others := !x.Caller.Admin() && s.ProjectID != v.ProjectID
		if !w.cascade || !w.force && (others || !slices.Contains([]string{"available", "error", "deleting"}, s.Status)) {
			return true
		}
	}
	return false
}

func begin(x *pipeline.Exchange, _ *deletion) *pipeline.Fault {
	v := record.Change(x, func(v *state.Volume) { v.Status = state.VolumeDeleting })
	for _, s := range state.VolumeSnapshots.List(x.Txn, "volume", v.ID) {
		snapshots.Put(x, s, func(s *state.VolumeSnapshot) { s.Status = "deleting" })
	}
	x.Cancel(v.ID)
	x.Schedule(workDeleted, v.ID, nil)
	return nil
}

func remove(x *pipeline.Exchange) *pipeline.Fault {
	id := x.Event.Resource
	for _, s := range state.VolumeSnapshots.List(x.Txn, "volume", id) {
		state.VolumeSnapshots.Delete(x.Txn, s.ID)
	}
	for _, a := range state.VolumeAttachments.List(x.Txn, "volume", id) {
		state.VolumeAttachments.Delete(x.Txn, a.ID)
	}
	record.Remove(x, id)
	return nil
}
