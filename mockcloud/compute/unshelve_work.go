package compute

import (
	"fmt"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

const workUnshelve = "servers.unshelved"

// unshelveWork is one piece of work whose steps each do their part where the server needs it: a shelved one only
// has to be started, an offloaded one needs the copy of its disk, a host, and room there.
func unshelveWork() map[string]pipeline.Async {
	return map[string]pipeline.Async{workUnshelve: {Failed: unshelveFailed, Steps: []pipeline.Step{
		{Name: "start a shelved server where it is", Requirements: []string{"UTH-08"}, Run: startShelved},
		{Name: "find the copy of its disk", Requirements: []string{"UTH-N17"}, Run: findShelvedImage},
		{Name: "find a host", Requirements: []string{"UTH-64", "UTH-N16"}, Run: findHostAgain},
		{Name: "give it its volumes there", Requirements: []string{"UTH-68"}, Run: reattachVolumes},
		{Name: "bring it up there", Requirements: []string{"UTH-01"}, Run: wake},
	}}}
}

// comeback is what the steps of the work pass on.
type comeback struct{ to *candidate }

// comingBack is the offloaded server that the work is still to be done on, nil when it is not.
func comingBack(x *pipeline.Exchange) *state.Server {
	if s := serverOf(x); s != nil && s.VMState == state.VMShelvedOffloaded && s.TaskState == state.TaskUnshelving {
		return s
	}
	return nil
}

func startShelved(x *pipeline.Exchange) *pipeline.Fault {
	s := serverOf(x)
	if s == nil || s.VMState != state.VMShelved {
		return nil
	}
	tell(x, s, "power_on.start")
	dropShelvedImage(x, s)
	tell(x, awake(x, nil), "power_on.end")
	happened(x, s.ID, "compute_start_instance", s.Host, succeeded)
	return nil
}

// findShelvedImage puts a server whose image is gone into ERROR; what it was doing stays as it was.
func findShelvedImage(x *pipeline.Exchange) *pipeline.Fault {
	s := comingBack(x)
	if s == nil || s.ShelvedImage == "" {
		return nil
	}
	if shelvedImageThere(x, s) {
		happened(x, s.ID, "get_image_info", controller, succeeded)
		return nil
	}
	why := fmt.Sprintf("Unshelve attempted but the image %s cannot be found.", s.ShelvedImage)
	detail := fmt.Sprintf("Error during unshelve instance %s: %s", s.ID, why)
	happenedBecause(x, s.ID, "get_image_info", controller, detail)
	change(x, func(s *state.Server) {
		s.VMState = state.VMError
		s.Fault = &state.Fault{Code: 404, Message: why, Created: x.Now()}
	})
	return nil
}

// findHostAgain leaves the server as it was when there is no host, without a fault: only the action tells.
func findHostAgain(x *pipeline.Exchange) *pipeline.Fault {
	s := comingBack(x)
	if s == nil {
		return nil
	}
	to := pipeline.Payload[goal](x)
	p := placement{project: isolating(x, s), flavor: s.Flavor, image: s.ImageProperties, zone: limiting(x, to.Zone), host: to.Host}
	found := choose(candidates(x), p)
	if found == nil || to.Never {
		happenedBecause(x, s.ID, "schedule_instances", controller, "No valid host was found. ")
		change(x, func(s *state.Server) { s.TaskState = state.TaskNone })
		return nil
	}
	happened(x, s.ID, "schedule_instances", controller, succeeded)
	pipeline.Work[comeback](x).to = found
	return nil
}

func wake(x *pipeline.Exchange) *pipeline.Fault {
	s, to := comingBack(x), pipeline.Work[comeback](x).to
	if s == nil || to == nil {
		return nil
	}
	started := *s
	settle(&started, to)
	tell(x, &started, "unshelve.start")
	dropShelvedImage(x, s)
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
		s.VMState, s.TaskState, s.PowerState, s.ShelvedAt, s.ShelvedImage = state.VMActive, state.TaskNone, state.PowerRunning, nil, ""
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
