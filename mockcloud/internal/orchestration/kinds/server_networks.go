package kinds

import (
	"plumbline/internal/openapi"
	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/orchestration/kinds/remote"
	"plumbline/mockcloud/internal/orchestration/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// serverNetwork is one network of a server, in a template.
type serverNetwork struct {
	Allocate string `json:"allocate_network"`
	Port     text   `json:"port"`
	Network  text   `json:"network"`
	Subnet   text   `json:"subnet"`
	FixedIP  text   `json:"fixed_ip"`
	Tag      string `json:"tag"`
	// given is the network as it is in the template.
	given any
}

// ReadBody implements body.Reader.
func (n *serverNetwork) ReadBody(v any) {
	type plain serverNetwork
	*n = serverNetwork(body.As[plain](v))
	n.given = v
}

// networksOf converts a template's networks to those of compute's API, nil for none, and answers the microversion that they need.
func networksOf(t *kind.Task, networks []serverNetwork) (any, openapi.Version, *kind.Failure) {
	var nics []nic
	at := knownVersion(t.Env, beforeThat)
	for _, n := range networks {
		if n.Allocate != "" {
			return n.Allocate, withoutNetworks, nil
		}
		port, why := portOf(t, n)
		if why != nil {
			return nil, at, why
		}
		if port != "" {
			nics = append(nics, nic{Port: &port})
			continue
		}
		nics = append(nics, nic{FixedIP: n.FixedIP.Pointer(), UUID: networkID(t, n)})
	}
	if nics == nil {
		return nil, at, nil
	}
	return nics, at, nil
}

// networkID is the id of the network that is given by id or name.
func networkID(t *kind.Task, n serverNetwork) string {
	id, _ := t.Types.Finders["neutron.network"](t.Exchange, n.Network.String())
	return id
}

// portOf is the port of a server on a network: the one that the template names, or a new one where it names a subnet; else "".
func portOf(t *kind.Task, n serverNetwork) (string, *kind.Failure) {
	if port := n.Port.Pointer(); port != nil {
		return *port, nil
	}
	if n.Subnet.Pointer() == nil {
		return "", nil
	}
	id, wrong := t.Types.Finders["neutron.subnet"](t.Exchange, n.Subnet.String())
	if wrong != "" {
		return "", kind.Failf("NotFound", "%s", wrong)
	}
	fixed := kind.Values{"subnet_id": id}
	if ip := n.FixedIP.Pointer(); ip != nil {
		fixed["ip_address"] = *ip
	}
	port := kind.Values{
		"name": record.PhysicalName(t.Exchange, t.Stack, t.Resource.Name+"-port"), "fixed_ips": []kind.Values{fixed},
		"network_id": state.Subnets.Get(t.Txn, id).NetworkID,
	}
	reply := t.Call(pipeline.Call{Service: openapi.Network, Method: "POST", Path: "/ports", Body: kind.Values{"port": port}})
	if !reply.OK() {
		return "", remote.Failed(openapi.Network, reply)
	}
	t.Resource.Data = record.WithKey(t.Resource.Data, "ports", append(body.As[[]any](t.Resource.Data["ports"]), reply.Text("port", "id")))
	return reply.Text("port", "id"), nil
}

// deletePorts deletes the ports that were made for a server.
func deletePorts(t *kind.Task) {
	for _, id := range body.As[[]any](t.Resource.Data["ports"]) {
		t.Call(pipeline.Call{Service: openapi.Network, Method: "DELETE", Path: "/ports/" + hot.Text(id)})
	}
}

// subnetsOfServer are the subnets that a server comes after: those of its networks, and all where it names a port only.
func subnetsOfServer(name string, all kind.Planned) (out []string) {
	for _, other := range all.OfType("OS::Neutron::Subnet") {
		network := all.Properties(other)["network"]
		for _, n := range body.As[[]kind.Values](all.Properties(name)["networks"]) {
			own := n["network"]
			if own == nil {
				own = n["uuid"]
			}
			if own == nil || network == nil || own == network {
				out = append(out, other)
				break
			}
		}
	}
	return out
}
