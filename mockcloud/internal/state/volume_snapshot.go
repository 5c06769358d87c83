package state

import (
	"time"

	"plumbline/mockcloud/internal/state/engine"
)

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
	Created  time.Time
	Updated  *time.Time
}

// VolumeSnapshots are all snapshots that were not deleted.
var VolumeSnapshots = engine.Register(engine.Table[VolumeSnapshot]{
	Name: "volume-snapshots",
	ID:   func(s *VolumeSnapshot) string { return s.ID },
	Indexes: []engine.Index[VolumeSnapshot]{
		{Name: "volume", Of: func(s *VolumeSnapshot) []string { return []string{s.VolumeID} }},
		{Name: "project", Of: func(s *VolumeSnapshot) []string { return []string{s.ProjectID} }},
	},
})
