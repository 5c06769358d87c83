package network

import (
	"net/netip"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

var floatingIPs = declare(resource[state.FloatingIP]{
	Noun: "floatingip", Plural: "floatingips", Table: state.FloatingIPs,
	View: func(x *pipeline.Exchange, f *state.FloatingIP) any { return viewFloatingIP(x, f) },
	Made: func(x *pipeline.Exchange, c *change[state.FloatingIP]) *pipeline.Fault {
		if id := c.After.QoSID; id != nil && state.QoSPolicies.Get(x.Txn, *id) == nil {
			return faults.Internal()
		}
		if c.Before == nil {
			if f := placeFloatingIP(x, c.After); f != nil {
				return f
			}
			if c.After.QoSID != nil { // which counts as a change
				c.After.Revision++
			}
		}
		if c.Before != nil && len(c.sent) == 0 {
			c.After.PortID = nil // a request for no change ends the association
		} else if c.Before != nil && !c.Given("port_id") && (c.After.PortID != nil || c.After.FixedIP == nil) {
			return nil
		}
		return associate(x, c.After, c.Given("fixed_ip_address"))
	},
	Keep: []pipeline.StepOf[state.FloatingIP]{{Name: "refuse an address with port forwardings", Run: forwards}},
	With: func(x *pipeline.Exchange, f *state.FloatingIP) { state.Ports.Delete(x.Txn, f.Own) },
})

// isIdle tells whether a port has the address of a floating IP that leads nowhere: it goes with its network.
func isIdle(x *pipeline.Exchange, p *state.Port) bool {
	f := state.FloatingIPs.Get(x.Txn, p.DeviceID)
	return f != nil && f.Own == p.ID && f.PortID == nil && len(forwardingsOf(x, f.ID)) == 0
}

// forwards refuses what a floating IP with port forwardings cannot do.
func forwards(x *pipeline.Exchange, f *state.FloatingIP) *pipeline.Fault {
	if len(forwardingsOf(x, f.ID)) == 0 {
		return nil
	}
	return faults.New(409, "FipInUseByPortForwarding", "Floating IP %s in use by Port Forwarding resources.", f.ID)
}

func badFloatingIP(format string, args ...any) *pipeline.Fault {
	return faults.New(400, "BadRequest", "Bad floatingip request: "+format+".", args...)
}

// placeFloatingIP allocates the address of a new floating IP: the requested one, or any of the requested subnet or of the network.
func placeFloatingIP(x *pipeline.Exchange, f *state.FloatingIP) *pipeline.Fault {
	n, missed := networks.Get(x, f.NetworkID)
	switch {
	case missed != nil:
		return missed
	case !n.External:
		return badFloatingIP("Network %s is not a valid external network", n.ID)
	}
	p := &state.Port{NetworkID: n.ID, DeviceID: f.ID, DeviceOwner: ofFloating, Status: "N/A"}
	p.Revision = 2 // it is made, and then gets its owner
	var wanted []state.FixedIP
	if f.SubnetID != nil || f.Address != "" {
		wanted = []state.FixedIP{{Address: f.Address}}
		if f.SubnetID != nil {
			wanted[0].SubnetID = *f.SubnetID
		} else if subnetOf(x, n.ID, f.Address) == "" {
			return faults.New(400, "InvalidIpForNetwork", "IP address %s is not a valid IP for any of the subnets on the specified network.",
				f.Address)
		}
	}
	if refusal := placePort(x, p, wanted); refusal != nil {
		return refusal
	}
	at := slices.IndexFunc(p.FixedIPs, func(ip state.FixedIP) bool { return !strings.Contains(ip.Address, ":") })
	switch {
	case at >= 0:
	case slices.ContainsFunc(state.Subnets.List(x.Txn, "network", n.ID), func(s *state.Subnet) bool { return !strings.Contains(s.CIDR, ":") }):
		return faults.New(400, "ExternalIpAddressExhausted", "Unable to find any IP address on external network %s.", n.ID)
	default:
		return badFloatingIP("Network %s does not contain any IPv4 subnet", n.ID)
	}
	f.Own, f.Address = p.ID, p.FixedIPs[at].Address
	return nil
}

// associate connects a floating IP with an address of its port, through a router that reaches both; without a port it disconnects it.
func associate(x *pipeline.Exchange, f *state.FloatingIP, fixed bool) *pipeline.Fault {
	if f.PortID == nil {
		if fixed && f.FixedIP != nil {
			return badFloatingIP("fixed_ip_address cannot be specified without a port_id")
		}
		f.FixedIP, f.RouterID = nil, nil
		return nil
	}
	p, missed := ports.Get(x, *f.PortID)
	switch {
	case missed != nil:
		return missed
	case p.ProjectID != f.ProjectID && p.ProjectID != "" && !x.Caller.Admin():
		return badFloatingIP("Cannot process floating IP association with Port %s, since that port is owned by a different project", p.ID)
	}
	if refusal := forwards(x, f); refusal != nil {
		return refusal
	}
	if !fixed {
		f.FixedIP = nil
	}
	at, refusal := addressToReach(p, f.FixedIP)
	if refusal != nil {
		return refusal
	}
	for other := range state.FloatingIPs.All(x.Txn) {
		if other.ID != f.ID && equalPointers(other.PortID, f.PortID) && equalPointers(other.FixedIP, &at.Address) &&
			other.NetworkID == f.NetworkID {
			return faults.New(409, "FloatingIPPortAlreadyAssociated",
				"Cannot associate floating IP %s (%s) with port %s using fixed IP %s, as that "+
					"fixed IP already has a floating IP on external network %s.", f.Address, f.ID, p.ID, at.Address, f.NetworkID)
		}
	}
	router := routerBetween(x, at.SubnetID, f.NetworkID)
	if router == "" {
		return faults.New(404, "ExternalGatewayForFloatingIPNotFound", "External network %s is not reachable from subnet %s.  Therefore, cannot "+
			"associate Port %s with a Floating IP.", f.NetworkID, at.SubnetID, p.ID)
	}
	f.FixedIP, f.RouterID = &at.Address, &router
	return nil
}

// addressToReach is the port's address for a floating IP: the wanted one, or else the only IPv4 address.
func addressToReach(p *state.Port, wanted *string) (*state.FixedIP, *pipeline.Fault) {
	var found []*state.FixedIP
	for i, ip := range p.FixedIPs {
		if a, err := netip.ParseAddr(ip.Address); err == nil && a.Is4() && (wanted == nil || *wanted == ip.Address) {
			found = append(found, &p.FixedIPs[i])
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case wanted != nil:
		return nil, badFloatingIP("Port %s does not have fixed ip %s", p.ID, *wanted)
	case len(found) == 0:
		return nil, badFloatingIP("Cannot add floating IP to port %s that has no fixed IPv4 addresses", p.ID)
	}
	return nil, badFloatingIP("Port %s has multiple fixed IPv4 addresses.  Must provide a specific IPv4 address when assigning a "+
		"floating IP", p.ID)
}

// routerBetween is the router between a subnet and an external network, "" for none.
func routerBetween(x *pipeline.Exchange, subnet, network string) string {
	for r := range state.Routers.All(x.Txn) {
		if r.Gateway == nil || r.Gateway.NetworkID != network {
			continue
		}
		for _, p := range interfacesOf(x, r.ID) {
			for _, ip := range p.FixedIPs {
				if ip.SubnetID == subnet {
					return r.ID
				}
			}
		}
	}
	return ""
}

type floatingView struct {
	*state.FloatingIP
	Status      string                 `json:"status"`
	Port        *portDetails           `json:"port_details"`
	Forwardings []forwardingInsideView `json:"port_forwardings"`
}

// forwardingInsideView is a port forwarding in the answer about its floating IP: without ranges, and with single
// ports only where it forwards single ports.
type forwardingInsideView struct {
	ID       string `json:"id"`
	Protocol string `json:"protocol"`
	Address  string `json:"internal_ip_address"`
	PortID   string `json:"internal_port_id"`
	Internal int    `json:"internal_port,omitzero"`
	External int    `json:"external_port,omitzero"`
}

func insideView(p *state.PortForwarding) forwardingInsideView {
	return forwardingInsideView{p.ID, p.Protocol, p.Address, p.PortID, p.Internal, p.External}
}

type portDetails struct {
	Name        string `json:"name"`
	NetworkID   string `json:"network_id"`
	MAC         string `json:"mac_address"`
	AdminUp     bool   `json:"admin_state_up"`
	Status      string `json:"status"`
	DeviceID    string `json:"device_id"`
	DeviceOwner string `json:"device_owner"`
}

func viewFloatingIP(x *pipeline.Exchange, f *state.FloatingIP) *floatingView {
	v := &floatingView{FloatingIP: f, Status: "DOWN", Forwardings: []forwardingInsideView{}}
	for _, p := range forwardingsOf(x, f.ID) {
		v.Forwardings = append(v.Forwardings, insideView(p))
	}
	if f.PortID == nil {
		return v
	}
	v.Status = "ACTIVE"
	if p := state.Ports.Get(x.Txn, *f.PortID); p != nil {
		v.Port = &portDetails{p.Name, p.NetworkID, p.MAC, p.AdminUp, p.Status, p.DeviceID, p.DeviceOwner}
	}
	return v
}

// floatingPools are the subnets that floating IPs come from: those of version 4 of external networks, each as one of the caller's project
// (neutron/db/l3_fip_pools_db.py).
var floatingPools = derivedCollection("floatingip_pool", "floatingip_pools", "", func(p *floatingPoolView) string { return p.SubnetID },
	func(x *pipeline.Exchange) (all []*floatingPoolView) {
		for s := range state.Subnets.All(x.Txn) {
			if n := state.Networks.Get(x.Txn, s.NetworkID); n != nil && n.External && s.IPVersion == 4 {
				all = append(all, &floatingPoolView{s.ID, s.Name, s.NetworkID, s.CIDR, x.Caller.ProjectID, x.Caller.ProjectID})
			}
		}
		return all
	})

type floatingPoolView struct {
	SubnetID  string `json:"subnet_id"`
	Subnet    string `json:"subnet_name"`
	NetworkID string `json:"network_id"`
	CIDR      string `json:"cidr"`
	TenantID  string `json:"tenant_id"`
	ProjectID string `json:"project_id"`
}
