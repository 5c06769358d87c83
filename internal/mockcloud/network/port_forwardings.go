package network

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

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
		if refusal := keepForwarding(c, to); refusal != nil {
			return refusal
		}
		fillPorts(c)
		if p.ExternalRange == "0:0" || p.InternalRange == "0:0" {
			return faults.Internal()
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

// keepForwarding gives a changed port forwarding what the change does not say: ranges that are null stay, and another port's first address
// is taken where none is named.
func keepForwarding(c *change[state.PortForwarding], to *state.Port) *pipeline.Fault {
	before, p := c.Before, c.After
	if before == nil {
		return nil
	}
	p.InternalRange, p.ExternalRange = cmp.Or(p.InternalRange, before.InternalRange), cmp.Or(p.ExternalRange, before.ExternalRange)
	if before.PortID != p.PortID && !c.Given("internal_ip_address") && len(to.FixedIPs) > 0 {
		p.Address = to.FixedIPs[0].Address
	}
	own := func(ip state.FixedIP) bool { return ip.Address == p.Address }
	if before.PortID == p.PortID && !slices.ContainsFunc(to.FixedIPs, own) {
		return badPortForwarding("The internal IP does not correspond to an address on the internal port, which has fixed_ips [%s]",
			writtenAddresses(to))
	}
	return nil
}

// writtenAddresses are the addresses of a port as the service writes them.
func writtenAddresses(p *state.Port) string {
	var has []string
	for _, ip := range p.FixedIPs {
		has = append(has, fmt.Sprintf("{'subnet_id': '%s', 'ip_address': '%s'}", ip.SubnetID, ip.Address))
	}
	return strings.Join(has, ", ")
}

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
		return faults.New(409, "PortHasBindingFloatingIP",
			"Cannot create port forwarding to floating IP %s (%s) with port %s using fixed IP %s, "+
				"as that port already has a binding floating IP.", on.Address, on.ID, to.ID, p.Address)
	}
	if f.PortID != nil {
		return faults.New(409, "FloatingIPPortAlreadyAssociated", "Cannot associate floating IP %s (%s) with port %s using fixed IP %s, as that "+
			"fixed IP already has a floating IP on external network %s.", f.Address, f.ID, to.ID, p.Address, f.NetworkID)
	}
	return nil
}

// routerForForwarding is the router between a port's address and the network of a floating IP.
func routerForForwarding(x *pipeline.Exchange, f *state.FloatingIP, to *state.Port, p *state.PortForwarding) (string, *pipeline.Fault) {
	at := slices.IndexFunc(to.FixedIPs, func(ip state.FixedIP) bool { return ip.Address == p.Address })
	if at < 0 {
		return "", badPortForwarding("Requested internal IP address %s is not suitable for internal neutron port %s, as its fixed_ips are [%s]",
			p.Address, to.ID, writtenAddresses(to))
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
	return faults.New(400, "BadRequest", "Bad port_forwarding request: "+format+".", args...)
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
