package network

import (
	"slices"
	"strings"
	"time"

	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

var networkOperations = map[string]pipeline.Operation{
	"networks.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		var views []map[string]any
		for n := range state.Networks.All(x.Txn) {
			if visible(n, x.Caller) {
				views = append(views, viewNetwork(x, n))
			}
		}
		return answerList(x, "networks", views)
	}},
	"networks.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return answerOne(x, 200, "network", viewNetwork(x, pipeline.Subject[state.Network](x)))
	}},
	"networks.create": {
		Policy: refuseByAttribute,
		Steps:  []pipeline.Step{{Name: "create the network", Run: createNetwork}},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			view := viewNetwork(x, pipeline.Subject[state.Network](x))
			view["is_default"] = false
			return answerOne(x, 201, "network", view)
		},
	},
	"networks.update": {
		Policy: refuseByAttribute,
		Steps:  []pipeline.Step{{Name: "change the network", Run: updateNetwork}},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return answerOne(x, 200, "network", viewNetwork(x, pipeline.Subject[state.Network](x)))
		},
	},
	"networks.delete": {
		Steps: []pipeline.Step{
			{Name: "refuse a network in use", Run: refuseInUse},
			{Name: "delete the network", Run: deleteNetwork},
		},
		Answer: done,
	},
}

func done(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(204), nil }

// visible tells whether a caller may see a network: their project's, shared and external ones.
func visible(n *state.Network, c *pipeline.Caller) bool {
	return c.Admin() || n.Shared || n.External || c.ProjectID != "" && n.ProjectID == c.ProjectID
}

func findNetwork(x *pipeline.Exchange, id string) *pipeline.Fault {
	n := state.Networks.Get(x.Txn, id)
	if n == nil || !visible(n, x.Caller) {
		return fault(404, "NetworkNotFound", "Network %s could not be found.", id)
	}
	x.Found(n, policy.Target{ProjectID: n.ProjectID})
	return nil
}

func createNetwork(x *pipeline.Exchange) *pipeline.Fault {
	body := *pipeline.Work[given](x)
	now := x.Now()
	n := &state.Network{
		ID: x.Env.IDs.UUID(), ProjectID: body.project(x), MTU: 1500, Created: now, Updated: now,
		AdminUp: true,
	}
	applyNetwork(n, body)
	state.Networks.Insert(x.Txn, n)
	x.Found(n, policy.Target{ProjectID: n.ProjectID})
	return nil
}

func updateNetwork(x *pipeline.Exchange) *pipeline.Fault {
	n := *pipeline.Subject[state.Network](x)
	n.Updated = x.Now()
	applyNetwork(&n, *pipeline.Work[given](x))
	state.Networks.Insert(x.Txn, &n)
	x.Found(&n, policy.Target{ProjectID: n.ProjectID})
	return nil
}

func applyNetwork(n *state.Network, body given) {
	n.Name, n.Description = body.text("name", n.Name), body.text("description", n.Description)
	n.AdminUp, n.Shared = body.flag("admin_state_up", n.AdminUp), body.flag("shared", n.Shared)
	n.External = body.flag("router:external", n.External)
	if mtu, ok := body["mtu"].(int); ok {
		n.MTU = mtu
	}
}

func refuseInUse(x *pipeline.Exchange) *pipeline.Fault {
	n := pipeline.Subject[state.Network](x)
	var used []string
	for p := range state.Ports.Each(x.Txn, "network", n.ID) {
		used = append(used, p.ID)
	}
	if len(used) == 0 {
		return nil
	}
	return fault(409, "NetworkInUse", "Unable to complete operation on network %s. There are one or more ports still in use on the network, id for these ports is: %s.", n.ID, strings.Join(used, ","))
}

// deleteNetwork deletes a network with its subnets.
func deleteNetwork(x *pipeline.Exchange) *pipeline.Fault {
	n := pipeline.Subject[state.Network](x)
	for _, s := range state.Subnets.List(x.Txn, "network", n.ID) {
		state.Subnets.Delete(x.Txn, s.ID)
	}
	state.Networks.Delete(x.Txn, n.ID)
	return nil
}

func viewNetwork(x *pipeline.Exchange, n *state.Network) map[string]any {
	subnets := []string{}
	for s := range state.Subnets.Each(x.Txn, "network", n.ID) {
		subnets = append(subnets, s.ID)
	}
	slices.Sort(subnets)
	v := map[string]any{
		"id": n.ID, "name": n.Name, "tenant_id": n.ProjectID, "project_id": n.ProjectID, "admin_state_up": n.AdminUp, "mtu": n.MTU,
		"status": "ACTIVE", "subnets": subnets, "shared": n.Shared, "availability_zone_hints": []string{},
		"availability_zones": []string{}, "ipv4_address_scope": nil, "ipv6_address_scope": nil, "router:external": n.External,
		"description": n.Description, "port_security_enabled": true, "provider:network_type": "local",
		"provider:physical_network": nil, "provider:segmentation_id": nil,
	}
	standard(v, n.Created, n.Updated)
	return v
}

// standard adds the keys that everything in Neutron has.
func standard(v map[string]any, created, updated time.Time) {
	v["tags"], v["created_at"], v["updated_at"] = []string{}, created, updated
	v["revision_number"] = 1
	if updated.After(created) {
		v["revision_number"] = 2
	}
}
