package backups

import (
	"encoding/base64"
	"encoding/json"
	"maps"

	"plumbline/internal/mockcloud/blockstorage/quotas"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/blockstorage/volumetypes"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// restoring holds the values that the steps of backups.restore share.
type restoring struct {
	Request struct {
		Name     body.Opt[string] `json:"name"`
		VolumeID body.Opt[string] `json:"volume_id"`
	} `body:"restore"`
	volume *state.Volume
}

func canRestore(x *pipeline.Exchange, _ *restoring) *pipeline.Fault {
	if backup(x).Status != "available" {
		return invalid("Backup status must be available")
	}
	return nil
}

// findTarget finds the volume to restore to, or makes one.
func findTarget(x *pipeline.Exchange, w *restoring) *pipeline.Fault {
	b, id := backup(x), w.Request.VolumeID.Or("")
	if id == "" {
		if f := quotas.AllowGigabytes(x, x.Caller.ProjectID, b.Size); f != nil {
			return f
		}
		kind, f := volumetypes.Default(x)
		if f != nil {
			return f
		}
		name, description := w.Request.Name.Or("restore_backup_"+b.ID), "auto-created_from_restore_from_backup"
		w.volume = &state.Volume{
			ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volumes"), Size: b.Size, Name: &name, Description: &description,
			TypeID: kind.ID, ProjectID: x.Caller.ProjectID, UserID: x.Caller.UserID, Status: state.VolumeAvailable,
			AttachStatus: state.AttachDetached, Zone: record.Zone, Host: record.Host,
			Metadata: map[string]string{}, Created: x.Now(),
		}
		return nil
	}
	if w.volume = record.Visible(x, id); w.volume == nil {
		return record.NotFound(id)
	}
	switch {
	case w.volume.Status != state.VolumeAvailable:
		return record.InvalidVolume("Volume to be restored to must be available")
	case b.Size > w.volume.Size:
		return record.InvalidVolume("volume size %d is too small to restore backup of size %d.", w.volume.Size, b.Size)
	}
	return nil
}

func restore(x *pipeline.Exchange, w *restoring) *pipeline.Fault {
	record.Put(x, w.volume, func(v *state.Volume) { v.Status = "restoring-backup" })
	change(x, func(b *state.VolumeBackup) { b.Status = "restoring" })
	x.Schedule(workRestored, backup(x).ID, w.volume.ID, w.volume.ID)
	return nil
}

func answerRestoring(x *pipeline.Exchange, w *restoring) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(202, "restore", &struct {
		BackupID string  `json:"backup_id"`
		VolumeID string  `json:"volume_id"`
		Name     *string `json:"volume_name"`
	}{backup(x).ID, w.volume.ID, w.volume.Name}), nil
}

func restored(x *pipeline.Exchange) *pipeline.Fault {
	b := due(x)
	if b == nil {
		return nil
	}
	if v := state.Volumes.Get(x.Txn, pipeline.Payload[string](x)); v != nil {
		record.Put(x, v, func(v *state.Volume) {
			v.Status, v.Content, v.ImageMetadata, v.Bootable = state.VolumeAvailable, b.Content, maps.Clone(b.ImageMetadata), b.Bootable
		})
	}
	put(x, b, func(b *state.VolumeBackup) { b.Status = "available" })
	return nil
}

// exported describes a backup, in base64 of its JSON.
type exported struct {
	Service string `json:"backup_service"`
	URL     string `json:"backup_url"`
}

func export(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	b := backup(x)
	if b.Status != "available" {
		return nil, invalid("Backup status must be available and not %s.", b.Status)
	}
	raw, err := json.Marshal(b)
	if err != nil {
		return nil, pipeline.Refuse(500, record.Erred)
	}
	out := &exported{URL: base64.StdEncoding.EncodeToString(raw)}
	if b.Service != nil {
		out.Service = *b.Service
	}
	return pipeline.Answer(200, "backup-record", out), nil
}

// importing holds the values that the steps of backups.import share.
type importing struct {
	Request exported `body:"backup-record"`
}

func importRecord(x *pipeline.Exchange, w *importing) *pipeline.Fault {
	raw, err := base64.StdEncoding.DecodeString(w.Request.URL)
	if err != nil {
		return record.InvalidInput("Can't decode backup record.")
	}
	b := &state.VolumeBackup{}
	switch {
	case json.Unmarshal(raw, b) != nil:
		return record.InvalidInput("Can't parse backup record.")
	case b.ID == "":
		return record.InvalidInput("Provided backup record is missing an id")
	case state.VolumeBackups.Get(x.Txn, b.ID) != nil:
		return invalid("Backup already exists in database.")
	}
	if f := quotas.AllowBackup(x, x.Caller.ProjectID, b.Size); f != nil {
		return f
	}
	b.ProjectID, b.UserID, b.Serial = x.Caller.ProjectID, x.Caller.UserID, x.Txn.Next("volume-backups")
	b.Status, b.Created, b.Updated = "creating", x.Now(), nil
	state.VolumeBackups.Insert(x.Txn, b)
	focus(x, b)
	x.Schedule(workCreated, b.ID, nil)
	return nil
}
