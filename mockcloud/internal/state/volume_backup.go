package state

import (
	"time"

	"plumbline/mockcloud/internal/state/engine"
)

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
		{Name: "parent", Of: func(b *VolumeBackup) []string { return some(b.ParentID) }},
	},
})

// VolumeService is one of block storage's services that somebody was told to rest, or to work again.
type VolumeService struct {
	Binary, Host string
	Disabled     bool
	// Reason is why it rests, nil for none.
	Reason *string
	// Levels are the log levels that were set, by names of loggers.
	Levels map[string]string
}

// VolumeServices are the services whose state was set.
var VolumeServices = engine.Register(engine.Table[VolumeService]{
	Name: "volume-services",
	ID:   func(s *VolumeService) string { return s.Binary + " " + s.Host },
})
