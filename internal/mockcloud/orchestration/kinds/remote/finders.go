package remote

import (
	"fmt"
	"iter"
	"net"
	"net/netip"

	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Finders find what properties name, by the names that Heat gives to such constraints. Constraints that are not here hold always.
func Finders() map[string]kind.Finder {
	return map[string]kind.Finder{
		"neutron.network": inNetwork(state.Networks, "network", func(n *state.Network) who {
			return who{n.ID, n.Name, n.ProjectID, n.Shared || n.External}
		}),
		"neutron.subnet": inNetwork(state.Subnets, "subnet", func(s *state.Subnet) who { return who{s.ID, s.Name, s.ProjectID, false} }),
		"neutron.port":   inNetwork(state.Ports, "port", func(p *state.Port) who { return who{p.ID, p.Name, p.ProjectID, false} }),
		"neutron.router": inNetwork(state.Routers, "router", func(r *state.Router) who { return who{r.ID, r.Name, r.ProjectID, false} }),
		"neutron.security_group": inNetwork(state.SecurityGroups, "security_group", func(g *state.SecurityGroup) who {
			return who{g.ID, g.Name, g.ProjectID, g.Shared}
		}),
		"neutron.subnetpool": inNetwork(state.SubnetPools, "subnetpool", func(p *state.SubnetPool) who {
			return who{p.ID, p.Name, p.ProjectID, p.Shared}
		}),
		"neutron.qos_policy": inNetwork(state.QoSPolicies, "policy", func(p *state.QoSPolicy) who {
			return who{p.ID, p.Name, p.ProjectID, p.Shared}
		}),
		"nova.flavor": func(x *pipeline.Exchange, v string) (string, string) {
			if f := FlavorNamed(x, v); f != nil {
				return f.ID, ""
			}
			return v, "No Flavor matching {'name': '" + v + "'}. (HTTP 404)"
		},
		"glance.image": func(x *pipeline.Exchange, v string) (string, string) {
			if i := ImageNamed(x, v); i != nil {
				return i.ID, ""
			}
			return v, "No images matching {'name': '" + v + "'}."
		},
		"nova.keypair": exists("Key", func(x *pipeline.Exchange, v string) bool {
			return state.KeyPairs.Get(x.Txn, state.KeyPairID(x.Caller.UserID, v)) != nil
		}),
		"cinder.volume": exists("Volume", func(x *pipeline.Exchange, v string) bool {
			found := state.Volumes.Get(x.Txn, v)
			return found != nil && isVisible(x, found.ProjectID)
		}),
		"cinder.snapshot": exists("VolumeSnapshot", func(x *pipeline.Exchange, v string) bool {
			found := state.VolumeSnapshots.Get(x.Txn, v)
			return found != nil && isVisible(x, found.ProjectID)
		}),
		"cinder.vtype": func(x *pipeline.Exchange, v string) (string, string) {
			for t := range state.VolumeTypes.All(x.Txn) {
				if t.ID == v || t.Name == v {
					return v, ""
				}
			}
			return v, "The VolumeType (" + v + ") could not be found."
		},
		"ip_addr":  valid("Invalid IP address", func(v string) bool { _, err := netip.ParseAddr(v); return err == nil }),
		"mac_addr": valid("Invalid MAC address.", func(v string) bool { _, err := net.ParseMAC(v); return err == nil }),
	}
}

// who is what tells a record of the network service: ID, name, project, and whether all projects see it.
type who struct {
	id, name, project string
	open              bool
}

// records is a table.
type records[R any] interface {
	Get(x *state.Txn, id string) *R
	All(x *state.Txn) iter.Seq[*R]
}

// inNetwork finds a record of the network service by id or name.
func inNetwork[R any](table records[R], noun string, of func(*R) who) kind.Finder {
	return func(x *pipeline.Exchange, v string) (string, string) {
		if r := table.Get(x.Txn, v); r != nil && visible(x, of(r)) {
			return v, ""
		}
		id := ""
		for r := range table.All(x.Txn) {
			w := of(r)
			if w.name != v || !visible(x, w) {
				continue
			}
			if id != "" {
				return v, fmt.Sprintf("Multiple %s matches found for name '%s', use an ID to be more specific.", noun, v)
			}
			id = w.id
		}
		if id == "" {
			return v, fmt.Sprintf("Unable to find %s with name or id '%s'", noun, v)
		}
		return id, ""
	}
}

func visible(x *pipeline.Exchange, w who) bool { return w.open || isVisible(x, w.project) }

// isVisible tells whether the caller sees what belongs to a project.
func isVisible(x *pipeline.Exchange, project string) bool {
	return x.Caller.Admin() || project == x.Caller.ProjectID
}

// exists checks a name or id that stays as it is.
func exists(noun string, there func(x *pipeline.Exchange, v string) bool) kind.Finder {
	return func(x *pipeline.Exchange, v string) (string, string) {
		if there(x, v) {
			return v, ""
		}
		return v, fmt.Sprintf("The %s (%s) could not be found.", noun, v)
	}
}

// valid checks the form of a value.
func valid(wrong string, is func(v string) bool) kind.Finder {
	return func(_ *pipeline.Exchange, v string) (string, string) {
		if is(v) {
			return v, ""
		}
		return v, wrong
	}
}
