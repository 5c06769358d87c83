package network

import (
	"cmp"
	"slices"

	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/collection"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/internal/state"
)

// portRequest is the object under "port".
type portRequest struct {
	owned
	Name         body.Opt[string]              `json:"name"`
	Description  body.Opt[string]              `json:"description"`
	NetworkID    id                            `json:"network_id" attribute:"required,fixed"`
	AdminUp      body.Opt[flag]                `json:"admin_state_up"`
	DeviceID     body.Opt[string]              `json:"device_id"`
	DeviceOwner  body.Opt[string]              `json:"device_owner"`
	MAC          body.Opt[string]              `json:"mac_address"`
	FixedIPs     []wantedAddress               `json:"fixed_ips"`
	Groups       body.Opt[texts]               `json:"security_groups"`
	PortSecurity body.Opt[flag]                `json:"port_security_enabled"`
	Pairs        body.Opt[[]state.AddressPair] `json:"allowed_address_pairs"`
	DHCPOptions  []dhcpOption                  `json:"extra_dhcp_opts"`
	Host         body.Opt[string]              `json:"binding:host_id"`
	VNICType     body.Opt[string]              `json:"binding:vnic_type"`
	Profile      body.Opt[map[string]any]      `json:"binding:profile"`
	DNSName      body.Opt[string]              `json:"dns_name"`
}

// dhcpOption is an option that a port gets, or loses where its value is null.
type dhcpOption struct {
	Name      string           `json:"opt_name"`
	Value     body.Opt[string] `json:"opt_value"`
	IPVersion body.Opt[int]    `json:"ip_version"`
}

// wantedAddress is an address that a port is to have: any of the subnet where it names none.
type wantedAddress struct {
	SubnetID string `json:"subnet_id"`
	Address  string `json:"ip_address"`
}

var ports = collection.Of[state.Port, portRequest, portRequest]{
	In: plain, Noun: "port", Plural: "ports", Table: state.Ports,
	Owner: func(p *state.Port) policy.Target { return policy.Target{ProjectID: p.ProjectID} },
	Sees:  visiblePort,
	View:  func(_ *pipeline.Exchange, p *state.Port) any { return viewPort(p) },
	New:   newPort,
	Change: func(x *pipeline.Exchange, p *state.Port, r *portRequest) *pipeline.Fault {
		r.set(p)
		p.Updated = x.Now()
		if r.FixedIPs == nil {
			return portIsSound(p)
		}
		p.FixedIPs = nil
		if f := giveAddresses(x, p, r.FixedIPs); f != nil {
			return f
		}
		return portIsSound(p)
	},
	Deletes: true,
}

// visiblePort tells whether a caller may see a port: their project's, and all on their project's networks.
func visiblePort(x *pipeline.Exchange, p *state.Port) bool {
	if x.Caller.Admin() || x.Caller.ProjectID != "" && p.ProjectID == x.Caller.ProjectID {
		return true
	}
	n := state.Networks.Get(x.Txn, p.NetworkID)
	return n != nil && x.Caller.ProjectID != "" && n.ProjectID == x.Caller.ProjectID
}

func newPort(x *pipeline.Exchange, r *portRequest) (*state.Port, *pipeline.Fault) {
	network, f := networks.Get(x, string(r.NetworkID))
	if f != nil {
		return nil, f
	}
	now := x.Now()
	p := &state.Port{
		ID: x.Env.IDs.UUID(), NetworkID: network.ID, ProjectID: r.project(x), MAC: mac(x.Env.IDs.Hex()), Status: "DOWN",
		AdminUp: true, Created: now, Updated: now,
	}
	p.SecurityGroups = []string{defaultGroup(x, p.ProjectID).ID}
	if f := giveAddresses(x, p, r.FixedIPs); f != nil {
		return nil, f
	}
	if !bool(r.PortSecurity.Or(true)) && !r.Groups.Given() {
		p.SecurityGroups = nil
	}
	r.set(p)
	return p, portIsSound(p)
}

// portIsSound refuses groups and further addresses of a port on which nothing is filtered.
func portIsSound(p *state.Port) *pipeline.Fault {
	switch {
	case p.Open && len(p.SecurityGroups) > 0:
		return fault(409, "PortSecurityPortHasSecurityGroup",
			"Port has security group associated. Cannot disable port security or IP address until security group is removed.")
	case p.Open && len(p.Pairs) > 0:
		return fault(409, "AddressPairAndPortSecurityRequired", "Port Security must be enabled in order to have allowed address pairs on a port.")
	}
	return nil
}

func (r *portRequest) set(p *state.Port) {
	r.Name.Set(&p.Name)
	r.DeviceID.Set(&p.DeviceID)
	r.DeviceOwner.Set(&p.DeviceOwner)
	r.MAC.Set(&p.MAC)
	r.Host.Set(&p.Host)
	r.Description.Set(&p.Description)
	r.VNICType.Set(&p.VNICType)
	p.AdminUp = bool(r.AdminUp.Or(flag(p.AdminUp)))
	p.Open = !bool(r.PortSecurity.Or(flag(!p.Open)))
	if r.Profile.Given() {
		p.Profile = r.Profile.Or(nil)
	}
	if r.Pairs.Given() {
		p.Pairs = slices.Clone(r.Pairs.Or(nil))
		for i := range p.Pairs {
			p.Pairs[i].MAC = cmp.Or(p.Pairs[i].MAC, p.MAC)
		}
	}
	for _, o := range r.DHCPOptions {
		same := func(other state.DHCPOption) bool { return other.Name == o.Name && other.IPVersion == o.IPVersion.Or(4) }
		p.DHCPOptions = slices.DeleteFunc(slices.Clone(p.DHCPOptions), same)
		if value, ok := o.Value.Get(); ok {
			p.DHCPOptions = append(p.DHCPOptions, state.DHCPOption{Name: o.Name, Value: value, IPVersion: o.IPVersion.Or(4)})
		}
	}
	if r.Groups.Given() {
		p.SecurityGroups = r.Groups.Or(nil)
	}
}

// giveAddresses gives a port the addresses that are asked for; where none are (nil), one of the network's first subnet that
// has one left. A network without subnets gives none.
func giveAddresses(x *pipeline.Exchange, p *state.Port, wanted []wantedAddress) *pipeline.Fault {
	for _, w := range wanted {
		subnet := state.Subnets.Get(x.Txn, w.SubnetID)
		if subnet == nil || subnet.NetworkID != p.NetworkID {
			return missing("subnet", w.SubnetID)
		}
		if w.Address == "" {
			w.Address, _ = Free(x.Txn, subnet)
		}
		p.FixedIPs = append(p.FixedIPs, state.FixedIP{SubnetID: w.SubnetID, Address: w.Address})
	}
	if wanted != nil {
		return nil
	}
	on := state.Subnets.List(x.Txn, "network", p.NetworkID)
	for _, s := range on {
		if ip, ok := Free(x.Txn, s); ok {
			p.FixedIPs = []state.FixedIP{{SubnetID: s.ID, Address: ip}}
			return nil
		}
	}
	if len(on) > 0 {
		return fault(409, "IpAddressGenerationFailure", "No more IP addresses available on network %s.", p.NetworkID)
	}
	return nil
}

type portView struct {
	standard
	ID           string              `json:"id"`
	Name         string              `json:"name"`
	NetworkID    string              `json:"network_id"`
	TenantID     string              `json:"tenant_id"`
	ProjectID    string              `json:"project_id"`
	MAC          string              `json:"mac_address"`
	AdminUp      bool                `json:"admin_state_up"`
	Status       string              `json:"status"`
	DeviceID     string              `json:"device_id"`
	DeviceOwner  string              `json:"device_owner"`
	FixedIPs     []addressView       `json:"fixed_ips"`
	Pairs        []state.AddressPair `json:"allowed_address_pairs"`
	DHCPOptions  []state.DHCPOption  `json:"extra_dhcp_opts"`
	Groups       []string            `json:"security_groups"`
	Description  string              `json:"description"`
	VNICType     string              `json:"binding:vnic_type"`
	Profile      map[string]any      `json:"binding:profile"`
	Host         string              `json:"binding:host_id"`
	VIFType      string              `json:"binding:vif_type"`
	VIFDetails   struct{}            `json:"binding:vif_details"`
	PortSecurity bool                `json:"port_security_enabled"`
}

type addressView struct {
	SubnetID string `json:"subnet_id"`
	Address  string `json:"ip_address"`
}

func viewPort(p *state.Port) *portView {
	v := &portView{
		ID: p.ID, Name: p.Name, NetworkID: p.NetworkID, TenantID: p.ProjectID, ProjectID: p.ProjectID, MAC: p.MAC, AdminUp: p.AdminUp,
		Status: p.Status, DeviceID: p.DeviceID, DeviceOwner: p.DeviceOwner, Groups: p.SecurityGroups, Host: p.Host,
		VNICType: cmp.Or(p.VNICType, "normal"), Profile: p.Profile, Description: p.Description, Pairs: p.Pairs, DHCPOptions: p.DHCPOptions,
		VIFType: "unbound", PortSecurity: !p.Open, standard: standard{stamps: stamped(p.Created, p.Updated)},
	}
	if v.Profile == nil {
		v.Profile = map[string]any{}
	}
	for _, ip := range p.FixedIPs {
		v.FixedIPs = append(v.FixedIPs, addressView(ip))
	}
	if p.Host != "" {
		v.VIFType = "ovs"
	}
	return v
}
