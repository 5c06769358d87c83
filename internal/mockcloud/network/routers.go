package network

import (
	"cmp"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/network/attributes"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi/python"
)

// Device owners of the ports of routers and floating IPs.
const (
	ofGateway   = "network:router_gateway"
	ofInterface = "network:router_interface"
	ofFloating  = "network:floatingip"
)

// changedWhileUp refuses to change the kind of a router that is not down, and says all of it.
func changedWhileUp(x *pipeline.Exchange, c *change[state.Router]) *pipeline.Fault {
	before, after := c.Before, c.After
	const how = "Bad router request: Cannot change %s attribute of active routers. Please set router admin_state_up to False prior to upgrade."
	var wrong []string
	if (before.AdminUp || after.AdminUp) && after.Distributed != before.Distributed {
		wrong = append(wrong, fmt.Sprintf(how, "the 'distributed'"))
	}
	if after.AdminUp && after.HA != before.HA {
		wrong = append(wrong, fmt.Sprintf(how, "HA"))
	}
	otherKind := staysAsFlavored(x, c)
	if wrong == nil {
		return otherKind
	}
	if otherKind != nil {
		wrong = append(wrong, otherKind.Message)
	}
	return faults.New(400, "BadRequest", "%s", strings.Join(wrong, "\n"))
}

var routers = declare(resource[state.Router]{
	Noun: "router", Plural: "routers", Table: state.Routers,
	New:  func() *state.Router { return &state.Router{AdminUp: true} },
	View: func(x *pipeline.Exchange, r *state.Router) any { return viewRouter(x, r) },
	Made: func(x *pipeline.Exchange, c *change[state.Router]) *pipeline.Fault {
		if c.Before == nil {
			if f := kindOfRouter(x, c); f != nil {
				return f
			}
			if f := zonesExist(x, "router", c.After.ZoneHints); f != nil {
				return f
			}
		} else if f := changedWhileUp(x, c); f != nil {
			return f
		}
		if c.Given("external_gateway_info") {
			if f := setGateway(x, c.Before, c.After); f != nil {
				return f
			}
		}
		if c.Given("routes") {
			return soundRoutes(x, c.After)
		}
		return nil
	},
	Keep: []pipeline.StepOf[state.Router]{{Name: "refuse a router with interfaces", Run: func(
		x *pipeline.Exchange, r *state.Router,
	) *pipeline.Fault {
		var attached []string
		for _, p := range interfacesOf(x, r.ID) {
			attached = append(attached, p.ID)
		}
		if len(attached) > 0 {
			return faults.New(409, "RouterInUse", "Router %s has ports still attached: %s", r.ID, strings.Join(attached, ", "))
		}
		return gatewayInUse(x, r)
	}}},
	With: func(x *pipeline.Exchange, r *state.Router) {
		if r.PortID != "" {
			state.Ports.Delete(x.Txn, r.PortID)
		}
	},
})

type routerView struct {
	*state.Router
	Status string   `json:"status"`
	Zones  []string `json:"availability_zones"`
}

func viewRouter(x *pipeline.Exchange, r *state.Router) *routerView {
	return &routerView{Router: r, Status: "ACTIVE", Zones: zonesOf(x, r.Agents)}
}

// bareRouterView is a router in answers about its routes, which contain internal fields of the service.
type bareRouterView struct {
	*routerView
	PortID *string `json:"gw_port_id"`
	HAID   int     `json:"ha_vr_id"`
	BFD    bool    `json:"enable_default_route_bfd"`
	ECMP   bool    `json:"enable_default_route_ecmp"`
}

// interfacesOf are a router's ports on the networks that it connects.
func interfacesOf(x *pipeline.Exchange, router string) (all []*state.Port) {
	for p := range state.Ports.ByKey(x.Txn, "device", router) {
		if p.DeviceOwner == ofInterface {
			all = append(all, p)
		}
	}
	return all
}

func badRouter(format string, args ...any) *pipeline.Fault {
	return faults.New(400, "BadRequest", "Bad router request: "+format+".", args...)
}

// setGateway connects a router to the external network that a request names, or disconnects it.
func setGateway(x *pipeline.Exchange, before, r *state.Router) *pipeline.Fault {
	wanted := r.Gateway
	if wanted == nil || wanted.NetworkID == "" {
		r.Gateway = nil
		if before == nil || before.Gateway == nil {
			return nil
		}
		if f := gatewayInUse(x, before); f != nil {
			return f
		}
		state.Ports.Delete(x.Txn, r.PortID)
		r.PortID = ""
		r.Revision += 2 // besides the request's own change
		return nil
	}
	n, f := networks.Get(x, wanted.NetworkID)
	switch {
	case f != nil:
		return f
	case !n.External:
		return badRouter("Network %s is not an external network", n.ID)
	}
	if wanted.QoSID != nil {
		if _, f := qosPolicies.Get(x, *wanted.QoSID); f != nil {
			return f
		}
	}
	p := &state.Port{NetworkID: n.ID, DeviceID: r.ID, DeviceOwner: ofGateway}
	if before != nil && before.Gateway != nil {
		moved := before.Gateway.NetworkID != n.ID
		if f := gatewayInUse(x, before); moved && f != nil {
			return f
		}
		if old := state.Ports.Get(x.Txn, r.PortID); moved {
			state.Ports.Delete(x.Txn, r.PortID)
		} else {
			kept := *old
			p = &kept
		}
	}
	if p.ID == "" || otherAddresses(p.FixedIPs, wanted.FixedIPs) {
		if f := placePort(x, p, wanted.FixedIPs); f != nil {
			return f
		}
	}
	switch {
	case before == nil:
		r.Revision += 2
	case before.Gateway == nil:
		r.Revision++
	}
	yes := true
	r.PortID, r.Gateway = p.ID, &state.Gateway{NetworkID: n.ID, SNAT: cmp.Or(wanted.SNAT, &yes), FixedIPs: p.FixedIPs, QoSID: wanted.QoSID}
	return nil
}

// otherAddresses tells whether a request names other subnets or other addresses for a gateway than it has. A subnet without an address that
// it has one in already asks for nothing.
func otherAddresses(has, wanted []state.FixedIP) bool {
	if len(wanted) == 0 {
		return false
	}
	subnet, address := func(a state.FixedIP) string { return a.SubnetID }, func(a state.FixedIP) string { return a.Address }
	return !maps.Equal(namedIn(has, subnet), namedIn(wanted, subnet)) || !maps.Equal(namedIn(has, address), namedIn(wanted, address))
}

// namedIn is the set of the names, other than "", that addresses have.
func namedIn(addresses []state.FixedIP, name func(state.FixedIP) string) map[string]bool {
	names := map[string]bool{}
	for _, a := range addresses {
		if n := name(a); n != "" {
			names[n] = true
		}
	}
	return names
}

// placePort creates or moves a port of the service's own.
func placePort(x *pipeline.Exchange, p *state.Port, wanted []state.FixedIP) *pipeline.Fault {
	if p.ID == "" {
		p.ID, p.MAC, p.Created, p.Revision = x.Env.IDs.UUID(), mac(x.Env.IDs.Hex()), x.Now(), max(p.Revision, 1)
		p.Status, p.AdminUp, p.Open = cmp.Or(p.Status, "ACTIVE"), true, true
	}
	p.Updated, p.FixedIPs = x.Now(), nil
	if f := giveAddresses(x, p, wanted); f != nil {
		return f
	}
	state.Ports.Insert(x.Txn, p)
	return nil
}

// gatewayInUse refuses to remove a router's gateway if floating IPs need it.
func gatewayInUse(x *pipeline.Exchange, r *state.Router) *pipeline.Fault {
	for f := range state.FloatingIPs.All(x.Txn) {
		if f.RouterID != nil && *f.RouterID == r.ID {
			return faults.New(409, "RouterExternalGatewayInUseByFloatingIp", "Gateway cannot be updated for router %s, since a gateway to external "+
				"network %s is required by one or more floating IPs.", r.ID, f.NetworkID)
		}
	}
	return nil
}

// soundRoutes refuses routes through addresses that the router does not reach.
func soundRoutes(x *pipeline.Exchange, r *state.Router) *pipeline.Fault {
	ports := interfacesOf(x, r.ID)
	if p := state.Ports.Get(x.Txn, r.PortID); p != nil {
		ports = append(ports, p)
	}
	for _, route := range r.Routes {
		hop, connected, own := netip.MustParseAddr(route.Nexthop), false, false
		for _, p := range ports {
			for _, ip := range p.FixedIPs {
				own = own || ip.Address == route.Nexthop
				if s := state.Subnets.Get(x.Txn, ip.SubnetID); s != nil {
					prefix, err := netip.ParsePrefix(s.CIDR)
					connected = connected || err == nil && prefix.Contains(hop)
				}
			}
		}
		text := fmt.Sprintf("[{'destination': %s, 'nexthop': %s}]", python.Repr(route.Destination), python.Repr(route.Nexthop))
		switch {
		case !connected:
			return faults.New(400, "InvalidRoutes", "Invalid format for routes: %s, the nexthop is not connected with router", text)
		case own:
			return faults.New(400, "InvalidRoutes", "Invalid format for routes: %s, the nexthop is used by router", text)
		}
	}
	return nil
}

// extraRoutes is a body that adds routes to a router, or removes some.
type extraRoutes struct {
	Request struct {
		Routes []state.HostRoute `json:"routes"`
	} `body:"router"`
}

// routeOperation is an operation that adds routes to a router, or removes some.
func routeOperation(name string, change func(now []state.HostRoute, said state.HostRoute) []state.HostRoute) pipeline.Operation {
	return pipeline.OperationOf[extraRoutes]{
		Formats: func(x *pipeline.Exchange, _ *extraRoutes) *pipeline.Fault {
			return attributes.HostRoutes("routes", body.ObjectIn(body.ObjectIn(x.Body)["router"])["routes"])
		},
		Steps: []pipeline.StepOf[extraRoutes]{{Name: name, Run: func(x *pipeline.Exchange, w *extraRoutes) *pipeline.Fault {
			r := *pipeline.Subject[state.Router](x)
			r.Routes = slices.Clone(r.Routes)
			for _, said := range w.Request.Routes {
				r.Routes = change(r.Routes, said)
			}
			if f := soundRoutes(x, &r); f != nil {
				return f
			}
			markChanged(x, &r)
			state.Routers.Insert(x.Txn, &r)
			x.SetSubject(&r, routers.Owner(&r))
			return nil
		}}},
		Answer: func(x *pipeline.Exchange, _ *extraRoutes) (*pipeline.Response, *pipeline.Fault) {
			r := routers.answeredRecord(x, pipeline.Subject[state.Router](x))
			return plain.AnswerRecord(x, 200, "router", &bareRouterView{routerView: viewRouter(x, r), PortID: orNone(&r.PortID)}), nil
		},
	}.Operation()
}

func removeRoutes(now []state.HostRoute, said state.HostRoute) []state.HostRoute {
	return slices.DeleteFunc(now, func(each state.HostRoute) bool { return each == said })
}

var routerOperations = map[string]pipeline.Operation{
	"routers.add-interface":    interfaceOperation("join the subnet", join),
	"routers.remove-interface": interfaceOperation("leave the subnet", leave),
	"routers.add-routes": routeOperation("add the routes", func(now []state.HostRoute, said state.HostRoute) []state.HostRoute {
		return append(removeRoutes(now, said), said)
	}),
	"routers.remove-routes": routeOperation("take the routes away", removeRoutes),
}
