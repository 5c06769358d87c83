package state

import (
	"time"

	"plumbline/internal/mockcloud/state/engine"
)

// Usage is the sum of servers' resources on a host or in a project.
type Usage struct {
	Servers int
	VCPUs   int
	RAM     int // MiB
	// Disk is what placement counts, in GiB: root disks that are no volumes, ephemeral disks, and the swap of each server rounded up,
	// which SwapGiB is the sum of. Swap is in MiB.
	Disk, SwapGiB, Swap int
}

// LocalDisk is the disk as compute itself counts it, in GiB: swap is rounded once.
func (u Usage) LocalDisk() int { return u.Disk - u.SwapGiB + u.Swap/1024 }

// Takes is what a server takes of its host.
func (s *Server) Takes() Usage {
	f := &s.Flavor
	u := Usage{Servers: 1, VCPUs: f.VCPUs, RAM: f.RAM, Swap: f.Swap, SwapGiB: (f.Swap + 1023) / 1024}
	if u.Disk = f.Ephemeral + u.SwapGiB; !s.VolumeBacked() {
		u.Disk += f.Disk
	}
	return u
}

func (u *Usage) add(more Usage, times int) {
	u.Servers += times * more.Servers
	u.VCPUs += times * more.VCPUs
	u.RAM += times * more.RAM
	u.Disk += times * more.Disk
	u.SwapGiB += times * more.SwapGiB
	u.Swap += times * more.Swap
}

// used is the record of a usage.
type used struct {
	of string
	Usage
}

// usages are computed from the servers and updated whenever a server is written. They are records, so that transactions undo, restore
// and watch them like others.
var usages = engine.Register(engine.Table[used]{Name: "usages", ID: func(u *used) string { return u.of }, Uncounted: true, Derived: true})

// UsedOf is the usage of a host by its servers.
func UsedOf(x *engine.Txn, host string) Usage { return usageOf(x, "host/"+host) }

// UsedBy is the usage of a project by its servers.
func UsedBy(x *engine.Txn, project string) Usage { return usageOf(x, "project/"+project) }

func usageOf(x *engine.Txn, of string) Usage {
	if u := usages.Get(x, of); u != nil {
		return u.Usage
	}
	return Usage{}
}

// account updates the usages when a server is written.
func account(x *engine.Txn, before, after *Server) {
	if before != nil && (after == nil || before.Host != after.Host) {
		Consumers.Delete(x, before.ID) // compute replaces these allocations
	}
	if before != nil && after != nil && before.ProjectID == after.ProjectID && before.Takes() == after.Takes() {
		if before.Host != after.Host {
			chargeHost(x, before, -1)
			chargeHost(x, after, 1)
		}
		return
	}
	charge(x, before, -1)
	charge(x, after, 1)
}

func charge(x *engine.Txn, s *Server, times int) {
	if s == nil {
		return
	}
	chargeTo(x, "project/"+s.ProjectID, s.Takes(), times)
	chargeHost(x, s, times)
}

func chargeHost(x *engine.Txn, s *Server, times int) {
	if s.Host != "" {
		chargeTo(x, "host/"+s.Host, s.Takes(), times)
	}
}

func chargeTo(x *engine.Txn, of string, takes Usage, times int) {
	u := usageOf(x, of)
	u.add(takes, times)
	if u == (Usage{}) {
		usages.Delete(x, of)
		return
	}
	usages.Insert(x, &used{of, u})
}

// Ended is the usage of a deleted server, with its times.
type Ended struct {
	ID, Name, ProjectID  string
	Flavor               FlavorCopy
	Launched, Terminated time.Time
}

// EndedServers are the deleted servers that had run.
var EndedServers = engine.Register(engine.Table[Ended]{
	Name:      "ended-servers",
	Uncounted: true,
	ID:        func(e *Ended) string { return e.ID },
	Indexes:   []engine.Index[Ended]{{Name: "project", Of: func(e *Ended) []string { return []string{e.ProjectID} }}},
})

// QuotaSet holds limits that an administrator set for a project or for a user in it, by the names of compute's quotas.
type QuotaSet struct {
	ProjectID, UserID string
	Limits            map[string]int
}

// QuotaSetID is the id of a quota set in the table; user is "" for a project's.
func QuotaSetID(project, user string) string { return project + "/" + user }

// QuotaSets are the limits that were set. Those of the project "" are the defaults for all.
var QuotaSets = engine.Register(engine.Table[QuotaSet]{
	Name:    "quota-sets",
	ID:      func(q *QuotaSet) string { return QuotaSetID(q.ProjectID, q.UserID) },
	Indexes: []engine.Index[QuotaSet]{{Name: "project", Of: func(q *QuotaSet) []string { return []string{q.ProjectID} }}},
})
