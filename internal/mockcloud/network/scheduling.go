package network

import (
	"slices"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// The agents that host networks and routers.
const (
	dhcpAgent = "DHCP agent"
	l3Agent   = "L3 agent"
)

// hosting is a kind of thing that an administrator has agents host, and takes from them. No network and no router is hosted before.
// Rules come before anything is looked up.
type hosting[T any] struct {
	// things and agents name the lists in paths, key is the body's key, noun and plural are those of the thing.
	things, agents, key, noun, plural string
	declared                          *declared[T]
	hosts                             func(*T) *[]string
	// fits refuses an agent for a thing. wait tells that there is nothing to do.
	fits func(x *pipeline.Exchange, a *agentView, t *T) (wait bool, f *pipeline.Fault)
	// frees refuses to take from an agent what it does not host.
	frees func(a *agentView, id string, t *T) *pipeline.Fault
	view  func(*agentView, *T) any
	// missing refuses to list the agents of something that is not there; nil lists none.
	missing bool
}

var hostedNetworks = &hosting[state.Network]{
	things: "dhcp-networks", agents: "dhcp-agents", key: "network_id", noun: "network", plural: "networks", declared: networks,
	hosts: func(n *state.Network) *[]string { return &n.Agents },
	fits: func(_ *pipeline.Exchange, a *agentView, n *state.Network) (bool, *pipeline.Fault) {
		switch {
		case a.Type != dhcpAgent || !a.AdminUp:
			return false, faults.New(404, "InvalidDHCPAgent", "Agent %s is not a valid DHCP Agent or has been disabled.", a.ID)
		case slices.Contains(n.Agents, a.ID):
			return false, faults.New(409, "NetworkHostedByDHCPAgent", "The network %s has been already hosted by the DHCP Agent %s.", n.ID, a.ID)
		}
		return false, nil
	},
	frees: func(a *agentView, id string, n *state.Network) *pipeline.Fault {
		if n == nil || !slices.Contains(n.Agents, a.ID) {
			return faults.New(409, "NetworkNotHostedByDhcpAgent", "The network %s is not hosted by the DHCP Agent %s.", id, a.ID)
		}
		return nil
	},
	view: func(a *agentView, _ *state.Network) any { return a },
}

var hostedRouters = &hosting[state.Router]{
	things: "l3-routers", agents: "l3-agents", key: "router_id", noun: "router", plural: "routers", declared: routers, missing: true,
	hosts: func(r *state.Router) *[]string { return &r.Agents },
	fits: func(x *pipeline.Exchange, a *agentView, r *state.Router) (bool, *pipeline.Fault) {
		hosts := liveAgents(x, r.Agents)
		switch {
		case a.Type == l3Agent && r.Distributed:
			return false, faults.New(409, "RouterL3AgentMismatch", "Cannot host distributed router %s on legacy L3 agent %s.", r.ID, a.ID)
		case a.Type != l3Agent || !a.AdminUp:
			return false, faults.New(404, "InvalidL3Agent", "Agent %s is not a L3 Agent or has been disabled", a.ID)
		case slices.Contains(r.Agents, a.ID):
			return true, nil
		case len(hosts) > 0 && !r.HA:
			return false, faults.New(409, "RouterHostedByL3Agent", "The router %s has been already hosted by the L3 Agent %s.", r.ID, hosts[0].ID)
		}
		return false, nil
	},
	frees: func(_ *agentView, id string, r *state.Router) *pipeline.Fault {
		if r == nil {
			return notFoundFault("router", id)
		}
		return nil
	},
	view: func(a *agentView, r *state.Router) any {
		v := &hostingAgentView{agentView: a}
		if r.HA {
			standby := "standby"
			v.HAState = &standby
		}
		return v
	},
}

// hostingAgentView is an agent in the list of those that host a router: with what it is among those of one with several.
type hostingAgentView struct {
	*agentView
	HAState *string `json:"ha_state"`
}

// liveAgents are those of some agents that are there; one that was deleted is another one when it comes back.
func liveAgents(x *pipeline.Exchange, ids []string) []*agentView {
	if len(ids) == 0 {
		return nil
	}
	return slices.DeleteFunc(allAgents(x), func(a *agentView) bool { return !slices.Contains(ids, a.ID) })
}

// zonesOf are the zones of the agents that host something.
func zonesOf(x *pipeline.Exchange, ids []string) (zones []string) {
	for _, a := range liveAgents(x, ids) {
		if a.Zone != nil && !slices.Contains(zones, *a.Zone) {
			zones = append(zones, *a.Zone)
		}
	}
	return zones
}

// hostedThing is the body with the id of what an agent is to host.
type hostedThing struct {
	Body any `body:""`
}

func (h *hosting[T]) operations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		h.things + ".list": {Answer: h.listHosted},
		h.things + ".create": pipeline.OperationOf[hostedThing]{
			Steps: []pipeline.StepOf[hostedThing]{{Name: "have the agent host the " + h.noun, Run: h.host}},
			Answer: func(*pipeline.Exchange, *hostedThing) (*pipeline.Response, *pipeline.Fault) {
				return &pipeline.Response{Status: 201, Raw: []byte("null"), ContentType: "application/json"}, nil
			},
		}.Operation(),
		h.things + ".delete": {
			Steps:  []pipeline.Step{{Name: "take the " + h.noun + " from the agent", Run: h.free}},
			Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(204), nil },
		},
		h.agents + ".list": {Answer: h.listAgents},
	}}
}

func (h *hosting[T]) listHosted(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	a, f := agents.Get(x, x.Params.Get("of_agent_id"))
	if f != nil {
		return nil, f
	}
	views := []any{}
	for r := range h.declared.Table.All(x.Txn) {
		if slices.Contains(*h.hosts(r), a.ID) {
			views = append(views, h.declared.View(x, r))
		}
	}
	return pipeline.Answer(200, h.plural, views), nil
}

func (h *hosting[T]) host(x *pipeline.Exchange, w *hostedThing) *pipeline.Fault {
	said, there := body.ObjectIn(w.Body)[h.key]
	if !there {
		return faults.BadRequest("Failed to parse request. Required attribute '%s' not specified", h.key)
	}
	thing, f := h.declared.Get(x, body.As[string](said))
	if f != nil {
		return f
	}
	a, f := agents.Get(x, x.Params.Get("of_agent_id"))
	if f != nil {
		return f
	}
	if wait, f := h.fits(x, a, thing); wait || f != nil {
		return f
	}
	h.save(x, thing, func(hosts []string) []string { return append(hosts, a.ID) })
	return nil
}

func (h *hosting[T]) free(x *pipeline.Exchange) *pipeline.Fault {
	a, f := agents.Get(x, x.Params.Get("of_agent_id"))
	if f != nil {
		return f
	}
	id := x.Params.Get("hosted_" + h.key)
	thing := h.declared.Table.Get(x.Txn, id)
	if f := h.frees(a, id, thing); f != nil {
		return f
	}
	h.save(x, thing, func(hosts []string) []string {
		return slices.DeleteFunc(hosts, func(each string) bool { return each == a.ID })
	})
	return nil
}

// save changes who hosts something, which is no change of the thing itself.
func (h *hosting[T]) save(x *pipeline.Exchange, thing *T, change func([]string) []string) {
	changed := *thing
	hosts := h.hosts(&changed)
	*hosts = change(slices.Clone(*hosts))
	h.declared.Table.Insert(x.Txn, &changed)
}

func (h *hosting[T]) listAgents(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	id := x.Params.Get("hosted_" + h.key)
	thing := h.declared.Table.Get(x.Txn, id)
	if thing == nil && h.missing {
		return nil, notFoundFault(h.noun, id)
	}
	views := []any{}
	if thing != nil {
		for _, a := range liveAgents(x, *h.hosts(thing)) {
			views = append(views, h.view(a, thing))
		}
	}
	return pipeline.Answer(200, "agents", views), nil
}
