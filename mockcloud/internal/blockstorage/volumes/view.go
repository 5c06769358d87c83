package volumes

import (
	"maps"

	"plumbline/mockcloud/internal/blockstorage/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

func briefView(x *pipeline.Exchange, v *state.Volume) map[string]any {
	return map[string]any{"id": v.ID, "name": v.Name, "links": record.Links(x, "volumes", v.ID)}
}

// serviceID is the uuid of the part of the service that has all volumes.
const serviceID = "5f7b2e8c-2d1e-4c6b-9a57-0c1de4a0f001"

// View is a volume as it is shown.
func View(x *pipeline.Exchange, v *state.Volume) map[string]any {
	view := briefView(x, v)
	kind := state.VolumeTypes.Get(x.Txn, v.TypeID)
	metadata := map[string]string{}
	maps.Copy(metadata, v.Metadata)
	maps.Copy(metadata, v.AdminMetadata)
	maps.Copy(view, map[string]any{
		"status": string(v.Status), "size": v.Size, "availability_zone": record.OrNull(v.Zone),
		"created_at": record.Time(&v.Created), "updated_at": record.Time(v.Updated),
		"description": v.Description, "volume_type": kind.Name, "volume_type_id": kind.ID, "snapshot_id": record.OrNull(v.SnapshotID),
		"source_volid": record.OrNull(v.SourceVolumeID), "metadata": metadata, "user_id": v.UserID,
		"bootable": record.LowerBool(v.Bootable), "encrypted": false,
		"replication_status": nil, "consistencygroup_id": nil, "multiattach": v.Multiattach, "attachments": attachedView(x, v),
		"migration_status": nil, "group_id": nil, "provider_id": nil, "cluster_name": nil, "consumes_quota": true,
		"shared_targets": v.Host == "", "service_uuid": nil,
		"os-vol-tenant-attr:tenant_id": v.ProjectID, "os-vol-host-attr:host": record.OrNull(v.Host),
		"os-vol-mig-status-attr:migstat": nil, "os-vol-mig-status-attr:name_id": nil,
	})
	if v.Host != "" {
		view["service_uuid"] = serviceID
	}
	if len(v.ImageMetadata) > 0 {
		view["volume_image_metadata"] = maps.Clone(v.ImageMetadata)
	}
	return view
}

// attachedView are the servers that have the volume; who only reserved it is not among them.
func attachedView(x *pipeline.Exchange, v *state.Volume) []any {
	out := []any{}
	for _, a := range record.Attachments(x, v.ID) {
		if a.Status != state.AttachAttached {
			continue
		}
		view := map[string]any{
			"id": v.ID, "attachment_id": a.ID, "volume_id": v.ID, "server_id": record.OrNull(a.ServerID), "host_name": nil,
			"device": record.OrNull(a.Mountpoint), "attached_at": record.Time(a.Attached),
		}
		if x.Caller.Admin() {
			view["host_name"] = record.OrNull(a.Host)
		}
		out = append(out, view)
	}
	return out
}
