package contents

import (
	"cmp"
	"slices"

	"plumbline/internal/mockcloud/state"
)

// Cloud is what the cloud has in numbers. Counts are those of what is listed page by page.
type Cloud struct {
	Counts map[string]int `json:"counts"`
	Zones  []zoneView     `json:"zones"`
}

type zoneView struct {
	Name  string     `json:"name"`
	Hosts []hostView `json:"hosts"`
}

// hostView is a compute host with the resources that its servers use (memory in MiB).
type hostView struct {
	Name           string `json:"name"`
	Up             bool   `json:"up"`
	Disabled       bool   `json:"disabled,omitempty"`
	DisabledReason string `json:"disabled_reason,omitempty"`
	Servers        int    `json:"servers"`
	VCPUs          int    `json:"vcpus"`
	VCPUsUsed      int    `json:"vcpus_used"`
	RAM            int    `json:"ram"`
	RAMUsed        int    `json:"ram_used"`
}

// Cloud shows the cloud.
func (l *Look) Cloud() Cloud { return Cloud{Counts: l.Counts(), Zones: l.hosts()} }

// hosts are the compute hosts by zone.
func (l *Look) hosts() []zoneView {
	if l.zones == nil {
		l.zones = zones(l.txn)
	}
	return l.zones
}

func zones(x *state.Txn) []zoneView {
	out := []zoneView{}
	for h := range state.Hosts.All(x) {
		name, used := state.ZoneOf(x, h.Name), state.UsedOf(x, h.Name)
		at := slices.IndexFunc(out, func(z zoneView) bool { return z.Name == name })
		if at < 0 {
			at = len(out)
			out = append(out, zoneView{Name: name})
		}
		out[at].Hosts = append(out[at].Hosts, hostView{
			Name: h.Name, Up: h.Up(), Disabled: h.Disabled, DisabledReason: h.DisabledReason, Servers: used.Servers,
			VCPUs: h.VCPUs, VCPUsUsed: used.VCPUs, RAM: h.RAM, RAMUsed: used.RAM,
		})
	}
	slices.SortFunc(out, func(a, b zoneView) int { return cmp.Compare(a.Name, b.Name) })
	return out
}
