package network

import (
	"slices"

	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

var portOperations = map[string]pipeline.Operation{
	"ports.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		var views []map[string]any
		for p := range state.Ports.All(x.Txn) {
			if visiblePort(x, p) {
				views = append(views, viewPort(p))
			}
		}
		return answerList(x, "ports", views)
	}},
	"ports.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return answerOne(x, 200, "port", viewPort(pipeline.Subject[state.Port](x)))
	}},
	"ports.create": {
		Steps: []pipeline.Step{{Name: "create the port", Run: createPort}},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return answerOne(x, 201, "port", viewPort(pipeline.Subject[state.Port](x)))
		},
	},
	"ports.update": {
		Steps: []pipeline.Step{{Name: "change the port", Run: updatePort}},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return answerOne(x, 200, "port", viewPort(pipeline.Subject[state.Port](x)))
		},
	},
	"ports.delete": {
		Steps: []pipeline.Step{{Name: "delete the port", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			state.Ports.Delete(x.Txn, pipeline.Subject[state.Port](x).ID)
			return nil
		}}},
		Answer: done,
	},
}

// visiblePort tells whether a caller may see a port: their project's, and all on their project's networks.
func visiblePort(x *pipeline.Exchange, p *state.Port) bool {
	if x.Caller.Admin() || x.Caller.ProjectID != "" && p.ProjectID == x.Caller.ProjectID {
		return true
	}
	n := state.Networks.Get(x.Txn, p.NetworkID)
	return n != nil && x.Caller.ProjectID != "" && n.ProjectID == x.Caller.ProjectID
}

func findPort(x *pipeline.Exchange, id string) *pipeline.Fault {
	p := state.Ports.Get(x.Txn, id)
	if p == nil || !visiblePort(x, p) {
		return fault(404, "PortNotFound", "Port %s could not be found.", id)
	}
	x.Found(p, policy.Target{ProjectID: p.ProjectID})
	return nil
}

func createPort(x *pipeline.Exchange) *pipeline.Fault {
	body := *pipeline.Work[given](x)
	networkID := body.text("network_id", "")
	if f := findNetwork(x, networkID); f != nil {
		return f
	}
	now := x.Now()
	p := &state.Port{
		ID: x.Env.IDs.UUID(), NetworkID: networkID, ProjectID: body.project(x), MAC: mac(x.Env.IDs.Hex()), Status: "DOWN",
		AdminUp: true, Created: now, Updated: now,
	}
	p.SecurityGroups = []string{defaultGroup(x, p.ProjectID).ID}
	if f := address(x, p, body["fixed_ips"]); f != nil {
		return f
	}
	applyPort(p, body)
	state.Ports.Insert(x.Txn, p)
	x.Found(p, policy.Target{ProjectID: p.ProjectID})
	return nil
}

func updatePort(x *pipeline.Exchange) *pipeline.Fault {
	p := *pipeline.Subject[state.Port](x)
	applyPort(&p, *pipeline.Work[given](x))
	p.Updated = x.Now()
	state.Ports.Insert(x.Txn, &p)
	x.Found(&p, policy.Target{ProjectID: p.ProjectID})
	return nil
}

func applyPort(p *state.Port, body given) {
	p.Name, p.AdminUp = body.text("name", p.Name), body.flag("admin_state_up", p.AdminUp)
	p.DeviceID, p.DeviceOwner = body.text("device_id", p.DeviceID), body.text("device_owner", p.DeviceOwner)
	p.MAC, p.Host = body.text("mac_address", p.MAC), body.text("binding:host_id", p.Host)
	if groups, ok := body["security_groups"]; ok {
		p.SecurityGroups = texts(groups)
	}
}

// address gives a port the addresses that are asked for, else one of the network's first subnet that
// has one left. A network without subnets gives none.
func address(x *pipeline.Exchange, p *state.Port, wanted any) *pipeline.Fault {
	if list, ok := wanted.([]any); ok {
		for _, e := range list {
			entry, _ := e.(map[string]any)
			subnetID, _ := entry["subnet_id"].(string)
			ip, _ := entry["ip_address"].(string)
			subnet := state.Subnets.Get(x.Txn, subnetID)
			if subnet == nil || subnet.NetworkID != p.NetworkID {
				return fault(404, "SubnetNotFound", "Subnet %s could not be found.", subnetID)
			}
			if ip == "" {
				ip, _ = Free(x.Txn, subnet)
			}
			p.FixedIPs = append(p.FixedIPs, state.FixedIP{SubnetID: subnetID, Address: ip})
		}
		return nil
	}
	subnets := state.Subnets.List(x.Txn, "network", p.NetworkID)
	for _, s := range subnets {
		if ip, ok := Free(x.Txn, s); ok {
			p.FixedIPs = []state.FixedIP{{SubnetID: s.ID, Address: ip}}
			return nil
		}
	}
	if len(subnets) > 0 {
		return fault(409, "IpAddressGenerationFailure", "No more IP addresses available on network %s.", p.NetworkID)
	}
	return nil
}

func viewPort(p *state.Port) map[string]any {
	ips := []any{}
	for _, ip := range p.FixedIPs {
		ips = append(ips, map[string]any{"subnet_id": ip.SubnetID, "ip_address": ip.Address})
	}
	kind := "unbound"
	if p.Host != "" {
		kind = "ovs"
	}
	v := map[string]any{
		"id": p.ID, "name": p.Name, "network_id": p.NetworkID, "tenant_id": p.ProjectID, "project_id": p.ProjectID,
		"mac_address": p.MAC, "admin_state_up": p.AdminUp, "status": p.Status, "device_id": p.DeviceID, "device_owner": p.DeviceOwner,
		"fixed_ips": ips, "allowed_address_pairs": []any{}, "extra_dhcp_opts": []any{}, "security_groups": append([]string{}, p.SecurityGroups...),
		"description": "", "binding:vnic_type": "normal", "binding:profile": map[string]any{}, "binding:host_id": p.Host,
		"binding:vif_type": kind, "binding:vif_details": map[string]any{}, "port_security_enabled": true,
	}
	standard(v, p.Created, p.Updated)
	return v
}

func texts(v any) []string {
	list, _ := v.([]any)
	out := []string{}
	for _, e := range list {
		if s, ok := e.(string); ok {
			out = append(out, s)
		}
	}
	return slices.Compact(out)
}
