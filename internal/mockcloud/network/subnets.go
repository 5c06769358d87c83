package network

import (
	"cmp"
	"net/netip"
	"slices"

	"plumbline/internal/mockcloud/addresses"
	"plumbline/internal/mockcloud/network/attributes"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

var subnets = declare(resource[state.Subnet]{
	Noun: "subnet", Plural: "subnets", Table: state.Subnets,
	New: func() *state.Subnet { return &state.Subnet{DHCP: true} },
	Sees: func(x *pipeline.Exchange, s *state.Subnet) bool {
		n := state.Networks.Get(x.Txn, s.NetworkID)
		return n != nil && ownOrLent(x, n)
	},
	View: func(x *pipeline.Exchange, s *state.Subnet) any { return viewSubnet(x, s) },
	Made: func(x *pipeline.Exchange, c *change[state.Subnet]) *pipeline.Fault {
		if c.Before == nil {
			if f := placeSubnet(x, c); f != nil {
				return f
			}
		} else if f := soundSubnet(c); f != nil {
			return f
		}
		if c.Before != nil && c.Given("gateway_ip") && !c.Given("allocation_pools") {
			// The ranges that a subnet was created with stay as they are, and another gateway must not be in them.
			c.After.Pools = addresses.Pools(c.Before)
		}
		if f := soundPools(c.After); f != nil {
			return f
		}
		if c.Before == nil && addresses.Automatic(c.After) {
			eachOwnAddress(x, c.After, func(p *state.Port) {
				markChanged(x, p) // the subnet's coming is one change of a port, its new address another one
				addresses.Complete(p, []*state.Subnet{c.After})
			})
		}
		changeNetwork(x, c.After.NetworkID)
		return nil
	},
	Keep: []pipeline.StepOf[state.Subnet]{{Name: "refuse a subnet in use", Run: refuseSubnetInUse}},
	With: func(x *pipeline.Exchange, s *state.Subnet) {
		eachOwnAddress(x, s, func(p *state.Port) {
			p.FixedIPs = slices.DeleteFunc(p.FixedIPs, func(ip state.FixedIP) bool { return ip.SubnetID == s.ID })
		})
		changeNetwork(x, s.NetworkID)
	},
})

// subnetOperations are those of subnets: the owner of a network changes and deletes whoever's subnets are on it.
var subnetOperations = func() pipeline.OperationSet {
	set := subnets.Operations()
	for _, id := range []string{"subnets.update", "subnets.delete"} {
		op := set.Operations[id]
		general := op.Policy
		if general == nil {
			general = func(x *pipeline.Exchange) *pipeline.Fault { return x.Demand(x.Operation.Policy) }
		}
		op.Policy = func(x *pipeline.Exchange) *pipeline.Fault {
			s := pipeline.Subject[state.Subnet](x)
			n := state.Networks.Get(x.Txn, s.NetworkID)
			switch {
			case n == nil, x.Caller.Admin():
			case n.ProjectID == x.Caller.ProjectID:
				x.Target.ProjectID = n.ProjectID
			case s.ProjectID == x.Caller.ProjectID && !maySubnet(x, n):
				return policyFault(x, x.Operation.Policy)
			}
			return general(x)
		}
		set.Operations[id] = op
	}
	return set
}()

// maySubnet tells whether the caller may have subnets on a network: on another project's that takes the role of a member.
func maySubnet(x *pipeline.Exchange, n *state.Network) bool {
	return n.ProjectID == x.Caller.ProjectID || x.Caller.Admin() || x.Caller.Has("member")
}

// ownOrShared refuses to put something of a project on another's network that is not shared: one for gateways is seen, too.
func ownOrShared(x *pipeline.Exchange, n *state.Network, project, what string) *pipeline.Fault {
	if n.ProjectID == project || x.Caller.Admin() || x.Caller.Service || n.Shared || isSharedWith(x, "network", n.ID) {
		return nil
	}
	return faults.New(403, "HTTPForbidden", "Tenant %s not allowed to create %s on this network", project, what)
}

func badSubnet(format string, args ...any) *pipeline.Fault {
	return faults.New(400, "BadRequest", "Bad subnets request: "+format+".", args...)
}

// placeSubnet finds an address range for a new subnet, and a gateway if none is named.
func placeSubnet(x *pipeline.Exchange, c *change[state.Subnet]) *pipeline.Fault {
	s := c.After
	network, f := networks.Get(x, s.NetworkID)
	if f != nil {
		return f
	}
	if f := ownOrShared(x, network, s.ProjectID, "subnet"); f != nil {
		return f
	}
	if !maySubnet(x, network) {
		return policyFault(x, "create_subnet")
	}
	if s.CIDR != "" && c.Given("prefixlen") {
		return badSubnet("cidr and prefixlen must not be supplied together")
	}
	if f := fromPool(x, c); f != nil {
		return f
	}
	prefix, err := netip.ParsePrefix(s.CIDR)
	if err != nil {
		return badSubnet("a subnetpool must be specified in the absence of a cidr")
	}
	if f := soundSubnet(c); f != nil {
		return f
	}
	for other := range state.Subnets.ByKey(x.Txn, "network", network.ID) {
		if p, err := netip.ParsePrefix(other.CIDR); err == nil && p.Overlaps(prefix) {
			return faults.New(400, "InvalidInput",
				"Invalid input for operation: Requested subnet with cidr: %s for network: %s overlaps with another subnet.", prefix, network.ID)
		}
	}
	if !c.Given("gateway_ip") {
		s.Gateway = defaultGateway(prefix)
	}
	return ofOnePool(x, s)
}

// ofOnePool refuses a subnet of another pool, or of none, than the network's subnets of its version of IP; pools of an address scope may
// mix.
func ofOnePool(x *pipeline.Exchange, s *state.Subnet) *pipeline.Fault {
	pool := func(of *state.Subnet) (p *state.SubnetPool) {
		if of.PoolID != nil {
			p = state.SubnetPools.Get(x.Txn, *of.PoolID)
		}
		return p
	}
	own := pool(s)
	for other := range state.Subnets.ByKey(x.Txn, "network", s.NetworkID) {
		its := pool(other)
		scoped := own != nil && its != nil && its.ScopeID != nil
		if other.IPVersion == s.IPVersion && !equalPointers(other.PoolID, s.PoolID) && !scoped {
			return faults.New(400, "NetworkSubnetPoolAffinityError",
				"Subnets hosted on the same network must be allocated from the same subnet pool.")
		}
	}
	return nil
}

// How many name servers and routes a subnet can have.
const mostNameServers, mostRoutes = 5, 20

// soundSubnet refuses ranges that DHCP cannot serve, and addresses of the other version of IP.
func soundSubnet(c *change[state.Subnet]) *pipeline.Fault {
	s := c.After
	prefix, err := netip.ParsePrefix(s.CIDR)
	if err != nil {
		return nil
	}
	id, gateway := cmp.Or(s.ID, "new subnet"), netip.Addr{}
	if c.Before == nil {
		id = "new subnet"
	}
	if f := unlikeVersion(s, "cidr", s.CIDR); f != nil {
		return f
	}
	if s.DHCP && (c.Before == nil || !c.Before.DHCP) {
		if f := soundForDHCP(prefix); f != nil {
			return f
		}
	}
	if c.Given("gateway_ip") && s.Gateway != "" {
		if f := unlikeVersion(s, "gateway_ip", s.Gateway); f != nil {
			return f
		}
		gateway, _ = netip.ParseAddr(s.Gateway)
	}
	switch first, last := ends(prefix); {
	case prefix.Addr().Is4() && gateway.IsValid() && (gateway == first || gateway == last):
		return faults.Input("Gateway is not valid on subnet")
	case len(s.NameServers) > mostNameServers:
		return faults.New(400, "DNSNameServersExhausted", "Unable to complete operation for %s. The number of DNS nameservers exceeds the "+
			"limit %d.", id, mostNameServers)
	}
	for _, each := range s.NameServers {
		if f := unlikeVersion(s, "dns_nameserver", each); f != nil {
			return f
		}
	}
	if len(s.Routes) > mostRoutes {
		return faults.New(400, "HostRoutesExhausted", "Unable to complete operation for %s. The number of host routes exceeds the limit %d.",
			id, mostRoutes)
	}
	for _, each := range s.Routes {
		if f := cmp.Or(unlikeVersion(s, "nexthop", each.Nexthop), unlikeVersion(s, "destination", each.Destination)); f != nil {
			return f
		}
	}
	return soundModes(s, prefix)
}

// unlikeVersion refuses an address or a range of the other version of IP than the subnet's.
func unlikeVersion(s *state.Subnet, what, text string) *pipeline.Fault {
	if p, ok := attributes.Range(text); !ok || p.Addr().Is4() != (s.IPVersion == 4) {
		return faults.Input("%s '%s' does not match the ip_version '%d'", what, text, s.IPVersion)
	}
	return nil
}

// ends are the first and the last address of a range.
func ends(p netip.Prefix) (first, last netip.Addr) {
	first = p.Masked().Addr()
	bytes := first.AsSlice()
	for bit := p.Bits(); bit < first.BitLen(); bit++ {
		bytes[bit/8] |= 0x80 >> (bit % 8)
	}
	last, _ = netip.AddrFromSlice(bytes)
	return first, last
}

// soundForDHCP refuses ranges that DHCP cannot serve.
func soundForDHCP(prefix netip.Prefix) *pipeline.Fault {
	switch {
	case prefix.Bits() > prefix.Addr().BitLen()-2:
		return faults.Input("Subnet has a prefix length that is incompatible with DHCP service enabled")
	case prefix.Addr().IsMulticast():
		return faults.Input("Multicast IP subnet is not supported if enable_dhcp is True")
	case prefix.Addr().IsLoopback():
		return faults.Input("Loopback IP subnet is not supported if enable_dhcp is True")
	case prefix.Addr().Is4() && prefix.Addr().IsUnspecified():
		return faults.Input("First IP '0.0.0.0' of network is not supported if enable_dhcp is True.")
	}
	return nil
}

// soundModes refuses modes of IPv6 that do not go with the subnet or with each other.
func soundModes(s *state.Subnet, prefix netip.Prefix) *pipeline.Fault {
	modes := [][2]string{{"ipv6_ra_mode", s.RAMode}, {"ipv6_address_mode", s.AddressMode}}
	either := s.RAMode != "" || s.AddressMode != ""
	switch {
	case s.IPVersion == 4:
		for _, m := range modes {
			if m[1] != "" {
				return faults.Input("%s is not valid when ip_version is 4", m[0])
			}
		}
	case either && !s.DHCP:
		return faults.Input("ipv6_ra_mode or ipv6_address_mode cannot be set when enable_dhcp is set to False")
	case s.RAMode != "" && s.AddressMode != "" && s.RAMode != s.AddressMode:
		return faults.Input("ipv6_ra_mode set to '%s' with ipv6_address_mode set to '%s' is not valid. If both attributes are set, they must "+
			"be the same value", s.RAMode, s.AddressMode)
	case addresses.Automatic(s) && prefix.Bits() != 64:
		return faults.Input("Invalid CIDR %s for IPv6 address mode. OpenStack uses the EUI-64 address format, which requires the prefix to "+
			"be /64", s.CIDR)
	}
	return nil
}

// eachOwnAddress changes the ports that make themselves addresses in a subnet, when it comes or goes. A gateway shows its port's.
func eachOwnAddress(x *pipeline.Exchange, s *state.Subnet, change func(*state.Port)) {
	for _, p := range state.Ports.List(x.Txn, "network", s.NetworkID) {
		if !addresses.MakesOwn(p.DeviceOwner) {
			continue
		}
		after := *p
		after.FixedIPs = slices.Clone(p.FixedIPs)
		if change(&after); slices.Equal(after.FixedIPs, p.FixedIPs) {
			continue
		}
		markChanged(x, &after)
		state.Ports.Insert(x.Txn, &after)
		if r := state.Routers.Get(x.Txn, p.DeviceID); r != nil && r.PortID == p.ID {
			moved, gateway := *r, *r.Gateway
			gateway.FixedIPs, moved.Gateway = after.FixedIPs, &gateway
			state.Routers.Insert(x.Txn, &moved)
		}
	}
}

// refuseSubnetInUse refuses to delete a subnet that ports have addresses of, but for those that they made themselves.
func refuseSubnetInUse(x *pipeline.Exchange, s *state.Subnet) *pipeline.Fault {
	for p := range state.Ports.ByKey(x.Txn, "network", s.NetworkID) {
		if addresses.Automatic(s) && addresses.MakesOwn(p.DeviceOwner) {
			continue
		}
		for _, ip := range p.FixedIPs {
			if ip.SubnetID == s.ID {
				return faults.New(409, "SubnetInUse",
					"Unable to complete operation on subnet %s: One or more ports have an IP allocation from this subnet.", s.ID)
			}
		}
	}
	return nil
}

type subnetView struct {
	*state.Subnet
	Gateway     *string             `json:"gateway_ip"`
	Pools       []state.AddressPool `json:"allocation_pools"`
	RAMode      *string             `json:"ipv6_ra_mode"`
	AddressMode *string             `json:"ipv6_address_mode"`
	External    bool                `json:"router:external"`
}

func viewSubnet(x *pipeline.Exchange, s *state.Subnet) *subnetView {
	n := state.Networks.Get(x.Txn, s.NetworkID)
	return &subnetView{
		Subnet: s, Gateway: orNone(&s.Gateway), Pools: addresses.Pools(s), RAMode: orNone(&s.RAMode), AddressMode: orNone(&s.AddressMode),
		External: n != nil && n.External,
	}
}

// orNone is a text, nil where it is empty.
func orNone(text *string) *string {
	if *text == "" {
		return nil
	}
	return text
}
