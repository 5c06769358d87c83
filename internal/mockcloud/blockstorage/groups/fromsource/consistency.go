package fromsource

import (
	"plumbline/internal/mockcloud/blockstorage/groups"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
)

// consistencyCreation holds the values that the steps of consistencygroups.create-from-source share. Request is nil if it is no object.
type consistencyCreation struct {
	Request *struct {
		record.UnjudgedNames
		SnapshotID body.Opt[record.Value] `json:"cgsnapshot_id"`
		SourceID   body.Opt[record.Value] `json:"source_cgid"`
	} `body:"consistencygroup-from-src"`
	made creation
}

// consistency makes the operation that makes consistency groups, as older clients call them, from groups of any type.
func consistency() pipeline.Operation {
	toMake := func(step func(*pipeline.Exchange, *creation) *pipeline.Fault) func(*pipeline.Exchange, *consistencyCreation) *pipeline.Fault {
		return func(x *pipeline.Exchange, w *consistencyCreation) *pipeline.Fault { return step(x, &w.made) }
	}
	return pipeline.OperationOf[consistencyCreation]{
		Formats: oneSource,
		Steps: []pipeline.StepOf[consistencyCreation]{
			{Name: "find the source", Run: toMake(findSource)},
			{Name: "quota", Run: toMake(quotaAllows)},
			{Name: "there is a host", Run: toMake(hostThere)},
			{Name: "create the group", Run: toMake(create)},
			{Name: "create the volumes", Run: toMake(createVolumes)},
		},
		Answer: func(x *pipeline.Exchange, _ *consistencyCreation) (*pipeline.Response, *pipeline.Fault) {
			return groups.AnswerConsistency(x), nil
		},
	}.Operation()
}

func oneSource(_ *pipeline.Exchange, w *consistencyCreation) *pipeline.Fault {
	r := w.Request
	if r == nil {
		return record.MissingElement("consistencygroup-from-src")
	}
	if f := r.Check(); f != nil {
		return f
	}
	to := &w.made.Request
	to.Names = groups.NamesOf(r.UnjudgedNames)
	to.SnapshotID, to.SourceID = record.TextOf(r.SnapshotID).Or(""), record.TextOf(r.SourceID).Or("")
	switch {
	case to.SnapshotID == "" && to.SourceID == "":
		return pipeline.BadRequest("Either 'cgsnapshot_id' or 'source_cgid' must be provided to create consistency group %s from source.",
			groups.WrittenName(to.Names))
	case to.SnapshotID != "" && to.SourceID != "":
		return pipeline.BadRequest("Cannot provide both 'cgsnapshot_id' and 'source_cgid' to create consistency group %s from source.",
			groups.WrittenName(to.Names))
	}
	return nil
}
