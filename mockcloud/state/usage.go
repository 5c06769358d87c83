package state

// Usage is what the servers on a host take of it.
type Usage struct {
	Host    string
	Servers int
	VCPUs   int
	RAM     int // MiB
	Disk    int // GiB, ephemeral disks included
}

var usages = register(Table[Usage]{Name: "usages", ID: func(u *Usage) string { return u.Host }})

// UsedOf is what servers take of a host.
func UsedOf(x *Txn, host string) Usage {
	x.flush(Servers)
	if u := usages.Get(x, host); u != nil {
		return *u
	}
	return Usage{Host: host}
}

// account keeps usages true when a server is written.
func account(x *Txn, before, after *Server) {
	if before != nil && after != nil && before.Host == after.Host && sameSize(&before.Flavor, &after.Flavor) {
		return
	}
	charge(x, before, -1)
	charge(x, after, 1)
}

func sameSize(a, b *FlavorCopy) bool {
	return a.VCPUs == b.VCPUs && a.RAM == b.RAM && a.Disk == b.Disk && a.Ephemeral == b.Ephemeral
}

func charge(x *Txn, s *Server, times int) {
	if s == nil || s.Host == "" {
		return
	}
	u := Usage{Host: s.Host}
	if known := usages.Get(x, s.Host); known != nil {
		u = *known
	}
	u.Servers += times
	u.VCPUs += times * s.Flavor.VCPUs
	u.RAM += times * s.Flavor.RAM
	u.Disk += times * (s.Flavor.Disk + s.Flavor.Ephemeral)
	usages.Insert(x, &u)
}
