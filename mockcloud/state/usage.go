package state

// Usage is what servers take: of a host, or of a project's quota.
type Usage struct {
	// Of is who is used: "host/NAME" or "project/ID".
	Of      string
	Servers int
	VCPUs   int
	RAM     int // MiB
	Disk    int // GiB, ephemeral disks included
}

var usages = register(Table[Usage]{Name: "usages", ID: func(u *Usage) string { return u.Of }})

// UsedOf is what servers take of a host.
func UsedOf(x *Txn, host string) Usage { return used(x, "host/"+host) }

// UsedBy is what the servers of a project take.
func UsedBy(x *Txn, project string) Usage { return used(x, "project/"+project) }

func used(x *Txn, of string) Usage {
	x.flush(Servers)
	if u := usages.Get(x, of); u != nil {
		return *u
	}
	return Usage{Of: of}
}

// account keeps usages true when a server is written.
func account(x *Txn, before, after *Server) {
	if before != nil && after != nil && before.Host == after.Host && before.ProjectID == after.ProjectID && sameSize(&before.Flavor, &after.Flavor) {
		return
	}
	charge(x, before, -1)
	charge(x, after, 1)
}

func sameSize(a, b *FlavorCopy) bool {
	return a.VCPUs == b.VCPUs && a.RAM == b.RAM && a.Disk == b.Disk && a.Ephemeral == b.Ephemeral
}

func charge(x *Txn, s *Server, times int) {
	if s == nil {
		return
	}
	if s.Host != "" {
		add(x, "host/"+s.Host, s, times)
	}
	add(x, "project/"+s.ProjectID, s, times)
}

func add(x *Txn, of string, s *Server, times int) {
	u := Usage{Of: of}
	if known := usages.Get(x, of); known != nil {
		u = *known
	}
	u.Servers += times
	u.VCPUs += times * s.Flavor.VCPUs
	u.RAM += times * s.Flavor.RAM
	u.Disk += times * (s.Flavor.Disk + s.Flavor.Ephemeral)
	usages.Insert(x, &u)
}
