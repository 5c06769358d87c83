package state

import "plumbline/mockcloud/internal/state/engine"

// Router joins networks: its ports are on them.
type Router struct {
	Tagged
	Name        string      `key:"name" attribute:""`
	AdminUp     bool        `key:"admin_state_up" attribute:""`
	Gateway     *Gateway    `key:"external_gateway_info" attribute:"anything"`
	Routes      []HostRoute `key:"routes" attribute:"routes"`
	Distributed bool        `key:"distributed" attribute:"" rule:"distributed"`
	HA          bool        `key:"ha" attribute:"" rule:"ha"`
	ZoneHints   []string    `key:"availability_zone_hints" attribute:"fixed"`
	FlavorID    *string     `key:"flavor_id" attribute:"fixed,uuid"`
	// PortID is the port on the network of the gateway, "" for none.
	PortID string
}

// Gateway is where a router leads out.
type Gateway struct {
	NetworkID string    `key:"network_id"`
	SNAT      *bool     `key:"enable_snat"`
	FixedIPs  []FixedIP `key:"external_fixed_ips"`
}

// FloatingIP is an address of an external network that stands for one of a port.
type FloatingIP struct {
	Tagged
	NetworkID string  `key:"floating_network_id" attribute:"fixed,required,uuid"`
	Address   string  `key:"floating_ip_address" attribute:"fixed,address" rule:"floating_ip_address"`
	SubnetID  *string `set:"subnet_id" attribute:"fixed,uuid"`
	PortID    *string `key:"port_id" attribute:"uuid"`
	FixedIP   *string `key:"fixed_ip_address" attribute:"address"`
	RouterID  *string `key:"router_id"`
	QoSID     *string `key:"qos_policy_id,omitzero" attribute:"uuid"`
	// Own is the port that has the address.
	Own string
}

// Part is what belongs to one thing alone, in whose path it is found.
type Part struct {
	ID      string `key:"id"`
	Parent  string
	Belongs Owned
}

// Owner is who it belongs to.
func (p *Part) Owner() *Owned { return &p.Belongs }

// Whole is it as a part.
func (p *Part) Whole() *Part { return p }

// PortForwarding sends what comes for some ports of a floating address to a port of a network.
type PortForwarding struct {
	Part
	Description   string `key:"description" attribute:""`
	Protocol      string `key:"protocol" attribute:"required,forwarded"`
	Address       string `key:"internal_ip_address" attribute:"required,address"`
	PortID        string `key:"internal_port_id" attribute:"required,uuid"`
	Internal      int    `key:"internal_port,omitzero" attribute:"forwarded port"`
	External      int    `key:"external_port,omitzero" attribute:"forwarded port"`
	InternalRange string `key:"internal_port_range,omitzero" attribute:"forwarded range"`
	ExternalRange string `key:"external_port_range,omitzero" attribute:"forwarded range"`
}

// QoSPolicy is a set of rules about how much goes through ports.
type QoSPolicy struct {
	Tagged
	Shareable
	Name    string `key:"name" attribute:"required"`
	Default bool   `key:"is_default" attribute:""`
}

// Rules of policies of quality of service, by kind.
type (
	BandwidthLimit struct {
		Part
		MaxKbps   int    `key:"max_kbps" attribute:"required"`
		MaxBurst  int    `key:"max_burst_kbps" attribute:""`
		Direction string `key:"direction" attribute:"direction"`
	}
	DSCPMarking struct {
		Part
		Mark int `key:"dscp_mark" attribute:"required,dscp"`
	}
	MinimumBandwidth struct {
		Part
		MinKbps   int    `key:"min_kbps" attribute:"required"`
		Direction string `key:"direction" attribute:"direction"`
	}
	MinimumPacketRate struct {
		Part
		MinKpps   int    `key:"min_kpps" attribute:"required"`
		Direction string `key:"direction" attribute:"any direction"`
	}
)

// Trunk is a port that has others in it.
type Trunk struct {
	Tagged
	Name     string    `key:"name" attribute:""`
	PortID   string    `key:"port_id" attribute:"fixed,required,uuid"`
	AdminUp  bool      `key:"admin_state_up" attribute:""`
	SubPorts []SubPort `key:"sub_ports" attribute:"fixed"`
}

// SubPort is a port in a trunk.
type SubPort struct {
	PortID       string `json:"port_id"`
	Segmentation string `json:"segmentation_type"`
	ID           int    `json:"segmentation_id"`
}

// PortBinding is a port on a host that it is not, or no more, active on.
type PortBinding struct {
	ID       string         // the port's, a slash and the host
	Host     string         `key:"host"`
	VNICType string         `key:"vnic_type"`
	Profile  map[string]any `key:"profile"`
}

// Tables of what the network service does with networks.
var (
	Routers            = networkTable[Router]("routers")
	FloatingIPs        = networkTable[FloatingIP]("floating-ips")
	PortForwardings    = partTable[PortForwarding]("port-forwardings")
	QoSPolicies        = networkTable[QoSPolicy]("qos-policies")
	BandwidthLimits    = partTable[BandwidthLimit]("bandwidth-limits")
	DSCPMarkings       = partTable[DSCPMarking]("dscp-markings")
	MinimumBandwidths  = partTable[MinimumBandwidth]("minimum-bandwidths")
	MinimumPacketRates = partTable[MinimumPacketRate]("minimum-packet-rates")
	Trunks             = networkTable[Trunk]("trunks")
	PortBindings       = engine.Register(engine.Table[PortBinding]{
		Name: "port-bindings", Aside: true, Under: "port", ID: func(b *PortBinding) string { return b.ID },
	})
)

// partTable is a table of parts of other things.
func partTable[T any](name string) *engine.Table[T] {
	return engine.Register(engine.Table[T]{
		Name: name, Aside: true, ID: func(r *T) string { return any(r).(interface{ Whole() *Part }).Whole().ID },
	})
}
