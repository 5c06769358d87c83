package networking

import (
	"strconv"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
)

// floatingIP is OS::Neutron::FloatingIP.
func floatingIP() *kind.Kind {
	return remote.Plain{
		Service: service, Path: "/floatingips", Key: "floatingip", Unnamed: true,
		Renamed: map[string]string{"floating_network": "floating_network_id", "floating_subnet": "subnet_id"},
		Check: func(c *kind.Checking) *kind.Complaint {
			if c.Properties["port_id"] == nil && !c.Loose["port_id"] && c.Properties["fixed_ip_address"] != nil {
				return &kind.Complaint{Kind: "ResourcePropertyDependency", Text: "fixed_ip_address cannot be specified without port_id."}
			}
			return nil
		},
		Prepare: func(t *kind.Task, request kind.Values, making bool) *kind.Failure {
			if !making { // both are sent, whichever has changed
				request["port_id"], request["fixed_ip_address"] = t.Resource.Properties["port_id"], t.Resource.Properties["fixed_ip_address"]
			}
			return nil
		},
		Follows: followsRouters,
	}.Kind()
}

// followsRouters are the routers that make a floating address reachable: those with a gateway on its network, and the interfaces on the
// subnets of the port that it leads to.
func followsRouters(name string, all kind.Planned) (out []string) {
	network := all.Properties(name)["floating_network"]
	for _, other := range all.OfType("OS::Neutron::Router") {
		if network != nil && network == body.As[gateway](all.Properties(other)["external_gateway_info"]).Network {
			out = append(out, other)
		}
	}
	return append(out, interfacesOfPorts(name, all)...)
}

// interfacesOfPorts are the router interfaces on the subnets of ports that a resource refers to.
func interfacesOfPorts(name string, all kind.Planned) (out []string) {
	subnets := map[any]bool{}
	for _, needed := range all.NeededBy(name) {
		own := all.Properties(needed)
		for _, ip := range body.As[[]fixedIP](own["fixed_ips"]) {
			subnets[ip.Subnet], subnets[ip.SubnetID] = true, true
		}
		for _, other := range all.OfType("OS::Neutron::Subnet") {
			if own["fixed_ips"] == nil && own["network"] != nil && own["network"] == all.Properties(other)["network"] {
				subnets[other] = true
			}
		}
	}
	for _, other := range all.OfType("OS::Neutron::RouterInterface") {
		if subnet := all.Properties(other)["subnet"]; subnet != nil && subnets[subnet] {
			out = append(out, other)
		}
	}
	return out
}

// association is OS::Neutron::FloatingIPAssociation: it leads a floating address to a port.
func association() *kind.Kind {
	return &kind.Kind{
		Follows: interfacesOfPorts,
		Does: map[string]kind.Handler{
			record.Create: {Begin: func(t *kind.Task) *kind.Failure {
				p := kind.WithoutNulls(remote.WithIDs(t, t.Resource.Properties))
				address := hot.Text(p["floatingip_id"])
				delete(p, "floatingip_id")
				if reply := lead(t, address, p); !reply.OK() {
					return remote.Failed(service, reply)
				}
				t.Resource.PhysicalID = strconv.FormatInt(t.Txn.Next("stack-resources"), 10)
				return nil
			}},
			record.Update: {Begin: reassociate},
			record.Delete: {Begin: func(t *kind.Task) *kind.Failure {
				return dissociate(t, hot.Text(t.Resource.Properties["floatingip_id"]))
			}},
		},
	}
}

func reassociate(t *kind.Task) *kind.Failure {
	p := remote.WithIDs(t, t.Resource.Properties)
	if before := hot.Text(t.Before["floatingip_id"]); before != hot.Text(p["floatingip_id"]) {
		if why := dissociate(t, before); why != nil {
			return why
		}
	}
	request := kind.Values{"port_id": p["port_id"], "fixed_ip_address": p["fixed_ip_address"]}
	if reply := lead(t, hot.Text(p["floatingip_id"]), request); !reply.OK() {
		return remote.Failed(service, reply)
	}
	return nil
}

func dissociate(t *kind.Task, address string) *kind.Failure {
	if reply := lead(t, address, kind.Values{"port_id": nil}); !reply.OK() && reply.Status != 404 {
		return remote.Failed(service, reply)
	}
	return nil
}

func lead(t *kind.Task, address string, request kind.Values) pipeline.Reply {
	return t.Call(pipeline.Call{
		Service: service, Method: "PUT", Path: "/floatingips/" + address, Body: kind.Values{"floatingip": request},
	})
}
