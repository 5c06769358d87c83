package networking

import (
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/orchestration/record"
)

// network is OS::Neutron::Net.
func network() *kind.Kind {
	plain := remote.Plain{
		Service: service, Path: "/networks", Key: "network",
		Renamed: map[string]string{"dhcp_agent_ids": "", "qos_policy": "qos_policy_id"},
		Ready:   built,
		Prepare: func(_ *kind.Task, request kind.Values, making bool) *kind.Failure {
			if making && request["shared"] == false {
				delete(request, "shared") // it is the default, and only administrators may say so
			}
			return nil
		},
	}
	k := plain.Kind()
	k.Does[record.Check] = kind.Handler{Begin: func(t *kind.Task) *kind.Failure {
		if reply := plain.Request(t, "GET", "", nil); !reply.OK() {
			return remote.Failed(service, reply)
		}
		return nil
	}}
	return k
}

// subnet is OS::Neutron::Subnet.
func subnet() *kind.Kind {
	return remote.Plain{
		Service: service, Path: "/subnets", Key: "subnet",
		Renamed: map[string]string{"network": "network_id", "subnetpool": "subnetpool_id", "segment": "segment_id"},
		Check:   checkTogether(checkSubnet, "cidr", "subnetpool"),
		Prepare: func(_ *kind.Task, request kind.Values, making bool) *kind.Failure {
			if gateway, there := request["gateway_ip"]; there && gateway == "" {
				request["gateway_ip"] = nil // no gateway
			}
			if pools, there := request["allocation_pools"]; there && pools == nil && !making {
				request["allocation_pools"] = []any{}
			}
			return nil
		},
	}.Kind()
}

func checkSubnet(c *kind.Checking) *kind.Complaint {
	if wrong := either(c.Properties, "subnetpool", "cidr"); wrong != nil {
		return wrong
	}
	switch p := c.Properties; {
	case p["prefixlen"] != nil && p["cidr"] != nil:
		return conflict("prefixlen", "cidr")
	case p["ip_version"] == 4.0 && (p["ipv6_ra_mode"] != nil || p["ipv6_address_mode"] != nil):
		return &kind.Complaint{Text: "ipv6_ra_mode and ipv6_address_mode are not supported for ipv4."}
	case p["ipv6_ra_mode"] != nil && p["ipv6_address_mode"] != nil && p["ipv6_ra_mode"] != p["ipv6_address_mode"]:
		return &kind.Complaint{Text: "When both ipv6_ra_mode and ipv6_address_mode are set, they must be equal."}
	}
	return nil
}
