package network

import (
	"net/netip"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/addresses"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// defaultGateway is the gateway of a subnet created without one: in IPv4 the first address, in IPv6 the network's own.
func defaultGateway(prefix netip.Prefix) string {
	if prefix.Addr().Is4() {
		return prefix.Masked().Addr().Next().String()
	}
	return prefix.Masked().Addr().String()
}

// Free answers the first address of a subnet that no port has; false when there is none.
func Free(txn *state.Txn, subnet *state.Subnet) (string, bool) { return freeBeside(txn, subnet, nil) }

// freeBeside is Free with further addresses that count as taken.
func freeBeside(txn *state.Txn, subnet *state.Subnet, further []state.FixedIP) (string, bool) {
	taken := map[string]bool{subnet.Gateway: true}
	for _, ip := range further {
		taken[ip.Address] = true
	}
	for p := range state.Ports.ByKey(txn, "network", subnet.NetworkID) {
		for _, ip := range p.FixedIPs {
			taken[ip.Address] = true
		}
	}
	for _, p := range addresses.Pools(subnet) {
		last := netip.MustParseAddr(p.End)
		for a := netip.MustParseAddr(p.Start); a.Compare(last) <= 0; a = a.Next() {
			if !taken[a.String()] {
				return a.String(), true
			}
		}
	}
	return "", false
}

// mac makes a MAC address in Neutron's range from hexadecimal digits.
func mac(hex string) string {
	return "fa:16:3e:" + hex[0:2] + ":" + hex[2:4] + ":" + hex[4:6]
}

// subnetFor finds the subnet that an address of a port is for: the one that the request names, or the first that has the address.
func subnetFor(x *pipeline.Exchange, p *state.Port, wanted state.FixedIP) (*state.Subnet, *pipeline.Fault) {
	on := state.Subnets.List(x.Txn, "network", p.NetworkID)
	named := slices.IndexFunc(on, func(s *state.Subnet) bool { return s.ID == wanted.SubnetID })
	switch {
	case len(on) == 0:
		return nil, faults.Input("IP allocation requires subnets for network")
	case wanted.SubnetID == "" && wanted.Address == "":
		return nil, faults.Input("IP allocation requires subnet_id or ip_address")
	case wanted.SubnetID == "":
		for _, s := range on {
			if mayHave(s, p.DeviceOwner, wanted.Address) {
				return s, nil
			}
		}
		return nil, faults.New(400, "InvalidIpForNetwork", "IP address %s is not a valid IP for any of the subnets on the specified network.",
			wanted.Address)
	case named < 0:
		if _, f := subnets.Get(x, wanted.SubnetID); f != nil {
			return nil, f
		}
		return nil, faults.Input("Failed to create port on network %s, because fixed_ips included invalid subnet %s",
			p.NetworkID, wanted.SubnetID)
	case wanted.Address != "" && !mayHave(on[named], p.DeviceOwner, wanted.Address):
		return nil, faults.New(400, "InvalidIpForSubnet", "IP address %s is not a valid IP for the specified subnet.", wanted.Address)
	}
	return on[named], nil
}

// mayHave tells whether a port may have an address in a subnet: in IPv4 any but the network's and the broadcast address, in IPv6 any but
// the network's, which is for routers, and for ports whose owner is not known.
func mayHave(s *state.Subnet, owner, address string) bool {
	at, err := netip.ParseAddr(address)
	prefix, bad := netip.ParsePrefix(s.CIDR)
	if err != nil || bad != nil || !prefix.Contains(at) {
		return false
	}
	if at.Is4() {
		first, last := addresses.Bounds(prefix)
		return at != prefix.Masked().Addr() && (prefix.Bits() > 30 || !at.Less(first) && !last.Less(at))
	}
	return at != prefix.Masked().Addr() || owner == "" || strings.HasPrefix(owner, "network:router")
}

// subnetOf finds the subnet of a network that contains an address, "" for none.
func subnetOf(x *pipeline.Exchange, network, address string) string {
	at, err := netip.ParseAddr(address)
	for s := range state.Subnets.ByKey(x.Txn, "network", network) {
		if p, bad := netip.ParsePrefix(s.CIDR); err == nil && bad == nil && p.Contains(at) {
			return s.ID
		}
	}
	return ""
}

// soundPools refuses pools that are outside the subnet, overlap, or contain its gateway.
func soundPools(s *state.Subnet) *pipeline.Fault {
	prefix, err := netip.ParsePrefix(s.CIDR)
	if err != nil || s.Pools == nil {
		return nil
	}
	text := func(p state.AddressPool) string { return p.Start + "-" + p.End }
	gateway, _ := netip.ParseAddr(s.Gateway)
	first, last := addresses.Bounds(prefix)
	for i, p := range s.Pools {
		start, end := netip.MustParseAddr(p.Start), netip.MustParseAddr(p.End)
		switch {
		case start.Is4() == end.Is4() && start.Is4() != prefix.Addr().Is4():
			return faults.New(400, "InvalidAllocationPool", "The allocation pool %s is not valid.", text(p))
		case start.Is4() != end.Is4():
			return faults.New(400, "InvalidAllocationPool", "The allocation pool {'start': '%s', 'end': '%s'} is not valid.", p.Start, p.End)
		case end.Less(start):
			return faults.New(400, "InvalidAllocationPool", "The allocation pool {'start': '%s', 'end': '%s'} is not valid.", p.Start, p.End)
		case start.Less(first) || last.Less(end):
			return faults.New(400, "OutOfBoundsAllocationPool", "The allocation pool %s spans beyond the subnet cidr %s.", text(p), s.CIDR)
		case gateway.IsValid() && !gateway.Less(start) && !end.Less(gateway):
			return faults.New(409, "GatewayConflictWithAllocationPools", "Gateway ip %s conflicts with allocation pool %s.", s.Gateway, text(p))
		}
		for _, other := range s.Pools[:i] {
			if from, to := netip.MustParseAddr(other.Start), netip.MustParseAddr(other.End); !to.Less(start) && !end.Less(from) {
				return faults.New(409, "OverlappingAllocationPools", "Found overlapping allocation pools: %s %s for subnet %s.",
					text(other), text(p), s.CIDR)
			}
		}
	}
	return nil
}
