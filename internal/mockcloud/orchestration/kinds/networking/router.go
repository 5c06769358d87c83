package networking

import (
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
)

// gateway is a router's connection to an external network, in a template.
type gateway struct {
	Network any       `json:"network"`
	SNAT    *bool     `json:"enable_snat"`
	Fixed   []fixedIP `json:"external_fixed_ips"`
}

// router is OS::Neutron::Router.
func router() *kind.Kind {
	return remote.Plain{
		Service: service, Path: "/routers", Key: "router",
		Renamed: map[string]string{"l3_agent_id": "", "l3_agent_ids": ""},
		Ready:   built,
		Prepare: func(_ *kind.Task, request kind.Values, _ bool) *kind.Failure {
			if request["external_gateway_info"] == nil {
				return nil
			}
			g := body.As[gateway](request["external_gateway_info"])
			info := kind.Values{"network_id": g.Network}
			if g.SNAT != nil {
				info["enable_snat"] = *g.SNAT
			}
			if fixed := fixedIPs(body.As[kind.Values](request["external_gateway_info"])["external_fixed_ips"]); fixed != nil {
				info["external_fixed_ips"] = fixed
			}
			request["external_gateway_info"] = info
			return nil
		},
		// A router comes after the subnets of its external network.
		Follows: func(name string, all kind.Planned) (out []string) {
			network := body.As[gateway](all.Properties(name)["external_gateway_info"]).Network
			for _, other := range all.OfType("OS::Neutron::Subnet") {
				if network != nil && network == all.Properties(other)["network"] {
					out = append(out, other)
				}
			}
			return out
		},
	}.Kind()
}

// routerInterface is OS::Neutron::RouterInterface: it connects a router to a subnet or a port. Its id is made of theirs.
func routerInterface() *kind.Kind {
	return &kind.Kind{
		Check: checkTogether(func(c *kind.Checking) *kind.Complaint { return either(c.Properties, "subnet", "port") }, "subnet", "port"),
		Does: map[string]kind.Handler{
			record.Create: {Begin: func(t *kind.Task) *kind.Failure {
				p := remote.WithIDs(t, t.Resource.Properties)
				key, value := "subnet_id", hot.Text(p["subnet"])
				if p["subnet"] == nil {
					key, value = "port_id", hot.Text(p["port"])
				}
				if reply := connect(t, hot.Text(p["router"]), "add_router_interface", key, value); !reply.OK() {
					return remote.Failed(service, reply)
				}
				t.Resource.PhysicalID = hot.Text(p["router"]) + ":" + key + "=" + value
				return nil
			}},
			record.Delete: {Begin: func(t *kind.Task) *kind.Failure {
				router, rest, _ := strings.Cut(t.Resource.PhysicalID, ":")
				key, value, _ := strings.Cut(rest, "=")
				if reply := connect(t, router, "remove_router_interface", key, value); !reply.OK() && reply.Status != 404 {
					return remote.Failed(service, reply)
				}
				return nil
			}},
		},
	}
}

func connect(t *kind.Task, router, how, key, value string) pipeline.Reply {
	return t.Call(pipeline.Call{Service: service, Method: "PUT", Path: "/routers/" + router + "/" + how, Body: kind.Values{key: value}})
}
