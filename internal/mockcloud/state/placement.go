package state

import (
	"plumbline/internal/mockcloud/state/engine"
)

// Provider is a resource provider that was created through the API, or the data written about a host's provider. A host has a
// provider as long as it exists; its id is that of the hypervisor.
type Provider struct {
	ID     string
	Serial int64
	Name   string
	// Host is the provider's host, "" for one created through the API.
	Host string
	// Parent is the provider above in the tree, "" for a root.
	Parent      string
	Generation  int64
	Inventories map[string]Inventory
	Aggregates  []string
	Traits      []string
}

// Inventory is a provider's inventory of a resource class.
type Inventory struct {
	Total, Reserved, Least, Most, Step int
	Ratio                              float64
}

// Capacity is the amount that can be allocated.
func (i Inventory) Capacity() int { return int(float64(i.Total-i.Reserved) * i.Ratio) }

// Providers are the resource providers with data written through the API.
var Providers = engine.Register(engine.Table[Provider]{
	Name:      "resource-providers",
	Uncounted: true,
	ID:        func(p *Provider) string { return p.ID },
	Indexes:   []engine.Index[Provider]{{Name: "parent", Of: func(p *Provider) []string { return nonEmpty(p.Parent) }}},
})

// Consumer is a consumer with allocations written through the API. A server is a consumer without a record, unless its allocations
// are written in compute's place.
type Consumer struct {
	ID                      string
	ProjectID, UserID, Type string
	Generation              int64
	// Allocations are the allocated amounts by provider and resource class.
	Allocations map[string]map[string]int
}

// Consumers are the consumers with allocations written through the API.
var Consumers = engine.Register(engine.Table[Consumer]{
	Name:      "consumers",
	Uncounted: true,
	ID:        func(c *Consumer) string { return c.ID },
	Indexes: []engine.Index[Consumer]{{Name: "provider", Of: func(c *Consumer) []string {
		out := make([]string, 0, len(c.Allocations))
		for id := range c.Allocations {
			out = append(out, id)
		}
		return out
	}}},
})

// Claimed is the sum of the allocations of consumers that are not servers from a provider, by resource class.
func Claimed(x *engine.Txn, provider string) map[string]int {
	if Consumers.FirstByKey(x, "provider", provider) == nil {
		return nil // as on most hosts, which the scheduler asks about with each server
	}
	var out map[string]int
	for c := range Consumers.ByKey(x, "provider", provider) {
		if Servers.Get(x, c.ID) != nil {
			continue
		}
		if out == nil {
			out = map[string]int{}
		}
		for class, n := range c.Allocations[provider] {
			out[class] += n
		}
	}
	return out
}

// ResourceClass is a custom resource class: its name begins with CUSTOM_.
type ResourceClass struct {
	ID     string // the name
	Serial int64
}

// ResourceClasses are the custom classes; the standard ones have no records.
var ResourceClasses = engine.Register(engine.Table[ResourceClass]{
	Name:      "resource-classes",
	Uncounted: true,
	ID:        func(c *ResourceClass) string { return c.ID },
})

// Trait is a custom trait: its name begins with CUSTOM_.
type Trait struct{ Name string }

// Traits are the custom traits; the standard ones have no records.
var Traits = engine.Register(engine.Table[Trait]{
	Name: "traits",
	ID:   func(t *Trait) string { return t.Name },
})

// RebuildTrait is the trait of hosts that can rebuild volume-backed servers, by the specification. No release has it.
const RebuildTrait = "COMPUTE_REBUILD_BFV"

// HostTraits are the traits that the driver of every host reports.
var HostTraits = []string{
	"COMPUTE_ACCELERATORS", "COMPUTE_ADDRESS_SPACE_EMULATED", "COMPUTE_ADDRESS_SPACE_PASSTHROUGH", "COMPUTE_DEVICE_TAGGING",
	"COMPUTE_IMAGE_TYPE_QCOW2", "COMPUTE_IMAGE_TYPE_RAW", "COMPUTE_MEM_BACKING_FILE", "COMPUTE_NET_ATTACH_INTERFACE",
	"COMPUTE_NET_ATTACH_INTERFACE_WITH_TAG", "COMPUTE_NODE", "COMPUTE_RESCUE_BFV", "COMPUTE_SECURITY_STATELESS_FIRMWARE",
	"COMPUTE_STORAGE_VIRTIO_FS", "COMPUTE_TRUSTED_CERTS", "COMPUTE_VOLUME_ATTACH_WITH_TAG", "COMPUTE_VOLUME_EXTEND",
	"COMPUTE_VOLUME_MULTI_ATTACH",
}
