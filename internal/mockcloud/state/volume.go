package state

import (
	"time"

	"plumbline/internal/mockcloud/state/engine"
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
	// MigrationStatus is how far the last migration has come, "" where there was none; NameID is what the storage calls a migrated volume.
	MigrationStatus, NameID string
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
	// GroupID is the group that the volume is in, "" for none.
	GroupID string
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
	VolumeCreating         VolumeStatus = "creating"
	VolumeDownloading      VolumeStatus = "downloading"
	VolumeUploading        VolumeStatus = "uploading"
	VolumeAvailable        VolumeStatus = "available"
	VolumeReserved         VolumeStatus = "reserved"
	VolumeAttaching        VolumeStatus = "attaching"
	VolumeInUse            VolumeStatus = "in-use"
	VolumeDetaching        VolumeStatus = "detaching"
	VolumeExtending        VolumeStatus = "extending"
	VolumeRetyping         VolumeStatus = "retyping"
	VolumeMaintenance      VolumeStatus = "maintenance"
	VolumeAwaitingTransfer VolumeStatus = "awaiting-transfer"
	VolumeReverting        VolumeStatus = "reverting"
	VolumeDeleting         VolumeStatus = "deleting"
	VolumeError            VolumeStatus = "error"
)

// Volumes are all volumes except those deleted for good.
var Volumes = engine.Register(engine.Table[Volume]{
	Name: "volumes",
	ID:   func(v *Volume) string { return v.ID },
	Indexes: []engine.Index[Volume]{
		{Name: "project", Of: func(v *Volume) []string { return []string{v.ProjectID} }},
		{Name: "group", Of: func(v *Volume) []string { return someText(v.GroupID) }},
	},
})

// UnmanagedVolumes are volumes that the storage has, and that block storage was told to forget.
var UnmanagedVolumes = engine.Register(engine.Table[Volume]{Name: "volumes-unmanaged", ID: func(v *Volume) string { return v.ID }})

// UnmanagedSnapshots are snapshots that the storage has, and that block storage was told to forget.
var UnmanagedSnapshots = engine.Register(engine.Table[VolumeSnapshot]{
	Name: "volume-snapshots-unmanaged",
	ID:   func(s *VolumeSnapshot) string { return s.ID },
})

// VolumeSnapshot is a snapshot of a volume.
type VolumeSnapshot struct {
	ID                string
	Serial            int64
	VolumeID          string
	ProjectID, UserID string
	Name, Description *string
	Size              int // GiB
	Status            string
	Progress          string
	TypeID            string
	Metadata          map[string]string
	// ImageMetadata and Content are those of the volume when the snapshot was taken.
	ImageMetadata map[string]string
	Content       string
	// Bootable is that of the volume.
	Bootable bool
	// GroupSnapshotID is the snapshot of a group that this is a part of, "" for none.
	GroupSnapshotID string
	Created         time.Time
	Updated         *time.Time
}

// VolumeSnapshots are all snapshots that were not deleted.
var VolumeSnapshots = engine.Register(engine.Table[VolumeSnapshot]{
	Name: "volume-snapshots",
	ID:   func(s *VolumeSnapshot) string { return s.ID },
	Indexes: []engine.Index[VolumeSnapshot]{
		{Name: "volume", Of: func(s *VolumeSnapshot) []string { return []string{s.VolumeID} }},
		{Name: "project", Of: func(s *VolumeSnapshot) []string { return []string{s.ProjectID} }},
		{Name: "group-snapshot", Of: func(s *VolumeSnapshot) []string { return someText(s.GroupSnapshotID) }},
	},
})

// VolumeTransfer is the offer of a volume to whoever has its key. An accepted one is gone.
type VolumeTransfer struct {
	ID       string
	Serial   int64
	VolumeID string
	Name     *string
	// NoSnapshots tells that the volume's snapshots stay where they are.
	NoSnapshots bool
	// SourceProjectID is the project that the volume was in when it was offered.
	SourceProjectID string
	// KeyHash is the SHA-256 of the key that accepts the transfer, in hexadecimal digits.
	KeyHash string
	Created time.Time
}

// VolumeTransfers are all transfers that were neither accepted nor deleted.
var VolumeTransfers = engine.Register(engine.Table[VolumeTransfer]{
	Name: "volume-transfers",
	ID:   func(t *VolumeTransfer) string { return t.ID },
	Indexes: []engine.Index[VolumeTransfer]{
		{Name: "volume", Of: func(t *VolumeTransfer) []string { return []string{t.VolumeID} }},
	},
})

// VolumeMessage is a user message of block storage about the failure of an accepted request.
type VolumeMessage struct {
	ID                       string
	Serial                   int64
	ProjectID, RequestID     string
	ResourceType, ResourceID string
	// Action and Detail are numbers as in "003" and "006"; EventID is composed of them.
	Action, Detail   string
	Level            string
	Created, Expires time.Time
}

// VolumeMessages are all messages to users that were not deleted.
var VolumeMessages = engine.Register(engine.Table[VolumeMessage]{
	Name:    "volume-messages",
	ID:      func(m *VolumeMessage) string { return m.ID },
	Indexes: []engine.Index[VolumeMessage]{{Name: "project", Of: func(m *VolumeMessage) []string { return []string{m.ProjectID} }}},
})

// VolumeQuota holds a project's limits in block storage, by name of the resource; a missing one has the default limit. -1 is no
// limit.
type VolumeQuota struct {
	ProjectID string
	Limits    map[string]int
}

// VolumeQuotas are the quotas that were set for projects.
var VolumeQuotas = engine.Register(engine.Table[VolumeQuota]{
	Name: "volume-quotas",
	ID:   func(q *VolumeQuota) string { return q.ProjectID },
})

// VolumeBackup is a backup of a volume, or of a snapshot of it.
type VolumeBackup struct {
	ID                string
	Serial            int64
	VolumeID          string
	SnapshotID        *string
	ProjectID, UserID string
	Name, Description *string
	Size              int // GiB
	Status            string
	Container, Zone   *string
	// Service is what made the backup, nil before it is made.
	Service    *string
	FailReason *string
	// ParentID is the backup that an incremental one stands on, "" for a full one.
	ParentID string
	Metadata map[string]string
	// Content, ImageMetadata and Bootable are those of the volume.
	Content       string
	ImageMetadata map[string]string
	Bootable      bool
	// DataTime is when the data was what the backup has.
	DataTime, Created time.Time
	Updated           *time.Time
}

// VolumeBackups are all backups that were not deleted.
var VolumeBackups = engine.Register(engine.Table[VolumeBackup]{
	Name: "volume-backups",
	ID:   func(b *VolumeBackup) string { return b.ID },
	Indexes: []engine.Index[VolumeBackup]{
		{Name: "project", Of: func(b *VolumeBackup) []string { return []string{b.ProjectID} }},
		{Name: "parent", Of: func(b *VolumeBackup) []string { return nonEmpty(b.ParentID) }},
	},
})

// VolumeService is one of block storage's services that somebody was told to rest, or to work again.
type VolumeService struct {
	Binary, Host string
	Disabled     bool
	// Frozen tells that nothing on its storage can change.
	Frozen bool
	// Reason is why it rests, nil for none.
	Reason *string
	// Levels are the log levels that were set, by names of loggers.
	Levels map[string]string
}

// Name identifies the service.
func (s VolumeService) Name() string { return s.Binary + " " + s.Host }

// VolumeServices are the services whose state was set.
var VolumeServices = engine.Register(engine.Table[VolumeService]{
	Name: "volume-services",
	ID:   func(s *VolumeService) string { return s.Name() },
})
