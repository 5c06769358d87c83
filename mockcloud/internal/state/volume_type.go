package state

import (
	"strings"
	"time"

	"plumbline/mockcloud/internal/state/engine"
)

// VolumeType is a type of volumes.
type VolumeType struct {
	ID          string
	Serial      int64
	Name        string
	Description *string
	Public      bool
	// Default is the type of volumes that are created without one.
	Default    bool
	ExtraSpecs map[string]string
	// Access lists the projects that can see a type that is not public.
	Access  []string
	Created time.Time
}

// Multiattach tells whether volumes of the type can be attached to several servers.
func (t *VolumeType) Multiattach() bool {
	return strings.EqualFold(t.ExtraSpecs["multiattach"], "<is> True")
}

// VolumeTypes are all types of volumes.
var VolumeTypes = engine.Register(engine.Table[VolumeType]{
	Name: "volume-types",
	ID:   func(t *VolumeType) string { return t.ID },
	Indexes: []engine.Index[VolumeType]{
		{Name: "name", Of: func(t *VolumeType) []string { return []string{t.Name} }},
	},
})
