package ports

import (
	"slices"

	"plumbline/internal/mockcloud/addresses"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

func listAddresses(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "addresses", Addresses(x.Txn, record.Server(x))), nil
}

func showAddresses(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	label := x.Params.Get("label")
	all, there := Addresses(x.Txn, record.Server(x))[label]
	if !there {
		return nil, pipeline.NotFound("Instance is not a member of specified network")
	}
	return pipeline.Answer(200, label, all), nil
}

// addition and removal are requests to add and remove an address of a server (up to 2.43).
type (
	addition struct {
		Request struct {
			Network string `json:"networkId"`
		} `body:"addFixedIp"`
	}
	removal struct {
		Request struct {
			Address string `json:"address"`
		} `body:"removeFixedIp"`
	}
)

// addFixedIP gives the server's first port on a network one more address there.
func addFixedIP(x *pipeline.Exchange, w *addition) *pipeline.Fault {
	s := record.Server(x)
	for _, port := range portsOf(x, s) {
		if port.NetworkID != w.Request.Network {
			continue
		}
		subnets := state.Subnets.List(x.Txn, "network", port.NetworkID)
		more, ok := Allocate(subnets, isFreeAddress(x, port.NetworkID),
			func(subnet string) int64 { return x.Txn.Next("addresses of " + subnet) }, "")
		if !ok || len(more) == 0 {
			return pipeline.BadRequest("No fixed IP addresses available for network: %s", w.Request.Network)
		}
		changed := *port
		changed.FixedIPs = append(slices.Clone(port.FixedIPs), more...)
		addresses.Sort(changed.FixedIPs)
		state.Ports.Insert(x.Txn, &changed)
		recordAction(x, s, "addFixedIp", "compute_add_fixed_ip_to_instance")
		return nil
	}
	return pipeline.BadRequest("Network could not be found for instance %s.", s.ID)
}

// removeFixedIP removes an address from the port that has it. If no port has it, only the server's action shows the failure.
func removeFixedIP(x *pipeline.Exchange, w *removal) *pipeline.Fault {
	s := record.Server(x)
	const event = "compute_remove_fixed_ip_from_instance"
	for _, port := range portsOf(x, s) {
		at := slices.IndexFunc(port.FixedIPs, func(ip state.FixedIP) bool { return ip.Address == w.Request.Address })
		if at < 0 {
			continue
		}
		changed := *port
		changed.FixedIPs = slices.Delete(slices.Clone(port.FixedIPs), at, at+1)
		state.Ports.Insert(x.Txn, &changed)
		recordAction(x, s, "removeFixedIp", event)
		return nil
	}
	record.ActionBegan(x, s.ID, "removeFixedIp")
	record.EventEnded(x, s.ID, event, s.Host, record.Failed)
	return nil
}

// recordAction records an action that ends with its request.
func recordAction(x *pipeline.Exchange, s *state.Server, action, event string) {
	record.ActionBegan(x, s.ID, action)
	record.EventEnded(x, s.ID, event, s.Host, record.Succeeded)
	record.Change(x, func(*state.Server) {})
}
