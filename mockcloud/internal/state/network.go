package state

import (
	"time"

	"plumbline/mockcloud/internal/state/engine"
)

// Network is a layer 2 network.
type Network struct {
	ID, Name, ProjectID, Description string
	Shared, External, AdminUp        bool
	MTU                              int
	Created, Updated                 time.Time
}

// Subnet is a range of addresses on a network.
type Subnet struct {
	ID, Name, ProjectID, NetworkID string
	Description                    string
	CIDR, Gateway                  string
	IPVersion                      int
	DHCP                           bool
	// Pools are the addresses that ports are given, in the order in which they are; none is all but the gateway's.
	Pools       []AddressPool
	NameServers []string
	Routes      []HostRoute
	// Services are the owners of devices whose ports may have addresses of it; none is all.
	Services            []string
	RAMode, AddressMode string
	Created, Updated    time.Time
}

// AddressPool is a range of addresses, both ends included.
type AddressPool struct {
	Start string `json:"start"`
	End   string `json:"end"`
}

// HostRoute is a route that the hosts of a subnet are told.
type HostRoute struct {
	Destination string `json:"destination"`
	Nexthop     string `json:"nexthop"`
}

// FixedIP is an address of a port.
type FixedIP struct{ SubnetID, Address string }

// AddressPair is an address, or a range, that a port may send from beside its own.
type AddressPair struct {
	Address string `json:"ip_address"`
	MAC     string `json:"mac_address"`
}

// DHCPOption is what a port is told by DHCP beside what its subnet says.
type DHCPOption struct {
	Name      string `json:"opt_name"`
	Value     string `json:"opt_value"`
	IPVersion int    `json:"ip_version"`
}

// Port connects a device to a network.
type Port struct {
	ID, Name, ProjectID, NetworkID string
	Description                    string
	Pairs                          []AddressPair
	DHCPOptions                    []DHCPOption
	// Open tells that nothing is filtered: port security is off.
	Open bool
	// VNICType is how the port is plugged in, "" for normal; Profile is what was said to whoever does it.
	VNICType string
	Profile  map[string]any
	MAC      string
	FixedIPs []FixedIP
	// DeviceID is the server's id, DeviceOwner "compute:ZONE".
	DeviceID, DeviceOwner string
	SecurityGroups        []string
	// Host is "" while the port is bound to none.
	Host    string
	Status  string
	AdminUp bool
	Tag     string
	// Given tells that the port was there before its server, which leaves it behind.
	Given            bool
	Created, Updated time.Time
}

// AddressKey is what an address on a network is found under (index address of Ports).
func AddressKey(network, address string) string { return network + "/" + address }

func addressKeys(p *Port) []string {
	out := make([]string, 0, len(p.FixedIPs))
	for _, ip := range p.FixedIPs {
		out = append(out, AddressKey(p.NetworkID, ip.Address))
	}
	return out
}

// SecurityGroup is a named set of rules.
type SecurityGroup struct {
	ID, Name, ProjectID, Description string
	Created, Updated                 time.Time
}

// Tables of the network service.
var (
	Networks = engine.Register(engine.Table[Network]{
		Name:    "networks",
		ID:      func(n *Network) string { return n.ID },
		Indexes: []engine.Index[Network]{{Name: "name", Of: func(n *Network) []string { return some(n.Name) }}},
	})
	Subnets = engine.Register(engine.Table[Subnet]{
		Name:    "subnets",
		ID:      func(s *Subnet) string { return s.ID },
		Indexes: []engine.Index[Subnet]{{Name: "network", Of: func(s *Subnet) []string { return []string{s.NetworkID} }}},
	})
	Ports = engine.Register(engine.Table[Port]{
		Name: "ports",
		ID:   func(p *Port) string { return p.ID },
		Indexes: []engine.Index[Port]{
			{Name: "network", Of: func(p *Port) []string { return []string{p.NetworkID} }, Scan: true},
			{Name: "address", Of: addressKeys},
			{Name: "device", Of: func(p *Port) []string { return some(p.DeviceID) }},
		},
	})
	SecurityGroups = engine.Register(engine.Table[SecurityGroup]{
		Name:    "security-groups",
		ID:      func(g *SecurityGroup) string { return g.ID },
		Indexes: []engine.Index[SecurityGroup]{{Name: "project", Of: func(g *SecurityGroup) []string { return []string{g.ProjectID} }}},
	})
)
