package compute

import (
	"net/netip"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// addressesView are the addresses of the server's ports by the name of their network.
func addressesView(x *pipeline.Exchange, s *state.Server) map[string]any {
	out := map[string]any{}
	for _, id := range s.Ports {
		port := state.Ports.Get(x.Txn, id)
		if port == nil {
			continue
		}
		name := ""
		if n := state.Networks.Get(x.Txn, port.NetworkID); n != nil {
			name = n.Name
		}
		known, _ := out[name].([]any)
		for _, ip := range port.FixedIPs {
			known = append(known, map[string]any{
				"addr": ip.Address, "version": ipVersion(ip.Address), "OS-EXT-IPS:type": "fixed", "OS-EXT-IPS-MAC:mac_addr": port.MAC,
			})
		}
		if len(known) > 0 {
			out[name] = known
		}
	}
	return out
}

func ipVersion(address string) int {
	if a, err := netip.ParseAddr(address); err == nil && a.Is6() {
		return 6
	}
	return 4
}

func interfaceOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{"interfaces.list": {Answer: listInterfaces}}
}

func listInterfaces(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	out := []any{}
	for _, id := range serverOf(x).Ports {
		port := state.Ports.Get(x.Txn, id)
		if port == nil {
			continue
		}
		ips := []any{}
		for _, ip := range port.FixedIPs {
			ips = append(ips, map[string]any{"subnet_id": ip.SubnetID, "ip_address": ip.Address})
		}
		out = append(out, map[string]any{
			"net_id": port.NetworkID, "port_id": port.ID, "mac_addr": port.MAC, "port_state": port.Status,
			"fixed_ips": ips, "tag": nonEmpty(port.Tag),
		})
	}
	return pipeline.Answer(200, "interfaceAttachments", out), nil
}
