package ports

import (
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/state"
)

// Address is an address of a server.
type Address struct {
	Address string `json:"addr"`
	Version int    `json:"version"`
	Type    string `json:"OS-EXT-IPS:type"`
	MAC     string `json:"OS-EXT-IPS-MAC:mac_addr"`
}

// Addresses groups the addresses of the server's ports by the names of their networks: fixed ones, and the floating ones that lead to
// them behind.
func Addresses(txn *state.Txn, s *state.Server) map[string][]Address {
	out, floating := map[string][]Address{}, map[string][]Address{}
	for _, id := range s.Ports {
		port := state.Ports.Get(txn, id)
		if port == nil {
			continue
		}
		name := ""
		if n := state.Networks.Get(txn, port.NetworkID); n != nil {
			name = n.Name
		}
		for _, ip := range port.FixedIPs {
			out[name] = append(out[name], Address{Address: ip.Address, Version: record.IPVersion(ip.Address), Type: "fixed", MAC: port.MAC})
			for f := range state.FloatingIPs.ByKey(txn, "port", port.ID) {
				if f.FixedIP != nil && *f.FixedIP == ip.Address {
					floating[name] = append(floating[name], Address{Address: f.Address, Version: 4, Type: "floating", MAC: port.MAC})
				}
			}
		}
	}
	for name, behind := range floating {
		out[name] = append(out[name], behind...)
	}
	return out
}
