package network

import (
	"cmp"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/addresses"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

var ports = declare(resource[state.Port]{
	Noun: "port", Plural: "ports", Table: state.Ports,
	New: func() *state.Port { return &state.Port{Status: "DOWN", AdminUp: true} },
	Sees: func(x *pipeline.Exchange, p *state.Port) bool {
		n := state.Networks.Get(x.Txn, p.NetworkID)
		return n != nil && x.Caller.ProjectID != "" && n.ProjectID == x.Caller.ProjectID
	},
	View: func(x *pipeline.Exchange, p *state.Port) any {
		v := viewPort(p)
		if n := state.Networks.Get(x.Txn, p.NetworkID); n != nil {
			v.NetworkQoS = n.QoSID
			v.Request = resourcesFor(x.Txn, p, n)
		}
		if t, parent := trunkOf(x.Txn, p.ID); parent {
			v.Trunk = &trunkDetails{ID: t.ID}
			for _, s := range t.SubPorts {
				on := subPortDetails{SubPort: s}
				if in := state.Ports.Get(x.Txn, s.PortID); in != nil {
					on.MAC = in.MAC
				}
				v.Trunk.SubPorts = append(v.Trunk.SubPorts, on)
			}
		}
		return v
	},
	Made: func(x *pipeline.Exchange, c *change[state.Port]) *pipeline.Fault {
		if c.Before == nil {
			if f := beginPort(x, c); f != nil {
				return f
			}
		}
		return finishPort(x, c)
	},
	Keep: []pipeline.StepOf[state.Port]{
		{Name: "refuse the port of a router", Run: refuseRoutersPort}, {Name: "refuse a port in a trunk", Run: refuseTrunkedPort},
	},
	With: func(x *pipeline.Exchange, p *state.Port) { state.LoosenPort(x.Txn, p.ID, x.Now()) },
})

// beginPort finds the network of a new port, and sets the defaults.
func beginPort(x *pipeline.Exchange, c *change[state.Port]) *pipeline.Fault {
	p := c.After
	network, f := networks.Get(x, p.NetworkID)
	if f != nil {
		return f
	}
	if f := ownOrShared(x, network, p.ProjectID, "port"); f != nil {
		return f
	}
	hex := x.Env.IDs.Hex()
	if p.MAC == "" {
		p.MAC = mac(hex)
	}
	if !c.Given("port_security_enabled") { // the ports of the service's own parts are open
		p.Open = network.Open || strings.HasPrefix(p.DeviceOwner, "network:") && !c.Given("security_groups")
	}
	if !c.Given("security_groups") && !p.Open {
		p.SecurityGroups = []string{defaultGroup(x, p.ProjectID).ID}
	}
	return nil
}

// uniqueMAC refuses a port with the MAC address of another one of its network.
func uniqueMAC(x *pipeline.Exchange, p *state.Port) *pipeline.Fault {
	for other := range state.Ports.ByKey(x.Txn, "network", p.NetworkID) {
		if other.ID != p.ID && strings.EqualFold(other.MAC, p.MAC) {
			return faults.New(409, "MacAddressInUse", "Unable to complete operation for network %s. The mac address %s is in use.",
				p.NetworkID, p.MAC)
		}
	}
	return nil
}

// finishPort allocates the port's addresses, and refuses security groups and allowed address pairs on a port without port security.
func finishPort(x *pipeline.Exchange, c *change[state.Port]) *pipeline.Fault {
	p := c.After
	switch {
	case p.Open && len(p.SecurityGroups) > 0:
		return faults.New(409, "PortSecurityPortHasSecurityGroup",
			"Port has security group associated. Cannot disable port security or IP address until security group is removed.")
	case p.Open && len(p.Pairs) > 0:
		return faults.New(409, "AddressPairAndPortSecurityRequired",
			"Port Security must be enabled in order to have allowed address pairs on a port.")
	}
	if p.MAC == "" { // null asks for another one
		p.MAC = mac(x.Env.IDs.Hex())
	}
	if c.Given("mac_address") {
		if f := uniqueMAC(x, p); f != nil {
			return f
		}
	}
	if c.Given("security_groups") {
		for _, id := range p.SecurityGroups {
			if _, f := groups.Get(x, id); f != nil {
				return f
			}
		}
	}
	if f := knownQoS(x, c, p.QoSID); f != nil {
		return f
	}
	if c.Given("allowed_address_pairs") {
		p.Pairs = slices.Clone(p.Pairs)
		for i := range p.Pairs {
			p.Pairs[i].MAC = cmp.Or(p.Pairs[i].MAC, p.MAC)
		}
	}
	if c.Given("extra_dhcp_opts") {
		p.DHCPOptions = mergedOptions(c.Before, p.DHCPOptions)
	}
	if !c.Given("fixed_ips") && c.Before != nil {
		moveAddresses(x, c)
		return nil
	}
	wanted := p.FixedIPs
	if c.Given("fixed_ips") && wanted == nil {
		wanted = []state.FixedIP{}
	}
	if c.Before != nil {
		wanted = keepAddresses(c.Before.FixedIPs, wanted)
		if p.DeviceOwner == ofInterface && !slices.EqualFunc(c.Before.FixedIPs, wanted, isAddress) {
			return faults.New(400, "BadRequest", "Bad ports request: IP updates for port %s are not allowed.", p.ID)
		}
	}
	p.FixedIPs = nil
	if f := giveAddresses(x, p, wanted); f != nil {
		return f
	}
	if c.Before != nil {
		endForwardings(x, p)
	}
	return nil
}

// portOperations are those of ports: the owner of a network deletes whoever's ports are on it.
var portOperations = func() pipeline.OperationSet {
	set := ports.Operations()
	op := set.Operations["ports.delete"]
	op.Policy = func(x *pipeline.Exchange) *pipeline.Fault {
		if at := networkOwner(x, nil); at.ProjectID == x.Caller.ProjectID {
			x.Target = at
		}
		return x.Demand(x.Operation.Policy)
	}
	set.Operations["ports.delete"] = op
	return set
}()

// moveAddresses gives a port with another MAC address the addresses that it makes of that one.
func moveAddresses(x *pipeline.Exchange, c *change[state.Port]) {
	p := c.After
	if p.MAC == c.Before.MAC || !addresses.MakesOwn(p.DeviceOwner) {
		return
	}
	on := state.Subnets.List(x.Txn, "network", p.NetworkID)
	p.FixedIPs = slices.DeleteFunc(slices.Clone(p.FixedIPs), func(ip state.FixedIP) bool {
		s := state.Subnets.Get(x.Txn, ip.SubnetID)
		return s != nil && addresses.Automatic(s)
	})
	addresses.Complete(p, on)
}

// mergedOptions are the DHCP options of a port after a request: options without a value are removed.
func mergedOptions(before *state.Port, said []state.DHCPOption) (all []state.DHCPOption) {
	if before != nil {
		all = slices.Clone(before.DHCPOptions)
	}
	for _, o := range said {
		o.IPVersion = cmp.Or(o.IPVersion, 4)
		all = slices.DeleteFunc(all, func(other state.DHCPOption) bool { return other.Name == o.Name && other.IPVersion == o.IPVersion })
		if o.Value != "" {
			all = append(all, o)
		}
	}
	return all
}

// giveAddresses allocates the wanted addresses to a port; if wanted is nil, an address of each version of IP that its network has
// subnets of. A network without subnets has no addresses. The port makes itself one in each subnet with automatic addresses.
func giveAddresses(x *pipeline.Exchange, p *state.Port, wanted []state.FixedIP) *pipeline.Fault {
	on := state.Subnets.List(x.Txn, "network", p.NetworkID)
	if len(on) > 0 && !slices.ContainsFunc(on, func(s *state.Subnet) bool { return addresses.Serves(s, p.DeviceOwner) }) {
		return faults.New(409, "IpAddressGenerationFailureNoMatchingSubnet",
			"No valid service subnet for the given device owner, network %s, service type %s.", p.NetworkID, p.DeviceOwner)
	}
	give := giveWanted
	if wanted == nil {
		give = giveAny
	}
	if f := give(x, p, wanted, on); f != nil {
		return f
	}
	addresses.Complete(p, on)
	return nil
}

// giveWanted allocates the addresses that a request asks for.
func giveWanted(x *pipeline.Exchange, p *state.Port, wanted []state.FixedIP, _ []*state.Subnet) *pipeline.Fault {
	for _, w := range wanted {
		subnet, f := subnetFor(x, p, w)
		if f != nil {
			return f
		}
		w.SubnetID = subnet.ID
		switch auto := addresses.Automatic(subnet) && !strings.HasPrefix(p.DeviceOwner, "network:router"); {
		case auto && w.Address != "" && w.Address != addresses.OfMAC(subnet, p.MAC):
			return faults.New(400, "AllocationOnAutoAddressSubnet",
				"IPv6 address %s cannot be directly assigned to a port on subnet %s as the subnet "+
					"is configured for automatic addresses", w.Address, subnet.ID)
		case auto:
			w.Address = addresses.OfMAC(subnet, p.MAC)
		case w.Address == "":
			var free bool
			if w.Address, free = freeBeside(x.Txn, subnet, p.FixedIPs); !free {
				return noneLeft(p)
			}
		}
		if other := state.Ports.FirstByKey(x.Txn, "address", state.AddressKey(p.NetworkID, w.Address)); other != nil && other.ID != p.ID {
			return faults.New(409, "IpAddressAlreadyAllocated", "IP address %s already allocated in subnet %s", w.Address, w.SubnetID)
		}
		p.FixedIPs = append(p.FixedIPs, w)
	}
	return nil
}

// giveAny allocates an address of the first subnet with a free one, for each version of IP.
func giveAny(x *pipeline.Exchange, p *state.Port, _ []state.FixedIP, on []*state.Subnet) *pipeline.Fault {
	for _, choice := range addresses.ToChoose(on, p.DeviceOwner) {
		had := len(p.FixedIPs)
		for _, s := range choice {
			if ip, ok := Free(x.Txn, s); ok {
				p.FixedIPs = append(p.FixedIPs, state.FixedIP{SubnetID: s.ID, Address: ip})
				break
			}
		}
		if len(p.FixedIPs) == had {
			return noneLeft(p)
		}
	}
	return nil
}

func noneLeft(p *state.Port) *pipeline.Fault {
	return faults.New(409, "IpAddressGenerationFailure", "No more IP addresses available on network %s.", p.NetworkID)
}

// keepAddresses fills in the addresses that a port has in the subnets of which a request asks for any.
func keepAddresses(has, wanted []state.FixedIP) []state.FixedIP {
	left := slices.DeleteFunc(slices.Clone(has), func(ip state.FixedIP) bool {
		return slices.ContainsFunc(wanted, func(w state.FixedIP) bool { return w.Address == ip.Address })
	})
	wanted = slices.Clone(wanted)
	for i, w := range wanted {
		at := slices.IndexFunc(left, func(ip state.FixedIP) bool { return ip.SubnetID == w.SubnetID })
		if w.Address == "" && at >= 0 {
			wanted[i] = left[at]
			left = slices.Delete(left, at, at+1)
		}
	}
	return wanted
}

// isAddress tells whether a request means an address that a port has: its subnet need not be said.
func isAddress(has, wanted state.FixedIP) bool {
	return has.Address == wanted.Address && (wanted.SubnetID == "" || wanted.SubnetID == has.SubnetID)
}

type portView struct {
	*state.Port
	VNICType     string   `json:"binding:vnic_type"`
	VIFType      string   `json:"binding:vif_type"`
	VIFDetails   struct{} `json:"binding:vif_details"`
	PortSecurity bool     `json:"port_security_enabled"`
	NetworkQoS   *string  `json:"qos_network_policy_id"`
	// Request is what the server of the port needs of a host.
	Request *resourceRequest `json:"resource_request"`
	// Trunk is set for the parent port of a trunk.
	Trunk *trunkDetails `json:"trunk_details,omitzero"`
}

type trunkDetails struct {
	ID       string           `json:"trunk_id"`
	SubPorts []subPortDetails `json:"sub_ports"`
}

type subPortDetails struct {
	state.SubPort
	MAC string `json:"mac_address"`
}

func viewPort(p *state.Port) *portView {
	v := &portView{Port: p, VNICType: cmp.Or(p.VNICType, "normal"), VIFType: "unbound", PortSecurity: !p.Open}
	if p.Host != "" {
		v.VIFType = "ovs"
	}
	return v
}
