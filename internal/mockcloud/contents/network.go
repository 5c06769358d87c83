package contents

import (
	"cmp"
	"slices"

	"plumbline/internal/mockcloud/state"
)

// networkView is a network. Ports is the number of its ports.
type networkView struct {
	ID       string       `json:"id"`
	Name     string       `json:"name"`
	Project  string       `json:"project"`
	External bool         `json:"external,omitempty"`
	Shared   bool         `json:"shared,omitempty"`
	AdminUp  bool         `json:"admin_up"`
	MTU      int          `json:"mtu,omitempty"`
	Ports    int          `json:"ports"`
	Subnets  []subnetView `json:"subnets,omitempty"`
}

type subnetView struct {
	Name    string `json:"name,omitempty"`
	CIDR    string `json:"cidr"`
	Gateway string `json:"gateway,omitempty"`
}

func (v networkView) searchedText() []string {
	out := []string{v.ID, v.Name, v.Project}
	if v.External {
		out = append(out, "external")
	}
	if v.Shared {
		out = append(out, "shared")
	}
	for _, s := range v.Subnets {
		out = append(out, s.Name, s.CIDR)
	}
	return out
}

var networkRecords = source[*state.Network]{
	all:   recordsOf(state.Networks),
	order: by(func(a, b *state.Network) int { return cmp.Compare(a.Name, b.Name) }),
	show:  func(l *Look, n *state.Network) row { return l.network(n) },
}

func (l *Look) network(n *state.Network) networkView {
	if l.ports == nil { // the index of ports by network goes through all of them: once is enough for all networks
		l.ports = map[string]int{}
		for p := range state.Ports.All(l.txn) {
			l.ports[p.NetworkID]++
		}
	}
	out := networkView{
		ID: n.ID, Name: n.Name, Project: l.project(n.ProjectID), External: n.External, Shared: n.Shared, AdminUp: n.AdminUp, MTU: n.MTU,
		Ports: l.ports[n.ID],
	}
	for s := range state.Subnets.ByKey(l.txn, "network", n.ID) {
		out.Subnets = append(out.Subnets, subnetView{s.Name, s.CIDR, s.Gateway})
	}
	return out
}

// portView is a port. Device is the id of a server or router, DeviceName a server's name.
type portView struct {
	ID             string   `json:"id"`
	Name           string   `json:"name,omitempty"`
	Project        string   `json:"project"`
	Network        string   `json:"network"`
	MAC            string   `json:"mac"`
	Addresses      []string `json:"addresses,omitempty"`
	Status         string   `json:"status"`
	Device         string   `json:"device,omitempty"`
	DeviceName     string   `json:"device_name,omitempty"`
	DeviceOwner    string   `json:"device_owner,omitempty"`
	Host           string   `json:"host,omitempty"`
	SecurityGroups []string `json:"security_groups,omitempty"`
}

func (v portView) searchedText() []string {
	return append([]string{v.ID, v.Name, v.Project, v.Network, v.MAC, v.Status, v.Device, v.DeviceName, v.DeviceOwner, v.Host}, v.Addresses...)
}

// portRecords are listed the newest first.
var portRecords = source[*state.Port]{
	all:   recordsOf(state.Ports),
	order: by(func(a, b *state.Port) int { return b.Created.Compare(a.Created) }),
	show:  func(l *Look, p *state.Port) row { return l.port(p) },
}

func (l *Look) port(p *state.Port) portView {
	out := portView{
		ID: p.ID, Name: p.Name, Project: l.project(p.ProjectID), Network: p.NetworkID, MAC: p.MAC, Status: p.Status,
		Device: p.DeviceID, DeviceOwner: p.DeviceOwner, Host: p.Host,
	}
	if n := state.Networks.Get(l.txn, p.NetworkID); n != nil {
		out.Network = cmp.Or(n.Name, n.ID)
	}
	if s := state.Servers.Get(l.txn, p.DeviceID); s != nil {
		out.DeviceName = s.Name
	}
	for _, ip := range p.FixedIPs {
		out.Addresses = append(out.Addresses, ip.Address)
	}
	for _, id := range p.SecurityGroups {
		name := id
		if g := state.SecurityGroups.Get(l.txn, id); g != nil {
			name = g.Name
		}
		out.SecurityGroups = append(out.SecurityGroups, name)
	}
	slices.Sort(out.SecurityGroups)
	return out
}
