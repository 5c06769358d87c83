package contents

import (
	"cmp"
	"slices"

	"plumbline/internal/mockcloud/compute/servers"
	"plumbline/internal/mockcloud/state"
)

// serverView is a server. Pinned is the zone that was requested for it, left out if none was.
type serverView struct {
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Project  string          `json:"project"`
	Status   string          `json:"status"`
	VMState  state.VMState   `json:"vm_state"`
	Task     state.TaskState `json:"task,omitempty"`
	Host     string          `json:"host,omitempty"`
	Zone     string          `json:"zone,omitempty"`
	Pinned   *string         `json:"pinned,omitempty"`
	Locked   bool            `json:"locked,omitempty"`
	LockedBy string          `json:"locked_by,omitempty"`
	Fault    string          `json:"fault,omitempty"`
}

func (v serverView) searchedText() []string {
	out := []string{v.ID, v.Name, v.Project, v.Status, string(v.Task), v.Host, v.Zone, v.Fault}
	if v.Locked {
		out = append(out, "locked")
	}
	return out
}

// hostGroup is the servers on a host that were found. Host is "" for servers on none of the hosts.
type hostGroup struct {
	Zone  string `json:"zone,omitempty"`
	Host  string `json:"host,omitempty"`
	Found int    `json:"found"`
}

// serverRecords are listed by zone and host, those on no host last; on each host the newest first. Deleted ones are left out.
var serverRecords = source[*state.Server]{
	all: func(l *Look) (out []*state.Server) {
		for s := range state.Servers.All(l.txn) {
			if s.VMState != state.VMDeleted {
				out = append(out, s)
			}
		}
		return out
	},
	sort: func(l *Look, found []*state.Server) {
		_, rank := l.hostGroups()
		type ranked struct {
			rank   int
			server *state.Server
		}
		all := make([]ranked, len(found))
		for i, s := range found {
			all[i] = ranked{rank(s), s}
		}
		slices.SortFunc(all, func(a, b ranked) int {
			return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(b.server.Serial, a.server.Serial))
		})
		for i, r := range all {
			found[i] = r.server
		}
	},
	show: func(l *Look, s *state.Server) row { return l.server(s) },
}

// hostGroups are the groups of all hosts, empty, and one for servers on no host; rank tells which of them is a server's.
func (l *Look) hostGroups() (groups []hostGroup, rank func(*state.Server) int) {
	at := map[string]int{}
	for _, zone := range l.hosts() {
		for _, h := range zone.Hosts {
			at[h.Name] = len(groups)
			groups = append(groups, hostGroup{Zone: zone.Name, Host: h.Name})
		}
	}
	none := len(groups)
	return append(groups, hostGroup{}), func(s *state.Server) int {
		if i, known := at[s.Host]; known {
			return i
		}
		return none
	}
}

// serverKind is the kind of servers: pages tell of the hosts, too. Hosts without a server are left out where words are searched.
func serverKind() kind {
	out := serverRecords.kind("servers")
	out.list = func(l *Look, q Query) Page {
		found := serverRecords.find(l, q.Find)
		page := serverRecords.page(l, "servers", q, found)
		groups, rank := l.hostGroups()
		for _, s := range found {
			groups[rank(s)].Found++
		}
		for _, g := range groups {
			if g.Found > 0 || q.Find == "" && g.Host != "" {
				page.Groups = append(page.Groups, g)
			}
		}
		return page
	}
	return out
}

func (l *Look) server(s *state.Server) serverView {
	out := serverView{
		ID: s.ID, Name: s.Name, Project: l.project(s.ProjectID), Status: servers.Status(s), VMState: s.VMState, Task: s.TaskState,
		Host: s.Host, Zone: s.Zone, Pinned: s.PinnedZone, Locked: s.Locked, LockedBy: s.LockedBy,
	}
	if s.Fault != nil {
		out.Fault = s.Fault.Message
	}
	return out
}
