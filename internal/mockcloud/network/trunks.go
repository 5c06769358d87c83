package network

import (
	"slices"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/network/attributes"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi/python"
)

var trunks = declare(resource[state.Trunk]{
	Noun: "trunk", Plural: "trunks", Table: state.Trunks,
	New: func() *state.Trunk { return &state.Trunk{AdminUp: true} },
	View: func(x *pipeline.Exchange, t *state.Trunk) any {
		v := &trunkView{Trunk: t, Status: "DOWN"}
		if p := state.Ports.Get(x.Txn, t.PortID); p != nil && p.Status == "ACTIVE" {
			v.Status = "ACTIVE"
		}
		return v
	},
	Made: func(x *pipeline.Exchange, c *change[state.Trunk]) *pipeline.Fault {
		if c.Before != nil {
			return nil
		}
		if f := mayBeParent(x, c.After.PortID); f != nil {
			return f
		}
		said := c.After.SubPorts
		c.After.SubPorts = nil
		return addSubPorts(x, c.After, said)
	},
	Keep: []pipeline.StepOf[state.Trunk]{{Name: "refuse a trunk in use", Run: func(x *pipeline.Exchange, t *state.Trunk) *pipeline.Fault {
		if !t.AdminUp {
			return trunkDisabled(t)
		}
		if p := state.Ports.Get(x.Txn, t.PortID); p != nil && p.DeviceID != "" {
			return faults.New(409, "TrunkInUse", "Trunk %s is currently in use.", t.ID)
		}
		return nil
	}}},
})

type trunkView struct {
	*state.Trunk
	Status string `json:"status"`
}

// trunkOf finds the trunk of which a port is the parent or a subport.
func trunkOf(txn *state.Txn, port string) (in *state.Trunk, parent bool) {
	for t := range state.Trunks.All(txn) {
		if t.PortID == port || slices.ContainsFunc(t.SubPorts, func(s state.SubPort) bool { return s.PortID == port }) {
			return t, t.PortID == port
		}
	}
	return nil, false
}

// mayBeParent refuses a port that is in a trunk already, or bound to a host: its host would not learn of the trunk.
func mayBeParent(x *pipeline.Exchange, id string) *pipeline.Fault {
	p, f := ports.Get(x, id)
	if f != nil {
		return f
	}
	switch in, parent := trunkOf(x.Txn, id); {
	case in != nil && !parent:
		return faults.New(409, "TrunkPortInUse", "Port %s is in use by another trunk.", id)
	case in != nil, p.Host != "":
		return parentInUse(id)
	}
	return nil
}

func parentInUse(id string) *pipeline.Fault {
	return faults.New(409, "ParentPortInUse", "Port %s is currently in use and is not eligible for use as a parent port.", id)
}

func trunkDisabled(t *state.Trunk) *pipeline.Fault {
	return faults.New(409, "TrunkDisabled", "Trunk %s is currently disabled.", t.ID)
}

// refuseTrunkedPort refuses to delete a port that is in a trunk.
func refuseTrunkedPort(x *pipeline.Exchange, p *state.Port) *pipeline.Fault {
	switch in, parent := trunkOf(x.Txn, p.ID); {
	case in == nil:
		return nil
	case parent:
		return faults.New(409, "PortInUseAsTrunkParent", "Port %s is currently a parent port for trunk %s.", p.ID, in.ID)
	default:
		return faults.New(409, "PortInUseAsSubPort", "Port %s is currently a subport for trunk %s.", p.ID, in.ID)
	}
}

// vlans are the ids that subports can have.
const vlans = 4094

// addSubPorts adds subports to a trunk: to one that is there only while it is enabled.
func addSubPorts(x *pipeline.Exchange, t *state.Trunk, said []state.SubPort) *pipeline.Fault {
	for i, s := range said {
		said[i] = inherited(x, s)
		if f := mayBeSubPort(x, t, said[i]); f != nil {
			return f
		}
	}
	if before := state.Trunks.Get(x.Txn, t.ID); before != nil && len(said) > 0 && !t.AdminUp {
		return trunkDisabled(t)
	}
	for _, s := range said {
		for _, other := range t.SubPorts {
			if other.ID == s.ID && other.Segmentation == s.Segmentation {
				return faults.New(409, "DuplicateSubPort", "segmentation_type %s and segmentation_id %d already in use on trunk %s.",
					s.Segmentation, s.ID, t.ID)
			}
		}
		t.SubPorts = append(slices.Clone(t.SubPorts), s)
	}
	return nil
}

// inherited is a subport with the segment of its port's network, where it asks for that.
func inherited(x *pipeline.Exchange, s state.SubPort) state.SubPort {
	p := state.Ports.Get(x.Txn, s.PortID)
	if s.Segmentation != "inherit" || p == nil {
		return s
	}
	if n := state.Networks.Get(x.Txn, p.NetworkID); n != nil {
		if s.Segmentation = n.ProviderType; n.ProviderSegment != nil {
			s.ID = *n.ProviderSegment
		}
	}
	return s
}

// mayBeSubPort refuses a subport that is no VLAN, or whose port something else uses.
func mayBeSubPort(x *pipeline.Exchange, t *state.Trunk, s state.SubPort) *pipeline.Fault {
	switch {
	case s.PortID == t.PortID:
		return parentInUse(s.PortID)
	case s.Segmentation != "vlan":
		return faults.Input("Unknown segmentation_type '%s'", s.Segmentation)
	case s.ID < 1 || s.ID > vlans:
		return faults.Input("Segmentation ID '%d' is not in range", s.ID)
	}
	switch in, parent := trunkOf(x.Txn, s.PortID); {
	case in != nil && parent:
		return parentInUse(s.PortID)
	case in != nil:
		return faults.New(409, "TrunkPortInUse", "Port %s is in use by another trunk.", s.PortID)
	}
	p, f := ports.Get(x, s.PortID)
	if f == nil && p.DeviceID != "" {
		return faults.New(409, "PortInUse", "Unable to complete operation on port %s for network %s. Port already has an attached device %s.",
			p.ID, p.NetworkID, p.DeviceID)
	}
	return f
}

// loading is a body with subports to add to a trunk, or to remove.
type loading struct {
	SubPorts []state.SubPort `body:"sub_ports"`
}

// soundLoading refuses what is no list, and numbers that are none; the service fails where there is no key.
func soundLoading(x *pipeline.Exchange, _ *loading) *pipeline.Fault {
	said, there := body.ObjectIn(x.Body)["sub_ports"]
	_, ok := body.ListIn(said)
	switch {
	case !there:
		return faults.Internal()
	case !ok:
		return faults.Input("Invalid data format for subports: '%s' is not a list", python.Str(said))
	}
	for _, s := range body.As[[]struct {
		ID any `json:"segmentation_id"`
	}](said) {
		if _, whole := attributes.Whole(s.ID); s.ID != nil && !whole {
			return faults.Input("Invalid subport details: segmentation_id '%s' is not an integer", python.Str(s.ID))
		}
	}
	return nil
}

func trunkOperation(name string, run func(*pipeline.Exchange, *state.Trunk, []state.SubPort) *pipeline.Fault) pipeline.Operation {
	return pipeline.OperationOf[loading]{
		Formats: soundLoading,
		Steps: []pipeline.StepOf[loading]{{Name: name, Run: func(x *pipeline.Exchange, w *loading) *pipeline.Fault {
			t := *pipeline.Subject[state.Trunk](x)
			if f := run(x, &t, w.SubPorts); f != nil {
				return f
			}
			markChanged(x, &t)
			state.Trunks.Insert(x.Txn, &t)
			x.SetSubject(&t, trunks.Owner(&t))
			return nil
		}}},
		Answer: func(x *pipeline.Exchange, _ *loading) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Body(200, trunks.view(x, pipeline.Subject[state.Trunk](x))), nil
		},
	}.Operation()
}

var trunkOperations = map[string]pipeline.Operation{
	"trunks.add-subports":    trunkOperation("put ports into the trunk", addSubPorts),
	"trunks.remove-subports": trunkOperation("take ports out of the trunk", removeSubPorts),
	"trunks.subports": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Answer(200, "sub_ports", pipeline.Subject[state.Trunk](x).SubPorts), nil
	}},
}

func removeSubPorts(_ *pipeline.Exchange, t *state.Trunk, said []state.SubPort) *pipeline.Fault {
	if !t.AdminUp {
		return trunkDisabled(t)
	}
	for _, s := range said {
		at := slices.IndexFunc(t.SubPorts, func(in state.SubPort) bool { return in.PortID == s.PortID })
		if at < 0 {
			return faults.New(404, "SubPortNotFound", "SubPort %s on trunk %s could not be found.", s.PortID, t.ID)
		}
		t.SubPorts = slices.Delete(slices.Clone(t.SubPorts), at, at+1)
	}
	return nil
}

// The request and the view of a port's binding to a host. A port has one active binding and, while its server moves, an inactive one.
type (
	bindingRequest struct {
		Request struct {
			Host     string                   `json:"host"`
			VNICType body.Opt[string]         `json:"vnic_type"`
			Profile  body.Opt[map[string]any] `json:"profile"`
		} `body:"binding"`
	}
	bindingView struct {
		Host       string         `json:"host"`
		VNICType   string         `json:"vnic_type"`
		Profile    map[string]any `json:"profile"`
		VIFType    string         `json:"vif_type"`
		VIFDetails struct{}       `json:"vif_details"`
		Status     string         `json:"status"`
	}
)

// bindingsOf are the bindings of a port, the active one first if there is one.
func bindingsOf(txn *state.Txn, p *state.Port) (all []*bindingView) {
	if p.Host != "" {
		v := viewPort(p)
		all = append(all, &bindingView{Host: p.Host, VNICType: v.VNICType, Profile: p.Profile, VIFType: v.VIFType, Status: "ACTIVE"})
	}
	for b := range state.PortBindings.ByKey(txn, "port", p.ID) {
		all = append(all, &bindingView{Host: b.Host, VNICType: b.VNICType, Profile: b.Profile, VIFType: "ovs", Status: "INACTIVE"})
	}
	return all
}

func bindingTo(x *pipeline.Exchange, host string) *bindingView {
	for _, b := range bindingsOf(x.Txn, pipeline.Subject[state.Port](x)) {
		if b.Host == host {
			return b
		}
	}
	return nil
}

// keepBinding stores an inactive binding of a port.
func keepBinding(x *pipeline.Exchange, port, host, vnic string, profile map[string]any) {
	state.PortBindings.Insert(x.Txn, &state.PortBinding{ID: port + "/" + host, Host: host, VNICType: vnic, Profile: profile})
}

func noBinding(x *pipeline.Exchange) *pipeline.Fault {
	return faults.New(404, "PortBindingNotFound",
		"Binding for port %s on host %s could not be found.", x.Params.Get("port_id"), x.Params.Get("host"))
}

// bindingOperation is an operation on a port's binding; it answers the binding to the host concerned.
func bindingOperation(name string, status int, run func(*pipeline.Exchange, *state.Port,
	*bindingRequest) *pipeline.Fault,
) pipeline.Operation {
	return pipeline.OperationOf[bindingRequest]{
		Steps: []pipeline.StepOf[bindingRequest]{{Name: name, Run: func(x *pipeline.Exchange, w *bindingRequest) *pipeline.Fault {
			if host := x.Params.Get("host"); host != "" {
				if w.Request.Host = host; bindingTo(x, host) == nil {
					return noBinding(x)
				}
			}
			return run(x, pipeline.Subject[state.Port](x), w)
		}}},
		Answer: func(x *pipeline.Exchange, w *bindingRequest) (*pipeline.Response, *pipeline.Fault) {
			if status == 204 {
				return pipeline.Status(status), nil
			}
			return pipeline.Answer(status, "binding", bindingTo(x, w.Request.Host)), nil
		},
	}.Operation()
}

var bindingOperations = map[string]pipeline.Operation{
	"bindings.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Answer(200, "bindings", bindingsOf(x.Txn, pipeline.Subject[state.Port](x))), nil
	}},
	"bindings.create": bindingOperation("bind the port", 201, func(x *pipeline.Exchange, p *state.Port, w *bindingRequest) *pipeline.Fault {
		switch {
		case w.Request.Host == "":
			return faults.BadRequest("Failed to parse request. Required attribute 'host' not specified")
		case bindingTo(x, w.Request.Host) != nil:
			return faults.New(409, "PortBindingAlreadyExists", "Binding for port %s on host %s already exists.", p.ID, w.Request.Host)
		}
		keepBinding(x, p.ID, w.Request.Host, w.Request.VNICType.Or("normal"), w.Request.Profile.Or(nil))
		return nil
	}),
	"bindings.update": bindingOperation("change the binding", 200, func(x *pipeline.Exchange, p *state.Port,
		w *bindingRequest,
	) *pipeline.Fault {
		now := bindingTo(x, w.Request.Host)
		w.Request.VNICType.Set(&now.VNICType)
		w.Request.Profile.Set(&now.Profile)
		if now.Status == "ACTIVE" {
			changed := *p
			changed.VNICType, changed.Profile = now.VNICType, now.Profile
			state.Ports.Insert(x.Txn, &changed)
			x.SetSubject(&changed, ports.Owner(&changed))
			return nil
		}
		keepBinding(x, p.ID, now.Host, now.VNICType, now.Profile)
		return nil
	}),
	"bindings.activate": bindingOperation("make the binding the active one", 200, func(
		x *pipeline.Exchange, p *state.Port, w *bindingRequest,
	) *pipeline.Fault {
		now := bindingTo(x, w.Request.Host)
		if now.Status == "ACTIVE" {
			return faults.New(409, "PortBindingAlreadyActive", "Binding for port %s on host %s is already active.", p.ID, w.Request.Host)
		}
		if p.Host != "" {
			keepBinding(x, p.ID, p.Host, viewPort(p).VNICType, p.Profile)
		}
		state.PortBindings.Delete(x.Txn, p.ID+"/"+now.Host)
		changed := *p
		changed.Host, changed.VNICType, changed.Profile = now.Host, now.VNICType, now.Profile
		state.Ports.Insert(x.Txn, &changed)
		x.SetSubject(&changed, ports.Owner(&changed))
		return nil
	}),
	"bindings.delete": bindingOperation("take the binding away", 204, func(x *pipeline.Exchange, p *state.Port,
		w *bindingRequest,
	) *pipeline.Fault {
		if p.Host == w.Request.Host {
			changed := *p
			changed.Host, changed.Profile = "", nil
			state.Ports.Insert(x.Txn, &changed)
			return nil
		}
		state.PortBindings.Delete(x.Txn, p.ID+"/"+w.Request.Host)
		return nil
	}),
}
