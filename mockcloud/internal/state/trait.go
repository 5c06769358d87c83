package state

import (
	"plumbline/mockcloud/internal/state/engine"
)

// Trait is one that somebody made: its name begins with CUSTOM_.
type Trait struct{ Name string }

// Traits are those that were made; the standard ones need no records.
var Traits = engine.Register(engine.Table[Trait]{
	Name: "traits",
	ID:   func(t *Trait) string { return t.Name },
})

// RebuildTrait is the trait of hosts that can rebuild volume-backed servers, as the specification has it. No release
// knows it.
const RebuildTrait = "COMPUTE_REBUILD_BFV"

// HostTraits are what the driver of every host of a mock says that it can do.
var HostTraits = []string{
	"COMPUTE_ACCELERATORS", "COMPUTE_ADDRESS_SPACE_EMULATED", "COMPUTE_ADDRESS_SPACE_PASSTHROUGH", "COMPUTE_DEVICE_TAGGING",
	"COMPUTE_IMAGE_TYPE_QCOW2", "COMPUTE_IMAGE_TYPE_RAW", "COMPUTE_MEM_BACKING_FILE", "COMPUTE_NET_ATTACH_INTERFACE",
	"COMPUTE_NET_ATTACH_INTERFACE_WITH_TAG", "COMPUTE_NODE", "COMPUTE_RESCUE_BFV", "COMPUTE_SECURITY_STATELESS_FIRMWARE",
	"COMPUTE_STORAGE_VIRTIO_FS", "COMPUTE_TRUSTED_CERTS", "COMPUTE_VOLUME_ATTACH_WITH_TAG", "COMPUTE_VOLUME_EXTEND",
	"COMPUTE_VOLUME_MULTI_ATTACH",
}
