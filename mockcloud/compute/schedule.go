package compute

import (
	"cmp"
	"slices"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// candidate is a host with what its servers use of it.
type candidate struct {
	host    *state.Host
	zone    string
	servers int
	vcpus   int
	ram     int
	disk    int
	// tenants are the projects that the host is kept for; none: it is for all.
	tenants []string
}

// placement is what a server needs of a host.
type placement struct {
	flavor state.FlavorCopy
	// image are the properties of its image.
	image map[string]string
	// zone is the zone it is pinned to; nil, "" and the zone of the control services let it go anywhere.
	zone *string
	// host and node, where not "", are the only ones that will do. forced skips all checks but those
	// that placement makes: room, and a service that is not disabled.
	host, node string
	forced     bool
	// project, where not "", has to be one that the host is kept for.
	project string
}

// vcpuRatio is how many virtual processors a host gives for each of its own.
const vcpuRatio = 4

// choose picks the host with the most free memory of those that will do; the fewest servers, then the
// name, decide between equals. nil: no host will do.
func choose(all []candidate, p placement) *candidate {
	var best *candidate
	for i := range all {
		if c := &all[i]; c.suits(p) && (best == nil || c.before(best)) {
			best = c
		}
	}
	return best
}

func (c *candidate) before(other *candidate) bool {
	return cmp.Or(cmp.Compare(other.host.RAM-other.ram, c.host.RAM-c.ram), cmp.Compare(c.servers, other.servers), cmp.Compare(c.host.Name, other.host.Name)) < 0
}

func (c *candidate) suits(p placement) bool {
	if p.host != "" && c.host.Name != p.host || p.node != "" && c.host.Node != p.node {
		return false
	}
	if p.forced {
		return !c.host.Disabled && c.hasRoom(p.flavor)
	}
	if p.project != "" && len(c.tenants) > 0 && !slices.Contains(c.tenants, p.project) {
		return false
	}
	anywhere := p.zone == nil || *p.zone == "" || *p.zone == state.InternalZone
	return c.host.Usable() && runsImage(c.host, p.image) == "" && (anywhere || c.zone == *p.zone) && c.hasRoom(p.flavor)
}

func (c *candidate) hasRoom(f state.FlavorCopy) bool {
	return c.vcpus+f.VCPUs <= c.host.VCPUs*vcpuRatio && c.ram+f.RAM <= c.host.RAM && c.disk+f.Disk+f.Ephemeral <= c.host.Disk
}

// candidates are all hosts with what is used of them.
func candidates(x *pipeline.Exchange) []candidate {
	out := make([]candidate, 0, 8)
	for h := range state.Hosts.All(x.Txn) {
		c := candidate{host: h}
		for a := range state.Aggregates.Each(x.Txn, "host", h.Name) {
			if z := a.Zone(); z != "" && c.zone == "" {
				c.zone = z
			}
			c.tenants = append(c.tenants, a.Tenants()...)
		}
		c.zone = cmp.Or(c.zone, state.DefaultZone)
		used := state.UsedOf(x.Txn, h.Name)
		c.servers, c.vcpus, c.ram, c.disk = used.Servers, used.VCPUs, used.RAM, used.Disk
		out = append(out, c)
	}
	return out
}

// isolating is the project whose hosts a server may be put on, "" where the scheduler keeps no hosts for projects.
func isolating(x *pipeline.Exchange, s *state.Server) string {
	if x.Env.Settings().TenantIsolation {
		return s.ProjectID
	}
	return ""
}

// hostNamed finds a host by service name, by node name, or by both at once; nil when there is none.
func hostNamed(x *pipeline.Exchange, host, node string) *state.Host {
	for h := range state.Hosts.All(x.Txn) {
		if (host == "" || h.Name == host) && (node == "" || h.Node == node) {
			return h
		}
	}
	return nil
}

// limiting is a zone as the scheduler heeds it: one that no aggregate makes (the default zone, that of the control
// services, the empty name) keeps a server from no host.
func limiting(x *pipeline.Exchange, zone *string) *string {
	if zone == nil || state.Aggregates.First(x.Txn, "zone", *zone) == nil {
		return nil
	}
	return zone
}

// settle puts a server on a host.
func settle(s *state.Server, c *candidate) {
	s.Host, s.Node, s.Zone = c.host.Name, c.host.Node, c.zone
}
