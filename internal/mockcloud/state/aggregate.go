package state

import (
	"slices"
	"strings"
	"time"

	"plumbline/internal/mockcloud/state/engine"
)

// DefaultZone is the zone of hosts that are in no aggregate with a zone; it is listed only while it has such hosts. InternalZone is
// the zone of services that run no servers.
const (
	DefaultZone  = "nova"
	InternalZone = "internal"
)

// Aggregate is a named set of hosts; one with the metadata availability_zone is a zone.
type Aggregate struct {
	ID       string // the integer id in decimal
	UUID     string
	Name     string
	Hosts    []string
	Metadata map[string]string
	Created  time.Time
	Updated  *time.Time
}

// Zone is the zone of the aggregate's hosts, "" for none.
func (a *Aggregate) Zone() string { return a.Metadata["availability_zone"] }

// TenantKey is the metadata key with the projects that an aggregate is for.
const TenantKey = "filter_tenant_id"

// Tenants are the ids of the projects that the aggregate is for: the values of all keys that begin with filter_tenant_id, each a
// comma-separated list. Without any, the aggregate is for all projects.
func (a *Aggregate) Tenants() []string {
	var keys, out []string
	for key := range a.Metadata {
		if strings.HasPrefix(key, TenantKey) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		for id := range strings.SplitSeq(a.Metadata[key], ",") {
			if id = strings.TrimSpace(id); id != "" {
				out = append(out, id)
			}
		}
	}
	return out
}

// Aggregates are all host aggregates.
var Aggregates = engine.Register(engine.Table[Aggregate]{
	Name: "aggregates",
	ID:   func(a *Aggregate) string { return a.ID },
	Indexes: []engine.Index[Aggregate]{
		{Name: "host", Of: func(a *Aggregate) []string { return nonEmpty(a.Hosts...) }},
		{Name: "zone", Of: func(a *Aggregate) []string { return nonEmpty(a.Zone()) }},
	},
})

// ZoneOf is the zone of a host; "" for no host.
func ZoneOf(x *engine.Txn, host string) string {
	if host == "" {
		return ""
	}
	for a := range Aggregates.ByKey(x, "host", host) {
		if z := a.Zone(); z != "" {
			return z
		}
	}
	return DefaultZone
}
