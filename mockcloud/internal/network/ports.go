package network

import (
	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/collection"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/internal/state"
)

// portRequest is the object under "port".
type portRequest struct {
	owned
	Name         body.Opt[string] `json:"name"`
	Description  body.Opt[string] `json:"description"`
	NetworkID    id               `json:"network_id" attribute:"required,fixed"`
	AdminUp      body.Opt[flag]   `json:"admin_state_up"`
	DeviceID     body.Opt[string] `json:"device_id"`
	DeviceOwner  body.Opt[string] `json:"device_owner"`
	MAC          body.Opt[string] `json:"mac_address"`
	FixedIPs     []wantedAddress  `json:"fixed_ips"`
	Groups       body.Opt[texts]  `json:"security_groups"`
	PortSecurity body.Opt[flag]   `json:"port_security_enabled"`
	Pairs        anything         `json:"allowed_address_pairs"`
	DHCPOptions  anything         `json:"extra_dhcp_opts"`
	Host         body.Opt[string] `json:"binding:host_id"`
	VNICType     body.Opt[string] `json:"binding:vnic_type"`
	Profile      anything         `json:"binding:profile"`
	DNSName      body.Opt[string] `json:"dns_name"`
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
		return nil
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
	r.set(p)
	return p, nil
}

func (r *portRequest) set(p *state.Port) {
	r.Name.Set(&p.Name)
	r.DeviceID.Set(&p.DeviceID)
	r.DeviceOwner.Set(&p.DeviceOwner)
	r.MAC.Set(&p.MAC)
	r.Host.Set(&p.Host)
	p.AdminUp = bool(r.AdminUp.Or(flag(p.AdminUp)))
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
	ID           string        `json:"id"`
	Name         string        `json:"name"`
	NetworkID    string        `json:"network_id"`
	TenantID     string        `json:"tenant_id"`
	ProjectID    string        `json:"project_id"`
	MAC          string        `json:"mac_address"`
	AdminUp      bool          `json:"admin_state_up"`
	Status       string        `json:"status"`
	DeviceID     string        `json:"device_id"`
	DeviceOwner  string        `json:"device_owner"`
	FixedIPs     []addressView `json:"fixed_ips"`
	Pairs        []string      `json:"allowed_address_pairs"`
	DHCPOptions  []string      `json:"extra_dhcp_opts"`
	Groups       []string      `json:"security_groups"`
	Description  string        `json:"description"`
	VNICType     string        `json:"binding:vnic_type"`
	Profile      struct{}      `json:"binding:profile"`
	Host         string        `json:"binding:host_id"`
	VIFType      string        `json:"binding:vif_type"`
	VIFDetails   struct{}      `json:"binding:vif_details"`
	PortSecurity bool          `json:"port_security_enabled"`
}

type addressView struct {
	SubnetID string `json:"subnet_id"`
	Address  string `json:"ip_address"`
}

func viewPort(p *state.Port) *portView {
	v := &portView{
		ID: p.ID, Name: p.Name, NetworkID: p.NetworkID, TenantID: p.ProjectID, ProjectID: p.ProjectID, MAC: p.MAC, AdminUp: p.AdminUp,
		Status: p.Status, DeviceID: p.DeviceID, DeviceOwner: p.DeviceOwner, Groups: p.SecurityGroups, VNICType: "normal", Host: p.Host,
		VIFType: "unbound", PortSecurity: true, standard: standard{stamps: stamped(p.Created, p.Updated)},
	}
	for _, ip := range p.FixedIPs {
		v.FixedIPs = append(v.FixedIPs, addressView(ip))
	}
	if p.Host != "" {
		v.VIFType = "ovs"
	}
	return v
}
