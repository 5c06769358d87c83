package state

import (
	"time"

	"plumbline/internal/mockcloud/state/engine"
)

// VolumeGroupType is a type of groups of volumes. A spec without a value is nil.
type VolumeGroupType struct {
	ID          string
	Serial      int64
	Name        string
	Description *string
	Public      bool
	Specs       map[string]*string
}

// VolumeGroupTypes are all types of groups of volumes.
var VolumeGroupTypes = engine.Register(engine.Table[VolumeGroupType]{
	Name: "volume-group-types",
	ID:   func(t *VolumeGroupType) string { return t.ID },
	Indexes: []engine.Index[VolumeGroupType]{
		{Name: "name", Of: func(t *VolumeGroupType) []string { return []string{t.Name} }},
	},
})

// VolumeGroup is a group of volumes. TypeID is its type, VolumeTypes are the ids of the types that its volumes can have.
type VolumeGroup struct {
	ID                string
	Serial            int64
	Name, Description *string
	ProjectID, UserID string
	Status            string
	Zone, TypeID      string
	VolumeTypes       []string
	// Host is where the volumes are, "" until one was found.
	Host string
	// SnapshotID and SourceID are the group's snapshot or the group that it was made from, "" for neither.
	SnapshotID, SourceID string
	Created              time.Time
}

// VolumeGroups are all groups of volumes.
var VolumeGroups = engine.Register(engine.Table[VolumeGroup]{
	Name: "volume-groups",
	ID:   func(g *VolumeGroup) string { return g.ID },
	Indexes: []engine.Index[VolumeGroup]{
		{Name: "project", Of: func(g *VolumeGroup) []string { return []string{g.ProjectID} }},
		{Name: "type", Of: func(g *VolumeGroup) []string { return []string{g.TypeID} }},
	},
})

// VolumeGroupSnapshot are snapshots of all volumes of a group, taken together. TypeID is the group's type.
type VolumeGroupSnapshot struct {
	ID                string
	Serial            int64
	GroupID, TypeID   string
	Name, Description *string
	ProjectID, UserID string
	Status            string
	Created           time.Time
}

// VolumeGroupSnapshots are all snapshots of groups.
var VolumeGroupSnapshots = engine.Register(engine.Table[VolumeGroupSnapshot]{
	Name: "volume-group-snapshots",
	ID:   func(s *VolumeGroupSnapshot) string { return s.ID },
	Indexes: []engine.Index[VolumeGroupSnapshot]{
		{Name: "project", Of: func(s *VolumeGroupSnapshot) []string { return []string{s.ProjectID} }},
		{Name: "group", Of: func(s *VolumeGroupSnapshot) []string { return []string{s.GroupID} }},
	},
})

// someText is the key that a record is found under, none for "".
func someText(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}
