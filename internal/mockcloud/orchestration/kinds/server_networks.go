package kinds

import (
	"fmt"
	"maps"
	"slices"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/interfaces"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// serverNetwork is one network of a server, in a template.
type serverNetwork struct {
	Allocate string `json:"allocate_network"`
	Port     text   `json:"port"`
	Network  text   `json:"network"`
	Subnet   text   `json:"subnet"`
	FixedIP  text   `json:"fixed_ip"`
	Tag      string `json:"tag"`
	// FloatingIP is the id of an address that leads to the port, Extra are properties of a port that is made for a subnet.
	FloatingIP text        `json:"floating_ip"`
	Extra      kind.Values `json:"port_extra_properties"`
	// given is the network as it is in the template.
	given any
}

// ReadBody implements body.Reader.
func (n *serverNetwork) ReadBody(v any) {
	type plain serverNetwork
	*n = serverNetwork(body.As[plain](v))
	n.given = v
}

// networksOf converts a template's networks to those of compute's API, nil for none, and answers the microversion that they need.
func networksOf(t *kind.Task, networks []serverNetwork) (any, openapi.Version, *kind.Failure) {
	var nics []nic
	at := knownVersion(t.Env, beforeThat)
	for i, n := range networks {
		if n.Tag != "" {
			at = knownVersion(t.Env, withNetworkTags)
		}
		if n.Allocate != "" {
			return n.Allocate, withoutNetworks, nil
		}
		port, why := portOf(t, n, i)
		if why != nil {
			return nil, at, why
		}
		if port != "" {
			if why := leadTo(t, n, port); why != nil {
				return nil, at, why
			}
			nics = append(nics, nic{Port: &port, Tag: n.Tag})
			continue
		}
		nics = append(nics, nic{FixedIP: n.FixedIP.Pointer(), UUID: networkID(t, n), Tag: n.Tag})
	}
	if nics == nil {
		return nil, at, nil
	}
	return nics, at, nil
}

// withNetworkTags is the microversion in which the networks of a new server have tags.
var withNetworkTags = openapi.MustVersion("2.42")

// leadTo leads the floating IP of a network, if it has one, to the server's port.
func leadTo(t *kind.Task, n serverNetwork, port string) *kind.Failure {
	id := n.FloatingIP.Pointer()
	if id == nil {
		return nil
	}
	way := kind.Values{"port_id": port}
	if ip := n.FixedIP.Pointer(); ip != nil {
		way["fixed_ip_address"] = *ip
	}
	reply := t.Call(pipeline.Call{
		Service: openapi.Network, Method: "PUT", Path: "/floatingips/" + *id, Body: kind.Values{"floatingip": way},
	})
	if !reply.OK() {
		return remote.Failed(openapi.Network, reply)
	}
	return nil
}

// networkID is the id of the network that is given by id or name.
func networkID(t *kind.Task, n serverNetwork) string {
	id, _ := t.Types.Finders["neutron.network"](t.Exchange, n.Network.String())
	return id
}

// portOf is the port of a server on a network: the one that the template names, or a new one where it names a subnet; else "".
func portOf(t *kind.Task, n serverNetwork, place int) (string, *kind.Failure) {
	if port := n.Port.Pointer(); port != nil {
		return *port, nil
	}
	if n.Subnet.Pointer() == nil {
		return "", nil
	}
	id, wrong := t.Types.Finders["neutron.subnet"](t.Exchange, n.Subnet.String())
	if wrong != "" {
		return "", kind.Failf("NotFound", "%s", wrong)
	}
	fixed := kind.Values{"subnet_id": id}
	if ip := n.FixedIP.Pointer(); ip != nil {
		fixed["ip_address"] = *ip
	}
	port := kind.Values{
		"name": fmt.Sprintf("%s-port-%d", t.Resource.Name, place), "fixed_ips": []kind.Values{fixed},
		"network_id": state.Subnets.Get(t.Txn, id).NetworkID,
	}
	if groups := groupsOf(t); groups != nil {
		port["security_groups"] = groups
	}
	for key, value := range kind.WithoutNulls(n.Extra) {
		if key != "value_specs" {
			port[key] = value
		}
	}
	maps.Copy(port, body.As[kind.Values](n.Extra["value_specs"]))
	reply := t.Call(pipeline.Call{Service: openapi.Network, Method: "POST", Path: "/ports", Body: kind.Values{"port": port}})
	if !reply.OK() {
		return "", remote.Failed(openapi.Network, reply)
	}
	t.Resource.Data = record.WithKey(t.Resource.Data, "ports", append(body.As[[]any](t.Resource.Data["ports"]), reply.Text("port", "id")))
	return reply.Text("port", "id"), nil
}

// groupsOf are the ids of the server's security groups, which the ports have that are made for it; nil for none.
func groupsOf(t *kind.Task) (ids []string) {
	for _, g := range decodeProperties[serverProperties](t.Resource.Properties).SecurityGroups {
		if id, wrong := t.Types.Finders["neutron.security_group"](t.Exchange, g.String()); wrong == "" {
			ids = append(ids, id)
		}
	}
	return ids
}

// changeNetworks plans to detach the ports of networks that are not wanted any more, and to attach the others. What has been made for a
// server that goes is deleted at once, what is needed for a new one made.
func changeNetworks(t *kind.Task) *kind.Failure {
	before := decodeProperties[objects[serverNetwork]](t.Before["networks"])
	after := decodeProperties[objects[serverNetwork]](t.Resource.Properties["networks"])
	if len(before) == 0 && len(after) == 0 {
		return nil
	}
	there := interfacesOf(t)
	gone, added := interfaces.Compare(withIDs(t, before), withIDs(t, after), there)
	all := len(before) == 0 || allocated(before) || allocated(after)
	for _, g := range gone {
		if !all {
			dropNetwork(t, before[g.Place], g.Port)
		}
	}
	if all {
		gone = nil
		for _, i := range there {
			gone = append(gone, interfaces.Gone{Port: i.Port})
		}
	}
	for _, g := range gone {
		if g.Port != "" {
			planChange(t, kind.Values{"detach": g.Port})
		}
	}
	if len(after) == 0 {
		planChange(t, kind.Values{"attach": kind.Values{}})
	}
	for place, n := range added {
		if allocated(after) {
			return allocate(t, after[n].Allocate)
		}
		request, why := interfaceOf(t, after[n], place)
		if why != nil {
			return why
		}
		planChange(t, kind.Values{"attach": request})
	}
	return nil
}

// allocated tells whether networks are a word: how to allocate them.
func allocated(networks []serverNetwork) bool { return len(networks) > 0 && networks[0].Allocate != "" }

// allocate plans to attach the only network that the project has, or the one that is made for it, unless it wants none.
func allocate(t *kind.Task, how string) *kind.Failure {
	if how == "none" {
		return nil
	}
	var usable []string
	for n := range state.Networks.All(t.Txn) {
		if n.Shared || n.ProjectID == t.Stack.ProjectID && n.AdminUp {
			usable = append(usable, n.ID)
		}
	}
	if len(usable) == 0 {
		reply := t.Call(pipeline.Call{Service: openapi.Network, Method: "GET", Path: "/auto-allocated-topology/" + t.Stack.ProjectID})
		if !reply.OK() {
			return remote.Failed(openapi.Network, reply)
		}
		usable = []string{reply.Text("auto_allocated_topology", "id")}
	}
	if len(usable) > 1 {
		return kind.Failf("UnableToAutoAllocateNetwork", "Unable to automatically allocate a network: Multiple possible networks found.")
	}
	planChange(t, kind.Values{"attach": kind.Values{"net_id": usable[0]}})
	return nil
}

func planChange(t *kind.Task, change any) {
	t.Resource.Data["to change"] = append(body.As[[]any](t.Resource.Data["to change"]), change)
}

// dropNetwork gives up what a network of a template has beside an interface: the port that was made for it, and the way of its address.
func dropNetwork(t *kind.Task, n serverNetwork, port string) {
	forgetPort(t, port)
	if id := n.FloatingIP.Pointer(); id != nil {
		t.Call(pipeline.Call{
			Service: openapi.Network, Method: "PUT", Path: "/floatingips/" + *id,
			Body: kind.Values{"floatingip": kind.Values{"port_id": nil}},
		})
	}
}

// interfacesOf are the interfaces that the server has.
func interfacesOf(t *kind.Task) (all []interfaces.Interface) {
	reply := onServer(t, "GET", "/os-interface", nil)
	for _, one := range body.As[[]struct {
		Network string `json:"net_id"`
		Port    string `json:"port_id"`
		Fixed   []struct {
			Subnet  string `json:"subnet_id"`
			Address string `json:"ip_address"`
		} `json:"fixed_ips"`
	}](reply.Get("interfaceAttachments")) {
		i := interfaces.Interface{Port: one.Port, Network: one.Network}
		if len(one.Fixed) > 0 {
			i.Subnet, i.Address = one.Fixed[0].Subnet, one.Fixed[0].Address
		}
		all = append(all, i)
	}
	return all
}

// withIDs are networks of a template with ids.
func withIDs(t *kind.Task, networks []serverNetwork) (all []interfaces.Network) {
	id := func(finder string, name text) string {
		given, _ := name.Get()
		if found, wrong := t.Types.Finders[finder](t.Exchange, given); given != "" && wrong == "" {
			return found
		}
		return given
	}
	for _, n := range networks {
		one := interfaces.Network{Interface: interfaces.Interface{
			Port: id("neutron.port", n.Port), Network: id("neutron.network", n.Network), Subnet: id("neutron.subnet", n.Subnet),
		}, Rest: hot.JSON([]any{n.Allocate, n.Tag, n.FloatingIP.value, n.Extra})}
		one.Address, _ = n.FixedIP.Get()
		all = append(all, one)
	}
	return all
}

// interfaceOf is the request that attaches a network to a server.
func interfaceOf(t *kind.Task, n serverNetwork, place int) (kind.Values, *kind.Failure) {
	port, why := portOf(t, n, place)
	if why == nil && port != "" {
		why = leadTo(t, n, port)
	}
	if why != nil || port != "" {
		return kind.Values{"port_id": port}, why
	}
	request := kind.Values{"net_id": networkID(t, n)}
	if ip := n.FixedIP.Pointer(); ip != nil {
		request["fixed_ips"] = []kind.Values{{"ip_address": *ip}}
	}
	return request, nil
}

// changeInterface begins a change of the server's interfaces.
func changeInterface(t *kind.Task, change kind.Values) *kind.Failure {
	if port, given := change["detach"]; given {
		t.Resource.Data["detaching"] = port
		if reply := onServer(t, "DELETE", "/os-interface/"+hot.Text(port), nil); !reply.OK() && reply.Status != 404 {
			return remote.Refused(remote.ErrorName(reply.Status), reply)
		}
		return nil
	}
	reply := onServer(t, "POST", "/os-interface", kind.Values{"interfaceAttachment": change["attach"]})
	if !reply.OK() {
		return remote.Refused(remote.ErrorName(reply.Status), reply)
	}
	groups := groupsOf(t)
	if port := reply.Text("interfaceAttachment", "port_id"); groups != nil && body.As[kind.Values](change["attach"])["port_id"] == nil {
		t.Call(pipeline.Call{
			Service: openapi.Network, Method: "PUT", Path: "/ports/" + port,
			Body: kind.Values{"port": kind.Values{"security_groups": groups}},
		})
	}
	return nil
}

// forgetPort deletes a port that was made for the server, if it is one.
func forgetPort(t *kind.Task, id string) {
	left := slices.Clone(body.As[[]any](t.Resource.Data["ports"]))
	at := slices.Index(left, any(id))
	if at < 0 {
		return
	}
	t.Call(pipeline.Call{Service: openapi.Network, Method: "DELETE", Path: "/ports/" + id})
	t.Resource.Data["ports"] = slices.Delete(left, at, at+1)
}

// deletePorts deletes the ports that were made for a server.
func deletePorts(t *kind.Task) {
	for _, id := range body.As[[]any](t.Resource.Data["ports"]) {
		t.Call(pipeline.Call{Service: openapi.Network, Method: "DELETE", Path: "/ports/" + hot.Text(id)})
	}
}

// subnetsOfServer are the subnets that a server comes after: those of its networks, and all where it names a port only.
func subnetsOfServer(name string, all kind.Planned) (out []string) {
	for _, other := range all.OfType("OS::Neutron::Subnet") {
		network := all.Properties(other)["network"]
		for _, n := range body.As[[]kind.Values](all.Properties(name)["networks"]) {
			own := n["network"]
			if own == nil {
				own = n["uuid"]
			}
			if own == nil || network == nil || own == network {
				out = append(out, other)
				break
			}
		}
	}
	return out
}
