package shelve

import (
	"fmt"

	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/compute/schedule"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

const (
	workUnshelve      = "servers.unshelved"
	workUnshelveSpawn = "servers.unshelved.spawn" // spawning, on the new host
)

// unshelveWork declares the work of unshelving. Each step acts only where the server needs it: a shelved server is only started, an
// offloaded one needs the copy of its disk, a host, and room there. While it is brought up there, it shows that copy as its image.
func unshelveWork() map[string]pipeline.Async {
	steps := []pipeline.StepOf[unshelveValues]{
		{Name: "start a shelved server where it is", Requirements: []string{"UTH-08"}, Run: pipeline.Ignoring[unshelveValues](startShelved)},
		{Name: "find the copy of its disk", Requirements: []string{"UTH-N17"}, Run: pipeline.Ignoring[unshelveValues](findShelvedImage)},
		{Name: "find a host", Requirements: []string{"UTH-64", "UTH-N16"}, Run: findHostAgain},
		{Name: "give it its volumes there", Requirements: []string{"UTH-68"}, Run: reattachVolumes},
		{Name: "bring it up there", Requirements: []string{"UTH-01"}, Run: spawnOnHost},
	}
	spawn := []pipeline.StepOf[unshelveValues]{
		{Name: "start it there", Requirements: []string{"UTH-01"}, Run: pipeline.Ignoring[unshelveValues](startOnHost)},
	}
	return map[string]pipeline.Async{
		workUnshelve:      pipeline.AsyncOf[unshelveValues]{Failed: unshelveFailed, Steps: steps}.Async(),
		workUnshelveSpawn: pipeline.AsyncOf[unshelveValues]{Failed: unshelveFailed, Steps: spawn}.Async(),
	}
}

// unshelveValues holds the values that the steps of the work share: the requested destination, and the host that was found.
type unshelveValues struct {
	PlacementRequest
	To *schedule.Candidate `json:"-"`
}

// unshelvingServer answers the offloaded server if the work still applies to it, else nil.
func unshelvingServer(x *pipeline.Exchange) *state.Server {
	if s := record.Server(x); s != nil && s.VMState == state.VMShelvedOffloaded && s.TaskState == state.TaskUnshelving {
		return s
	}
	return nil
}

func startShelved(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	if s == nil || s.VMState != state.VMShelved {
		return nil
	}
	record.Notify(x, s, "power_on.start")
	DropShelvedImage(x, s)
	record.Notify(x, powerOn(x), "power_on.end")
	record.EventEnded(x, s.ID, "compute_start_instance", s.Host, record.Succeeded)
	return nil
}

// findShelvedImage sets a server whose image is gone to ERROR; its task state stays.
func findShelvedImage(x *pipeline.Exchange) *pipeline.Fault {
	s := unshelvingServer(x)
	if s == nil || s.ShelvedImage == "" {
		return nil
	}
	if shelvedImageThere(x, s) {
		record.EventEnded(x, s.ID, "get_image_info", record.Controller, record.Succeeded)
		return nil
	}
	why := fmt.Sprintf("Unshelve attempted but the image %s cannot be found.", s.ShelvedImage)
	detail := fmt.Sprintf("Error during unshelve instance %s: %s", s.ID, why)
	record.EventFailed(x, s.ID, "get_image_info", record.Controller, detail)
	record.Change(x, func(s *state.Server) {
		s.VMState = state.VMError
		s.Fault = &state.Fault{Code: 404, Message: why, Created: x.Now()}
	})
	return nil
}

// findHostAgain chooses a host. If there is none, the server stays as it was, without a fault: only the action records the failure.
func findHostAgain(x *pipeline.Exchange, w *unshelveValues) *pipeline.Fault {
	s := unshelvingServer(x)
	if s == nil {
		return nil
	}
	p := schedule.Placement{
		Project: schedule.IsolatedProject(x, s), Takes: s.Takes(), Image: s.ImageProperties, Zone: schedule.SchedulerZone(x, w.Zone),
		Host: w.Host,
	}
	found := schedule.Choose(schedule.ByGroups(x, s, schedule.Candidates(x)), p)
	if found == nil || w.Never {
		record.EventFailed(x, s.ID, "schedule_instances", record.Controller, "No valid host was found. ")
		record.Change(x, func(s *state.Server) { s.TaskState = state.TaskNone })
		return nil
	}
	record.EventEnded(x, s.ID, "schedule_instances", record.Controller, record.Succeeded)
	w.To = found
	return nil
}

// spawnOnHost puts the server on the host that was found for it, where it is brought up.
func spawnOnHost(x *pipeline.Exchange, w *unshelveValues) *pipeline.Fault {
	s, to := unshelvingServer(x), w.To
	if s == nil || to == nil {
		return nil
	}
	started := *s
	started.Zone = state.ZoneOf(x.Txn, to.Host.Name)
	record.NotifyFrom(x, to.Host.Name, &started, "unshelve.start")
	record.Change(x, func(s *state.Server) {
		schedule.PutOnHost(s, to)
		s.TaskState = state.TaskSpawning
	})
	x.Schedule(workUnshelveSpawn, s.ID, nil)
	return nil
}

// startOnHost starts the server on its new host, and deletes the image that was made when it was shelved.
func startOnHost(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	if s == nil || !s.Unshelving() {
		return nil
	}
	DropShelvedImage(x, s)
	s = record.Change(x, func(s *state.Server) {
		now := x.Now()
		s.Launched = &now
	})
	bindPorts(x, s)
	record.Notify(x, powerOn(x), "unshelve.end")
	record.EventEnded(x, s.ID, "compute_unshelve_instance", s.Host, record.Succeeded)
	return nil
}

// powerOn makes a shelved server run again.
func powerOn(x *pipeline.Exchange) *state.Server {
	return record.Change(x, func(s *state.Server) {
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
