package kinds

import (
	"encoding/json"
	"maps"
	"net/netip"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// serverAttributes are the server as compute shows it, with Heat's own names for parts of it.
func serverAttributes(t *kind.Task) map[string]any {
	s := state.Servers.Get(t.Txn, t.Resource.PhysicalID)
	reply := t.Call(pipeline.Call{
		Service: openapi.Compute, Method: "GET", Path: "/servers/" + t.Resource.PhysicalID, Version: knownVersion(t.Env, asShown),
	})
	view := body.As[kind.Values](reply.Get("server"))
	if s == nil || !reply.OK() || view == nil {
		return kind.Values{}
	}
	view["os_collect_config"] = record.OrEmpty(body.As[kind.Values](t.Resource.Metadata[agentKey]))
	all := maps.Clone(view)
	all["show"], all["instance_name"], all["tags"] = view, s.InstanceName(), serverTags(t)
	shown := body.As[map[string][]address](view["addresses"])
	networks, first := addressesByNetwork(t, s, shown)
	all["networks"], all["first_address"], all["addresses"] = plain(networks), first, plain(portsByNetwork(t, s))
	return all
}

// asShown is the microversion in which Heat shows a server.
var asShown = openapi.MustVersion("2.90")

// plain is a value as functions of templates take values.
func plain(v any) (out any) {
	raw, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		panic("orchestration: " + err.Error())
	}
	return out
}

// address is an address of a server as compute shows it.
type address struct {
	Address string `json:"addr"`
}

func serverTags(t *kind.Task) any {
	at := "/servers/" + t.Resource.PhysicalID + "/tags"
	return t.Call(pipeline.Call{Service: openapi.Compute, Method: "GET", Path: at, Version: withTags}).Get("tags")
}

// addressesByNetwork lists the addresses by the name and by the id of each network, and answers the first one.
func addressesByNetwork(t *kind.Task, s *state.Server, shown map[string][]address) (map[string][]string, string) {
	out, first := map[string][]string{}, ""
	for _, p := range state.Ports.List(t.Txn, "device", s.ID) {
		n := state.Networks.Get(t.Txn, p.NetworkID)
		if n == nil || out[n.ID] != nil {
			continue
		}
		list := []string{}
		for _, a := range shown[n.Name] {
			if list = append(list, a.Address); first == "" {
				first = a.Address
			}
		}
		out[n.ID], out[n.Name] = list, list
	}
	return out, first
}

// serverPort is an address of a server with the port that has it.
type serverPort struct {
	Address string  `json:"addr"`
	MAC     string  `json:"OS-EXT-IPS-MAC:mac_addr"`
	Type    string  `json:"OS-EXT-IPS:type"`
	Port    *string `json:"port"`
	Version int     `json:"version"`
	Subnets any     `json:"subnets,omitzero"`
	Network any     `json:"network,omitzero"`
}

// portsByNetwork are the addresses of a server with their ports, by the name and by the id of each network.
func portsByNetwork(t *kind.Task, s *state.Server) map[string][]serverPort {
	out := map[string][]serverPort{}
	for _, p := range state.Ports.List(t.Txn, "device", s.ID) {
		n := state.Networks.Get(t.Txn, p.NetworkID)
		if n == nil {
			continue
		}
		for _, ip := range p.FixedIPs {
			one := serverPort{Address: ip.Address, MAC: p.MAC, Type: "fixed", Port: &p.ID, Version: 4}
			if at, err := netip.ParseAddr(ip.Address); err == nil && at.Is6() {
				one.Version = 6
			}
			for f := range state.FloatingIPs.All(t.Txn) {
				if f.PortID != nil && *f.PortID == p.ID && f.FixedIP != nil && *f.FixedIP == ip.Address {
					out[n.ID] = append(out[n.ID], serverPort{Address: f.Address, MAC: p.MAC, Type: "floating", Version: one.Version})
				}
			}
			one.Network = onNetwork(t, "/networks/"+n.ID, "network")
			one.Subnets = []any{onNetwork(t, "/subnets/"+ip.SubnetID, "subnet")}
			out[n.ID] = append(out[n.ID], one)
		}
		out[n.Name] = out[n.ID]
	}
	return out
}

func onNetwork(t *kind.Task, path, key string) any {
	return t.Call(pipeline.Call{Service: openapi.Network, Method: "GET", Path: path}).Get(key)
}
