package groupsnapshots

import (
	"maps"

	"plumbline/internal/mockcloud/blockstorage/groups"
	"plumbline/internal/mockcloud/blockstorage/quotas"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/blockstorage/snapshots"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// creation holds the values that the steps of group-snapshots.create share.
type creation struct {
	Request struct {
		GroupID     string           `json:"group_id"`
		Name        body.Opt[string] `json:"name"`
		Description body.Opt[string] `json:"description"`
	} `body:"group_snapshot"`
	group   *state.VolumeGroup
	volumes []*state.Volume
}

func findGroup(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	if w.group = groups.Visible(x, w.Request.GroupID); w.group == nil {
		return groups.NotFound(w.Request.GroupID)
	}
	w.volumes = groups.Volumes(x, w.group.ID)
	return nil
}

func noConsistency(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	return refuseReserved(x, &state.VolumeGroupSnapshot{TypeID: w.group.TypeID})
}

func hasVolumes(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	if f := record.NotFrozen(x, w.group.Host); f != nil {
		return f
	}
	if len(w.volumes) == 0 || w.group.Status == "creating" || w.group.Status == "updating" {
		return groups.Invalid("Source group cannot be empty or in 'creating' or 'updating' state. No group snapshot will be created.")
	}
	return nil
}

func canCopy(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	for _, v := range w.volumes {
		switch {
		case v.Host == "":
			return record.InvalidVolume("The snapshot cannot be created because volume has not been scheduled to any host.")
		case v.Status == state.VolumeMaintenance:
			return record.InvalidVolume("The snapshot cannot be created when the volume is in maintenance mode.")
		case record.Migrating(v):
			return record.InvalidVolume("Snapshot cannot be created while volume is migrating.")
		case v.Status == state.VolumeError:
			return record.InvalidVolume("The snapshot cannot be created when the volume is in error status.")
		}
	}
	return nil
}

func quotaAllows(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	size := 0
	for _, v := range w.volumes {
		size += v.Size
	}
	return quotas.AllowSnapshots(x, x.Caller.ProjectID, len(w.volumes), size, 0)
}

func create(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	r := w.Request
	all := &state.VolumeGroupSnapshot{
		ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volume-group-snapshots"), GroupID: w.group.ID, TypeID: w.group.TypeID,
		Name: r.Name.Pointer(), Description: r.Description.Pointer(), ProjectID: x.Caller.ProjectID, UserID: x.Caller.UserID,
		Status: "creating", Created: x.Now(),
	}
	state.VolumeGroupSnapshots.Insert(x.Txn, all)
	var parts []string
	for _, v := range w.volumes {
		parts = append(parts, x.Env.IDs.UUID())
		state.VolumeSnapshots.Insert(x.Txn, &state.VolumeSnapshot{
			ID: parts[len(parts)-1], Serial: x.Txn.Next("volume-snapshots"), VolumeID: v.ID, ProjectID: all.ProjectID, UserID: all.UserID,
			Name: all.Name, Description: all.Description, Size: v.Size, Status: "creating", Progress: "0%", TypeID: v.TypeID,
			Metadata: map[string]string{}, ImageMetadata: maps.Clone(v.ImageMetadata), Content: v.Content, Bootable: v.Bootable,
			GroupSnapshotID: all.ID, Created: x.Now(),
		})
	}
	focus(x, all)
	x.Schedule(workCreated, all.ID, nil, parts...)
	return nil
}

// due is the snapshot of the scheduled work, nil when it is gone.
func due(x *pipeline.Exchange) *state.VolumeGroupSnapshot {
	return state.VolumeGroupSnapshots.Get(x.Txn, x.Event.Resource)
}

func created(x *pipeline.Exchange) *pipeline.Fault {
	all := due(x)
	if all == nil {
		return nil
	}
	for _, s := range Snapshots(x, all.ID) {
		snapshots.Put(x, s, func(s *state.VolumeSnapshot) { s.Status, s.Progress = "available", "100%" })
	}
	put(x, all, "available")
	return nil
}

func failed(x *pipeline.Exchange, _ *pipeline.Fault) {
	all := due(x)
	if all == nil {
		return
	}
	for _, s := range Snapshots(x, all.ID) {
		snapshots.Put(x, s, func(s *state.VolumeSnapshot) { s.Status = "error" })
	}
	put(x, all, "error")
}
