package schedule

import (
	"cmp"
	"slices"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Candidate is a host with the resources in use on it: those of its servers, and those that the operator reserves.
type Candidate struct {
	Host    *state.Host
	zone    string
	servers int
	vcpus   int
	ram     int
	disk    int
	// tenants are the projects that the host is reserved for; if there are none, it is for all.
	tenants []string
	// preferred is what the soft policies of a server's groups make of the host: the highest comes first.
	preferred int
}

// Placement is a server's demands on a host.
type Placement struct {
	// Takes is what the server takes of its host.
	Takes state.Usage
	// Image holds the properties of the server's image.
	Image map[string]string
	// Zone is the zone that the server is pinned to; with nil, "" and the zone of the control services it may go anywhere.
	Zone *string
	// Host and Node, if not "", name the only host to consider. Forced skips all checks but those that placement makes: capacity, and
	// a service that is not disabled.
	Host, Node string
	Forced     bool
	// Project, if not "", is the project that the host must be open to.
	Project string
}

// vcpuRatio is the number of virtual processors per processor of a host.
const vcpuRatio = 4

// Choose picks among the suitable hosts the preferred one, then the one with the most free memory; ties go to the host with the fewest
// servers, then by name. It is nil if no host is suitable.
func Choose(all []Candidate, p Placement) *Candidate {
	var best *Candidate
	for i := range all {
		if c := &all[i]; c.suits(p) && (best == nil || c.comesBefore(best)) {
			best = c
		}
	}
	return best
}

func (c *Candidate) comesBefore(other *Candidate) bool {
	return cmp.Or(cmp.Compare(other.preferred, c.preferred), cmp.Compare(other.Host.RAM-other.ram, c.Host.RAM-c.ram),
		cmp.Compare(c.servers, other.servers), cmp.Compare(c.Host.Name, other.Host.Name)) < 0
}

func (c *Candidate) suits(p Placement) bool {
	if p.Host != "" && c.Host.Name != p.Host || p.Node != "" && c.Host.Node != p.Node {
		return false
	}
	if p.Forced {
		return !c.Host.Disabled && c.hasRoom(p.Takes)
	}
	if p.Project != "" && len(c.tenants) > 0 && !slices.Contains(c.tenants, p.Project) {
		return false
	}
	anywhere := p.Zone == nil || *p.Zone == "" || *p.Zone == state.InternalZone
	return c.Host.Usable() && RunsImage(c.Host, p.Image) == "" && (anywhere || c.zone == *p.Zone) && c.hasRoom(p.Takes)
}

func (c *Candidate) hasRoom(u state.Usage) bool {
	return c.vcpus+u.VCPUs <= c.Host.VCPUs*vcpuRatio && c.ram+u.RAM <= c.Host.RAM && c.disk+u.Disk <= c.Host.Disk
}

// Candidates answers all hosts with the resources in use on them.
func Candidates(x *pipeline.Exchange) []Candidate {
	out, ram, disk := make([]Candidate, 0, 4), x.Env.Settings().ReservedMemory, x.Env.ReservedGiB()
	for h := range state.Hosts.All(x.Txn) {
		out = append(out, Candidate{Host: h})
		c := &out[len(out)-1]
		for a := range state.Aggregates.ByKey(x.Txn, "host", h.Name) {
			c.zone = cmp.Or(c.zone, a.Zone())
			c.tenants = append(c.tenants, a.Tenants()...)
		}
		c.zone = cmp.Or(c.zone, state.DefaultZone)
		used := state.UsedOf(x.Txn, h.Name)
		c.servers, c.vcpus, c.ram, c.disk = used.Servers, used.VCPUs, used.RAM+ram, used.Disk+disk
		claimed := state.Claimed(x.Txn, h.HypervisorID)
		c.vcpus, c.ram, c.disk = c.vcpus+claimed["VCPU"], c.ram+claimed["MEMORY_MB"], c.disk+claimed["DISK_GB"]
	}
	return out
}

// IsolatedProject is the server's project if the scheduler reserves hosts for projects, else "".
func IsolatedProject(x *pipeline.Exchange, s *state.Server) string {
	if x.Env.Settings().TenantIsolation {
		return s.ProjectID
	}
	return ""
}

// HostNamed finds a host by service name, by node name, or by both at once; nil when there is none.
func HostNamed(x *pipeline.Exchange, host, node string) *state.Host {
	for h := range state.Hosts.All(x.Txn) {
		if (host == "" || h.Name == host) && (node == "" || h.Node == node) {
			return h
		}
	}
	return nil
}

// SchedulerZone is the zone that the scheduler filters by; nil for a zone that no aggregate makes (the default zone, that of the
// control services, the empty name), which excludes no host.
func SchedulerZone(x *pipeline.Exchange, zone *string) *string {
	if zone == nil || state.Aggregates.FirstByKey(x.Txn, "zone", *zone) == nil {
		return nil
	}
	return zone
}

// PutOnHost puts a server on a host.
func PutOnHost(s *state.Server, c *Candidate) {
	s.Host, s.Node, s.Zone = c.Host.Name, c.Host.Node, c.zone
}
