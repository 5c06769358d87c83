package network

import (
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/openapi/python"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

var floatingIPs = declare(resource[state.FloatingIP]{
	Noun: "floatingip", Plural: "floatingips", Table: state.FloatingIPs,
	View: func(x *pipeline.Exchange, f *state.FloatingIP) any { return viewFloatingIP(x, f) },
	Made: func(x *pipeline.Exchange, c *change[state.FloatingIP]) *pipeline.Fault {
		if id := c.After.QoSID; id != nil && state.QoSPolicies.Get(x.Txn, *id) == nil {
			return errs()
		}
		if c.Before == nil {
			if f := placeFloatingIP(x, c.After); f != nil {
				return f
			}
		}
		if c.Before != nil && !c.Given("port_id") {
			return nil
		}
		return associate(x, c.After, c.Given("fixed_ip_address"))
	},
	Keep: []pipeline.StepOf[state.FloatingIP]{{Name: "refuse an address with port forwardings", Run: forwards}},
	With: func(x *pipeline.Exchange, f *state.FloatingIP) { state.Ports.Delete(x.Txn, f.Own) },
})

// forwards refuses what a floating IP with port forwardings cannot do.
func forwards(x *pipeline.Exchange, f *state.FloatingIP) *pipeline.Fault {
	if len(forwardingsOf(x, f.ID)) == 0 {
		return nil
	}
	return fault(409, "FipInUseByPortForwarding", "Floating IP %s in use by Port Forwarding resources.", f.ID)
}

func badFloatingIP(format string, args ...any) *pipeline.Fault {
	return fault(400, "BadRequest", "Bad floatingip request: "+format+".", args...)
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
	var wanted []state.FixedIP
	if f.SubnetID != nil || f.Address != "" {
		wanted = []state.FixedIP{{Address: f.Address}}
		if f.SubnetID != nil {
			wanted[0].SubnetID = *f.SubnetID
		} else if subnetOf(x, n.ID, f.Address) == "" {
			return fault(400, "InvalidIpForNetwork", "IP address %s is not a valid IP for any of the subnets on the specified network.", f.Address)
		}
	}
	if refusal := placePort(x, p, wanted); refusal != nil {
		return refusal
	}
	if len(p.FixedIPs) == 0 {
		return badFloatingIP("Network %s does not contain any IPv4 subnet", n.ID)
	}
	f.Own, f.Address = p.ID, p.FixedIPs[0].Address
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
			return fault(409, "FloatingIPPortAlreadyAssociated", "Cannot associate floating IP %s (%s) with port %s using fixed IP %s, as that "+
				"fixed IP already has a floating IP on external network %s.", f.Address, f.ID, p.ID, at.Address, f.NetworkID)
		}
	}
	router := routerBetween(x, at.SubnetID, f.NetworkID)
	if router == "" {
		return fault(404, "ExternalGatewayForFloatingIPNotFound", "External network %s is not reachable from subnet %s.  Therefore, cannot "+
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

func forwardingsOf(x *pipeline.Exchange, floating string) (all []*state.PortForwarding) {
	for p := range state.PortForwardings.All(x.Txn) {
		if p.Parent == floating {
			all = append(all, p)
		}
	}
	return all
}

var portForwardings = declare(resource[state.PortForwarding]{
	Noun: "port_forwarding", Plural: "port_forwardings", Table: state.PortForwardings, Parent: "floatingip_id",
	View: func(_ *pipeline.Exchange, p *state.PortForwarding) any { return p },
	Created: func(_ *pipeline.Exchange, p *state.PortForwarding) any {
		v := &madeForwardingView{PortForwarding: p}
		if p.Internal != 0 {
			v.Internal = &p.Internal
		}
		if p.External != 0 {
			v.External = &p.External
		}
		return v
	},
	Made: func(x *pipeline.Exchange, c *change[state.PortForwarding]) *pipeline.Fault {
		f := *state.FloatingIPs.Get(x.Txn, x.Params.Get("floatingip_id"))
		p := c.After
		to, missed := ports.Get(x, p.PortID)
		if missed != nil {
			return missed
		}
		fillPorts(c)
		if p.ExternalRange == "0:0" || p.InternalRange == "0:0" {
			return errs()
		}
		if refusal := forwardsAlready(x, p); refusal != nil {
			return refusal
		}
		if refusal := freeForForwarding(x, &f, to, p); refusal != nil {
			return refusal
		}
		router, refusal := routerForForwarding(x, &f, to, p)
		if refusal != nil {
			return refusal
		}
		f.RouterID = &router
		markChanged(x, &f)
		state.FloatingIPs.Insert(x.Txn, &f)
		return nil
	},
	With: freeRouter,
})

// freeRouter takes the router from a floating IP whose last port forwarding ends.
func freeRouter(x *pipeline.Exchange, p *state.PortForwarding) {
	if f := state.FloatingIPs.Get(x.Txn, p.Parent); f != nil && len(forwardingsOf(x, f.ID)) == 1 {
		last := *f
		last.RouterID = nil
		state.FloatingIPs.Insert(x.Txn, &last)
	}
}

// madeForwardingView is a port forwarding in the answer to its creation, which has single ports that there are none of.
type madeForwardingView struct {
	*state.PortForwarding
	Internal *int `json:"internal_port"`
	External *int `json:"external_port"`
}

// forwardsAlready refuses ranges that do not go together, and those that another port forwarding of the port, or of the floating IP,
// has.
func forwardsAlready(x *pipeline.Exchange, p *state.PortForwarding) *pipeline.Fault {
	low, high := portsOf(p.InternalRange)
	from, to := portsOf(p.ExternalRange)
	if high > low && high-low != to-from {
		return badPortForwarding("Invalid ranges of internal and/or external ports. The relation between internal and external ports must be " +
			"N-N or 1-N")
	}
	collides := func(side, a, b string) *pipeline.Fault {
		return badPortForwarding("There is a port collision with the %s. The following ranges collides: %s and %s", side, a, b)
	}
	var outside *pipeline.Fault
	for other := range state.PortForwardings.All(x.Txn) {
		switch {
		case other.ID == p.ID || other.Protocol != p.Protocol:
		case other.PortID == p.PortID && other.Address == p.Address && overlap(other.InternalRange, p.InternalRange):
			return collides("internal_port_range", other.InternalRange, p.InternalRange)
		case other.Parent == p.Parent && overlap(other.ExternalRange, p.ExternalRange):
			outside = collides("external_port_range", other.ExternalRange, p.ExternalRange)
		}
	}
	return outside
}

// freeForForwarding refuses a floating IP that is on a port, and a port that has a floating IP.
func freeForForwarding(x *pipeline.Exchange, f *state.FloatingIP, to *state.Port, p *state.PortForwarding) *pipeline.Fault {
	if on := state.FloatingIPs.FirstByKey(x.Txn, "port", to.ID); on != nil {
		return fault(409, "PortHasBindingFloatingIP", "Cannot create port forwarding to floating IP %s (%s) with port %s using fixed IP %s, "+
			"as that port already has a binding floating IP.", on.Address, on.ID, to.ID, p.Address)
	}
	if f.PortID != nil {
		return fault(409, "FloatingIPPortAlreadyAssociated", "Cannot associate floating IP %s (%s) with port %s using fixed IP %s, as that "+
			"fixed IP already has a floating IP on external network %s.", f.Address, f.ID, to.ID, p.Address, f.NetworkID)
	}
	return nil
}

// routerForForwarding is the router between a port's address and the network of a floating IP.
func routerForForwarding(x *pipeline.Exchange, f *state.FloatingIP, to *state.Port, p *state.PortForwarding) (string, *pipeline.Fault) {
	at := slices.IndexFunc(to.FixedIPs, func(ip state.FixedIP) bool { return ip.Address == p.Address })
	if at < 0 {
		var has []string
		for _, ip := range to.FixedIPs {
			has = append(has, fmt.Sprintf("{'subnet_id': '%s', 'ip_address': '%s'}", ip.SubnetID, ip.Address))
		}
		return "", badPortForwarding("Requested internal IP address %s is not suitable for internal neutron port %s, as its fixed_ips are [%s]",
			p.Address, to.ID, strings.Join(has, ", "))
	}
	subnet := to.FixedIPs[at].SubnetID
	router := routerBetween(x, subnet, f.NetworkID)
	if router == "" {
		return "", badPortForwarding("External network %s is not reachable from subnet %s. Cannot set Port forwarding for port %s with Floating "+
			"IP %s", f.NetworkID, subnet, to.ID, f.ID)
	}
	return router, nil
}

// endForwardings ends the port forwardings to addresses that a port has no longer, unless it has none at all.
func endForwardings(x *pipeline.Exchange, p *state.Port) {
	if len(p.FixedIPs) == 0 {
		return
	}
	var ended []*state.PortForwarding
	for each := range state.PortForwardings.All(x.Txn) {
		has := func(ip state.FixedIP) bool { return ip.Address == each.Address }
		if each.PortID == p.ID && !slices.ContainsFunc(p.FixedIPs, has) {
			ended = append(ended, each)
		}
	}
	for _, each := range ended {
		freeRouter(x, each)
		state.PortForwardings.Delete(x.Txn, each.ID)
	}
}

func badPortForwarding(format string, args ...any) *pipeline.Fault {
	return fault(400, "BadRequest", "Bad port_forwarding request: "+format+".", args...)
}

// fillPorts sets each range of one port to its single port, and each single port from a range of one.
func fillPorts(c *change[state.PortForwarding]) {
	p := c.After
	for _, side := range []struct {
		one  *int
		many *string
		key  string
	}{{&p.Internal, &p.InternalRange, "internal_port"}, {&p.External, &p.ExternalRange, "external_port"}} {
		if c.Given(side.key) {
			*side.many = fmt.Sprintf("%d:%d", *side.one, *side.one)
			continue
		}
		if low, high := portsOf(*side.many); low == high {
			*side.one, *side.many = low, fmt.Sprintf("%d:%d", low, low)
		} else {
			*side.one = 0
		}
	}
}

// portsOf are the ends of a port range: "80:90", or "80".
func portsOf(text string) (low, high int) {
	from, to, ranged := strings.Cut(text, ":")
	low, _ = strconv.Atoi(from)
	if high = low; ranged {
		high, _ = strconv.Atoi(to)
	}
	return low, high
}

func overlap(a, b string) bool {
	low, high := portsOf(a)
	from, to := portsOf(b)
	return low <= to && from <= high
}

// forwardedPort checks a port.
func forwardedPort(key string, value any) *pipeline.Fault {
	if number(key, value) != nil {
		return invalid(key, "'%s' is not an integer", python.Str(value))
	}
	return inRange(1, 65535)(key, value)
}

// forwardedRange checks a port range.
func forwardedRange(key string, value any) *pipeline.Fault {
	ends := strings.Split(python.Str(value), ":")
	if len(ends) > 2 || slices.Contains(ends, "") {
		return invalid(key, "Port range must be two integers separated by a colon")
	}
	for _, end := range ends {
		if n, err := strconv.Atoi(end); err != nil || n < 0 || n > 65535 {
			return invalid(key, "Invalid port: %s", end)
		} else if n < 1 {
			return invalid(key, "Invalid port: %s, the port must be in the range [1, 65535]", end)
		}
	}
	if low, high := portsOf(python.Str(value)); low > high {
		return invalid(key, "First port in a port range must be lower than the second port")
	}
	return nil
}

// forwardedProtocol checks the protocol of a port forwarding.
func forwardedProtocol(key string, value any) *pipeline.Fault {
	known := []string{"tcp", "udp", "icmp", "icmp6", "ipv6-icmp", "sctp", "dccp"}
	text := python.Str(value)
	if slices.Contains(known, strings.ToLower(text)) {
		return nil
	}
	if n, err := strconv.Atoi(text); err == nil && n >= 0 && n <= 255 {
		return invalid(key, "%s is not in valid_values", text)
	}
	return invalidInput("IP protocol '%s' is not supported. Only protocol names and their integer representation (0 to 255) are supported", text)
}
