package network

import (
	"net/netip"

	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/collection"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/internal/state"
)

// subnetRequest is the object under "subnet".
type subnetRequest struct {
	owned
	Name        body.Opt[string]   `json:"name"`
	Description body.Opt[string]   `json:"description"`
	NetworkID   id                 `json:"network_id" attribute:"required,fixed"`
	IPVersion   body.Opt[int]      `json:"ip_version" attribute:"required,fixed"`
	CIDR        body.Opt[cidr]     `json:"cidr" attribute:"fixed"`
	Gateway     body.Opt[address]  `json:"gateway_ip"`
	DHCP        body.Opt[flag]     `json:"enable_dhcp"`
	Pools       body.Opt[pools]    `json:"allocation_pools"`
	NameServers body.Opt[hosts]    `json:"dns_nameservers"`
	Routes      body.Opt[routes]   `json:"host_routes"`
	RAMode      body.Opt[ipv6]     `json:"ipv6_ra_mode" attribute:"fixed"`
	AddressMode body.Opt[ipv6]     `json:"ipv6_address_mode" attribute:"fixed"`
	PoolID      anything           `json:"subnetpool_id" attribute:"fixed"`
	Prefix      anything           `json:"prefixlen" attribute:"fixed"`
	Services    body.Opt[[]string] `json:"service_types"`
}

// address is one address, "" for what is none.
type address string

var subnets = collection.Of[state.Subnet, subnetRequest, subnetRequest]{
	In: plain, Noun: "subnet", Plural: "subnets", Table: state.Subnets,
	Owner: func(s *state.Subnet) policy.Target { return policy.Target{ProjectID: s.ProjectID} },
	Sees:  visibleSubnet,
	View:  func(_ *pipeline.Exchange, s *state.Subnet) any { return viewSubnet(s) },
	New:   newSubnet,
	Change: func(x *pipeline.Exchange, s *state.Subnet, r *subnetRequest) *pipeline.Fault {
		r.set(s)
		s.Updated = x.Now()
		return soundPools(s)
	},
	Deletes: true, Keep: []pipeline.StepOf[state.Subnet]{{Name: "refuse a subnet in use", Run: refuseSubnetInUse}},
}

func visibleSubnet(x *pipeline.Exchange, s *state.Subnet) bool {
	n := state.Networks.Get(x.Txn, s.NetworkID)
	return n != nil && visible(n, x.Caller) || x.Caller.ProjectID != "" && s.ProjectID == x.Caller.ProjectID
}

func newSubnet(x *pipeline.Exchange, r *subnetRequest) (*state.Subnet, *pipeline.Fault) {
	network, f := networks.Get(x, string(r.NetworkID))
	if f != nil {
		return nil, f
	}
	if network.ProjectID != x.Caller.ProjectID && !x.Caller.Admin() {
		return nil, refused(x, "create_subnet")
	}
	prefix, err := netip.ParsePrefix(string(r.CIDR.Or("")))
	if err != nil {
		return nil, badRequest("Bad subnets request: a subnetpool must be specified in the absence of a cidr.")
	}
	for other := range state.Subnets.Each(x.Txn, "network", network.ID) {
		if p, err := netip.ParsePrefix(other.CIDR); err == nil && p.Overlaps(prefix) {
			return nil, fault(400, "InvalidInput",
				"Invalid input for operation: Requested subnet with cidr: %s for network: %s overlaps with another subnet.", prefix, network.ID)
		}
	}
	now := x.Now()
	s := &state.Subnet{
		ID: x.Env.IDs.UUID(), ProjectID: r.project(x), NetworkID: network.ID, CIDR: prefix.String(), IPVersion: r.IPVersion.Or(0),
		DHCP: true, Gateway: defaultGateway(prefix), Created: now, Updated: now,
	}
	s.RAMode, s.AddressMode = string(r.RAMode.Or("")), string(r.AddressMode.Or(""))
	r.set(s)
	return s, soundPools(s)
}

// set sets what can be changed. A gateway that is null is none.
func (r *subnetRequest) set(s *state.Subnet) {
	r.Name.Set(&s.Name)
	r.Description.Set(&s.Description)
	if r.Pools.Given() {
		s.Pools = r.Pools.Or(nil)
	}
	if r.NameServers.Given() {
		s.NameServers = r.NameServers.Or(nil)
	}
	if r.Routes.Given() {
		s.Routes = r.Routes.Or(nil)
	}
	if r.Services.Given() {
		s.Services = r.Services.Or(nil)
	}
	s.DHCP = bool(r.DHCP.Or(flag(s.DHCP)))
	if r.Gateway.Given() {
		s.Gateway = string(r.Gateway.Or(""))
	}
}

func refuseSubnetInUse(x *pipeline.Exchange, s *state.Subnet) *pipeline.Fault {
	for p := range state.Ports.Each(x.Txn, "network", s.NetworkID) {
		for _, ip := range p.FixedIPs {
			if ip.SubnetID == s.ID {
				return fault(409, "SubnetInUse",
					"Unable to complete operation on subnet %s: One or more ports have an IP allocation from this subnet.", s.ID)
			}
		}
	}
	return nil
}

type subnetView struct {
	standard
	ID          string              `json:"id"`
	Name        string              `json:"name"`
	TenantID    string              `json:"tenant_id"`
	ProjectID   string              `json:"project_id"`
	NetworkID   string              `json:"network_id"`
	IPVersion   int                 `json:"ip_version"`
	PoolID      *string             `json:"subnetpool_id"`
	DHCP        bool                `json:"enable_dhcp"`
	RAMode      *string             `json:"ipv6_ra_mode"`
	AddressMode *string             `json:"ipv6_address_mode"`
	Gateway     *string             `json:"gateway_ip"`
	CIDR        string              `json:"cidr"`
	Pools       []state.AddressPool `json:"allocation_pools"`
	Routes      []state.HostRoute   `json:"host_routes"`
	NameServers []string            `json:"dns_nameservers"`
	Description string              `json:"description"`
	External    bool                `json:"router:external"`
	Services    []string            `json:"service_types"`
}

func viewSubnet(s *state.Subnet) *subnetView {
	v := &subnetView{
		ID: s.ID, Name: s.Name, TenantID: s.ProjectID, ProjectID: s.ProjectID, NetworkID: s.NetworkID, IPVersion: s.IPVersion,
		DHCP: s.DHCP, CIDR: s.CIDR, standard: standard{stamps: stamped(s.Created, s.Updated)}, Description: s.Description,
		Routes: s.Routes, NameServers: s.NameServers, Services: s.Services, Pools: poolsOf(s),
	}
	for _, mode := range []struct {
		value string
		field **string
	}{{s.RAMode, &v.RAMode}, {s.AddressMode, &v.AddressMode}} {
		if mode.value != "" {
			*mode.field = &mode.value
		}
	}
	if s.Gateway != "" {
		v.Gateway = &s.Gateway
	}
	return v
}
