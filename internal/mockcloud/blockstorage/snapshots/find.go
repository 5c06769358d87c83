package snapshots

import (
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// snapshot is the snapshot of the request's path.
func snapshot(x *pipeline.Exchange) *state.VolumeSnapshot {
	return pipeline.Subject[state.VolumeSnapshot](x)
}

func find(x *pipeline.Exchange, id string) *pipeline.Fault {
	s := Visible(x, id)
	if s == nil {
		return NotFound(id)
	}
	x.SetSubject(s, policy.Target{ProjectID: s.ProjectID, UserID: s.UserID})
	return nil
}

// Visible is a snapshot that the caller may see, nil when there is none.
func Visible(x *pipeline.Exchange, id string) *state.VolumeSnapshot {
	s := state.VolumeSnapshots.Get(x.Txn, id)
	if s == nil || !x.Caller.Admin() && s.ProjectID != x.Caller.ProjectID {
		return nil
	}
	return s
}

// NotFound is the fault for a snapshot that does not exist.
func NotFound(id string) *pipeline.Fault {
	return pipeline.NotFound("Snapshot %s could not be found.", id)
}

// Put stores a changed copy of a snapshot.
func Put(x *pipeline.Exchange, before *state.VolumeSnapshot, how func(*state.VolumeSnapshot)) *state.VolumeSnapshot {
	s := *before
	how(&s)
	now := x.Now()
	s.Updated = &now
	state.VolumeSnapshots.Insert(x.Txn, &s)
	return &s
}

// change stores a changed copy of the snapshot of the request's path.
func change(x *pipeline.Exchange, how func(*state.VolumeSnapshot)) *state.VolumeSnapshot {
	s := Put(x, snapshot(x), how)
	x.SetSubject(s, policy.Target{ProjectID: s.ProjectID, UserID: s.UserID})
	return s
}
