package state

import (
	"time"

	"plumbline/mockcloud/internal/state/engine"
)

// Volume is one volume of block storage.
type Volume struct {
	ID string
	// Serial orders volumes by creation.
	Serial            int64
	Name, Description *string
	Size              int // GiB
	ProjectID, UserID string
	Status            VolumeStatus
	// PreviousStatus is the status to return to after an operation, "" when there is none.
	PreviousStatus VolumeStatus
	AttachStatus   AttachStatus
	// TypeID is the volume's type; every volume has one.
	TypeID, Zone, Host string
	// Bootable tells whether a server can boot from the volume; Multiattach whether several servers can have it.
	Bootable, Multiattach bool
	Metadata              map[string]string
	// AdminMetadata holds the service's own notes: readonly and attached_mode.
	AdminMetadata map[string]string
	// ImageMetadata holds the properties of the image on the volume (image_id, image_name, …), nil without one.
	ImageMetadata              map[string]string
	SnapshotID, SourceVolumeID string
	// Content is the marker of the volume's content: that of the image last written to it, or a new one for a blank volume. Copies
	// (snapshots, clones) have the original's.
	Content string
	Created time.Time
	// Updated is nil before the first change.
	Updated *time.Time
}

// VolumeStatus is the status of a volume as the API shows it.
type VolumeStatus string

// The states of a volume (docs/contract/90-other-services.md §3).
const (
	VolumeCreating    VolumeStatus = "creating"
	VolumeDownloading VolumeStatus = "downloading"
	VolumeUploading   VolumeStatus = "uploading"
	VolumeAvailable   VolumeStatus = "available"
	VolumeReserved    VolumeStatus = "reserved"
	VolumeAttaching   VolumeStatus = "attaching"
	VolumeInUse       VolumeStatus = "in-use"
	VolumeDetaching   VolumeStatus = "detaching"
	VolumeExtending   VolumeStatus = "extending"
	VolumeRetyping    VolumeStatus = "retyping"
	VolumeMaintenance VolumeStatus = "maintenance"
	VolumeDeleting    VolumeStatus = "deleting"
	VolumeError       VolumeStatus = "error"
)

// Volumes are all volumes except those deleted for good.
var Volumes = engine.Register(engine.Table[Volume]{
	Name: "volumes",
	ID:   func(v *Volume) string { return v.ID },
	Indexes: []engine.Index[Volume]{
		{Name: "project", Of: func(v *Volume) []string { return []string{v.ProjectID} }},
	},
})
