package compute

import (
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// Unshelve knows a zone from 2.77 on; before, whatever is in its body means nothing.
var unshelveToZone = openapi.MustVersion("2.77")

// Unshelve is what a request asks for.
type Unshelve struct {
	// ZoneGiven with a nil Zone takes the pin away.
	ZoneGiven bool
	Zone      *string
	Host      string
}

// Pin is the zone that the server is pinned to once the request is accepted; nil is none.
func (u Unshelve) Pin(before *string) *string {
	if u.ZoneGiven {
		return u.Zone
	}
	return before
}

// Placed tells whether the request says anything about where to go: an offloaded server only can.
func (u Unshelve) Placed() bool { return u.ZoneGiven || u.Host != "" }

func unshelveSteps() []pipeline.Step {
	return []pipeline.Step{
		{Name: "only an offloaded server can go elsewhere", Requirements: []string{"UTH-05", "UTH-06", "UTH-07"}, Run: onlyOffloaded},
		{Name: "zone is available", Requirements: []string{"UTH-61"}, Run: unshelveZone},
		{Name: "host needs an administrator", Requirements: []string{"UTH-04"}, Run: unshelveHostPolicy},
		{Name: "host exists", Requirements: []string{"UTH-60"}, Run: unshelveHostExists},
		{Name: "host is in the zone", Requirements: []string{"UTH-20"}, Run: unshelveHostInZone},
		{Name: "begin to unshelve", Run: beginUnshelve},
	}
}

// asked reads the body as the microversion means it.
func asked(x *pipeline.Exchange) (u Unshelve) {
	body := x.Inner("unshelve")
	if body == nil || x.Version.Less(unshelveToZone) {
		return u
	}
	_, u.ZoneGiven = body["availability_zone"]
	setTextOrNull(body, "availability_zone", &u.Zone)
	setText(body, "host", &u.Host)
	return u
}

func onlyOffloaded(x *pipeline.Exchange) *pipeline.Fault {
	s := serverOf(x)
	if !asked(x).Placed() || s.VMState == state.VMShelvedOffloaded {
		return nil
	}
	return pipeline.Conflict("Specifying an availability zone or a host when unshelving server \"%s\" with status \"%s\" is not supported. "+
		"The server status must be SHELVED_OFFLOADED.", s.ID, s.VMState)
}

func unshelveZone(x *pipeline.Exchange) *pipeline.Fault {
	if z := asked(x).Zone; z != nil && *z != "" && !available(x, *z) {
		return pipeline.BadRequest("The requested availability zone is not available")
	}
	return nil
}

func unshelveHostPolicy(x *pipeline.Exchange) *pipeline.Fault {
	if asked(x).Host == "" {
		return nil
	}
	return x.Demand("os_compute_api:os-shelve:unshelve_to_host")
}

func unshelveHostExists(x *pipeline.Exchange) *pipeline.Fault {
	if h := asked(x).Host; h != "" && state.Hosts.Get(x.Txn, h) == nil {
		return pipeline.BadRequest("Compute host %s could not be found.", h)
	}
	return nil
}

func unshelveHostInZone(x *pipeline.Exchange) *pipeline.Fault {
	u := asked(x)
	pin := u.Pin(serverOf(x).PinnedZone)
	if u.Host == "" || pin == nil || *pin == "" || state.ZoneOf(x.Txn, u.Host) == *pin {
		return nil
	}
	return pipeline.Conflict("Host \"%s\" is not in the availability zone \"%s\".", u.Host, *pin)
}

func beginUnshelve(x *pipeline.Exchange) *pipeline.Fault {
	u := asked(x)
	s := change(x, func(s *state.Server) { s.TaskState, s.PinnedZone = state.TaskUnshelving, u.Pin(s.PinnedZone) })
	began(x, s.ID, "unshelve")
	x.Later(workUnshelve, s.ID, u.Host)
	return nil
}

// unshelved starts a shelved server where it is, and looks for a host for an offloaded one. When there
// is none the server stays as it was, without a fault: only the action tells.
func unshelved(x *pipeline.Exchange) *pipeline.Fault {
	s := serverOf(x)
	if s == nil {
		return nil
	}
	if s.VMState == state.VMShelved {
		tell(x, s, "unshelve.start")
		tell(x, awake(x, nil), "unshelve.end")
		happened(x, s.ID, "compute_start_instance", s.Host, succeeded)
		return nil
	}
	to := choose(candidates(x), placement{flavor: s.Flavor, image: s.ImageProperties, zone: s.PinnedZone, host: pipeline.Payload[string](x)})
	if to == nil {
		happened(x, s.ID, "get_image_info", controller, succeeded)
		happened(x, s.ID, "schedule_instances", controller, failed)
		change(x, func(s *state.Server) { s.TaskState = state.TaskNone })
		return nil
	}
	happened(x, s.ID, "get_image_info", controller, succeeded)
	happened(x, s.ID, "schedule_instances", controller, succeeded)
	started := *s
	settle(&started, to)
	tell(x, &started, "unshelve.start")
	tell(x, awake(x, to), "unshelve.end")
	happened(x, s.ID, "compute_unshelve_instance", to.host.Name, succeeded)
	return nil
}

// awake makes a shelved server run again.
func awake(x *pipeline.Exchange, to *candidate) *state.Server {
	return change(x, func(s *state.Server) {
		now := x.Now()
		if to != nil {
			settle(s, to)
			s.Launched = &now
			bindPorts(x, s)
		}
		s.VMState, s.TaskState, s.PowerState, s.ShelvedAt = state.VMActive, state.TaskNone, state.PowerRunning, nil
	})
}

// bindPorts binds the server's ports to its host.
func bindPorts(x *pipeline.Exchange, s *state.Server) {
	for _, id := range s.Ports {
		if known := state.Ports.Get(x.Txn, id); known != nil {
			port := *known
			port.Host, port.DeviceOwner = s.Host, "compute:"+s.Zone
			state.Ports.Insert(x.Txn, &port)
		}
	}
}
