package ports

import (
	"slices"

	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

const workDetach = "interfaces.detached"

// Operations holds the operations on the ports of servers: interface attachments, addresses, security groups.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Operations: map[string]pipeline.Operation{
			"interfaces.list": {Answer: listInterfaces},
			"interfaces.show": {Answer: showInterface},
			"interfaces.create": pipeline.OperationOf[attachment]{
				Blocks: oneWay,
				Steps: []pipeline.StepOf[attachment]{
					{Name: "find the network or port", Run: findNetwork},
					{Name: "attach it", Run: attach},
				},
				Answer: func(_ *pipeline.Exchange, w *attachment) (*pipeline.Response, *pipeline.Fault) {
					return pipeline.Answer(200, "interfaceAttachment", viewOf(w.port)), nil
				},
			}.Operation(),
			"interfaces.delete": {Steps: []pipeline.Step{{Name: "begin to detach", Run: detach}}, Answer: record.Accepted},
			"server-ips.list":   {Answer: listAddresses},
			"server-ips.show":   {Answer: showAddresses},
			"servers.add-fixed-ip": pipeline.OperationOf[addition]{
				Steps: []pipeline.StepOf[addition]{{Name: "add an address", Run: addFixedIP}}, Answer: record.AcceptedOf[addition],
			}.Operation(),
			"servers.remove-fixed-ip": pipeline.OperationOf[removal]{
				Steps: []pipeline.StepOf[removal]{{Name: "take an address away", Run: removeFixedIP}}, Answer: record.AcceptedOf[removal],
			}.Operation(),
			"server-security-groups.list": {Answer: listGroups},
			"servers.add-security-group": pipeline.OperationOf[joining]{
				Steps: []pipeline.StepOf[joining]{{Name: "add the group to its ports", Run: join}}, Answer: record.AcceptedOf[joining],
			}.Operation(),
			"servers.remove-security-group": pipeline.OperationOf[leaving]{
				Steps: []pipeline.StepOf[leaving]{{Name: "take the group from its ports", Run: leave}}, Answer: record.AcceptedOf[leaving],
			}.Operation(),
		},
		Async: map[string]pipeline.Async{
			workDetach: pipeline.AsyncOf[string]{Steps: []pipeline.StepOf[string]{{Name: "detach the port", Run: detached}}}.Async(),
		},
	}
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

func viewOf(port *state.Port) interfaceView {
	v := interfaceView{Network: port.NetworkID, Port: port.ID, MAC: port.MAC, State: port.Status, Tag: record.NonEmpty(port.Tag)}
	for _, ip := range port.FixedIPs {
		v.FixedIPs = append(v.FixedIPs, fixedIP{Subnet: ip.SubnetID, Address: ip.Address})
	}
	return v
}

// portsOf answers the ports of a server that exist.
func portsOf(x *pipeline.Exchange, s *state.Server) (out []*state.Port) {
	for _, id := range s.Ports {
		if port := state.Ports.Get(x.Txn, id); port != nil {
			out = append(out, port)
		}
	}
	return out
}

func listInterfaces(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	var out []interfaceView
	for _, port := range portsOf(x, record.Server(x)) {
		out = append(out, viewOf(port))
	}
	return pipeline.Answer(200, "interfaceAttachments", out), nil
}

func showInterface(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	s, id := record.Server(x), x.Params.Get("port_id")
	port := state.Ports.Get(x.Txn, id)
	switch {
	case port == nil || port.ProjectID != x.Caller.ProjectID && !x.Caller.Admin():
		return nil, unknownPort(id)
	case port.DeviceID != s.ID:
		return nil, pipeline.NotFound("Instance %s does not have a port with id %s", s.ID, id)
	}
	return pipeline.Answer(200, "interfaceAttachment", viewOf(port)), nil
}

func unknownPort(id string) *pipeline.Fault {
	return pipeline.NotFound("Port id %s could not be found.", id)
}

// attachment is a request to attach a port, or to create one on a network; and the port.
type attachment struct {
	Request struct {
		Network  string `json:"net_id"`
		Port     string `json:"port_id"`
		Tag      string `json:"tag"`
		FixedIPs []struct {
			Address string `json:"ip_address"`
		} `json:"fixed_ips"`
	} `body:"interfaceAttachment"`
	network string
	port    *state.Port
}

func (w *attachment) address() string {
	if len(w.Request.FixedIPs) == 0 {
		return ""
	}
	return w.Request.FixedIPs[0].Address
}

// oneWay refuses a request with both a network and a port, and an address without a network.
func oneWay(_ *pipeline.Exchange, w *attachment) *pipeline.Fault {
	switch {
	case w.Request.Network != "" && w.Request.Port != "":
		return pipeline.BadRequest("Must not input both network_id and port_id")
	case w.address() != "" && w.Request.Network == "":
		return pipeline.BadRequest("Must input network_id when request IP address")
	}
	return nil
}

// findNetwork finds the port to attach, or the network to create one on: the requested network, or the only one that the project has.
func findNetwork(x *pipeline.Exchange, w *attachment) *pipeline.Fault {
	if id := w.Request.Port; id != "" {
		w.port = state.Ports.Get(x.Txn, id)
		switch {
		case w.port == nil || w.port.ProjectID != x.Caller.ProjectID && !x.Caller.Admin():
			return unknownPort(id)
		case w.port.DeviceID != "":
			return pipeline.Conflict("Port %s is still in use.", id)
		}
		return nil
	}
	var usable []string
	for n := range state.Networks.All(x.Txn) {
		mine := n.ProjectID == x.Caller.ProjectID || n.Shared
		switch {
		case w.Request.Network == n.ID && (mine || x.Caller.Admin()):
			w.network = n.ID
			return nil
		case mine && !n.External:
			usable = append(usable, n.ID)
		}
	}
	switch {
	case w.Request.Network != "":
		return record.UnexpectedFault("oslo_messaging.rpc.client.RemoteError") // a real Zed answers so
	case len(usable) > 1:
		return pipeline.BadRequest("Multiple possible networks found, use a Network ID to be more specific.")
	case len(usable) == 0:
		return pipeline.BadRequest("No specific network was requested and none are available for project '%s'.", x.Caller.ProjectID)
	}
	w.network = usable[0]
	return nil
}

// defaultGroup is the security group that every project has: an interface on a network is in no other, whatever the server's other
// ports are in.
const defaultGroup = "default"

func attach(x *pipeline.Exchange, w *attachment) *pipeline.Fault {
	s := record.Server(x)
	port := w.port
	if port == nil {
		if a := w.address(); a != "" && state.Ports.FirstByKey(x.Txn, "address", state.AddressKey(w.network, a)) != nil {
			return pipeline.Conflict("Fixed IP address %s is already in use on instance %s.", a, s.ID)
		}
		made, fault := portFor(x, s, Nic{Network: w.network, FixedIP: w.address(), Tag: w.Request.Tag}, []string{defaultGroup})
		if fault != nil {
			return pipeline.BadRequest("%s", fault.Message)
		}
		port = made
	} else {
		given := *port
		given.Given, given.Tag = true, w.Request.Tag
		port = &given
	}
	port.DeviceID, port.DeviceOwner, port.Host, port.Status, port.Updated = s.ID, "compute:"+s.Zone, s.Host, "ACTIVE", x.Now()
	state.Ports.Insert(x.Txn, port)
	w.port = port
	record.ActionBegan(x, s.ID, "attach_interface")
	record.Notify(x, s, "interface_attach.start")
	s = record.Change(x, func(s *state.Server) { s.Ports = append(slices.Clone(s.Ports), port.ID) })
	record.EventEnded(x, s.ID, "compute_attach_interface", s.Host, record.Succeeded)
	record.Notify(x, s, "interface_attach.end")
	return nil
}

func detach(x *pipeline.Exchange) *pipeline.Fault {
	s, id := record.Server(x), x.Params.Get("port_id")
	record.ActionBegan(x, s.ID, "detach_interface")
	x.Schedule(workDetach, s.ID, id, id)
	return nil
}

func detached(x *pipeline.Exchange, id *string) *pipeline.Fault {
	s := record.Server(x)
	if s == nil {
		return nil
	}
	if !slices.Contains(s.Ports, *id) {
		record.EventEnded(x, s.ID, "compute_detach_interface", s.Host, record.Failed)
		return nil
	}
	record.Notify(x, s, "interface_detach.start")
	one := *s
	one.Ports = []string{*id}
	ReleasePorts(x, &one)
	s = record.Change(x, func(s *state.Server) {
		s.Ports = slices.DeleteFunc(slices.Clone(s.Ports), func(port string) bool { return port == *id })
	})
	record.EventEnded(x, s.ID, "compute_detach_interface", s.Host, record.Succeeded)
	record.Notify(x, s, "interface_detach.end")
	return nil
}
