package groupsnapshots

import (
	"plumbline/internal/mockcloud/blockstorage/groups"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// Scheduled work on snapshots of groups.
const (
	workCreated = "group-snapshots.created"
	workDeleted = "group-snapshots.deleted"
)

type nothing = pipeline.Nothing

// Operations holds the operations on snapshots of groups.
func Operations() pipeline.OperationSet {
	set := pipeline.OperationSet{
		Lookups: map[string]pipeline.Lookup{"group_snapshot_id": find, "cgsnapshot_id": find},
		Operations: map[string]pipeline.Operation{
			"group-snapshots.list":   {Answer: list(brief)},
			"group-snapshots.detail": {Answer: list(detailed)},
			"group-snapshots.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				if f := refuseReserved(x, snapshot(x)); f != nil {
					return nil, f
				}
				return pipeline.Answer(200, "group_snapshot", detailed(snapshot(x))), nil
			}},
			"group-snapshots.create": pipeline.OperationOf[creation]{
				Steps: []pipeline.StepOf[creation]{
					{Name: "find the group", Run: findGroup},
					{Name: "no consistency group", Run: noConsistency},
					{Name: "the group has volumes", Run: hasVolumes},
					{Name: "the volumes can be copied", Run: canCopy},
					{Name: "quota", Run: quotaAllows},
					{Name: "take the snapshot", Run: create},
				},
				Answer: func(x *pipeline.Exchange, _ *creation) (*pipeline.Response, *pipeline.Fault) {
					s := snapshot(x)
					return pipeline.Answer(202, "group_snapshot", &shownCreated{shownBrief{s.ID, s.Name}, s.TypeID}), nil
				},
			}.Operation(),
			"group-snapshots.delete": pipeline.OperationOf[nothing]{
				Steps: []pipeline.StepOf[nothing]{
					{Name: "no consistency group", Run: isNoConsistency},
					{Name: "the storage is not frozen", Run: func(x *pipeline.Exchange, _ *nothing) *pipeline.Fault {
						return notFrozen(x, "Error occurred when deleting group snapshot %s.", snapshot(x).ID)
					}},
					{Name: "the snapshot can go", Run: canGo},
					{Name: "delete the snapshot", Run: begin},
				},
				Answer: record.AnswerDeleted[nothing],
			}.Operation(),
			"group-snapshots.reset-status": pipeline.OperationOf[resetting]{
				Formats: statusKnown,
				Steps:   []pipeline.StepOf[resetting]{{Name: "set the status", Run: reset}},
				Answer:  record.AnswerDeleted[resetting],
			}.Operation(),
		},
		Async: map[string]pipeline.Async{
			workCreated: {Steps: []pipeline.Step{{Name: "take the snapshots", Run: created}}, Failed: failed},
			workDeleted: {Steps: []pipeline.Step{{Name: "delete the snapshots", Run: deleted}}},
		},
	}
	addConsistency(set.Operations)
	return set
}

// snapshot is the snapshot of the request's path, or the new one.
func snapshot(x *pipeline.Exchange) *state.VolumeGroupSnapshot {
	return pipeline.Subject[state.VolumeGroupSnapshot](x)
}

func find(x *pipeline.Exchange, id string) *pipeline.Fault {
	s := Visible(x, id)
	if s == nil {
		return NotFound(id)
	}
	focus(x, s)
	return nil
}

func focus(x *pipeline.Exchange, s *state.VolumeGroupSnapshot) {
	x.SetSubject(s, policy.Target{ProjectID: s.ProjectID, UserID: s.UserID})
}

// Visible is a snapshot of a group that the caller may see, nil when there is none.
func Visible(x *pipeline.Exchange, id string) *state.VolumeGroupSnapshot {
	s := state.VolumeGroupSnapshots.Get(x.Txn, id)
	if s == nil || !x.Caller.Admin() && s.ProjectID != x.Caller.ProjectID {
		return nil
	}
	return s
}

// NotFound is the fault for a snapshot that does not exist.
func NotFound(id string) *pipeline.Fault {
	return pipeline.NotFound("GroupSnapshot %s could not be found.", id)
}

func refuseReserved(x *pipeline.Exchange, s *state.VolumeGroupSnapshot) *pipeline.Fault {
	if !groups.IsReserved(x, s.TypeID) {
		return nil
	}
	return pipeline.BadRequest("Group_type %s is reserved for migrating CGs to groups. Migrated group snapshots can only be operated by "+
		"CG snapshot APIs.", s.TypeID)
}

func put(x *pipeline.Exchange, before *state.VolumeGroupSnapshot, status string) {
	s := *before
	s.Status = status
	state.VolumeGroupSnapshots.Insert(x.Txn, &s)
}

// Snapshots are the snapshots of volumes that a snapshot of a group consists of.
func Snapshots(x *pipeline.Exchange, id string) []*state.VolumeSnapshot {
	return state.VolumeSnapshots.List(x.Txn, "group-snapshot", id)
}
