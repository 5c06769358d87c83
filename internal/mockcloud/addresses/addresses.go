// Package addresses has what networks and servers share of IP addresses: which of a subnet ports may have, and which they have anyway.
package addresses

import (
	"cmp"
	"net"
	"net/netip"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/state"
)

// ShortestIPv6 writes an address of IPv6 as the services' library does, in the shortest form, the last 32 bits like IPv4 where only zeros
// (and perhaps ffff) are before them. Any other text stays as it is.
func ShortestIPv6(text string) string {
	a, err := netip.ParseAddr(text)
	if err != nil || !a.Is6() {
		return text
	}
	raw := a.As16()
	if [12]byte(raw[:12]) == [12]byte{} && (raw[12] != 0 || raw[13] != 0) {
		return "::" + netip.AddrFrom4([4]byte(raw[12:])).String()
	}
	return a.String()
}

// Bounds are the first and the last address of a range that ports may have: in IPv4 all but the network's and the broadcast address,
// in IPv6 all but the first.
func Bounds(prefix netip.Prefix) (first, last netip.Addr) {
	first = prefix.Masked().Addr()
	raw := first.AsSlice()
	for bit := prefix.Bits(); bit < len(raw)*8; bit++ {
		raw[bit/8] |= 0x80 >> (bit % 8)
	}
	last, _ = netip.AddrFromSlice(raw)
	switch {
	case first == last || first.Is4() && prefix.Bits() > 30:
		return first, last
	case first.Is4():
		return first.Next(), last.Prev()
	}
	return first.Next(), last
}

// defaultPools are the address ranges for ports of a subnet created without any: all addresses but the gateway.
func defaultPools(prefix netip.Prefix, gateway string) []state.AddressPool {
	first, last := Bounds(prefix)
	at, err := netip.ParseAddr(gateway)
	switch {
	case err != nil || at.Less(first) || last.Less(at):
		return []state.AddressPool{{Start: first.String(), End: last.String()}}
	case at == first:
		return []state.AddressPool{{Start: first.Next().String(), End: last.String()}}
	case at == last:
		return []state.AddressPool{{Start: first.String(), End: last.Prev().String()}}
	}
	return []state.AddressPool{
		{Start: first.String(), End: at.Prev().String()},
		{Start: at.Next().String(), End: last.String()},
	}
}

// Pools are the ranges from which ports of a subnet get addresses.
func Pools(s *state.Subnet) []state.AddressPool {
	if s.Pools != nil {
		return s.Pools
	}
	prefix, err := netip.ParsePrefix(s.CIDR)
	if err != nil {
		return nil
	}
	return defaultPools(prefix, s.Gateway)
}

// Automatic tells whether ports make their own addresses in a subnet.
func Automatic(s *state.Subnet) bool {
	of := func(mode string) bool { return mode == "slaac" || mode == "dhcpv6-stateless" }
	return of(s.AddressMode) || of(s.RAMode)
}

// OfMAC is the address that a port makes in a subnet of its MAC address.
func OfMAC(s *state.Subnet, mac string) string {
	prefix, err := netip.ParsePrefix(s.CIDR)
	at, bad := net.ParseMAC(mac)
	if err != nil || bad != nil || len(at) != 6 {
		return ""
	}
	bytes := prefix.Masked().Addr().As16()
	copy(bytes[8:], []byte{at[0] ^ 2, at[1], at[2], 0xff, 0xfe, at[3], at[4], at[5]})
	return netip.AddrFrom16(bytes).String()
}

// Serves tells whether a subnet's addresses are for ports of a device owner.
func Serves(s *state.Subnet, owner string) bool {
	return len(s.Services) == 0 || slices.ContainsFunc(s.Services, func(service string) bool { return strings.HasPrefix(owner, service) })
}

// routersOwn are the device owners whose ports only have the addresses that they ask for.
var routersOwn = []string{
	"network:router_interface", "network:router_interface_distributed", "network:ha_router_replicated_interface",
	"network:router_centralized_snat",
}

// MakesOwn tells whether a port of a device owner makes itself an address in each subnet that is Automatic.
func MakesOwn(owner string) bool { return !slices.Contains(routersOwn, owner) }

// Complete adds the addresses that a port makes itself in the subnets of its network that serve it, and puts all of them in the order in
// which they are shown.
func Complete(p *state.Port, on []*state.Subnet) {
	for _, s := range on {
		has := slices.ContainsFunc(p.FixedIPs, func(ip state.FixedIP) bool { return ip.SubnetID == s.ID })
		if MakesOwn(p.DeviceOwner) && Automatic(s) && Serves(s, p.DeviceOwner) && !has {
			p.FixedIPs = append(slices.Clip(p.FixedIPs), state.FixedIP{SubnetID: s.ID, Address: OfMAC(s, p.MAC)})
		}
	}
	Sort(p.FixedIPs)
}

// Sort puts addresses in the order in which they are shown: that of their texts.
func Sort(ips []state.FixedIP) {
	slices.SortFunc(ips, func(a, b state.FixedIP) int {
		return cmp.Or(cmp.Compare(a.Address, b.Address), cmp.Compare(a.SubnetID, b.SubnetID))
	})
}

// ToChoose are the subnets, for each version of IP that has any, of one of which a port gets an address that asks for none.
func ToChoose(on []*state.Subnet, owner string) (versions [][]*state.Subnet) {
	for _, version := range []int{4, 6} {
		other := func(s *state.Subnet) bool { return Automatic(s) || !Serves(s, owner) || versionOf(s) != version }
		if left := slices.DeleteFunc(slices.Clone(on), other); len(left) > 0 {
			versions = append(versions, left)
		}
	}
	return versions
}

func versionOf(s *state.Subnet) int {
	if p, err := netip.ParsePrefix(s.CIDR); err == nil && p.Addr().Is4() {
		return 4
	}
	return 6
}

// Has tells whether an address is in the ranges from which ports of a subnet get addresses.
func Has(s *state.Subnet, a netip.Addr) bool {
	return slices.ContainsFunc(Pools(s), func(p state.AddressPool) bool {
		first, err := netip.ParseAddr(p.Start)
		last, bad := netip.ParseAddr(p.End)
		return err == nil && bad == nil && !a.Less(first) && !last.Less(a)
	})
}
