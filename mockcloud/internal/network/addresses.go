package network

import (
	"net/netip"

	"plumbline/mockcloud/internal/state"
)

// pool is the first and the last address of a range that ports may get, leaving out the gateway at the start.
func pool(prefix netip.Prefix, gateway string) (first, last netip.Addr) {
	first = prefix.Addr().Next()
	if first.String() == gateway {
		first = first.Next()
	}
	raw := prefix.Addr().AsSlice()
	for bit := prefix.Bits(); bit < len(raw)*8; bit++ {
		raw[bit/8] |= 0x80 >> (bit % 8)
	}
	last, _ = netip.AddrFromSlice(raw)
	if last.Is4() {
		last = last.Prev()
	}
	return first, last
}

// Free answers the first address of a subnet that no port has; false when there is none.
func Free(txn *state.Txn, subnet *state.Subnet) (string, bool) {
	prefix, err := netip.ParsePrefix(subnet.CIDR)
	if err != nil {
		return "", false
	}
	taken := map[string]bool{subnet.Gateway: true}
	for p := range state.Ports.Each(txn, "network", subnet.NetworkID) {
		for _, ip := range p.FixedIPs {
			taken[ip.Address] = true
		}
	}
	first, last := pool(prefix, subnet.Gateway)
	for a := first; a.Compare(last) <= 0; a = a.Next() {
		if !taken[a.String()] {
			return a.String(), true
		}
	}
	return "", false
}

// mac makes an address in Neutron's range out of hexadecimal digits.
func mac(hex string) string {
	return "fa:16:3e:" + hex[0:2] + ":" + hex[2:4] + ":" + hex[4:6]
}
