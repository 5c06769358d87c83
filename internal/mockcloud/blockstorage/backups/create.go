package backups

import (
	"maps"

	"plumbline/internal/mockcloud/blockstorage/quotas"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/blockstorage/snapshots"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// creation holds the values that the steps of backups.create share: the request, and what it names.
type creation struct {
	Request struct {
		VolumeID    string            `json:"volume_id"`
		SnapshotID  body.Opt[string]  `json:"snapshot_id"`
		Container   body.Opt[string]  `json:"container"`
		Zone        body.Opt[string]  `json:"availability_zone"`
		Name        body.Opt[string]  `json:"name"`
		Description body.Opt[string]  `json:"description"`
		Incremental body.Bool         `json:"incremental"`
		Force       body.Bool         `json:"force"`
		Metadata    map[string]string `json:"metadata"`
	} `body:"backup"`
	volume   *state.Volume
	snapshot *state.VolumeSnapshot
	parent   *state.VolumeBackup
}

func findVolume(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	if w.volume = record.Visible(x, w.Request.VolumeID); w.volume == nil {
		return record.NotFound(w.Request.VolumeID)
	}
	x.Target.ProjectID, x.Target.UserID = w.volume.ProjectID, w.volume.UserID
	if f := x.Demand("backup:create"); f != nil {
		return f
	}
	id := w.Request.SnapshotID.Or("")
	if id == "" {
		return nil
	}
	if w.snapshot = snapshots.Visible(x, id); w.snapshot == nil {
		return snapshots.NotFound(id)
	}
	if w.snapshot.VolumeID != w.volume.ID {
		return record.InvalidVolume("Volume %s does not match with snapshot.volume_id %s.", w.volume.ID, w.snapshot.VolumeID)
	}
	return nil
}

func sourceReady(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	status := w.volume.Status
	switch {
	case w.snapshot != nil:
		if w.snapshot.Status != "available" {
			return snapshots.Invalid(`Snapshot to be backed up must be available, but the current status is "%s".`, w.snapshot.Status)
		}
	case status != state.VolumeAvailable && status != state.VolumeInUse:
		return record.InvalidVolume(`Volume to be backed up must be available or in-use, but the current status is "%s".`, status)
	case status == state.VolumeInUse && !bool(w.Request.Force):
		return record.InvalidVolume("Backing up an in-use volume must use the force flag.")
	}
	return nil
}

func quotaAllows(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	return quotas.AllowBackup(x, x.Caller.ProjectID, w.volume.Size)
}

// findParent finds the newest backup of the volume for an incremental one.
func findParent(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	if !bool(w.Request.Incremental) {
		return nil
	}
	for b := range state.VolumeBackups.ByKey(x.Txn, "project", x.Caller.ProjectID) {
		if b.VolumeID == w.volume.ID && (w.parent == nil || b.DataTime.After(w.parent.DataTime)) {
			w.parent = b
		}
	}
	switch {
	case w.parent == nil:
		return invalid("No backups available to do an incremental backup.")
	case w.parent.Status != "available":
		return invalid("The parent backup must be available for incremental backup.")
	}
	return nil
}

func create(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	r, v := w.Request, w.volume
	b := &state.VolumeBackup{
		ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volume-backups"), VolumeID: v.ID, SnapshotID: r.SnapshotID.Pointer(),
		ProjectID: x.Caller.ProjectID, UserID: x.Caller.UserID, Name: record.TrimSpace(r.Name).Pointer(),
		Description: record.TrimSpace(r.Description).Pointer(), Size: v.Size, Status: "creating", Container: r.Container.Pointer(),
		Metadata: r.Metadata, Content: v.Content, ImageMetadata: maps.Clone(v.ImageMetadata), Bootable: v.Bootable, DataTime: x.Now(),
		Created: x.Now(),
	}
	if b.Metadata == nil {
		b.Metadata = map[string]string{}
	}
	if w.parent != nil {
		b.ParentID = w.parent.ID
	}
	from := v.ID // shows that a backup of it is being made
	if s := w.snapshot; s != nil {
		from = s.ID
		b.DataTime, b.Content = s.Created, s.Content
		snapshots.Put(x, s, func(s *state.VolumeSnapshot) { s.Status = "backing-up" })
	} else {
		record.Put(x, v, func(v *state.Volume) { v.PreviousStatus, v.Status = v.Status, "backing-up" })
	}
	state.VolumeBackups.Insert(x.Txn, b)
	focus(x, b)
	x.Schedule(workCreated, b.ID, nil, from)
	return nil
}

// due is the backup of the scheduled work, nil when it is gone.
func due(x *pipeline.Exchange) *state.VolumeBackup {
	return state.VolumeBackups.Get(x.Txn, x.Event.Resource)
}

func created(x *pipeline.Exchange) *pipeline.Fault {
	b := due(x)
	if b == nil || b.Status != "creating" {
		return nil
	}
	release(x, b)
	service, container, zone := "cinder.backup.drivers.posix.PosixBackupDriver", b.ID[:2]+"/"+b.ID[2:4]+"/"+b.ID, record.Zone
	put(x, b, func(b *state.VolumeBackup) {
		b.Status, b.Service, b.Zone = "available", &service, &zone
		if b.Container == nil {
			b.Container = &container
		}
	})
	return nil
}

// release gives what was backed up its status from before.
func release(x *pipeline.Exchange, b *state.VolumeBackup) {
	if b.SnapshotID != nil {
		if s := state.VolumeSnapshots.Get(x.Txn, *b.SnapshotID); s != nil {
			snapshots.Put(x, s, func(s *state.VolumeSnapshot) { s.Status = "available" })
		}
		return
	}
	if v := state.Volumes.Get(x.Txn, b.VolumeID); v != nil && v.Status == "backing-up" {
		record.Put(x, v, func(v *state.Volume) { v.Status, v.PreviousStatus = v.PreviousStatus, v.Status })
	}
}

func failed(x *pipeline.Exchange, f *pipeline.Fault) {
	if b := due(x); b != nil {
		release(x, b)
		put(x, b, func(b *state.VolumeBackup) { b.Status, b.FailReason = "error", &f.Message })
	}
}
