package groupsnapshots

import (
	"plumbline/internal/mockcloud/blockstorage/groups"
	"plumbline/internal/mockcloud/blockstorage/listing"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi/python"
)

// addConsistency adds the older operations, on snapshots of groups of all types. No schema judges their bodies.
func addConsistency(to map[string]pipeline.Operation) {
	to["cgsnapshots.list"] = pipeline.Operation{Answer: listConsistency(brief)}
	to["cgsnapshots.detail"] = pipeline.Operation{Answer: listConsistency(detailedConsistency)}
	to["cgsnapshots.show"] = pipeline.Operation{Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Answer(200, "cgsnapshot", detailedConsistency(snapshot(x))), nil
	}}
	to["cgsnapshots.create"] = pipeline.OperationOf[consistencyCreation]{
		Formats: readConsistency,
		Steps: []pipeline.StepOf[consistencyCreation]{
			{Name: "find the group", Run: toMake(findGroup)},
			{Name: "the group has volumes", Run: toMake(hasVolumes)},
			{Name: "the volumes can be copied", Run: toMake(canCopy)},
			{Name: "quota", Run: toMake(quotaAllows)},
			{Name: "take the snapshot", Run: toMake(create)},
		},
		Answer: func(x *pipeline.Exchange, _ *consistencyCreation) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(202, "cgsnapshot", brief(snapshot(x))), nil
		},
	}.Operation()
	to["cgsnapshots.delete"] = pipeline.OperationOf[nothing]{
		Steps: []pipeline.StepOf[nothing]{
			{Name: "the storage is not frozen", Run: func(x *pipeline.Exchange, _ *nothing) *pipeline.Fault {
				return notFrozen(x, "Failed to delete the cgsnapshot")
			}},
			{Name: "the snapshot can go", Run: canGo},
			{Name: "delete the snapshot", Run: begin},
		},
		Answer: record.AnswerDeleted[nothing],
	}.Operation()
}

// consistencyCreation holds the values that the steps of cgsnapshots.create share. Request is nil if it is no object.
type consistencyCreation struct {
	Request *struct {
		record.UnjudgedNames
		GroupID body.Opt[record.Value] `json:"consistencygroup_id"`
	} `body:"cgsnapshot"`
	made creation
}

func toMake(step func(*pipeline.Exchange, *creation) *pipeline.Fault) func(*pipeline.Exchange, *consistencyCreation) *pipeline.Fault {
	return func(x *pipeline.Exchange, w *consistencyCreation) *pipeline.Fault { return step(x, &w.made) }
}

func readConsistency(_ *pipeline.Exchange, w *consistencyCreation) *pipeline.Fault {
	r := w.Request
	if r == nil {
		return record.MissingElement("cgsnapshot")
	}
	if f := r.Check(); f != nil {
		return f
	}
	if !r.GroupID.Given() {
		return pipeline.BadRequest("'consistencygroup_id' must be specified")
	}
	names, to := groups.NamesOf(r.UnjudgedNames), &w.made.Request
	to.GroupID, to.Name, to.Description = record.TextOf(r.GroupID).Or(python.Str(nil)), names.Name, names.Description
	return nil
}

// shownConsistency is a snapshot of a group as the older operations show it, with details.
type shownConsistency struct {
	shownBrief
	GroupID     string  `json:"consistencygroup_id"`
	Status      string  `json:"status"`
	Created     *string `json:"created_at"`
	Description *string `json:"description"`
}

func detailedConsistency(s *state.VolumeGroupSnapshot) any {
	return &shownConsistency{shownBrief{s.ID, s.Name}, s.GroupID, s.Status, record.Time(&s.Created), s.Description}
}

// listConsistency lists the snapshots of the caller's groups of all types, a window of them; there are no filters.
func listConsistency(view func(*state.VolumeGroupSnapshot) any) func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	list := snapshotList
	list.Key, list.Links, list.Missing = "cgsnapshots", "", nil
	return func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		p, f := listing.ReadWindow(x)
		if f != nil {
			return nil, f
		}
		return list.Answer(x, p, state.VolumeGroupSnapshots.ByKey(x.Txn, "project", x.Caller.ProjectID), view)
	}
}
