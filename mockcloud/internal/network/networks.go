package network

import (
	"slices"
	"strings"

	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/collection"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/internal/state"
)

// networkRequest is the object under "network".
type networkRequest struct {
	owned
	Name         body.Opt[string] `json:"name"`
	Description  body.Opt[string] `json:"description"`
	AdminUp      body.Opt[flag]   `json:"admin_state_up"`
	MTU          body.Opt[int]    `json:"mtu"`
	Shared       body.Opt[flag]   `json:"shared" rule:"create_network:shared"`
	External     body.Opt[flag]   `json:"router:external" rule:"create_network:router:external"`
	PortSecurity body.Opt[flag]   `json:"port_security_enabled"`
	Default      body.Opt[flag]   `json:"is_default"`
	ZoneHints    anything         `json:"availability_zone_hints" attribute:"fixed"`
	DNSDomain    body.Opt[string] `json:"dns_domain"`
}

var networks = collection.Of[state.Network, networkRequest, networkRequest]{
	In: plain, Noun: "network", Plural: "networks", Table: state.Networks,
	Owner: func(n *state.Network) policy.Target { return policy.Target{ProjectID: n.ProjectID} },
	Sees:  func(x *pipeline.Exchange, n *state.Network) bool { return visible(n, x.Caller) },
	View:  func(x *pipeline.Exchange, n *state.Network) any { return viewNetwork(x, n) },
	Created: func(x *pipeline.Exchange, n *state.Network) any {
		view := viewNetwork(x, n)
		view.Default = new(bool)
		return view
	},
	New: func(x *pipeline.Exchange, r *networkRequest) (*state.Network, *pipeline.Fault) {
		now := x.Now()
		n := &state.Network{ID: x.Env.IDs.UUID(), ProjectID: r.project(x), MTU: 1500, Created: now, Updated: now, AdminUp: true}
		r.set(n)
		return n, nil
	},
	Change: func(x *pipeline.Exchange, n *state.Network, r *networkRequest) *pipeline.Fault {
		n.Updated = x.Now()
		r.set(n)
		return nil
	},
	Deletes: true, Keep: []pipeline.StepOf[state.Network]{{Name: "refuse a network in use", Run: refuseInUse}},
	With: func(x *pipeline.Exchange, n *state.Network) {
		for _, s := range state.Subnets.List(x.Txn, "network", n.ID) {
			state.Subnets.Delete(x.Txn, s.ID)
		}
	},
}

// visible tells whether a caller may see a network: their project's, shared and external ones.
func visible(n *state.Network, c *pipeline.Caller) bool {
	return c.Admin() || n.Shared || n.External || c.ProjectID != "" && n.ProjectID == c.ProjectID
}

func (r *networkRequest) set(n *state.Network) {
	r.Name.Set(&n.Name)
	r.Description.Set(&n.Description)
	r.MTU.Set(&n.MTU)
	n.AdminUp, n.Shared = bool(r.AdminUp.Or(flag(n.AdminUp))), bool(r.Shared.Or(flag(n.Shared)))
	n.External = bool(r.External.Or(flag(n.External)))
}

func refuseInUse(x *pipeline.Exchange, n *state.Network) *pipeline.Fault {
	var used []string
	for p := range state.Ports.Each(x.Txn, "network", n.ID) {
		used = append(used, p.ID)
	}
	if len(used) == 0 {
		return nil
	}
	return fault(409, "NetworkInUse", "Unable to complete operation on network %s. There are one or more ports still in "+
		"use on the network, id for these ports is: %s.", n.ID, strings.Join(used, ","))
}

type networkView struct {
	standard
	ID               string   `json:"id"`
	Name             string   `json:"name"`
	TenantID         string   `json:"tenant_id"`
	ProjectID        string   `json:"project_id"`
	AdminUp          bool     `json:"admin_state_up"`
	MTU              int      `json:"mtu"`
	Status           string   `json:"status"`
	Subnets          []string `json:"subnets"`
	Shared           bool     `json:"shared"`
	ZoneHints        []string `json:"availability_zone_hints"`
	Zones            []string `json:"availability_zones"`
	IPv4AddressScope *string  `json:"ipv4_address_scope"`
	IPv6AddressScope *string  `json:"ipv6_address_scope"`
	External         bool     `json:"router:external"`
	Description      string   `json:"description"`
	PortSecurity     bool     `json:"port_security_enabled"`
	ProviderType     string   `json:"provider:network_type"`
	ProviderNetwork  *string  `json:"provider:physical_network"`
	ProviderSegment  *int     `json:"provider:segmentation_id"`
	// Default is told at creation only.
	Default *bool `json:"is_default,omitzero"`
}

func viewNetwork(x *pipeline.Exchange, n *state.Network) *networkView {
	v := &networkView{
		ID: n.ID, Name: n.Name, TenantID: n.ProjectID, ProjectID: n.ProjectID, AdminUp: n.AdminUp, MTU: n.MTU, Status: "ACTIVE",
		Shared: n.Shared, External: n.External, Description: n.Description, PortSecurity: true, ProviderType: "local",
		standard: standard{stamps: stamped(n.Created, n.Updated)},
	}
	for s := range state.Subnets.Each(x.Txn, "network", n.ID) {
		v.Subnets = append(v.Subnets, s.ID)
	}
	slices.Sort(v.Subnets)
	return v
}
