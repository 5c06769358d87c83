package proxies

import (
	"net/http"
	"net/netip"
	"net/url"

	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// defaultPool is the network that addresses come from when a request names none: default_floating_pool of a fresh Nova.
const defaultPool = "nova"

// floating is a floating IP as the network service answers it.
type floating struct {
	ID      string  `json:"id"`
	Address string  `json:"floating_ip_address"`
	Fixed   *string `json:"fixed_ip_address"`
	Network string  `json:"floating_network_id"`
	PortID  *string `json:"port_id"`
	Port    *struct {
		Device string `json:"device_id"`
	} `json:"port_details"`
}

type floatingView struct {
	ID      string  `json:"id"`
	Address string  `json:"ip"`
	Pool    string  `json:"pool"`
	Fixed   *string `json:"fixed_ip"`
	Server  *string `json:"instance_id"`
}

// allocation holds the values that the steps of floating-ips.create share, association those of an address of a server.
type (
	allocation struct {
		Request struct {
			Pool *string `json:"pool"`
		} `body:""`
		made floating
	}
	association struct {
		Add struct {
			Address string  `json:"address"`
			Fixed   *string `json:"fixed_address"`
		} `body:"addFloatingIp"`
	}
	dissociation struct {
		Remove struct {
			Address string `json:"address"`
		} `body:"removeFloatingIp"`
		address floating
		// server is the one that has the address, nil for none.
		server *state.Server
	}
)

func floatingOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"floating-ips.list": {Answer: listFloating},
		"floating-ips.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			ip, f := findFloating(x)
			if f != nil {
				return nil, f
			}
			return pipeline.Answer(200, "floating_ip", ip.view(x)), nil
		}},
		"floating-ips.create": pipeline.OperationOf[allocation]{
			Steps: []pipeline.StepOf[allocation]{{Name: "allocate an address", Run: allocate}},
			Answer: func(x *pipeline.Exchange, w *allocation) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "floating_ip", w.made.view(x)), nil
			},
		}.Operation(),
		"floating-ips.delete": {
			Steps: []pipeline.Step{{Name: "give the address back", Run: release}}, Answer: record.Accepted,
		},
		"servers.add-floating-ip": pipeline.OperationOf[association]{
			Steps: []pipeline.StepOf[association]{{Name: "associate the address", Run: associate}}, Answer: record.AcceptedOf[association],
		}.Operation(),
		"servers.remove-floating-ip": pipeline.OperationOf[dissociation]{
			Policy: mayDissociate,
			Steps:  []pipeline.StepOf[dissociation]{{Name: "dissociate the address", Run: dissociate}}, Answer: record.AcceptedOf[dissociation],
		}.Operation(),
	}
}

func (ip *floating) view(x *pipeline.Exchange) floatingView {
	v := floatingView{ID: ip.ID, Address: ip.Address, Fixed: ip.Fixed}
	if n, f := networkByID(x, ip.Network); f == nil {
		v.Pool = n.label()
	}
	if ip.Port != nil {
		v.Server = &ip.Port.Device
	}
	return v
}

func listFloating(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	found, f := floatingWhere(x, "tenant_id", x.Caller.ProjectID)
	if f != nil {
		return nil, unexpected(f)
	}
	out := []floatingView{}
	for _, ip := range found {
		out = append(out, ip.view(x))
	}
	return pipeline.Answer(200, "floating_ips", out), nil
}

func floatingWhere(x *pipeline.Exchange, key, value string) ([]floating, *pipeline.Fault) {
	var found struct {
		All []floating `json:"floatingips"`
	}
	f := get(x, openapi.Network, "/floatingips?"+url.Values{key: {value}}.Encode(), &found)
	return found.All, f
}

// findFloating asks the network service for the floating IP of the path.
func findFloating(x *pipeline.Exchange) (floating, *pipeline.Fault) {
	var found struct {
		One floating `json:"floatingip"`
	}
	id := x.Params.Get("floating_ip_id")
	if f := get(x, openapi.Network, "/floatingips/"+url.PathEscape(id), &found); f != nil {
		return found.One, pipeline.NotFound("Floating IP not found for ID %s", id)
	}
	return found.One, nil
}

func allocate(x *pipeline.Exchange, w *allocation) *pipeline.Fault {
	wanted, of := defaultPool, "."
	if p := w.Request.Pool; p != nil && *p != "" {
		wanted, of = *p, " in pool "+*p+"."
	}
	key := "name"
	if isUUID(wanted) {
		key = "id"
	}
	pools, f := networksWhere(x, url.Values{"router:external": {"True"}, key: {wanted}}.Encode())
	switch {
	case f != nil:
		return unexpected(f)
	case len(pools) == 0:
		return pipeline.NotFound("Floating IP pool not found.")
	case len(pools) > 1:
		return record.UnexpectedFault("nova.exception.NovaException")
	}
	r := ask(x, openapi.Network, http.MethodPost, "/floatingips",
		map[string]map[string]string{"floatingip": {"floating_network_id": pools[0].ID}})
	switch {
	case r.OK():
		w.made = read[floating](r, "floatingip")
		return nil
	case r.Status == http.StatusBadRequest:
		return pipeline.BadRequest("%s", networkText(x, r.Fault))
	case r.Fault.Name == "OverQuota":
		return pipeline.Forbidden("IP allocation over quota%s", of)
	case r.Fault.Name == "IpAddressGenerationFailure", r.Fault.Name == "ExternalIpAddressExhausted":
		if of == "." {
			of = " available."
		}
		return pipeline.NotFound("No more floating IPs%s", of)
	}
	return unexpected(r.Fault)
}

func release(x *pipeline.Exchange) *pipeline.Fault {
	ip, f := findFloating(x)
	if f != nil {
		return f
	}
	if _, f := serverOf(x, ip); f != nil {
		return f
	}
	if r := ask(x, openapi.Network, http.MethodDelete, "/floatingips/"+ip.ID, nil); !r.OK() {
		return unexpected(r.Fault)
	}
	return nil
}

// serverOf is the server that a floating IP leads to, nil for none.
func serverOf(x *pipeline.Exchange, ip floating) (*state.Server, *pipeline.Fault) {
	if ip.Port == nil || ip.Port.Device == "" {
		return nil, nil
	}
	s := state.Servers.Get(x.Txn, ip.Port.Device)
	if s == nil || s.ProjectID != x.Caller.ProjectID && !x.Caller.Admin() {
		return nil, pipeline.NotFound("Instance %s could not be found.", ip.Port.Device)
	}
	return s, nil
}

// link is the port and the address that a floating IP is to lead to; null takes it away.
type link struct {
	PortID *string `json:"port_id"`
	Fixed  string  `json:"fixed_ip_address,omitzero"`
}

func connect(x *pipeline.Exchange, ip floating, to link) *pipeline.Fault {
	return ask(x, openapi.Network, http.MethodPut, "/floatingips/"+ip.ID, map[string]link{"floatingip": to}).Fault
}

func associate(x *pipeline.Exchange, w *association) *pipeline.Fault {
	s, r := record.Server(x), w.Add
	to, f := chooseAddress(x, s, r.Address, r.Fixed)
	if f != nil {
		return f
	}
	found, f := floatingWhere(x, "floating_ip_address", r.Address)
	if f == nil && len(found) == 0 {
		return pipeline.NotFound("floating IP not found")
	}
	if f == nil {
		f = connect(x, found[0], to)
	}
	switch {
	case f == nil:
		record.Change(x, func(*state.Server) {})
		return nil
	case f.Status == http.StatusConflict:
		return pipeline.BadRequest("%s", networkText(x, f))
	}
	return pipeline.BadRequest("Unable to associate floating IP %s to fixed IP %s for instance %s. Error: %s", r.Address, to.Fixed, s.ID,
		networkText(x, f))
}

// chooseAddress is the address of a server that a floating IP is to lead to: the wanted one, or its first of IPv4.
func chooseAddress(x *pipeline.Exchange, s *state.Server, address string, wanted *string) (link, *pipeline.Fault) {
	some := false
	for _, id := range s.Ports {
		port := state.Ports.Get(x.Txn, id)
		if port == nil {
			continue
		}
		for _, ip := range port.FixedIPs {
			some = true
			a, err := netip.ParseAddr(ip.Address)
			if wanted != nil && *wanted == ip.Address || wanted == nil && err == nil && a.Is4() {
				return link{&port.ID, ip.Address}, nil
			}
		}
	}
	switch {
	case len(s.Ports) == 0:
		return link{}, pipeline.BadRequest("Instance network is not ready yet")
	case !some:
		return link{}, pipeline.BadRequest("No fixed IPs associated to instance")
	case wanted != nil:
		return link{}, pipeline.BadRequest("Specified fixed address not assigned to instance")
	}
	return link{}, pipeline.BadRequest("Unable to associate floating IP %s to any fixed IPs for instance %s. Instance has no fixed IPv4 "+
		"addresses to associate.", address, s.ID)
}

// mayDissociate finds the server that has the address, and asks whether the caller may take the address from it. The server of the path
// is not looked up; an address that no server has is nobody's, and only administrators are told so.
func mayDissociate(x *pipeline.Exchange, w *dissociation) *pipeline.Fault {
	found, f := floatingWhere(x, "floating_ip_address", w.Remove.Address)
	switch {
	case f != nil:
		return unexpected(f)
	case len(found) == 0:
		return pipeline.NotFound("Floating IP not found for address %s.", w.Remove.Address)
	}
	w.address = found[0]
	if w.server, f = serverOf(x, w.address); f != nil {
		return f
	}
	if x.Target = (policy.Target{}); w.server != nil {
		x.SetSubject(w.server, policy.Target{ProjectID: w.server.ProjectID, UserID: w.server.UserID})
	}
	return x.Demand(x.Operation.Policy)
}

func dissociate(x *pipeline.Exchange, w *dissociation) *pipeline.Fault {
	if id := x.Params.Get("server_id"); w.server == nil || w.server.ID != id {
		return pipeline.Conflict("Floating IP %s is not associated with instance %s.", w.Remove.Address, id)
	}
	if f := connect(x, w.address, link{}); f != nil {
		return unexpected(f)
	}
	record.Change(x, func(*state.Server) {})
	return nil
}
