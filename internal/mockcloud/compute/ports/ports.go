package ports

import (
	"fmt"
	"net/netip"
	"slices"

	"plumbline/internal/mockcloud/addresses"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Nic is a requested network connection of a new server.
type Nic struct {
	Network string
	// Port is the port to use, "" to create one.
	Port    string
	FixedIP string
	Tag     string
}

// Plug creates and binds the ports of a server on the server's host; those it creates are in the groups, by name or id. Its fault is
// the reason why the build is abandoned.
func Plug(x *pipeline.Exchange, s *state.Server, nics []Nic, groups []string) *pipeline.Fault {
	for _, n := range nics {
		port, fault := portFor(x, s, n, groups)
		if fault != nil {
			return fault
		}
		port.DeviceID, port.DeviceOwner = s.ID, "compute:"+s.Zone
		port.Host, port.Status, port.Updated = s.Host, "ACTIVE", x.Now()
		state.Ports.Insert(x.Txn, port)
		s.Ports = append(slices.Clone(s.Ports), port.ID)
	}
	return nil
}

func portFor(x *pipeline.Exchange, s *state.Server, n Nic, groups []string) (*state.Port, *pipeline.Fault) {
	if n.Port != "" {
		known := state.Ports.Get(x.Txn, n.Port)
		if known == nil {
			return nil, BuildFault(s, "Port id %s could not be found.", n.Port)
		}
		port := *known
		port.Given, port.Tag = true, n.Tag
		return &port, nil
	}
	hex := x.Env.IDs.Hex()
	made := &state.Port{
		NetworkID: n.Network, Tag: n.Tag, MAC: fmt.Sprintf("fa:16:3e:%s:%s:%s", hex[0:2], hex[2:4], hex[4:6]),
		DeviceOwner: "compute:" + s.Zone, SecurityGroups: groupIDs(x, s, groups), AdminUp: true,
	}
	if !giveAddresses(x, made, n.FixedIP) {
		return nil, BuildFault(s, "Invalid input received: Fixed IP %s is not a valid ip address for network %s.", n.FixedIP, n.Network)
	}
	made.ID, made.ProjectID, made.Created = x.Env.IDs.UUID(), s.ProjectID, x.Now()
	return made, nil
}

// giveAddresses gives a new port the wanted address, or one of each version of IP, and those that it makes itself; false if it cannot.
func giveAddresses(x *pipeline.Exchange, p *state.Port, wanted string) bool {
	on := state.Subnets.List(x.Txn, "network", p.NetworkID)
	choices := addresses.ToChoose(on, p.DeviceOwner)
	if wanted != "" {
		choices = [][]*state.Subnet{on}
	}
	for _, choice := range choices {
		next := func(subnet string) int64 { return x.Txn.Next("addresses of " + subnet) }
		ips, ok := Allocate(choice, isFreeAddress(x, p.NetworkID), next, wanted)
		if !ok {
			return false
		}
		p.FixedIPs = append(p.FixedIPs, ips...)
	}
	addresses.Complete(p, on)
	return true
}

// BuildFault words the fault of a server that could not be built.
func BuildFault(s *state.Server, format string, args ...any) *pipeline.Fault {
	return pipeline.Refuse(500, "Build of instance %s aborted: %s", s.ID, fmt.Sprintf(format, args...))
}

// isFreeAddress tells whether no port has an address of the network.
func isFreeAddress(x *pipeline.Exchange, network string) func(string) bool {
	return func(address string) bool {
		return state.Ports.FirstByKey(x.Txn, "address", state.AddressKey(network, address)) == nil
	}
}

// Allocate picks an address: the wanted one, or the next one of the first subnet that is in its ranges for ports (the gateway is never
// free). When the ranges have been used up, released addresses are used again. A network without subnets has no addresses. It fails when
// the wanted address is in no subnet or in use, and when no address is free. next is a counter for each subnet.
func Allocate(subnets []*state.Subnet, free func(string) bool, next func(subnet string) int64, wanted string) ([]state.FixedIP, bool) {
	for _, s := range subnets {
		prefix, err := netip.ParsePrefix(s.CIDR)
		if err != nil {
			continue
		}
		if wanted != "" {
			a, err := netip.ParseAddr(wanted)
			if err == nil && prefix.Contains(a) && free(wanted) {
				return []state.FixedIP{{SubnetID: s.ID, Address: wanted}}, true
			}
			continue
		}
		usable := func(a netip.Addr) (string, bool) {
			text := a.String()
			return text, text != s.Gateway && addresses.Has(s, a) && free(text)
		}
		first := prefix.Masked().Addr()
		for range 8 {
			if a, ok := usable(addressAfter(first, next(s.ID))); ok {
				return []state.FixedIP{{SubnetID: s.ID, Address: a}}, true
			}
		}
		for _, p := range addresses.Pools(s) {
			last := netip.MustParseAddr(p.End)
			for a := netip.MustParseAddr(p.Start); !last.Less(a) && a.IsValid(); a = a.Next() {
				if a, ok := usable(a); ok {
					return []state.FixedIP{{SubnetID: s.ID, Address: a}}, true
				}
			}
		}
	}
	return nil, wanted == "" && len(subnets) == 0
}

// addressAfter is the address a plus n.
func addressAfter(a netip.Addr, n int64) netip.Addr {
	bytes := a.AsSlice()
	for i := len(bytes) - 1; i >= 0 && n > 0; i-- {
		n += int64(bytes[i])
		bytes[i] = byte(n)
		n >>= 8
	}
	out, _ := netip.AddrFromSlice(bytes)
	return out
}

// ReleasePorts deletes the ports that were created for a server, and unbinds those that the user supplied.
func ReleasePorts(x *pipeline.Exchange, s *state.Server) {
	for _, id := range s.Ports {
		port := state.Ports.Get(x.Txn, id)
		switch {
		case port == nil:
		case port.Given:
			free := *port
			free.DeviceID, free.DeviceOwner, free.Host, free.Status, free.Given = "", "", "", "DOWN", false
			state.Ports.Insert(x.Txn, &free)
		default:
			state.DeletePort(x.Txn, id, x.Now())
		}
	}
}

// groupIDs answers the ids of the security groups that names or ids stand for in the server's project.
func groupIDs(x *pipeline.Exchange, s *state.Server, groups []string) []string {
	out := []string{}
	if slices.Contains(groups, "default") {
		state.DefaultGroup(x.Txn, s.ProjectID, x.Env.IDs.UUID, x.Now())
	}
	for g := range state.SecurityGroups.ByKey(x.Txn, "project", s.ProjectID) {
		if slices.Contains(groups, g.Name) || slices.Contains(groups, g.ID) {
			out = append(out, g.ID)
		}
	}
	return out
}
