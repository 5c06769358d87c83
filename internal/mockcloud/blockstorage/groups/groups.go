package groups

import (
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// Scheduled work on groups.
const (
	workCreated = "groups.created"
	workUpdated = "groups.updated"
	workDeleted = "groups.deleted"
)

// Operations holds the operations on groups.
func Operations() pipeline.OperationSet {
	set := pipeline.OperationSet{
		Lookups: map[string]pipeline.Lookup{"group_id": find, "consistencygroup_id": find},
		Operations: map[string]pipeline.Operation{
			"groups.list":   {Answer: list(brief)},
			"groups.detail": {Answer: list(detailed)},
			"groups.show":   {Answer: show},
			"groups.create": pipeline.OperationOf[creation]{
				Formats: wellFormed,
				Steps: []pipeline.StepOf[creation]{
					{Name: "find the types", Run: findTypes},
					{Name: "the zone is there", Run: zoneThere},
					{Name: "quota", Run: quotaAllows},
					{Name: "create the group", Run: create},
				},
				Answer: func(x *pipeline.Exchange, _ *creation) (*pipeline.Response, *pipeline.Fault) {
					return AnswerCreated(x), nil
				},
			}.Operation(),
			"groups.update": pipeline.OperationOf[update]{
				Steps: []pipeline.StepOf[update]{
					{Name: "no consistency group", Run: notReserved[update]},
					{Name: "what changes", Run: readChange},
					{Name: "the volumes can be added", Run: canAdd},
					{Name: "the volumes can be removed", Run: canRemove},
					{Name: "something changes", Run: somethingChanges},
					{Name: "change the group", Run: change},
				},
				Answer: record.AnswerDeleted[update],
			}.Operation(),
			"groups.delete": pipeline.OperationOf[deletion]{
				Steps: []pipeline.StepOf[deletion]{
					{Name: "no consistency group", Run: notReserved[deletion]},
					{Name: "the group can go", Run: canGo},
					{Name: "the volumes can go", Run: volumesCanGo},
					{Name: "delete the group", Run: begin},
				},
				Answer: record.AnswerDeleted[deletion],
			}.Operation(),
			"groups.reset-status": pipeline.OperationOf[resetting]{
				Formats: statusKnown,
				Steps:   []pipeline.StepOf[resetting]{{Name: "set the status", Run: reset}},
				Answer:  record.AnswerDeleted[resetting],
			}.Operation(),
		},
		Async: map[string]pipeline.Async{
			workCreated: {Steps: []pipeline.Step{{Name: "find a host", Run: created}}, Failed: Fail},
			workUpdated: pipeline.AsyncOf[changing]{
				Steps: []pipeline.StepOf[changing]{{Name: "move the volumes", Run: moveVolumes}},
			}.Async(),
			workDeleted: {Steps: []pipeline.Step{{Name: "delete the volumes", Run: deleteVolumes}, {Name: "delete the group", Run: deleted}}},
		},
	}
	addReplication(set.Operations)
	addConsistency(set.Operations)
	return set
}

// Group is the group of the request's path, or the new one.
func Group(x *pipeline.Exchange) *state.VolumeGroup { return pipeline.Subject[state.VolumeGroup](x) }

func find(x *pipeline.Exchange, id string) *pipeline.Fault {
	g := Visible(x, id)
	if g == nil {
		return NotFound(id)
	}
	Focus(x, g)
	return nil
}

// Focus makes a group the subject of the request.
func Focus(x *pipeline.Exchange, g *state.VolumeGroup) {
	x.SetSubject(g, policy.Target{ProjectID: g.ProjectID, UserID: g.UserID})
}

// Visible is a group that the caller may see, nil when there is none.
func Visible(x *pipeline.Exchange, id string) *state.VolumeGroup {
	g := state.VolumeGroups.Get(x.Txn, id)
	if g == nil || !x.Caller.Admin() && g.ProjectID != x.Caller.ProjectID {
		return nil
	}
	return g
}

// NotFound is the fault for a group that does not exist.
func NotFound(id string) *pipeline.Fault {
	return pipeline.NotFound("Group %s could not be found.", id)
}

// Invalid is 400 for an action that the group's state does not allow.
func Invalid(format string, args ...any) *pipeline.Fault {
	return pipeline.BadRequest("Invalid Group: "+format, args...)
}

// Put stores a changed copy of a group.
func Put(x *pipeline.Exchange, before *state.VolumeGroup, how func(*state.VolumeGroup)) *state.VolumeGroup {
	g := *before
	how(&g)
	state.VolumeGroups.Insert(x.Txn, &g)
	return &g
}

// Due is the group of the scheduled work, nil when it is gone.
func Due(x *pipeline.Exchange) *state.VolumeGroup {
	return state.VolumeGroups.Get(x.Txn, x.Event.Resource)
}

// Fail sets the group of the scheduled work to error.
func Fail(x *pipeline.Exchange, _ *pipeline.Fault) {
	if g := Due(x); g != nil {
		Put(x, g, func(g *state.VolumeGroup) { g.Status = "error" })
	}
}
