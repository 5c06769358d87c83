package metadata

import (
	"encoding/base64"
	"encoding/hex"
	"net/netip"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// domain is what host names end with in the guest.
const domain = ".novalocal"

// documents make what is read, by name.
var documents = map[string]func(*pipeline.Exchange, release, *state.Server) *pipeline.Response{
	"meta_data.json": metaData,
	"user_data":      userData,
	"password": func(*pipeline.Exchange, release, *state.Server) *pipeline.Response {
		return raw("", "text/html; charset=UTF-8")
	},
	"vendor_data.json": func(*pipeline.Exchange, release, *state.Server) *pipeline.Response {
		return raw("{}", "application/json")
	},
	"vendor_data2.json": func(*pipeline.Exchange, release, *state.Server) *pipeline.Response {
		return raw(`{"static": {}}`, "application/json")
	},
	"network_data.json": networkData,
}

func raw(body, kind string) *pipeline.Response {
	return &pipeline.Response{Status: 200, Raw: []byte(body), ContentType: kind}
}

// metaData has public_keys and keys only while the server has a key.
func metaData(x *pipeline.Exchange, at release, s *state.Server) *pipeline.Response {
	v := map[string]any{
		"uuid": s.ID, "hostname": s.Hostname + domain, "name": s.Name, "launch_index": s.LaunchIndex, "availability_zone": s.Zone,
	}
	if len(s.Metadata) > 0 {
		v["meta"] = s.Metadata
	}
	if s.KeyName != nil {
		v["public_keys"] = map[string]any{*s.KeyName: s.KeyData}
		v["keys"] = []any{map[string]any{"name": *s.KeyName, "type": s.KeyType, "data": s.KeyData}}
	}
	for _, f := range []struct {
		name  string
		since release
		value func() any
	}{
		{"random_seed", "2013-04-04", func() any { return randomSeed(x) }},
		{"project_id", "2015-10-15", func() any { return s.ProjectID }},
		{"devices", "2016-06-30", func() any { return []any{} }},
		{"dedicated_cpus", "2020-10-14", func() any { return []any{} }},
	} {
		if at >= f.since {
			v[f.name] = f.value()
		}
	}
	return &pipeline.Response{Status: 200, Value: v, ContentType: "application/json"}
}

// seedBytes is how much randomness a guest gets.
const seedBytes = 512

func randomSeed(x *pipeline.Exchange) string {
	var out []byte
	for len(out) < seedBytes {
		b, _ := hex.DecodeString(x.Env.IDs.Hex())
		out = append(out, b...)
	}
	return base64.StdEncoding.EncodeToString(out[:seedBytes])
}

// userData is told decoded; what cannot be decoded is told as it is.
func userData(_ *pipeline.Exchange, _ release, s *state.Server) *pipeline.Response {
	decoded, err := base64.StdEncoding.DecodeString(*s.UserData)
	if err != nil {
		return raw(*s.UserData, text)
	}
	return raw(string(decoded), text)
}

// networkData is {} without ports.
func networkData(x *pipeline.Exchange, _ release, s *state.Server) *pipeline.Response {
	links, networks := []any{}, []any{}
	for _, id := range s.Ports {
		port := state.Ports.Get(x.Txn, id)
		if port == nil {
			continue
		}
		name := "tap" + port.ID[:11]
		links = append(links, map[string]any{
			"id": name, "vif_id": port.ID, "type": "bridge", "mtu": mtu(x, port.NetworkID), "ethernet_mac_address": port.MAC,
		})
		for _, ip := range port.FixedIPs {
			networks = append(networks, network(x, len(networks), name, port.NetworkID, ip))
		}
	}
	if len(links) == 0 {
		return raw("{}", text)
	}
	return &pipeline.Response{Status: 200, ContentType: text, Value: map[string]any{"links": links, "networks": networks, "services": []any{}}}
}

func mtu(x *pipeline.Exchange, id string) int {
	if n := state.Networks.Get(x.Txn, id); n != nil && n.MTU > 0 {
		return n.MTU
	}
	return 1500
}

func network(x *pipeline.Exchange, number int, link, id string, ip state.FixedIP) map[string]any {
	v := map[string]any{
		"id": "network" + string(rune('0'+number%10)), "type": "ipv4", "link": link, "ip_address": ip.Address,
		"network_id": id, "routes": []any{}, "services": []any{},
	}
	subnet := state.Subnets.Get(x.Txn, ip.SubnetID)
	if subnet == nil {
		return v
	}
	if prefix, err := netip.ParsePrefix(subnet.CIDR); err == nil && prefix.Addr().Is4() {
		v["netmask"] = mask(prefix.Bits())
	}
	if subnet.Gateway != "" {
		v["routes"] = []any{map[string]any{"network": "0.0.0.0", "netmask": "0.0.0.0", "gateway": subnet.Gateway}}
	}
	return v
}

// mask writes a prefix length of IPv4 as a mask.
func mask(bits int) string {
	m := ^uint32(0) << (32 - bits)
	return netip.AddrFrom4([4]byte{byte(m >> 24), byte(m >> 16), byte(m >> 8), byte(m)}).String()
}
