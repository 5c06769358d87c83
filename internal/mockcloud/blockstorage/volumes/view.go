package volumes

import (
	"maps"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Brief is a volume in a list without details.
type Brief struct {
	ID    string          `json:"id"`
	Name  *string         `json:"name"`
	Links []pipeline.Link `json:"links"`
}

func briefView(x *pipeline.Exchange, v *state.Volume) *Brief {
	return &Brief{ID: v.ID, Name: v.Name, Links: record.Links(x, "volumes", v.ID)}
}

// Shown is a volume with details.
type Shown struct {
	Brief
	Status         state.VolumeStatus `json:"status"`
	Size           int                `json:"size"`
	Zone           *string            `json:"availability_zone"`
	Created        *string            `json:"created_at"`
	Updated        *string            `json:"updated_at"`
	Description    *string            `json:"description"`
	Type           string             `json:"volume_type"`
	TypeID         string             `json:"volume_type_id"`
	SnapshotID     *string            `json:"snapshot_id"`
	SourceID       *string            `json:"source_volid"`
	Metadata       map[string]string  `json:"metadata"`
	ImageMetadata  map[string]string  `json:"volume_image_metadata,omitzero"`
	UserID         string             `json:"user_id"`
	ProjectID      string             `json:"os-vol-tenant-attr:tenant_id"`
	Host           *string            `json:"os-vol-host-attr:host"`
	Bootable       string             `json:"bootable"` // "true" or "false"
	Encrypted      bool               `json:"encrypted"`
	Multiattach    bool               `json:"multiattach"`
	Attachments    []attached         `json:"attachments"`
	ConsumesQuota  bool               `json:"consumes_quota"`
	SharedTargets  bool               `json:"shared_targets"`
	ServiceID      *string            `json:"service_uuid"`
	Migration      *string            `json:"migration_status"`
	MigrationState *string            `json:"os-vol-mig-status-attr:migstat"`
	MigrationName  *string            `json:"os-vol-mig-status-attr:name_id"`
	Group          *string            `json:"group_id"`
	// The following fields are always empty: the mock has no replication, providers and clusters.
	Replication      *string `json:"replication_status"`
	ConsistencyGroup *string `json:"consistencygroup_id"`
	Provider         *string `json:"provider_id"`
	Cluster          *string `json:"cluster_name"`
}

// attached is an attachment to a server.
type attached struct {
	VolumeID     string  `json:"id"`
	Volume       string  `json:"volume_id"`
	AttachmentID string  `json:"attachment_id"`
	ServerID     *string `json:"server_id"`
	Host         *string `json:"host_name"`
	Device       *string `json:"device"`
	At           *string `json:"attached_at"`
}

// serviceID is the uuid of the volume service, which has all volumes.
const serviceID = "5f7b2e8c-2d1e-4c6b-9a57-0c1de4a0f001"

// View makes the view of a volume with details.
func View(x *pipeline.Exchange, v *state.Volume) *Shown {
	kind := state.VolumeTypes.Get(x.Txn, v.TypeID)
	metadata := map[string]string{}
	maps.Copy(metadata, v.Metadata)
	maps.Copy(metadata, v.AdminMetadata)
	shown := &Shown{
		Brief: *briefView(x, v), Status: v.Status, Size: v.Size, Zone: record.OrNull(v.Zone), Created: record.Created(x, v.Created),
		Updated: record.Time(v.Updated), Description: v.Description, Type: kind.Name, TypeID: kind.ID, SnapshotID: record.OrNull(v.SnapshotID),
		SourceID: record.OrNull(v.SourceVolumeID), Metadata: metadata, UserID: v.UserID, ProjectID: v.ProjectID, Host: record.OrNull(v.Host),
		Bootable: record.LowerBool(v.Bootable), Multiattach: v.Multiattach, Attachments: attachedTo(x, v), ConsumesQuota: true,
		SharedTargets: v.Host == "", Migration: record.OrNull(v.MigrationStatus), MigrationState: record.OrNull(v.MigrationStatus),
		MigrationName: record.OrNull(v.NameID), Group: record.OrNull(v.GroupID),
	}
	if v.Host != "" {
		shown.ServiceID = record.OrNull(serviceID)
	}
	if len(v.ImageMetadata) > 0 {
		shown.ImageMetadata = maps.Clone(v.ImageMetadata)
	}
	return shown
}

// attachedTo are the attachments to servers; reservations are left out.
func attachedTo(x *pipeline.Exchange, v *state.Volume) []attached {
	var out []attached
	for _, a := range record.Attachments(x, v.ID) {
		if a.Status != state.AttachAttached {
			continue
		}
		server := attached{
			VolumeID: v.ID, Volume: v.ID, AttachmentID: a.ID, ServerID: record.OrNull(a.ServerID), Device: record.OrNull(a.Mountpoint),
			At: record.Time(a.Attached),
		}
		if x.Caller.Admin() {
			server.Host = record.OrNull(a.Host)
		}
		out = append(out, server)
	}
	return out
}
