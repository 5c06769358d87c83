package state

import (
	"strings"
	"time"

	"plumbline/internal/mockcloud/state/engine"
)

// VolumeAttachment is the attachment of a volume to a server, or a reservation for one.
type VolumeAttachment struct {
	ID       string
	Serial   int64
	VolumeID string
	// ServerID is "" for an attachment to a host.
	ServerID string
	Host     string
	// Status is the attachment's own status; the volume's is computed from all of its attachments.
	Status AttachStatus
	// Mode is "null" until it is known, then "rw" or "ro".
	Mode string
	// Mountpoint is the device in the server, "" until it is known.
	Mountpoint string
	// Connector is the host's description of itself, nil for a reservation; Connection is the description of the target for the host.
	Connector          map[string]any
	Connection         *VolumeConnection `json:"ConnectionInfo"`
	Attached, Detached *time.Time
	Created            time.Time
}

// Concerns tells whether the attachment is one of the volume or the server with that id.
func (a *VolumeAttachment) Concerns(id string) bool {
	return strings.EqualFold(a.VolumeID, id) || strings.EqualFold(a.ServerID, id)
}

// VolumeConnection describes to a host what to connect to: a file, which is never opened.
type VolumeConnection struct {
	DevicePath string `json:"device_path"`
	AccessMode string `json:"access_mode"`
	// Driver and AttachmentID are "" for a volume that is connected without an attachment of its own.
	Driver       string  `json:"driver_volume_type,omitzero"`
	AttachmentID string  `json:"attachment_id,omitzero"`
	QoS          *string `json:"qos_specs"`
	Encrypted    bool    `json:"encrypted"`
	Cacheable    bool    `json:"cacheable"`
	Multipath    bool    `json:"enforce_multipath"`
}

// AttachStatus is the status of an attachment; a volume has one too, computed from its attachments.
type AttachStatus string

// The states of attachments.
const (
	AttachReserved  AttachStatus = "reserved"
	AttachAttaching AttachStatus = "attaching"
	AttachAttached  AttachStatus = "attached"
	AttachDetaching AttachStatus = "detaching"
	AttachDetached  AttachStatus = "detached"
	AttachError     AttachStatus = "error_attaching"
)

// VolumeAttachments are all attachments that were not deleted.
var VolumeAttachments = engine.Register(engine.Table[VolumeAttachment]{
	Name: "volume-attachments",
	ID:   func(a *VolumeAttachment) string { return a.ID },
	Indexes: []engine.Index[VolumeAttachment]{
		{Name: "volume", Of: func(a *VolumeAttachment) []string { return []string{a.VolumeID} }},
		{Name: "server", Of: func(a *VolumeAttachment) []string { return nonEmpty(a.ServerID) }},
	},
})
