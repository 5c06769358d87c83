package compute

import (
	"plumbline/mockcloud/notification"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

const (
	workRebuild = "servers.rebuilt"
	// workStopAgain powers a server off that was rebuilt while it was stopped.
	workStopAgain = "servers.rebuilt.stopped"
)

// rebuilt is what the end of a rebuild needs to know.
type rebuilt struct {
	// stopped: it was, and is to be again. ephemeral: a driver is asked for what it cannot do.
	stopped, ephemeral bool
	oldImage           string
	oldProperties      map[string]string
}

// Names of steps that a failure is told by.
const (
	stepHostSuits = "host suits the image"
	stepDriver    = "driver can keep what is to be kept"
)

func rebuildSchedule(x *pipeline.Exchange) *pipeline.Fault {
	w, s := pipeline.Work[rebuild](x), serverOf(x)
	x.Later(workRebuild, s.ID, rebuilt{
		stopped: s.VMState == state.VMStopped, ephemeral: truth(x.Inner("rebuild")["preserve_ephemeral"]),
		oldImage: w.oldImage, oldProperties: w.oldProperties,
	})
	return nil
}

func rebuildWork() map[string]pipeline.Async {
	return map[string]pipeline.Async{
		workRebuild: {
			Steps: []pipeline.Step{
				{Name: stepHostSuits, Requirements: []string{"RKP-N16"}, Run: rebuildHostSuits},
				{Name: stepDriver, Run: rebuildDriver},
				{Name: "run again", Requirements: []string{"RKP-01", "RKP-25"}, Run: rebuildRun},
				{Name: "record the events", Requirements: []string{"RKP-22"}, Run: rebuildEvents},
				{Name: "notify", Requirements: []string{"RKP-18"}, Run: rebuildNotifyEnd},
				{Name: "stop again", Requirements: []string{"RKP-24"}, Run: rebuildStopAgain},
			},
			Failed: rebuildFailed,
		},
		workStopAgain: {Steps: []pipeline.Step{{Name: "finish", Requirements: []string{"RKP-24"}, Run: rebuildStopped}}},
	}
}

// rebuildHostSuits asks the scheduler about the server's own host when the image is another one (RKP-03).
func rebuildHostSuits(x *pipeline.Exchange) *pipeline.Fault {
	s := serverOf(x)
	if s == nil || s.Image == pipeline.Payload[rebuilt](x).oldImage {
		return nil
	}
	if why := runsImage(state.Hosts.Get(x.Txn, s.Host), s.ImageProperties); why != "" {
		return pipeline.Refuse(500, "No valid host was found. %s", why)
	}
	return nil
}

func rebuildDriver(x *pipeline.Exchange) *pipeline.Fault {
	if pipeline.Payload[rebuilt](x).ephemeral {
		return pipeline.Refuse(500, "The current driver does not support preserving ephemeral partitions.")
	}
	return nil
}

func rebuildRun(x *pipeline.Exchange) *pipeline.Fault {
	if serverOf(x) == nil {
		return nil
	}
	change(x, func(s *state.Server) {
		now := x.Now()
		s.VMState, s.TaskState, s.PowerState, s.Launched = state.VMActive, state.TaskNone, state.PowerRunning, &now
	})
	return nil
}

func rebuildEvents(x *pipeline.Exchange) *pipeline.Fault {
	if s := serverOf(x); s != nil {
		happened(x, s.ID, "rebuild_server", controller, succeeded)
		happened(x, s.ID, "compute_rebuild_instance", s.Host, succeeded)
	}
	return nil
}

func rebuildNotifyEnd(x *pipeline.Exchange) *pipeline.Fault {
	if s := serverOf(x); s != nil {
		x.Notify(notification.Compute(hostOr(s)), "instance.rebuild.end", notification.Info, told(x, s).Rebuild)
	}
	return nil
}

func rebuildStopAgain(x *pipeline.Exchange) *pipeline.Fault {
	if serverOf(x) == nil || !pipeline.Payload[rebuilt](x).stopped {
		return nil
	}
	s := change(x, func(s *state.Server) { s.TaskState = state.TaskPoweringOff })
	tell(x, s, "power_off.start")
	x.Later(workStopAgain, s.ID, nil)
	return nil
}

func rebuildStopped(x *pipeline.Exchange) *pipeline.Fault {
	if serverOf(x) == nil {
		return nil
	}
	s := change(x, func(s *state.Server) {
		s.VMState, s.TaskState, s.PowerState = state.VMStopped, state.TaskNone, state.PowerShutdown
	})
	happened(x, s.ID, "compute_stop_instance", s.Host, succeeded)
	tell(x, s, "power_off.end")
	return nil
}

// rebuildFailed leaves the server in ERROR with what was asked for, and says why. When no host would do it
// has the image from before.
func rebuildFailed(x *pipeline.Exchange, why *pipeline.Fault) {
	if serverOf(x) == nil {
		return
	}
	was := pipeline.Payload[rebuilt](x)
	s := change(x, func(s *state.Server) {
		s.VMState, s.TaskState = state.VMError, state.TaskNone
		s.Fault = &state.Fault{Code: 500, Message: why.Message, Details: "Traceback: " + why.Message, Created: x.Now()}
		if why.Stage == stepHostSuits {
			s.Image, s.ImageProperties = was.oldImage, was.oldProperties
		}
	})
	event, host := "rebuild_server", controller
	if why.Stage == stepDriver {
		event, host = "compute_rebuild_instance", s.Host
	}
	happened(x, s.ID, event, host, failed)
	i := told(x, s)
	i.Fault = s.Fault
	x.Notify(notification.Compute(hostOr(s)), "instance.rebuild.error", notification.Error, i.Rebuild)
}
