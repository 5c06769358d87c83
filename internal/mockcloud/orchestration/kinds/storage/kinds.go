// Package storage holds the resource types that stand for volumes and their attachments to servers.
package storage

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// Kinds are the behaviours of the types.
func Kinds() map[string]*kind.Kind {
	return map[string]*kind.Kind{
		"OS::Cinder::EncryptedVolumeType": encryptedType(), "OS::Cinder::Volume": volume(),
		"OS::Cinder::VolumeAttachment": attachment(), "OS::Cinder::VolumeType": volumeType(),
	}
}

// volumes are the volumes of block storage.
var volumes = remote.Plain{
	Service: openapi.BlockStorage, Path: "/volumes", Key: "volume", Gone: true,
	Renamed: map[string]string{
		"image": "imageRef", "read_only": "", "scheduler_hints": "", "backup_id": "", "size": "", "metadata": "", "volume_type": "",
	},
}

// volume is OS::Cinder::Volume.
func volume() *kind.Kind {
	plain := volumes
	plain.Prepare, plain.Shows, plain.Check = prepareVolume, volumeAttributes, checkVolume
	plain.Ready = func(t *kind.Task, view kind.Values) (bool, *kind.Failure) {
		ready, why := volumeReady(t, view)
		if ready { // before it is available, block storage refuses it
			why = readOnly(t, t.Resource.Properties["read_only"])
		}
		return ready, why
	}
	k := plain.Kind()
	k.Keeps = kind.Handler{Begin: keepVolume, Done: volumeKept}
	k.Does[record.Update] = kind.Handler{Begin: updateVolume, Done: changedDetached}
	remove := k.Does[record.Delete]
	k.Does[record.Delete] = kind.Handler{Done: remove.Done, Begin: func(t *kind.Task) *kind.Failure {
		switch volumes.Of(t)["status"] {
		case "in-use":
			return kind.Failf("Error", "Volume in use")
		case "deleting":
			return nil
		}
		return remove.Begin(t)
	}}
	k.Does[record.Check] = kind.Handler{Begin: func(t *kind.Task) *kind.Failure {
		reply := volumes.Request(t, "GET", "", nil)
		if !reply.OK() {
			return remote.Failed(openapi.BlockStorage, reply)
		}
		if status := reply.Text("volume", "status"); status != "available" && status != "in-use" {
			return kind.Failf("Error", "'status': expected '['available', 'in-use']', got '%s'", status)
		}
		return nil
	}}
	return k
}

// backups are the backups of volumes.
const backups = "/backups"

// keepVolume makes a backup of a volume that will be deleted.
func keepVolume(t *kind.Task) *kind.Failure {
	reply := t.Call(pipeline.Call{
		Service: openapi.BlockStorage, Method: "POST", Path: backups,
		Body: kind.Values{"backup": kind.Values{"volume_id": t.Resource.PhysicalID}},
	})
	if !reply.OK() {
		return remote.Failed(openapi.BlockStorage, reply)
	}
	t.Resource.Keeping = reply.Text("backup", "id")
	return nil
}

func volumeKept(t *kind.Task) (bool, *kind.Failure) {
	reply := t.Call(pipeline.Call{Service: openapi.BlockStorage, Method: "GET", Path: backups + "/" + t.Resource.Keeping})
	if !reply.OK() {
		return false, remote.Failed(openapi.BlockStorage, reply)
	}
	switch status := reply.Text("backup", "status"); status {
	case "creating":
		return false, nil
	case "available":
		return true, nil
	default:
		return false, kind.Failf("ResourceUnknownStatus", "Volume backup failed - Unknown status %s due to \"Unknown\"", status)
	}
}

// sources are the properties of which one says what a volume is made from.
var sources = []string{"snapshot_id", "source_volid", "image", "backup_id"}

func checkVolume(c *kind.Checking) *kind.Complaint {
	sized, made := c.Properties["size"] != nil || c.Loose["size"], false
	for _, key := range sources {
		made = made || c.Properties[key] != nil || c.Loose[key]
	}
	if sized || made && c.Properties["image"] == nil && !c.Loose["image"] {
		return nil
	}
	return &kind.Complaint{Text: "If neither \"backup_id\" nor \"size\" is provided, one and only one of \"source_volid\", " +
		"\"snapshot_id\" must be specified, but currently specified options: []."}
}

func prepareVolume(t *kind.Task, request kind.Values, making bool) *kind.Failure {
	if !making {
		if v, there := request["description"]; there && v == nil {
			delete(request, "description") // the one before stays
		}
		return nil
	}
	for _, key := range []string{"size", "metadata", "volume_type"} {
		if v := t.Resource.Properties[key]; v != nil {
			request[key] = v
		}
	}
	if t.Resource.Properties["name"] == nil {
		request["name"] = record.PhysicalName(t.Exchange, t.Stack, t.Resource.Name)
	}
	return nil
}

// volumeReady tells whether nothing is done to a volume any more.
func volumeReady(_ *kind.Task, view kind.Values) (bool, *kind.Failure) {
	switch status := body.As[string](view["status"]); status {
	case "available", "in-use":
		return true, nil
	case "error":
		return false, kind.Failf("ResourceInError", "Went to status error due to \"Unknown\"")
	case "creating", "downloading", "restoring-backup", "extending", "retyping", "attaching", "detaching", "reserved":
		return false, nil
	default:
		return false, kind.Failf("ResourceUnknownStatus", "Volume create failed - Unknown status %s due to \"Unknown\"", status)
	}
}

// updateVolume makes the changes that are possible in place: name, description, metadata, type, read-only and a greater size.
func updateVolume(t *kind.Task) *kind.Failure {
	changed, now := kind.Changes(t.Before, t.Resource.Properties), t.Resource.Properties
	plain := volumes
	plain.Prepare = prepareVolume
	if why := plain.Kind().Does[record.Update].Begin(t); why != nil {
		return why
	}
	if changed["metadata"] {
		if reply := volumes.Request(t, "PUT", "/metadata", kind.Values{"metadata": now["metadata"]}); !reply.OK() {
			return remote.Failed(openapi.BlockStorage, reply)
		}
	}
	if changed["volume_type"] {
		if why := act(t, "os-retype", kind.Values{"new_type": now["volume_type"], "migration_policy": "never"}); why != nil {
			return why
		}
	}
	t.Resource.Data = nil
	before, after := body.As[float64](t.Before["size"]), body.As[float64](now["size"])
	switch {
	case changed["size"] && after < before:
		return kind.Failf("NotSupported", "Shrinking volume is not supported.")
	case changed["size"] || changed["read_only"]:
		return changeDetached(t)
	}
	return nil
}

func readOnly(t *kind.Task, on any) *kind.Failure {
	if on == nil {
		return nil
	}
	return act(t, "os-update_readonly_flag", kind.Values{"readonly": on})
}

func act(t *kind.Task, action string, arguments kind.Values) *kind.Failure {
	if reply := volumes.Request(t, "POST", "/action", kind.Values{action: arguments}); !reply.OK() {
		return remote.Failed(openapi.BlockStorage, reply)
	}
	return nil
}

// volumeAttributes are attributes with names or forms of their own: most are texts, as Python writes them.
func volumeAttributes(_ *kind.Task, view kind.Values) kind.Values {
	out := kind.Values{
		"display_name": view["name"], "display_description": view["description"], "metadata_values": view["metadata"],
		"attachments_list": view["attachments"],
	}
	for _, key := range []string{
		"availability_zone", "size", "snapshot_id", "volume_type", "source_volid", "status", "created_at", "bootable", "encrypted",
		"attachments", "multiattach",
	} {
		out[key] = written(view[key])
	}
	out["metadata"] = hot.JSON(view["metadata"])
	return out
}

// written is a value as Python writes it.
func written(v any) string {
	switch v := v.(type) {
	case string:
		return v
	default:
		return hot.Repr(v)
	}
}
