package networking

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// port is OS::Neutron::Port.
func port() *kind.Kind {
	k := ports.Kind()
	k.Leaves, k.Returns = kind.Handler{Begin: leavePort}, returnPort
	return k
}

// ports are the ports of the network service.
var ports = remote.Plain{
	Service: service, Path: "/ports", Key: "port",
	Renamed: map[string]string{"network": "network_id", "qos_policy": "qos_policy_id"},
	Ready:   built,
	Prepare: preparePort,
	Check: func(c *kind.Checking) *kind.Complaint {
		if c.Properties["fixed_ips"] != nil && c.Properties["no_fixed_ips"] == true {
			return conflict("fixed_ips", "no_fixed_ips")
		}
		return nil
	},
	Shows: func(t *kind.Task, view kind.Values) kind.Values {
		subnets := []any{}
		for _, ip := range body.As[[]fixedIP](view["fixed_ips"]) {
			subnets = append(subnets, showRecord(t, "/subnets/"+ip.SubnetID, "subnet"))
		}
		return kind.Values{"subnets": subnets, "network": showRecord(t, "/networks/"+hot.Text(view["network_id"]), "network")}
	},
	// A port comes after the subnets of its network: one of them may have to give it an address.
	Follows: func(name string, all kind.Planned) (out []string) {
		for _, other := range all.OfType("OS::Neutron::Subnet") {
			if network := all.Properties(name)["network"]; network != nil && network == all.Properties(other)["network"] {
				out = append(out, other)
			}
		}
		return out
	},
}

// leavePort takes the addresses of a port that is replaced, so that the new one can have them.
func leavePort(t *kind.Task) *kind.Failure {
	p := state.Ports.Get(t.Txn, t.Resource.PhysicalID)
	if p == nil {
		return nil
	}
	t.Resource.Handover.Addresses = p.FixedIPs
	return address(t, p.ID, nil)
}

// returnPort gives a port the addresses again that another one has had meanwhile.
func returnPort(t *kind.Task) (bool, *kind.Failure) {
	given := t.Resource.Handover
	if given.To != "" && state.Ports.Get(t.Txn, given.To) != nil {
		if why := address(t, given.To, nil); why != nil {
			return false, why
		}
	}
	if len(given.Addresses) == 0 {
		return true, nil
	}
	return true, address(t, t.Resource.PhysicalID, given.Addresses)
}

// address gives a port addresses in the place of those that it has.
func address(t *kind.Task, id string, addresses []state.FixedIP) *kind.Failure {
	list := []any{}
	for _, ip := range addresses {
		list = append(list, kind.Values{"subnet_id": ip.SubnetID, "ip_address": ip.Address})
	}
	reply := t.Call(pipeline.Call{
		Service: service, Method: "PUT", Path: ports.Path + "/" + id, Body: kind.Values{"port": kind.Values{"fixed_ips": list}},
	})
	if !reply.OK() {
		return remote.Failed(service, reply)
	}
	return nil
}

// fixedIP is an address of a port, in a template and in requests.
type fixedIP struct {
	Subnet   string `json:"subnet"`
	SubnetID string `json:"subnet_id"`
	Address  string `json:"ip_address"`
}

// fields are the address in a request.
func (f fixedIP) fields() kind.Values {
	out := kind.Values{}
	if f.Subnet != "" {
		out["subnet_id"] = f.Subnet
	}
	if f.Address != "" {
		out["ip_address"] = f.Address
	}
	return out
}

// showRecord reads one record of the network service.
func showRecord(t *kind.Task, path, key string) any {
	return t.Call(pipeline.Call{Service: service, Method: "GET", Path: path}).Get(key)
}

func preparePort(t *kind.Task, request kind.Values, making bool) *kind.Failure {
	addresses, there := request["fixed_ips"]
	delete(request, "fixed_ips")
	switch {
	case request["no_fixed_ips"] == true:
		request["fixed_ips"] = []any{}
	case there:
		if list := fixedIPs(addresses); len(list) > 0 {
			request["fixed_ips"] = list
		}
	}
	delete(request, "no_fixed_ips")
	if pairs, there := request["allowed_address_pairs"]; there && pairs == nil {
		request["allowed_address_pairs"] = []any{}
	}
	groups, there := request["security_groups"]
	if there && groups == nil && !making {
		groups = []any{"default"}
	}
	if groups != nil {
		ids, why := groupIDs(t, body.As[[]any](groups))
		if why != nil {
			return why
		}
		request["security_groups"] = ids
	}
	return nil
}

func fixedIPs(v any) (out []any) {
	for _, ip := range body.As[[]fixedIP](v) {
		out = append(out, ip.fields())
	}
	return out
}

// groupIDs are the ids of security groups that are given by id or name.
func groupIDs(t *kind.Task, groups []any) ([]any, *kind.Failure) {
	ids := []any{}
	for _, group := range groups {
		id, wrong := t.Types.Finders["neutron.security_group"](t.Exchange, hot.Text(group))
		if wrong != "" {
			return nil, kind.Failf("NotFound", "%s", wrong)
		}
		ids = append(ids, id)
	}
	return ids, nil
}
