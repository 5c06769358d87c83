package ports

import (
	"plumbline/mockcloud/internal/compute/record"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// Address is an address of a server.
type Address struct {
	Address string `json:"addr"`
	Version int    `json:"version"`
	Type    string `json:"OS-EXT-IPS:type"`
	MAC     string `json:"OS-EXT-IPS-MAC:mac_addr"`
}

// Addresses are the addresses of the server's ports by the name of their network.
func Addresses(x *pipeline.Exchange, s *state.Server) map[string][]Address {
	out := map[string][]Address{}
	for _, id := range s.Ports {
		port := state.Ports.Get(x.Txn, id)
		if port == nil {
			continue
		}
		name := ""
		if n := state.Networks.Get(x.Txn, port.NetworkID); n != nil {
			name = n.Name
		}
		for _, ip := range port.FixedIPs {
			out[name] = append(out[name], Address{Address: ip.Address, Version: record.IPVersion(ip.Address), Type: "fixed", MAC: port.MAC})
		}
	}
	return out
}

// Room is the ports of servers as interface attachments.
func Room() pipeline.Room {
	return pipeline.Room{Operations: operations()}
}

func operations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{"interfaces.list": {Answer: listInterfaces}}
}

// fixedIP is an address of an interface.
type fixedIP struct {
	Subnet  string `json:"subnet_id"`
	Address string `json:"ip_address"`
}

// interfaceView is a port of a server.
type interfaceView struct {
	Network  string    `json:"net_id"`
	Port     string    `json:"port_id"`
	MAC      string    `json:"mac_addr"`
	State    string    `json:"port_state"`
	FixedIPs []fixedIP `json:"fixed_ips"`
	Tag      *string   `json:"tag"`
}

func listInterfaces(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	var out []interfaceView
	for _, id := range record.Server(x).Ports {
		port := state.Ports.Get(x.Txn, id)
		if port == nil {
			continue
		}
		v := interfaceView{Network: port.NetworkID, Port: port.ID, MAC: port.MAC, State: port.Status, Tag: record.NonEmpty(port.Tag)}
		for _, ip := range port.FixedIPs {
			v.FixedIPs = append(v.FixedIPs, fixedIP{Subnet: ip.SubnetID, Address: ip.Address})
		}
		out = append(out, v)
	}
	return pipeline.Answer(200, "interfaceAttachments", out), nil
}
