package proxies

import (
	"net/url"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// network is what compute wants to know of a network.
type network struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func networkOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"networks.list":        {Answer: listNetworks(networkView)},
		"networks.show":        {Answer: showNetwork(networkView)},
		"tenant-networks.list": {Answer: listNetworks(tenantNetworkView)},
		"tenant-networks.show": {Answer: showNetwork(tenantNetworkView)},
		"floating-ip-pools.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			pools, f := networksWhere(x, "router:external=True")
			if f != nil {
				return nil, unexpected(f)
			}
			out := []pool{}
			for _, n := range pools {
				out = append(out, pool{n.label()})
			}
			return pipeline.Answer(200, "floating_ip_pools", out), nil
		}},
	}
}

type pool struct {
	Name string `json:"name"`
}

// label is the name of a network, or its id if it has none.
func (n network) label() string {
	if n.Name == "" {
		return n.ID
	}
	return n.Name
}

func networksWhere(x *pipeline.Exchange, query string) ([]network, *pipeline.Fault) {
	var found struct {
		Networks []network `json:"networks"`
	}
	f := get(x, openapi.Network, "/networks?"+query, &found)
	return found.Networks, f
}

func networkByID(x *pipeline.Exchange, id string) (network, *pipeline.Fault) {
	var found struct {
		Network network `json:"network"`
	}
	f := get(x, openapi.Network, "/networks/"+url.PathEscape(id), &found)
	return found.Network, f
}

// view is an object of texts, most of them null.
type view = map[string]*string

func listNetworks(of func(*pipeline.Exchange, network) view) pipeline.Behaviour {
	return func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		found, f := networksWhere(x, "")
		if f != nil {
			return nil, unexpected(f)
		}
		out := []view{}
		for _, n := range found {
			out = append(out, of(x, n))
		}
		return pipeline.Answer(200, "networks", out), nil
	}
}

func showNetwork(of func(*pipeline.Exchange, network) view) pipeline.Behaviour {
	return func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		n, f := networkByID(x, x.Params.Get("network_id"))
		if f != nil {
			return nil, pipeline.NotFound("Network not found")
		}
		return pipeline.Answer(200, "network", of(x, n)), nil
	}
}

// What compute knew of networks when they were its own: only id and label are more than null.
var (
	networkKeys = []string{
		"broadcast", "cidr", "cidr_v6", "dns1", "dns2", "gateway", "gateway_v6", "netmask", "netmask_v6",
	}
	administratorsKeys = []string{
		"bridge", "bridge_interface", "created_at", "deleted", "deleted_at", "dhcp_server", "dhcp_start", "enable_dhcp", "host", "injected",
		"mtu", "multi_host", "priority", "project_id", "rxtx_base", "share_address", "updated_at", "vlan", "vpn_private_address",
		"vpn_public_address", "vpn_public_port",
	}
)

func networkView(x *pipeline.Exchange, n network) view {
	v := view{"id": &n.ID, "label": &n.Name}
	for _, key := range networkKeys {
		v[key] = nil
	}
	if x.Caller.Admin() {
		for _, key := range administratorsKeys {
			v[key] = nil
		}
	}
	return v
}

func tenantNetworkView(_ *pipeline.Exchange, n network) view {
	none := "None"
	return view{"id": &n.ID, "label": &n.Name, "cidr": &none}
}
