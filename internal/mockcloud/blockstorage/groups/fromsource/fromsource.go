// Package fromsource makes groups of volumes that are like other groups, or like snapshots of groups.
package fromsource

import (
	"maps"
	"strings"

	"plumbline/internal/mockcloud/blockstorage/groups"
	"plumbline/internal/mockcloud/blockstorage/groupsnapshots"
	"plumbline/internal/mockcloud/blockstorage/quotas"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/blockstorage/snapshots"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// workFilled is the scheduled work that copies the volumes.
const workFilled = "groups.filled"

// creation holds the values that the steps of groups.create-from-source share: the source, one of the two, and the group of either.
type creation struct {
	Request struct {
		groups.Names
		SnapshotID string `json:"group_snapshot_id"`
		SourceID   string `json:"source_group_id"`
	} `body:"create-from-src"`
	snapshot *state.VolumeGroupSnapshot
	source   *state.VolumeGroup
}

// Operations holds groups.create-from-source, and its scheduled work.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Operations: map[string]pipeline.Operation{
			"groups.create-from-source": pipeline.OperationOf[creation]{
				Steps: []pipeline.StepOf[creation]{
					{Name: "find the source", Run: findSource},
					{Name: "no consistency group", Run: noConsistency},
					{Name: "quota", Run: quotaAllows},
					{Name: "there is a host", Run: hostThere},
					{Name: "create the group", Run: create},
					{Name: "create the volumes", Run: createVolumes},
				},
				Answer: func(x *pipeline.Exchange, _ *creation) (*pipeline.Response, *pipeline.Fault) {
					return groups.AnswerCreated(x), nil
				},
			}.Operation(),
			"consistencygroups.create-from-source": consistency(),
		},
		Async: map[string]pipeline.Async{
			workFilled: {Steps: []pipeline.Step{{Name: "copy the volumes", Run: fill}}, Failed: failed},
		},
	}
}

func findSource(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	r, group := w.Request, w.Request.SourceID
	if r.SnapshotID != "" {
		if w.snapshot = groupsnapshots.Visible(x, r.SnapshotID); w.snapshot == nil {
			return groupsnapshots.NotFound(r.SnapshotID)
		}
		group = w.snapshot.GroupID
	}
	if w.source = groups.Visible(x, group); w.source == nil {
		return groups.NotFound(group)
	}
	return nil
}

func noConsistency(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	return groups.RefuseReserved(x, w.source)
}

// quotaAllows answers in the words of the quota without the name of the exception, unlike a request for a new group.
func quotaAllows(x *pipeline.Exchange, _ *creation) *pipeline.Fault {
	return inOwnWords(quotas.AllowGroup(x, x.Caller.ProjectID))
}

func inOwnWords(f *pipeline.Fault) *pipeline.Fault {
	if f == nil {
		return nil
	}
	_, text, _ := strings.Cut(f.Message, ": ")
	return pipeline.BadRequest("%s", text)
}

func hostThere(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	if w.source.Host == "" {
		return groups.Invalid("No valid host to create group %s.", w.source.ID)
	}
	return nil
}

func create(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	g := groups.New(x, w.Request.Names)
	g.Zone, g.Host, g.TypeID, g.VolumeTypes = w.source.Zone, w.source.Host, w.source.TypeID, w.source.VolumeTypes
	g.SnapshotID, g.SourceID = w.Request.SnapshotID, w.Request.SourceID
	state.VolumeGroups.Insert(x.Txn, g)
	groups.Focus(x, g)
	x.Schedule(workFilled, g.ID, nil)
	return nil
}

func createVolumes(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	if w.snapshot != nil {
		return fromSnapshots(x, w)
	}
	all := groups.Volumes(x, w.source.ID)
	if len(all) == 0 {
		return groups.Invalid("Source Group is empty. No group will be created.")
	}
	for _, v := range all {
		if v.Status != state.VolumeAvailable && v.Status != state.VolumeInUse {
			return record.InvalidVolume("Originating source volume status must be one of 'available, in-use' values")
		}
		if f := quotas.AllowVolume(x, x.Caller.ProjectID, v.Size); f != nil {
			return inOwnWords(f)
		}
		add(x, &state.Volume{Size: v.Size, TypeID: v.TypeID, Multiattach: v.Multiattach, SourceVolumeID: v.ID, Bootable: v.Bootable})
	}
	return nil
}

func fromSnapshots(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	all := groupsnapshots.Snapshots(x, w.snapshot.ID)
	if len(all) == 0 {
		return groups.Invalid("Group snapshot is empty. No group will be created.")
	}
	for _, s := range all {
		if s.Status != "available" {
			return snapshots.Invalid("Originating snapshot status must be one of 'available' values")
		}
		if f := quotas.AllowVolume(x, x.Caller.ProjectID, s.Size); f != nil {
			return inOwnWords(f)
		}
		kind := state.VolumeTypes.Get(x.Txn, s.TypeID)
		add(x, &state.Volume{Size: s.Size, TypeID: s.TypeID, Multiattach: kind.Multiattach(), SnapshotID: s.ID, Bootable: s.Bootable})
	}
	return nil
}

// add adds a volume to the new group, which has no name and no metadata whatever its source has.
func add(x *pipeline.Exchange, v *state.Volume) {
	g := groups.Group(x)
	v.ID, v.Serial, v.ProjectID, v.UserID = x.Env.IDs.UUID(), x.Txn.Next("volumes"), x.Caller.ProjectID, x.Caller.UserID
	v.Status, v.AttachStatus, v.Zone, v.Host, v.GroupID = state.VolumeCreating, state.AttachDetached, record.Zone, g.Host, g.ID
	v.Metadata, v.Created = map[string]string{}, x.Now()
	state.Volumes.Insert(x.Txn, v)
}

func fill(x *pipeline.Exchange) *pipeline.Fault {
	g := groups.Due(x)
	if g == nil {
		return nil
	}
	for _, v := range groups.Volumes(x, g.ID) {
		var content string
		var metadata map[string]string
		if v.SnapshotID != "" {
			source := state.VolumeSnapshots.Get(x.Txn, v.SnapshotID)
			if source == nil {
				return snapshots.NotFound(v.SnapshotID)
			}
			content, metadata = source.Content, source.ImageMetadata
		} else {
			source := state.Volumes.Get(x.Txn, v.SourceVolumeID)
			if source == nil {
				return record.NotFound(v.SourceVolumeID)
			}
			content, metadata = source.Content, source.ImageMetadata
		}
		record.Put(x, v, func(v *state.Volume) {
			v.Status, v.Content, v.ImageMetadata = state.VolumeAvailable, content, maps.Clone(metadata)
		})
	}
	groups.Put(x, g, func(g *state.VolumeGroup) { g.Status = "available" })
	return nil
}

func failed(x *pipeline.Exchange, f *pipeline.Fault) {
	for _, v := range groups.Volumes(x, x.Event.Resource) {
		record.Put(x, v, func(v *state.Volume) { v.Status = state.VolumeError })
	}
	groups.Fail(x, f)
}
