package metadata

import (
	"encoding/base64"
	"encoding/hex"
	"net/netip"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// domain is the domain of host names in guests.
const domain = ".novalocal"

// documents makes the documents, by name.
var documents = map[string]func(*pipeline.Exchange, release, *state.Server) *pipeline.Response{
	"meta_data.json": metaData,
	"user_data":      userData,
	"password": func(*pipeline.Exchange, release, *state.Server) *pipeline.Response {
		return rawAnswer("", "text/html; charset=UTF-8")
	},
	"vendor_data.json": func(*pipeline.Exchange, release, *state.Server) *pipeline.Response {
		return rawAnswer("{}", "application/json")
	},
	"vendor_data2.json": func(*pipeline.Exchange, release, *state.Server) *pipeline.Response {
		return rawAnswer(`{"static": {}}`, "application/json")
	},
	"network_data.json": networkData,
}

func rawAnswer(body, kind string) *pipeline.Response {
	return &pipeline.Response{Status: 200, Raw: []byte(body), ContentType: kind}
}

// metaData is meta_data.json; it has public_keys and keys only if the server has a key.
func metaData(x *pipeline.Exchange, at release, s *state.Server) *pipeline.Response {
	v := guest{ID: s.ID, Hostname: s.Hostname + domain, Name: s.Name, Index: s.LaunchIndex, Zone: s.Zone}
	if len(s.Metadata) > 0 {
		v.Meta = s.Metadata
	}
	if s.KeyName != nil {
		v.PublicKeys = map[string]string{*s.KeyName: s.KeyData}
		v.Keys = []key{{Name: *s.KeyName, Type: s.KeyType, Data: s.KeyData}}
	}
	if at >= "2013-04-04" {
		v.Seed = randomSeed(x)
	}
	if at >= "2015-10-15" {
		v.Project = s.ProjectID
	}
	if at >= "2016-06-30" {
		v.Devices = []string{}
	}
	if at >= "2020-10-14" {
		v.DedicatedCPUs = []int{}
	}
	return &pipeline.Response{Status: 200, Value: &v, ContentType: "application/json"}
}

// guest is the contents of meta_data.json; later releases have more fields.
type guest struct {
	ID            string            `json:"uuid"`
	Hostname      string            `json:"hostname"`
	Name          string            `json:"name"`
	Index         int               `json:"launch_index"`
	Zone          string            `json:"availability_zone"`
	Meta          map[string]string `json:"meta,omitzero"`
	PublicKeys    map[string]string `json:"public_keys,omitzero"`
	Keys          []key             `json:"keys,omitzero"`
	Seed          string            `json:"random_seed,omitzero"`
	Project       string            `json:"project_id,omitzero"`
	Devices       []string          `json:"devices,omitzero"`
	DedicatedCPUs []int             `json:"dedicated_cpus,omitzero"`
}

type key struct {
	Name string `json:"name"`
	Type string `json:"type"`
	Data string `json:"data"`
}

// seedBytes is the number of random bytes for a guest.
const seedBytes = 512

func randomSeed(x *pipeline.Exchange) string {
	var out []byte
	for len(out) < seedBytes {
		b, _ := hex.DecodeString(x.Env.IDs.Hex())
		out = append(out, b...)
	}
	return base64.StdEncoding.EncodeToString(out[:seedBytes])
}

// userData is the decoded user data; what cannot be decoded is answered unchanged.
func userData(_ *pipeline.Exchange, _ release, s *state.Server) *pipeline.Response {
	decoded, err := base64.StdEncoding.DecodeString(*s.UserData)
	if err != nil {
		return rawAnswer(*s.UserData, text)
	}
	return rawAnswer(string(decoded), text)
}

// networkData is network_data.json; {} for a server without ports.
func networkData(x *pipeline.Exchange, _ release, s *state.Server) *pipeline.Response {
	var v networking
	for _, id := range s.Ports {
		port := state.Ports.Get(x.Txn, id)
		if port == nil {
			continue
		}
		name := "tap" + port.ID[:11]
		v.Links = append(v.Links, link{ID: name, Port: port.ID, Type: "bridge", MTU: mtu(x, port.NetworkID), MAC: port.MAC})
		for _, ip := range port.FixedIPs {
			v.Networks = append(v.Networks, networkOf(x, len(v.Networks), name, port.NetworkID, ip))
		}
	}
	if len(v.Links) == 0 {
		return rawAnswer("{}", text)
	}
	return &pipeline.Response{Status: 200, ContentType: text, Value: &v}
}

// networking is the set-up of a server's ports.
type networking struct {
	Links    []link    `json:"links"`
	Networks []network `json:"networks"`
	Services []string  `json:"services"`
}

type link struct {
	ID   string `json:"id"`
	Port string `json:"vif_id"`
	Type string `json:"type"`
	MTU  int    `json:"mtu"`
	MAC  string `json:"ethernet_mac_address"`
}

type network struct {
	ID       string   `json:"id"`
	Type     string   `json:"type"`
	Link     string   `json:"link"`
	Address  string   `json:"ip_address"`
	Network  string   `json:"network_id"`
	Netmask  string   `json:"netmask,omitzero"`
	Routes   []route  `json:"routes"`
	Services []string `json:"services"`
}

type route struct {
	Network string `json:"network"`
	Netmask string `json:"netmask"`
	Gateway string `json:"gateway"`
}

func mtu(x *pipeline.Exchange, id string) int {
	if n := state.Networks.Get(x.Txn, id); n != nil && n.MTU > 0 {
		return n.MTU
	}
	return 1500
}

func networkOf(x *pipeline.Exchange, number int, link, id string, ip state.FixedIP) network {
	v := network{ID: "network" + string(rune('0'+number%10)), Type: "ipv4", Link: link, Address: ip.Address, Network: id}
	subnet := state.Subnets.Get(x.Txn, ip.SubnetID)
	if subnet == nil {
		return v
	}
	if prefix, err := netip.ParsePrefix(subnet.CIDR); err == nil && prefix.Addr().Is4() {
		v.Netmask = mask(prefix.Bits())
	}
	if subnet.Gateway != "" {
		v.Routes = []route{{Network: "0.0.0.0", Netmask: "0.0.0.0", Gateway: subnet.Gateway}}
	}
	return v
}

// mask writes an IPv4 prefix length as a netmask.
func mask(bits int) string {
	m := ^uint32(0) << (32 - bits)
	return netip.AddrFrom4([4]byte{byte(m >> 24), byte(m >> 16), byte(m >> 8), byte(m)}).String()
}
