package network

import (
	"net/netip"

	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

var subnetOperations = map[string]pipeline.Operation{
	"subnets.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		var views []map[string]any
		for s := range state.Subnets.All(x.Txn) {
			if visibleSubnet(x, s) {
				views = append(views, viewSubnet(s))
			}
		}
		return answerList(x, "subnets", views)
	}},
	"subnets.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return answerOne(x, 200, "subnet", viewSubnet(pipeline.Subject[state.Subnet](x)))
	}},
	"subnets.create": {
		Steps: []pipeline.Step{{Name: "create the subnet", Run: createSubnet}},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return answerOne(x, 201, "subnet", viewSubnet(pipeline.Subject[state.Subnet](x)))
		},
	},
	"subnets.update": {
		Steps: []pipeline.Step{{Name: "change the subnet", Run: updateSubnet}},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return answerOne(x, 200, "subnet", viewSubnet(pipeline.Subject[state.Subnet](x)))
		},
	},
	"subnets.delete": {
		Steps: []pipeline.Step{
			{Name: "refuse a subnet in use", Run: refuseSubnetInUse},
			{Name: "delete the subnet", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				state.Subnets.Delete(x.Txn, pipeline.Subject[state.Subnet](x).ID)
				return nil
			}},
		},
		Answer: done,
	},
}

func visibleSubnet(x *pipeline.Exchange, s *state.Subnet) bool {
	n := state.Networks.Get(x.Txn, s.NetworkID)
	return n != nil && visible(n, x.Caller) || x.Caller.ProjectID != "" && s.ProjectID == x.Caller.ProjectID
}

func findSubnet(x *pipeline.Exchange, id string) *pipeline.Fault {
	s := state.Subnets.Get(x.Txn, id)
	if s == nil || !visibleSubnet(x, s) {
		return fault(404, "SubnetNotFound", "Subnet %s could not be found.", id)
	}
	x.Found(s, policy.Target{ProjectID: s.ProjectID})
	return nil
}

func createSubnet(x *pipeline.Exchange) *pipeline.Fault {
	body := *pipeline.Work[given](x)
	networkID := body.text("network_id", "")
	if f := findNetwork(x, networkID); f != nil {
		return f
	}
	network := pipeline.Subject[state.Network](x)
	if network.ProjectID != x.Caller.ProjectID && !x.Caller.Admin() {
		return refused(x, "create_subnet")
	}
	prefix, err := netip.ParsePrefix(body.text("cidr", ""))
	if err != nil {
		return badRequest("Bad subnets request: a subnetpool must be specified in the absence of a cidr.")
	}
	for other := range state.Subnets.Each(x.Txn, "network", networkID) {
		if p, err := netip.ParsePrefix(other.CIDR); err == nil && p.Overlaps(prefix) {
			return fault(400, "InvalidInput", "Invalid input for operation: Requested subnet with cidr: %s for network: %s overlaps with another subnet.", prefix, networkID)
		}
	}
	now := x.Now()
	s := &state.Subnet{
		ID: x.Env.IDs.UUID(), ProjectID: body.project(x), NetworkID: networkID, CIDR: prefix.String(),
		DHCP: body.flag("enable_dhcp", true), Name: body.text("name", ""), Created: now, Updated: now,
	}
	s.IPVersion, _ = body["ip_version"].(int)
	s.Gateway = gateway(body, prefix.Addr().Next().String())
	state.Subnets.Insert(x.Txn, s)
	x.Found(s, policy.Target{ProjectID: s.ProjectID})
	return nil
}

// gateway is what the body says: an address, none (null), or otherwise.
func gateway(body given, otherwise string) string {
	value, ok := body["gateway_ip"]
	if !ok {
		return otherwise
	}
	address, _ := value.(string)
	return address
}

func updateSubnet(x *pipeline.Exchange) *pipeline.Fault {
	body := *pipeline.Work[given](x)
	s := *pipeline.Subject[state.Subnet](x)
	s.Name, s.DHCP, s.Gateway = body.text("name", s.Name), body.flag("enable_dhcp", s.DHCP), gateway(body, s.Gateway)
	s.Updated = x.Now()
	state.Subnets.Insert(x.Txn, &s)
	x.Found(&s, policy.Target{ProjectID: s.ProjectID})
	return nil
}

func refuseSubnetInUse(x *pipeline.Exchange) *pipeline.Fault {
	s := pipeline.Subject[state.Subnet](x)
	for p := range state.Ports.Each(x.Txn, "network", s.NetworkID) {
		for _, ip := range p.FixedIPs {
			if ip.SubnetID == s.ID {
				return fault(409, "SubnetInUse", "Unable to complete operation on subnet %s: One or more ports have an IP allocation from this subnet.", s.ID)
			}
		}
	}
	return nil
}

func viewSubnet(s *state.Subnet) map[string]any {
	pools := []any{}
	if prefix, err := netip.ParsePrefix(s.CIDR); err == nil {
		first, last := pool(prefix, s.Gateway)
		pools = append(pools, map[string]any{"start": first.String(), "end": last.String()})
	}
	var gatewayIP any
	if s.Gateway != "" {
		gatewayIP = s.Gateway
	}
	v := map[string]any{
		"id": s.ID, "name": s.Name, "tenant_id": s.ProjectID, "project_id": s.ProjectID, "network_id": s.NetworkID,
		"ip_version": s.IPVersion, "subnetpool_id": nil, "enable_dhcp": s.DHCP, "ipv6_ra_mode": nil, "ipv6_address_mode": nil,
		"gateway_ip": gatewayIP, "cidr": s.CIDR, "allocation_pools": pools, "host_routes": []any{}, "dns_nameservers": []string{},
		"description": "", "router:external": false, "service_types": []string{},
	}
	standard(v, s.Created, s.Updated)
	return v
}
