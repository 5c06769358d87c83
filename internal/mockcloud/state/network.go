package state

import (
	"time"

	"plumbline/internal/mockcloud/state/engine"
)

// Owned holds the fields of every resource of the network service. Fields with the tag "attribute" can be set by requests: only at
// creation if it contains "fixed"; it also names the check of the value, and may contain "required". The field's key in requests is
// the tag "key", which answers contain too, or "set" if answers have the field in another form.
type Owned struct {
	ID        string `key:"id"`
	ProjectID string `key:"project_id" attribute:"fixed"`
	TenantID  string `key:"tenant_id" attribute:"fixed"`
}

// Owner is the record's owner.
func (o *Owned) Owner() *Owned { return o }

// Standard holds further fields that most resources have. Revision is the number of the last change, at least FirstRevision; records
// that other services created may have a smaller one.
type Standard struct {
	Owned
	Description string    `key:"description" attribute:""`
	Created     time.Time `key:"created_at"`
	Updated     time.Time `key:"updated_at"`
	Revision    int       `key:"revision_number"`
}

// Stamp is the record's times and revision.
func (s *Standard) Stamp() *Standard { return s }

// FirstRevision is the revision of a record that was never changed.
func (*Standard) FirstRevision() int { return 1 }

// Tagged holds the fields of resources with tags.
type Tagged struct {
	Standard
	Tags []string `key:"tags"`
}

// Labels are the tags.
func (t *Tagged) Labels() *[]string { return &t.Tags }

// Shareable holds the field of resources that can be shared with other projects; Shared shares with all of them.
type Shareable struct {
	Shared bool `key:"shared" attribute:"" rule:"shared"`
}

// Share is the flag that the record is shared with all projects.
func (s *Shareable) Share() *bool { return &s.Shared }

// Network is a layer 2 network.
type Network struct {
	Tagged
	Shareable
	Name     string `key:"name" attribute:""`
	AdminUp  bool   `key:"admin_state_up" attribute:""`
	External bool   `key:"router:external" attribute:"" rule:"router:external"`
	MTU      int    `key:"mtu" attribute:"mtu" rule:"mtu"`
	// Open tells that port security is off on new ports: nothing is filtered.
	Open            bool     `set:"port_security_enabled" attribute:"inverse" rule:"port_security_enabled"`
	Default         bool     `set:"is_default" attribute:"" rule:"is_default"`
	ZoneHints       []string `key:"availability_zone_hints" attribute:"fixed,zones"`
	ProviderType    string   `set:"provider:network_type" attribute:"kind" rule:"provider:network_type,always"`
	ProviderNetwork *string  `key:"provider:physical_network" attribute:"physical" rule:"provider:physical_network,always"`
	ProviderSegment *int     `key:"provider:segmentation_id" attribute:"segmentation" rule:"provider:segmentation_id,always"`
	// Segments are those of a network that has several; the one of a network that has one is in the three fields above.
	Segments []Segment `set:"segments" attribute:"segments" rule:"segments,always,parts"`
	QoSID    *string   `key:"qos_policy_id" attribute:"uuid" rule:"qos_policy_id"`
	// Agents are the ids of the DHCP agents that an administrator has the network hosted by.
	Agents []string
}

// Segment is the part of a network that is on one network of the provider.
type Segment struct {
	Type     string  `json:"provider:network_type"`
	Physical *string `json:"provider:physical_network"`
	ID       *int    `json:"provider:segmentation_id"`
}

// Subnet is an address range on a network.
type Subnet struct {
	Tagged
	Name      string  `key:"name" attribute:""`
	NetworkID string  `key:"network_id" attribute:"fixed,required,required uuid"`
	CIDR      string  `key:"cidr" attribute:"fixed,cidr"`
	Gateway   string  `set:"gateway_ip" attribute:"gateway"`
	IPVersion int     `key:"ip_version" attribute:"fixed,required,family number"`
	DHCP      bool    `key:"enable_dhcp" attribute:""`
	PoolID    *string `key:"subnetpool_id" attribute:"fixed,pool"`
	// UseDefault and Prefix are set at creation: to use the default pool, and the length of the range.
	UseDefault bool `set:"use_default_subnetpool" attribute:"fixed"`
	Prefix     int  `set:"prefixlen" attribute:"fixed,length"`
	// Pools are the address ranges for ports, used in this order; with none, all addresses but the gateway's are used.
	Pools       []AddressPool `set:"allocation_pools" attribute:"pools"`
	NameServers []string      `key:"dns_nameservers" attribute:"hosts"`
	Routes      []HostRoute   `key:"host_routes" attribute:"routes"`
	// Services are the device owners whose ports may have addresses of the subnet; none stands for all.
	Services    []string `key:"service_types" attribute:"services"`
	RAMode      string   `set:"ipv6_ra_mode" attribute:"fixed,ipv6"`
	AddressMode string   `set:"ipv6_address_mode" attribute:"fixed,ipv6"`
}

// FirstRevision is 0: creating a subnet does not count as a change of it.
func (*Subnet) FirstRevision() int { return 0 }

// AddressPool is an address range, both ends included.
type AddressPool struct {
	Start string `json:"start"`
	End   string `json:"end"`
}

// HostRoute is a route of a router, or one that the hosts of a subnet learn.
type HostRoute struct {
	Destination string `json:"destination"`
	Nexthop     string `json:"nexthop"`
}

// FixedIP is an address of a port.
type FixedIP struct {
	SubnetID string `key:"subnet_id"`
	Address  string `key:"ip_address"`
}

// AddressPair is an additional address or range that a port may send from.
type AddressPair struct {
	Address string `json:"ip_address"`
	MAC     string `json:"mac_address"`
}

// DHCPOption is an additional DHCP option of a port.
type DHCPOption struct {
	Name      string `json:"opt_name"`
	Value     string `json:"opt_value"`
	IPVersion int    `json:"ip_version"`
}

// Port connects a device to a network.
type Port struct {
	Tagged
	Name        string        `key:"name" attribute:""`
	NetworkID   string        `key:"network_id" attribute:"fixed,required,required uuid"`
	AdminUp     bool          `key:"admin_state_up" attribute:""`
	MAC         string        `key:"mac_address" attribute:"mac" rule:"mac_address,network,always"`
	FixedIPs    []FixedIP     `key:"fixed_ips" attribute:"fixed ips" rule:"fixed_ips,network,parts,always"`
	Pairs       []AddressPair `key:"allowed_address_pairs" attribute:"pairs" rule:"allowed_address_pairs,network,parts,always"`
	DHCPOptions []DHCPOption  `key:"extra_dhcp_opts" attribute:"dhcp options"`
	// Open tells that port security is off: nothing is filtered.
	Open bool `set:"port_security_enabled" attribute:"inverse" rule:"port_security_enabled,network,always"`
	// VNICType is the kind of virtual interface, "" for normal; Profile is the data for the component that plugs it in.
	VNICType string `set:"binding:vnic_type" attribute:"vnic" rule:"binding:vnic_type"`
	// DeviceProfile and Affinity are taken and not shown: no driver of the service has them.
	DeviceProfile *string        `set:"device_profile" attribute:"fixed,text or null"`
	Affinity      *string        `set:"numa_affinity_policy" attribute:"affinity"`
	Profile       map[string]any `key:"binding:profile" attribute:"object" rule:"binding:profile,always"`
	// DeviceID is the server's id, DeviceOwner "compute:ZONE".
	DeviceID       string   `key:"device_id" attribute:""`
	DeviceOwner    string   `key:"device_owner" attribute:"" rule:"device_owner,network"`
	SecurityGroups []string `key:"security_groups" attribute:"groups"`
	// Host is "" for a port that is bound to no host.
	Host   string `key:"binding:host_id" attribute:"written" rule:"binding:host_id,always"`
	Status string `key:"status"`
	Tag    string
	QoSID  *string `key:"qos_policy_id" attribute:"uuid" rule:"qos_policy_id"`
	// Given tells that the port existed before its server, and stays when the server is deleted.
	Given bool
}

// AddressKey is the key of an address on a network in the index address of Ports.
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
	Tagged
	Name string `key:"name" attribute:"not default"`
	// Stateless groups do not track connections.
	Stateless bool `set:"stateful" attribute:"inverse"`
	// Shared tells that all projects may use it.
	Shared bool `key:"shared"`
}

// Share answers the flag that all projects may use the group.
func (g *SecurityGroup) Share() *bool { return &g.Shared }

// SecurityGroupRule allows certain traffic in or out.
type SecurityGroupRule struct {
	Standard
	GroupID      string  `key:"security_group_id" attribute:"fixed,required,short id"`
	Direction    string  `key:"direction" attribute:"fixed,required,direction"`
	Family       string  `key:"ethertype" attribute:"fixed,family"`
	Protocol     *string `key:"protocol" attribute:"fixed,protocol"`
	PortMin      *int    `key:"port_range_min" attribute:"fixed,port"`
	PortMax      *int    `key:"port_range_max" attribute:"fixed,port"`
	RemotePrefix *string `key:"remote_ip_prefix" attribute:"fixed,range"`
	AddressGroup *string `key:"remote_address_group_id" attribute:"fixed,written"`
	RemoteGroup  *string `key:"remote_group_id" attribute:"fixed,written"`
	// Given tells that a request created the rule: the rules that a group begins with have no description.
	Given bool
	// Serial numbers the rules. It is only shown in answers about groups.
	Serial int64
}

// FirstRevision is 0: creating a rule does not count as a change of it.
func (*SecurityGroupRule) FirstRevision() int { return 0 }

// RuleSerial is the number of a new rule.
func RuleSerial(x *Txn) int64 { return x.Next("security-group-rules") }

// DefaultGroup finds a project's security group "default"; where there is none it makes one, with an id, as the network service does for
// whoever needs it first.
func DefaultGroup(txn *Txn, projectID string, newID func() string, now time.Time) *SecurityGroup {
	for g := range SecurityGroups.ByKey(txn, "project", projectID) {
		if g.Name == "default" {
			return g
		}
	}
	g := &SecurityGroup{Name: "default"}
	g.ID, g.ProjectID, g.Description, g.Created, g.Updated = newID(), projectID, "Default security group", now, now
	SecurityGroups.Insert(txn, g)
	for _, r := range FirstRules(txn, g) {
		SecurityGroupRules.Insert(txn, r)
	}
	return g
}

// FirstRules are the rules that a group begins with: all traffic out is allowed and, in a project's default group, traffic in from
// its own members. Their ids are the group's with the last digit replaced.
func FirstRules(x *Txn, g *SecurityGroup) (all []*SecurityGroupRule) {
	for i, way := range [][2]string{{"egress", "IPv4"}, {"egress", "IPv6"}, {"ingress", "IPv4"}, {"ingress", "IPv6"}} {
		if i > 1 && g.Name != "default" {
			break
		}
		r := &SecurityGroupRule{GroupID: g.ID, Direction: way[0], Family: way[1], Serial: RuleSerial(x)}
		r.ID, r.ProjectID, r.TenantID = g.ID[:len(g.ID)-1]+string("0123"[i]), g.ProjectID, g.ProjectID
		r.Created, r.Updated = g.Created, g.Created
		if i > 1 {
			r.RemoteGroup = &g.ID
		}
		all = append(all, r)
	}
	return all
}

// AddressGroup is a named set of addresses.
type AddressGroup struct {
	Standard
	Shareable
	Name      string   `key:"name" attribute:""`
	Addresses []string `key:"addresses" attribute:"fixed,ranges"`
}

// FirstRevision is 0: creating a group does not count as a change of it.
func (*AddressGroup) FirstRevision() int { return 0 }

// AddressScope is a scope in which addresses do not overlap.
type AddressScope struct {
	Owned
	Shareable
	Name      string `key:"name" attribute:""`
	IPVersion int    `key:"ip_version" attribute:"fixed,required,family number"`
}

// SubnetPool is a pool from which subnets get their address ranges.
type SubnetPool struct {
	Tagged
	Shareable
	Name         string   `key:"name" attribute:"required,not blank"`
	Prefixes     []string `key:"prefixes" attribute:"required,required ranges"`
	IPVersion    int      `key:"ip_version"`
	DefaultBits  int      `set:"default_prefixlen" attribute:"length"`
	MinBits      int      `set:"min_prefixlen" attribute:"length"`
	MaxBits      int      `set:"max_prefixlen" attribute:"length"`
	DefaultQuota *int     `key:"default_quota" attribute:"quota"`
	ScopeID      *string  `key:"address_scope_id" attribute:"uuid"`
	Default      bool     `key:"is_default" attribute:"" rule:"is_default"`
}

// FirstRevision is 0: creating a pool does not count as a change of it.
func (*SubnetPool) FirstRevision() int { return 0 }

// NetworkQuota holds the limits that were set for a project.
type NetworkQuota struct {
	ID     string // the id of the project
	Limits map[string]int
}

// RBACPolicy allows another project, or all ("*"), to use a resource.
type RBACPolicy struct {
	Owned
	Type   string `key:"object_type" attribute:"fixed,required,rbac type" rule:"object_type,always"`
	Object string `key:"object_id" attribute:"fixed,required,required uuid" rule:"object_id,always"`
	Target string `key:"target_tenant" attribute:"required" rule:"target_tenant,always"`
	Action string `key:"action" attribute:"fixed,required" rule:"action,always"`
}

// RBACKey is the key of a resource's policies in the index object.
func RBACKey(kind, id string) string { return kind + "/" + id }

// Tables of the network service.
var (
	Networks = engine.Register(engine.Table[Network]{
		Name:    "networks",
		ID:      func(n *Network) string { return n.ID },
		Indexes: []engine.Index[Network]{{Name: "name", Of: func(n *Network) []string { return nonEmpty(n.Name) }}},
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
			{Name: "device", Of: func(p *Port) []string { return nonEmpty(p.DeviceID) }},
		},
	})
	SecurityGroups = engine.Register(engine.Table[SecurityGroup]{
		Name:    "security-groups",
		ID:      func(g *SecurityGroup) string { return g.ID },
		Indexes: []engine.Index[SecurityGroup]{{Name: "project", Of: func(g *SecurityGroup) []string { return []string{g.ProjectID} }}},
	})
	SecurityGroupRules = engine.Register(engine.Table[SecurityGroupRule]{
		Name:      "security-group-rules",
		Uncounted: true,
		ID:        func(r *SecurityGroupRule) string { return r.ID },
		Indexes:   []engine.Index[SecurityGroupRule]{{Name: "group", Of: func(r *SecurityGroupRule) []string { return []string{r.GroupID} }}},
	})
	AddressGroups = networkTable[AddressGroup]("address-groups")
	AddressScopes = networkTable[AddressScope]("address-scopes")
	SubnetPools   = networkTable[SubnetPool]("subnet-pools")
	NetworkQuotas = engine.Register(engine.Table[NetworkQuota]{
		Name: "network-quotas", Uncounted: true, ID: func(q *NetworkQuota) string { return q.ID },
	})
	RBACPolicies = engine.Register(engine.Table[RBACPolicy]{
		Name:      "rbac-policies",
		Uncounted: true,
		ID:        func(p *RBACPolicy) string { return p.ID },
		Indexes:   []engine.Index[RBACPolicy]{{Name: "object", Of: func(p *RBACPolicy) []string { return []string{RBACKey(p.Type, p.Object)} }}},
	})
)

// networkTable is a table of records that are found by their id alone.
func networkTable[T any](name string) *engine.Table[T] {
	return engine.Register(engine.Table[T]{
		Name: name, Uncounted: true, ID: func(r *T) string { return any(r).(interface{ Owner() *Owned }).Owner().ID },
	})
}
