package state

import (
	"strings"
	"time"

	"plumbline/internal/mockcloud/state/engine"
)

// VolumeType is a type of volumes.
type VolumeType struct {
	ID          string
	Serial      int64
	Name        string
	Description *string
	Public      bool
	// Default is the type of volumes that are created without one, in projects that have no other default.
	Default    bool
	ExtraSpecs map[string]string
	// Backed tells that the storage has whatever the type asks for: a type that the cloud has from the start.
	Backed bool
	// Access lists the projects that can see a type that is not public.
	Access []string
	// QoSID is the type's specs of quality of service, "" for none. Encryption is how its volumes are encrypted, nil if they are not.
	QoSID      string
	Encryption *VolumeEncryption
	Created    time.Time
}

// VolumeEncryption is how volumes of a type are encrypted.
type VolumeEncryption struct {
	ID                string
	Provider, Control string
	Cipher            *string
	KeySize           *int
	Created           time.Time
	Updated           *time.Time
}

// VolumeQoS are specs of quality of service, for volume types.
type VolumeQoS struct {
	ID             string
	Serial         int64
	Name, Consumer string
	Specs          map[string]*string
}

// VolumeQoSSpecs are all specs of quality of service.
var VolumeQoSSpecs = engine.Register(engine.Table[VolumeQoS]{
	Name: "volume-qos-specs",
	ID:   func(q *VolumeQoS) string { return q.ID },
})

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

// VolumeDefaultType is the type of the volumes that a project creates without one.
type VolumeDefaultType struct{ ProjectID, TypeID string }

// VolumeDefaultTypes are the default types that were set for projects.
var VolumeDefaultTypes = engine.Register(engine.Table[VolumeDefaultType]{
	Name: "volume-default-types",
	ID:   func(d *VolumeDefaultType) string { return d.ProjectID },
	Indexes: []engine.Index[VolumeDefaultType]{
		{Name: "type", Of: func(d *VolumeDefaultType) []string { return []string{d.TypeID} }},
	},
})
