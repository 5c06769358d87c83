package network

import (
	"net/netip"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

var subnets = declare(resource[state.Subnet]{
	Noun: "subnet", Plural: "subnets", Table: state.Subnets,
	New: func() *state.Subnet { return &state.Subnet{DHCP: true} },
	Sees: func(x *pipeline.Exchange, s *state.Subnet) bool {
		n := state.Networks.Get(x.Txn, s.NetworkID)
		return n != nil && visible(x, n)
	},
	View: func(x *pipeline.Exchange, s *state.Subnet) any { return viewSubnet(x, s) },
	Made: func(x *pipeline.Exchange, c *change[state.Subnet]) *pipeline.Fault {
		if c.Before == nil {
			if f := placeSubnet(x, c); f != nil {
				return f
			}
		}
		if c.Before != nil && c.Given("gateway_ip") && !c.Given("allocation_pools") {
			// The ranges that a subnet was created with stay as they are, and another gateway must not be in them.
			c.After.Pools = poolsOf(c.Before)
		}
		return soundPools(c.After)
	},
	Keep: []pipeline.StepOf[state.Subnet]{{Name: "refuse a subnet in use", Run: refuseSubnetInUse}},
})

func badSubnet(format string, args ...any) *pipeline.Fault {
	return fault(400, "BadRequest", "Bad subnets request: "+format+".", args...)
}

// placeSubnet finds an address range for a new subnet, and a gateway if none is named.
func placeSubnet(x *pipeline.Exchange, c *change[state.Subnet]) *pipeline.Fault {
	s := c.After
	network, f := networks.Get(x, s.NetworkID)
	if f != nil {
		return f
	}
	if network.ProjectID != x.Caller.ProjectID && !x.Caller.Admin() {
		return policyFault(x, "create_subnet")
	}
	if f := fromPool(x, c); f != nil {
		return f
	}
	prefix, err := netip.ParsePrefix(s.CIDR)
	switch {
	case err != nil:
		return badSubnet("a subnetpool must be specified in the absence of a cidr")
	case prefix.Addr().Is4() != (s.IPVersion == 4):
		return fault(400, "InvalidInput", "Invalid input for operation: cidr '%s' does not match the ip_version '%d'.", s.CIDR, s.IPVersion)
	}
	for other := range state.Subnets.ByKey(x.Txn, "network", network.ID) {
		if p, err := netip.ParsePrefix(other.CIDR); err == nil && p.Overlaps(prefix) {
			return fault(400, "InvalidInput",
				"Invalid input for operation: Requested subnet with cidr: %s for network: %s overlaps with another subnet.", prefix, network.ID)
		}
	}
	if !c.Given("gateway_ip") {
		s.Gateway = defaultGateway(prefix)
	}
	return nil
}

func refuseSubnetInUse(x *pipeline.Exchange, s *state.Subnet) *pipeline.Fault {
	for p := range state.Ports.ByKey(x.Txn, "network", s.NetworkID) {
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
		Subnet: s, Gateway: orNone(&s.Gateway), Pools: poolsOf(s), RAMode: orNone(&s.RAMode), AddressMode: orNone(&s.AddressMode),
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
