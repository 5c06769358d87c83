package state

import "maps"

// Usage is what servers take: of a host, or of a project's quota.
type Usage struct {
	Servers int
	VCPUs   int
	RAM     int // MiB
	Disk    int // GiB, ephemeral disks included
}

// UsedOf is what servers take of a host.
func UsedOf(x *Txn, host string) Usage {
	if x.watch != nil {
		Servers.observe(x, "id")
	}
	return x.side.usage["host/"+host]
}

// UsedBy is what the servers of a project take.
func UsedBy(x *Txn, project string) Usage {
	if x.watch != nil {
		Servers.observe(x, "id")
	}
	return x.side.usage["project/"+project]
}

// account keeps usages true when a server is written.
func account(x *Txn, before, after *Server) {
	if before != nil && after != nil && before.Host == after.Host && before.ProjectID == after.ProjectID && sameSize(&before.Flavor, &after.Flavor) {
		return
	}
	s := x.aside()
	s.usage = maps.Clone(s.usage)
	if s.usage == nil {
		s.usage = map[string]Usage{}
	}
	charge(s.usage, before, -1)
	charge(s.usage, after, 1)
}

func sameSize(a, b *FlavorCopy) bool {
	return a.VCPUs == b.VCPUs && a.RAM == b.RAM && a.Disk == b.Disk && a.Ephemeral == b.Ephemeral
}

func charge(usage map[string]Usage, s *Server, times int) {
	if s == nil {
		return
	}
	for _, of := range []string{"host/" + s.Host, "project/" + s.ProjectID} {
		if of == "host/" {
			continue
		}
		u := usage[of]
		u.Servers += times
		u.VCPUs += times * s.Flavor.VCPUs
		u.RAM += times * s.Flavor.RAM
		u.Disk += times * (s.Flavor.Disk + s.Flavor.Ephemeral)
		if u == (Usage{}) {
			delete(usage, of)
			continue
		}
		usage[of] = u
	}
}
