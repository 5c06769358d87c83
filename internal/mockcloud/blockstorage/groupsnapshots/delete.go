package groupsnapshots

import (
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/blockstorage/snapshots"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

func isNoConsistency(x *pipeline.Exchange, _ *nothing) *pipeline.Fault {
	return refuseReserved(x, snapshot(x))
}

// notFrozen refuses to delete the snapshot of a group whose storage is frozen, in the words of the operation.
func notFrozen(x *pipeline.Exchange, words string, args ...any) *pipeline.Fault {
	if g := state.VolumeGroups.Get(x.Txn, snapshot(x).GroupID); g != nil && record.NotFrozen(x, g.Host) != nil {
		return pipeline.BadRequest(words, args...)
	}
	return nil
}

func canGo(x *pipeline.Exchange, _ *nothing) *pipeline.Fault {
	s := snapshot(x)
	can := s.Status == "available" || s.Status == "error"
	for g := range state.VolumeGroups.All(x.Txn) {
		can = can && (g.SnapshotID != s.ID || g.Status != "creating")
	}
	if !can {
		return pipeline.BadRequest("Invalid GroupSnapshot: GroupSnapshot status must be available or error, and no Group can be currently " +
			"using it as source for its creation.")
	}
	return nil
}

func begin(x *pipeline.Exchange, _ *nothing) *pipeline.Fault {
	all := snapshot(x)
	var parts []string
	for _, s := range Snapshots(x, all.ID) {
		parts = append(parts, s.ID)
		snapshots.Put(x, s, func(s *state.VolumeSnapshot) { s.Status = "deleting" })
	}
	put(x, all, "deleting")
	x.Schedule(workDeleted, all.ID, nil, parts...)
	return nil
}

func deleted(x *pipeline.Exchange) *pipeline.Fault {
	for _, s := range Snapshots(x, x.Event.Resource) {
		state.VolumeSnapshots.Delete(x.Txn, s.ID)
	}
	state.VolumeGroupSnapshots.Delete(x.Txn, x.Event.Resource)
	return nil
}
