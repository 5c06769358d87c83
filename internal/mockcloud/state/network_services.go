package state

import (
	"time"

	"plumbline/internal/mockcloud/state/engine"
)

// Router connects networks: it has a port on each of them.
type Router struct {
	Tagged
	Name        string      `key:"name" attribute:""`
	AdminUp     bool        `key:"admin_state_up" attribute:""`
	Gateway     *Gateway    `key:"external_gateway_info" attribute:"router gateway" rule:"external_gateway_info,parts"`
	Routes      []HostRoute `key:"routes" attribute:"later,routes"`
	Distributed bool        `key:"distributed" attribute:"truth or null" rule:"distributed,always"`
	HA          bool        `key:"ha" attribute:"truth or null" rule:"ha,always"`
	ZoneHints   []string    `key:"availability_zone_hints" attribute:"fixed,zones"`
	FlavorID    *string     `key:"flavor_id" attribute:"fixed,written" rule:"flavor_id,always"`
	// PortID is the port on the gateway's network, "" for none.
	PortID string
	// Agents are the ids of the L3 agents that an administrator has the router hosted by.
	Agents []string
}

// Gateway is a router's connection to an external network.
type Gateway struct {
	NetworkID string    `key:"network_id"`
	SNAT      *bool     `key:"enable_snat"`
	FixedIPs  []FixedIP `key:"external_fixed_ips"`
	QoSID     *string   `key:"qos_policy_id,omitzero"`
}

// FloatingIP is an address of an external network that is translated to an address of a port.
type FloatingIP struct {
	Tagged
	NetworkID string  `key:"floating_network_id" attribute:"fixed,required,required uuid"`
	Address   string  `key:"floating_ip_address" attribute:"fixed,address" rule:"floating_ip_address"`
	SubnetID  *string `set:"subnet_id" attribute:"fixed,uuid"`
	PortID    *string `key:"port_id" attribute:"uuid"`
	FixedIP   *string `key:"fixed_ip_address" attribute:"address"`
	RouterID  *string `key:"router_id"`
	QoSID     *string `key:"qos_policy_id" attribute:"uuid" rule:"qos_policy_id"`
	// Own is the id of the port with the floating address.
	Own string
}

// FirstRevision is 0: creating a floating IP does not count as a change of it.
func (*FloatingIP) FirstRevision() int { return 0 }

// Part holds the fields of a record that belongs to one other record, whose id is in its path.
type Part struct {
	ID      string `key:"id"`
	Parent  string
	Belongs Owned
}

// Owner is the record's owner.
func (p *Part) Owner() *Owned { return &p.Belongs }

// Whole is the record's Part.
func (p *Part) Whole() *Part { return p }

// PortForwarding forwards traffic for some ports of a floating IP to a port of a network.
type PortForwarding struct {
	Part
	Description   string `key:"description" attribute:"long"`
	Protocol      string `key:"protocol" attribute:"required,forwarded"`
	Address       string `key:"internal_ip_address" attribute:"required,required address"`
	PortID        string `key:"internal_port_id" attribute:"required,required uuid"`
	Internal      int    `key:"internal_port,omitzero" attribute:"forwarded port"`
	External      int    `key:"external_port,omitzero" attribute:"forwarded port"`
	InternalRange string `key:"internal_port_range,omitzero" attribute:"forwarded range"`
	ExternalRange string `key:"external_port_range,omitzero" attribute:"forwarded range"`
}

// QoSPolicy is a set of rules that limit or mark the traffic of ports.
type QoSPolicy struct {
	Tagged
	Shareable
	Name    string `key:"name" attribute:""`
	Default bool   `key:"is_default" attribute:""`
}

// FirstRevision is 0: creating a policy does not count as a change of it.
func (*QoSPolicy) FirstRevision() int { return 0 }

// The rules of QoS policies, by kind.
type (
	BandwidthLimit struct {
		Part
		MaxKbps   int    `key:"max_kbps" attribute:"required,rate"`
		MaxBurst  int    `key:"max_burst_kbps" attribute:"rate"`
		Direction string `key:"direction" attribute:"direction"`
	}
	DSCPMarking struct {
		Part
		Mark int `key:"dscp_mark" attribute:"required,dscp"`
	}
	MinimumBandwidth struct {
		Part
		MinKbps   int    `key:"min_kbps" attribute:"required,rate"`
		Direction string `key:"direction" attribute:"direction"`
	}
	PacketRateLimit struct {
		Part
		MaxKpps   int    `key:"max_kpps" attribute:"required,rate"`
		MaxBurst  int    `key:"max_burst_kpps" attribute:"rate"`
		Direction string `key:"direction" attribute:"direction"`
	}
	MinimumPacketRate struct {
		Part
		MinKpps   int    `key:"min_kpps" attribute:"required,rate"`
		Direction string `key:"direction" attribute:"any direction"`
	}
)

// Trunk is a parent port with subports.
type Trunk struct {
	Tagged
	Name     string    `key:"name" attribute:""`
	PortID   string    `key:"port_id" attribute:"fixed,required,required uuid"`
	AdminUp  bool      `key:"admin_state_up" attribute:""`
	SubPorts []SubPort `key:"sub_ports" attribute:"fixed,sub ports" rule:"sub_ports"`
}

// FirstRevision is 0: creating a trunk does not count as a change of it.
func (*Trunk) FirstRevision() int { return 0 }

// SubPort is a subport of a trunk.
type SubPort struct {
	PortID       string `json:"port_id"`
	Segmentation string `json:"segmentation_type"`
	ID           int    `json:"segmentation_id"`
}

// PortBinding is an inactive binding of a port to a host.
type PortBinding struct {
	ID       string         // the id of the port, a slash and the host
	Host     string         `key:"host"`
	VNICType string         `key:"vnic_type"`
	Profile  map[string]any `key:"profile"`
}

// ServiceFlavor is a kind of router, or of another thing that several drivers provide. Its profiles say which driver does.
type ServiceFlavor struct {
	Owned
	Name        string   `key:"name" attribute:""`
	Description *string  `key:"description" attribute:"long or null"`
	Type        string   `key:"service_type" attribute:"fixed,required,service type"`
	Enabled     bool     `key:"enabled" attribute:"truth unless null"`
	Profiles    []string `key:"service_profiles" attribute:"uuids"`
}

// ServiceProfile names a driver, or has what an operator says of one.
type ServiceProfile struct {
	Owned
	Description *string `key:"description" attribute:"long or null"`
	Driver      string  `key:"driver" attribute:"long"`
	Metainfo    *string `key:"metainfo" attribute:"metainfo"`
	Enabled     bool    `key:"enabled" attribute:"truth unless null"`
}

// AgentSettings are what an administrator says of an agent.
type AgentSettings struct {
	ID      string // the agent's program and host
	AdminUp bool
	Detail  *string
	// Deleted counts the deletions of the agent, which registers again as another one.
	Deleted int
}

// Tables of routers, floating IPs, QoS and trunks.
var (
	Routers     = networkTable[Router]("routers")
	FloatingIPs = engine.Register(engine.Table[FloatingIP]{
		Name: "floating-ips", Uncounted: true, ID: func(f *FloatingIP) string { return f.ID },
		Indexes: []engine.Index[FloatingIP]{{Name: "port", Of: func(f *FloatingIP) []string {
			if f.PortID == nil {
				return nil
			}
			return []string{*f.PortID}
		}}},
	})
	PortForwardings    = partTable[PortForwarding]("port-forwardings")
	QoSPolicies        = networkTable[QoSPolicy]("qos-policies")
	BandwidthLimits    = partTable[BandwidthLimit]("bandwidth-limits")
	DSCPMarkings       = partTable[DSCPMarking]("dscp-markings")
	MinimumBandwidths  = partTable[MinimumBandwidth]("minimum-bandwidths")
	PacketRateLimits   = partTable[PacketRateLimit]("packet-rate-limits")
	MinimumPacketRates = partTable[MinimumPacketRate]("minimum-packet-rates")
	Trunks             = networkTable[Trunk]("trunks")
	ServiceFlavors     = networkTable[ServiceFlavor]("service-flavors")
	ServiceProfiles    = networkTable[ServiceProfile]("service-profiles")
	AgentsSettings     = engine.Register(engine.Table[AgentSettings]{
		Name: "agents-settings", Uncounted: true, ID: func(a *AgentSettings) string { return a.ID },
	})
	PortBindings = engine.Register(engine.Table[PortBinding]{
		Name: "port-bindings", Uncounted: true, Under: "port", ID: func(b *PortBinding) string { return b.ID },
	})
)

// partTable is a table of records that belong to other records.
func partTable[T any](name string) *engine.Table[T] {
	return engine.Register(engine.Table[T]{
		Name: name, Uncounted: true, ID: func(r *T) string { return any(r).(interface{ Whole() *Part }).Whole().ID },
	})
}

// DeletePort deletes a port: its floating IPs lose it, and its port forwardings end.
func DeletePort(x *Txn, id string, now time.Time) {
	LoosenPort(x, id, now)
	Ports.Delete(x, id)
}

// LoosenPort does what deleting a port does to floating IPs and port forwardings.
func LoosenPort(x *Txn, id string, now time.Time) {
	for _, f := range FloatingIPs.List(x, "port", id) {
		loose := *f
		loose.PortID, loose.FixedIP, loose.RouterID = nil, nil, nil
		loose.Updated, loose.Revision = now, max(loose.FirstRevision(), loose.Revision)+1
		FloatingIPs.Insert(x, &loose)
	}
	var ended []string
	for p := range PortForwardings.All(x) {
		if p.PortID == id {
			ended = append(ended, p.ID)
		}
	}
	for _, p := range ended {
		PortForwardings.Delete(x, p)
	}
}
