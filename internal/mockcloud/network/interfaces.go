package network

import (
	"net/netip"
	"slices"

	"github.com/google/uuid"

	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// interfaceRequest is a request that connects a router to a subnet or port, or disconnects it, and the port concerned.
type interfaceRequest struct {
	Body struct {
		SubnetID string `json:"subnet_id"`
		PortID   string `json:"port_id"`
	} `body:""`
	port *state.Port
}

type interfaceView struct {
	ID        string   `json:"id"`
	TenantID  string   `json:"tenant_id"`
	PortID    string   `json:"port_id"`
	NetworkID string   `json:"network_id"`
	SubnetID  string   `json:"subnet_id"`
	SubnetIDs []string `json:"subnet_ids"`
}

func interfaceOperation(name string, run func(*pipeline.Exchange, *interfaceRequest) *pipeline.Fault) pipeline.Operation {
	return pipeline.OperationOf[interfaceRequest]{
		Steps: []pipeline.StepOf[interfaceRequest]{{Name: name, Run: run}},
		Answer: func(x *pipeline.Exchange, w *interfaceRequest) (*pipeline.Response, *pipeline.Fault) {
			v := &interfaceView{
				ID: pipeline.Subject[state.Router](x).ID, TenantID: w.port.ProjectID, PortID: w.port.ID, NetworkID: w.port.NetworkID,
			}
			for _, ip := range w.port.FixedIPs {
				v.SubnetIDs = append(v.SubnetIDs, ip.SubnetID)
			}
			v.SubnetID = v.SubnetIDs[0]
			return pipeline.Body(200, v), nil
		},
	}.Operation()
}

// soundIDs refuses ids that are none.
func soundIDs(w *interfaceRequest) *pipeline.Fault {
	for _, id := range []string{w.Body.PortID, w.Body.SubnetID} {
		if id != "" && uuid.Validate(id) != nil {
			return badRouter("'%s' is not a valid UUID", id)
		}
	}
	return nil
}

// changeRouter counts a change of a router by its interfaces.
func changeRouter(x *pipeline.Exchange, r *state.Router) {
	changed := *r
	markChanged(x, &changed)
	state.Routers.Insert(x.Txn, &changed)
}

func join(x *pipeline.Exchange, w *interfaceRequest) (f *pipeline.Fault) {
	r := pipeline.Subject[state.Router](x)
	switch {
	case w.Body.SubnetID != "" && w.Body.PortID != "":
		return badRouter("Cannot specify both subnet-id and port-id")
	case soundIDs(w) != nil:
		return soundIDs(w)
	case w.Body.PortID != "":
		w.port, f = portToJoin(x, w.Body.PortID)
	case w.Body.SubnetID != "":
		w.port, f = portOnSubnet(x, r, w.Body.SubnetID)
	default:
		return badRouter("Either subnet_id or port_id must be specified")
	}
	if f != nil {
		return f
	}
	for _, ip := range w.port.FixedIPs {
		if f := refuseOverlap(x, r, w.port.NetworkID, ip.SubnetID); f != nil {
			return f
		}
	}
	changeRouter(x, r)
	p := w.port
	p.DeviceID, p.DeviceOwner, p.Status = r.ID, ofInterface, "ACTIVE"
	if p.ID == "" {
		return placePort(x, p, p.FixedIPs)
	}
	markChanged(x, p)
	state.Ports.Insert(x.Txn, p)
	return nil
}

func portToJoin(x *pipeline.Exchange, id string) (*state.Port, *pipeline.Fault) {
	found, f := ports.Get(x, id)
	switch {
	case f != nil:
		return nil, f
	case found.DeviceID != "":
		return nil, faults.New(409, "PortInUse",
			"Unable to complete operation on port %s for network %s. Port already has an attached device %s.",
			found.ID, found.NetworkID, found.DeviceID)
	case len(found.FixedIPs) == 0:
		return nil, badRouter("Router port must have at least one fixed IP")
	}
	p := *found
	return &p, nil
}

// portOnSubnet is a new port with the gateway address of a subnet.
func portOnSubnet(x *pipeline.Exchange, r *state.Router, id string) (*state.Port, *pipeline.Fault) {
	s, f := subnets.Get(x, id)
	switch {
	case f != nil:
		return nil, f
	case s.Gateway == "":
		return nil, badRouter("Subnet for router interface must have a gateway IP")
	case !mayJoin(x, s):
		return nil, badRouter("Cannot add interface to router because subnet %s is not owned by project making the request", id)
	}
	p := &state.Port{NetworkID: s.NetworkID, FixedIPs: []state.FixedIP{{SubnetID: s.ID, Address: s.Gateway}}}
	p.ProjectID = r.ProjectID
	for _, own := range interfacesOf(x, r.ID) {
		if slices.ContainsFunc(own.FixedIPs, func(ip state.FixedIP) bool { return ip.SubnetID == id }) {
			return p, nil // refuseOverlap refuses it afterwards
		}
	}
	if state.Ports.FirstByKey(x.Txn, "address", state.AddressKey(s.NetworkID, s.Gateway)) != nil {
		return nil, faults.New(409, "IpAddressAlreadyAllocated", "IP address %s already allocated in subnet %s", s.Gateway, s.ID)
	}
	return p, nil
}

// mayJoin tells whether the caller may connect routers to a subnet: to one's own, and to others' on a network that is shared with the
// project itself, not with everybody.
func mayJoin(x *pipeline.Exchange, s *state.Subnet) bool {
	return s.ProjectID == x.Caller.ProjectID || x.Caller.Admin() || isSharedWith(x, "network", s.NetworkID)
}

// refuseOverlap refuses a subnet that the router is connected to already, or that overlaps with one on another network.
func refuseOverlap(x *pipeline.Exchange, r *state.Router, network, id string) *pipeline.Fault {
	s := state.Subnets.Get(x.Txn, id)
	prefix, _ := netip.ParsePrefix(s.CIDR)
	for _, p := range interfacesOf(x, r.ID) {
		for _, ip := range p.FixedIPs {
			other := state.Subnets.Get(x.Txn, ip.SubnetID)
			if other == nil {
				continue
			}
			at, err := netip.ParsePrefix(other.CIDR)
			switch {
			case other.ID == id:
				return badRouter("Router already has a port on subnet %s", id)
			case err == nil && at.Overlaps(prefix) && p.NetworkID != network:
				return badRouter("Cidr %s of subnet %s overlaps with cidr %s of subnet %s", s.CIDR, s.ID, other.CIDR, other.ID)
			}
		}
	}
	return nil
}

func leave(x *pipeline.Exchange, w *interfaceRequest) *pipeline.Fault {
	r := pipeline.Subject[state.Router](x)
	if w.Body.SubnetID == "" && w.Body.PortID == "" {
		return badRouter("Either subnet_id or port_id must be specified")
	}
	if f := soundIDs(w); f != nil {
		return f
	}
	on := func(p *state.Port) bool {
		return w.Body.SubnetID == "" || slices.ContainsFunc(p.FixedIPs, func(ip state.FixedIP) bool { return ip.SubnetID == w.Body.SubnetID })
	}
	for _, p := range interfacesOf(x, r.ID) {
		if on(p) && (w.Body.PortID == "" || p.ID == w.Body.PortID) {
			w.port = p
		}
	}
	switch {
	case w.port == nil && w.Body.PortID != "":
		return faults.New(404, "RouterInterfaceNotFound", "Router %s does not have an interface with id %s", r.ID, w.Body.PortID)
	case w.port == nil:
		return faults.New(404, "RouterInterfaceNotFoundForSubnet", "Router %s has no interface on subnet %s", r.ID, w.Body.SubnetID)
	}
	if f := interfaceInUse(x, r, w.port); f != nil {
		return f
	}
	changeRouter(x, r)
	state.DeletePort(x.Txn, w.port.ID, x.Now())
	return nil
}

// leadsInto tells whether a floating IP, or a port forwarding of it, leads to a port of a subnet other than the router's.
func leadsInto(x *pipeline.Exchange, f *state.FloatingIP, interfacePort *state.Port, subnet string) bool {
	to := []string{}
	if f.PortID != nil {
		to = append(to, *f.PortID)
	}
	for _, p := range forwardingsOf(x, f.ID) {
		to = append(to, p.PortID)
	}
	return slices.ContainsFunc(to, func(id string) bool {
		p := state.Ports.Get(x.Txn, id)
		return p != nil && id != interfacePort.ID &&
			slices.ContainsFunc(p.FixedIPs, func(at state.FixedIP) bool { return at.SubnetID == subnet })
	})
}

// interfaceInUse refuses to disconnect a router from a subnet that floating IPs or routes need.
func interfaceInUse(x *pipeline.Exchange, r *state.Router, p *state.Port) *pipeline.Fault {
	for _, ip := range p.FixedIPs {
		for f := range state.FloatingIPs.All(x.Txn) {
			if f.RouterID != nil && *f.RouterID == r.ID && leadsInto(x, f, p, ip.SubnetID) {
				return faults.New(409, "RouterInterfaceInUseByFloatingIP", "Router interface for subnet %s on router %s cannot be deleted, as it is "+
					"required by one or more floating IPs.", ip.SubnetID, r.ID)
			}
		}
		s := state.Subnets.Get(x.Txn, ip.SubnetID)
		for _, route := range r.Routes {
			hop, _ := netip.ParseAddr(route.Nexthop)
			if prefix, err := netip.ParsePrefix(s.CIDR); err == nil && prefix.Contains(hop) {
				return faults.New(409, "RouterInterfaceInUseByRoute", "Router interface for subnet %s on router %s cannot be deleted, as it is "+
					"required by one or more routes.", ip.SubnetID, r.ID)
			}
		}
	}
	return nil
}

// refuseRoutersPort refuses to delete a port that the service made for a router or a floating IP.
func refuseRoutersPort(_ *pipeline.Exchange, p *state.Port) *pipeline.Fault {
	switch p.DeviceOwner {
	case ofGateway, ofInterface, ofFloating:
		return faults.New(409, "ServicePortInUse", "Port %s cannot be deleted directly via the port API: has device owner %s.",
			p.ID, p.DeviceOwner)
	}
	return nil
}
