package state

import (
	"time"

	"plumbline/mockcloud/internal/state/engine"
)

// Usage is what servers take: of a host, or of a project's quota.
type Usage struct {
	Servers int
	VCPUs   int
	RAM     int // MiB
	Disk    int // GiB, ephemeral disks included
}

// used is the record of what servers take of something.
type used struct {
	of string
	Usage
}

// usages follow from the servers; who writes servers keeps them true. They are records, so that they are undone, restored and
// watched as such.
var usages = engine.Register(engine.Table[used]{Name: "usages", ID: func(u *used) string { return u.of }, Aside: true, Derived: true})

// UsedOf is what servers take of a host.
func UsedOf(x *engine.Txn, host string) Usage { return usageOf(x, "host/"+host) }

// UsedBy is what the servers of a project take.
func UsedBy(x *engine.Txn, project string) Usage { return usageOf(x, "project/"+project) }

func usageOf(x *engine.Txn, of string) Usage {
	if u := usages.Get(x, of); u != nil {
		return u.Usage
	}
	return Usage{}
}

// account keeps usages true when a server is written.
func account(x *engine.Txn, before, after *Server) {
	if before != nil && (after == nil || before.Host != after.Host) {
		Consumers.Delete(x, before.ID) // compute claims anew, or nothing any more
	}
	if before != nil && after != nil && before.ProjectID == after.ProjectID && sameSize(&before.Flavor, &after.Flavor) {
		if before.Host != after.Host {
			chargeHost(x, before, -1)
			chargeHost(x, after, 1)
		}
		return
	}
	charge(x, before, -1)
	charge(x, after, 1)
}

func sameSize(a, b *FlavorCopy) bool {
	return a.VCPUs == b.VCPUs && a.RAM == b.RAM && a.Disk == b.Disk && a.Ephemeral == b.Ephemeral
}

func charge(x *engine.Txn, s *Server, times int) {
	if s == nil {
		return
	}
	chargeTo(x, "project/"+s.ProjectID, &s.Flavor, times)
	chargeHost(x, s, times)
}

func chargeHost(x *engine.Txn, s *Server, times int) {
	if s.Host != "" {
		chargeTo(x, "host/"+s.Host, &s.Flavor, times)
	}
}

func chargeTo(x *engine.Txn, of string, f *FlavorCopy, times int) {
	u := usageOf(x, of)
	u.Servers += times
	u.VCPUs += times * f.VCPUs
	u.RAM += times * f.RAM
	u.Disk += times * (f.Disk + f.Ephemeral)
	if u == (Usage{}) {
		usages.Delete(x, of)
		return
	}
	usages.Insert(x, &used{of, u})
}

// Ended is what is remembered of a server that is gone: what it used, and when.
type Ended struct {
	ID, Name, ProjectID  string
	Flavor               FlavorCopy
	Launched, Terminated time.Time
}

// EndedServers are the servers that ran and are gone.
var EndedServers = engine.Register(engine.Table[Ended]{
	Name:    "ended-servers",
	Aside:   true,
	ID:      func(e *Ended) string { return e.ID },
	Indexes: []engine.Index[Ended]{{Name: "project", Of: func(e *Ended) []string { return []string{e.ProjectID} }}},
})

// QuotaSet is what an administrator chose for a project, or for a user in one: limits by the names of compute's quotas.
type QuotaSet struct {
	ProjectID, UserID string
	Limits            map[string]int
}

// QuotaSetID is how a choice is found; user is "" for a project's.
func QuotaSetID(project, user string) string { return project + "/" + user }

// QuotaSets are the choices. Those of the project "" are the defaults of all.
var QuotaSets = engine.Register(engine.Table[QuotaSet]{
	Name:    "quota-sets",
	ID:      func(q *QuotaSet) string { return QuotaSetID(q.ProjectID, q.UserID) },
	Indexes: []engine.Index[QuotaSet]{{Name: "project", Of: func(q *QuotaSet) []string { return []string{q.ProjectID} }}},
})
