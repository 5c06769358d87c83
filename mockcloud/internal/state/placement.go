package state

import (
	"plumbline/mockcloud/internal/state/engine"
)

// Provider is a resource provider that somebody made, or what was written about a host's: a host has a provider as long as
// it is there, whose id is that of its hypervisor.
type Provider struct {
	ID     string
	Serial int64
	Name   string
	// Host is the host that the provider is of, "" for one that was made.
	Host string
	// Parent is the provider above it in its tree, "" for a root.
	Parent      string
	Generation  int64
	Inventories map[string]Inventory
	Aggregates  []string
	Traits      []string
}

// Inventory is what a provider has of a resource class.
type Inventory struct {
	Total, Reserved, Least, Most, Step int
	Ratio                              float64
}

// Capacity is how much of it can be allocated.
func (i Inventory) Capacity() int { return int(float64(i.Total-i.Reserved) * i.Ratio) }

// Providers are the resource providers that something was written about.
var Providers = engine.Register(engine.Table[Provider]{
	Name:    "resource-providers",
	Aside:   true,
	ID:      func(p *Provider) string { return p.ID },
	Indexes: []engine.Index[Provider]{{Name: "parent", Of: func(p *Provider) []string { return some(p.Parent) }}},
})

// Consumer is what allocations were written for. A server is one without a record, as long as nobody writes its allocations
// in compute's stead.
type Consumer struct {
	ID                      string
	ProjectID, UserID, Type string
	Generation              int64
	// Allocations are the amounts by provider and resource class.
	Allocations map[string]map[string]int
}

// Consumers are the consumers that allocations were written for.
var Consumers = engine.Register(engine.Table[Consumer]{
	Name:  "consumers",
	Aside: true,
	ID:    func(c *Consumer) string { return c.ID },
	Indexes: []engine.Index[Consumer]{{Name: "provider", Of: func(c *Consumer) []string {
		out := make([]string, 0, len(c.Allocations))
		for id := range c.Allocations {
			out = append(out, id)
		}
		return out
	}}},
})

// Claimed is what consumers that are no servers take of a provider, by resource class.
func Claimed(x *engine.Txn, provider string) map[string]int {
	var out map[string]int
	for c := range Consumers.Each(x, "provider", provider) {
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

// ResourceClass is one that somebody made: its name begins with CUSTOM_.
type ResourceClass struct {
	ID     string // its name
	Serial int64
}

// ResourceClasses are those that were made; the standard ones need no records.
var ResourceClasses = engine.Register(engine.Table[ResourceClass]{
	Name:  "resource-classes",
	Aside: true,
	ID:    func(c *ResourceClass) string { return c.ID },
})
