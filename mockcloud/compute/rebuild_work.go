package compute

import (
	"fmt"

	"plumbline/mockcloud/notification"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

const (
	workRebuild = "servers.rebuilt"
	// workStopAgain powers a server off that was rebuilt while it was stopped.
	workStopAgain = "servers.rebuilt.stopped"
)

// rebuilt is what the end of a rebuild needs to know.
type rebuilt struct {
	// stopped: it was, and is to be again. ephemeral: a driver is asked for what it cannot do.
	Stopped, Ephemeral bool
	// image is the new one, oldImage the one before, which is on the root volume of a server that boots from one.
	Image, OldImage string
	OldProperties   map[string]string
	// reimage: the image is written to the root volume. fresh are the new attachments by disk. back: the rebuild was
	// given up, and the server is to be as it was.
	Reimage, Back bool
	Fresh         map[string]string
}

// Names of steps that a failure is told by.
const (
	stepHostSuits = "host suits the image"
	stepDriver    = "driver can keep what is to be kept"
)

func rebuildSchedule(x *pipeline.Exchange) *pipeline.Fault {
	w, s := pipeline.Work[rebuild](x), serverOf(x)
	kind := workRebuild
	if len(s.Volumes()) > 0 {
		kind = workRebuildReserve
	}
	x.Later(kind, s.ID, rebuilt{
		Stopped: s.VMState == state.VMStopped, Ephemeral: truth(x.Inner("rebuild")["preserve_ephemeral"]),
		Image: w.image.ID, OldImage: w.oldImage, OldProperties: w.oldProperties, Reimage: w.reimage,
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
	s, r := serverOf(x), pipeline.Payload[rebuilt](x)
	if s == nil || r.Image == r.OldImage {
		return nil
	}
	if why := runsImage(state.Hosts.Get(x.Txn, s.Host), s.ImageProperties); why != "" {
		return pipeline.Refuse(500, "No valid host was found. %s", why)
	}
	return nil
}

func rebuildDriver(x *pipeline.Exchange) *pipeline.Fault {
	if pipeline.Payload[rebuilt](x).Ephemeral {
		return pipeline.Refuse(400, "The current driver does not support preserving ephemeral partitions.")
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
	if serverOf(x) == nil || !pipeline.Payload[rebuilt](x).Stopped {
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

// rebuildFailed leaves the server in ERROR with what was asked for, and says why; or as it was, where it goes back.
func rebuildFailed(x *pipeline.Exchange, why *pipeline.Fault) {
	if serverOf(x) == nil {
		return
	}
	f := rebuildFault(x, why)
	if goesBack(x, why) {
		rebuildBack(x, why)
	} else {
		rebuildError(x, why, f)
	}
	rebuildFailedEvents(x, why)
	s := serverOf(x)
	i := told(x, s)
	i.Fault = f
	x.Notify(notification.Compute(hostOr(s)), "instance.rebuild.error", notification.Error, i.Rebuild)
}

// rebuildFault is what a failed rebuild tells the server's owner.
func rebuildFault(x *pipeline.Exchange, why *pipeline.Fault) *state.Fault {
	f := &state.Fault{Code: 500, Message: why.Message, Created: x.Now()}
	switch why.Stage {
	case stepDriver, stepConnect, stepComplete:
		f.Code = 400
	case stepReserve, stepRelease, stepReimage, stepGiveUp:
		f.Message = fmt.Sprintf("Build of instance %s aborted: %s", x.Event.Resource, notRebuilt)
	}
	if f.Code == 500 {
		f.Details = "Traceback: " + f.Message
	}
	return f
}

// rebuildError puts the server into error. When no host would do it has the image from before: a real Nova shows
// even that of the root volume from then on.
func rebuildError(x *pipeline.Exchange, why *pipeline.Fault, f *state.Fault) {
	was := pipeline.Payload[rebuilt](x)
	change(x, func(s *state.Server) {
		s.VMState, s.TaskState, s.Fault = state.VMError, state.TaskNone, f
		if why.Stage == stepHostSuits {
			s.ImageProperties = was.OldProperties
			if !volumeBacked(s) || x.Env.Profile == openapi.Shipped {
				s.Image = was.OldImage
			}
		}
	})
}

// rebuildFailedEvents records where it failed: while a host was looked for, or on it.
func rebuildFailedEvents(x *pipeline.Exchange, why *pipeline.Fault) {
	s := serverOf(x)
	if why.Stage == stepHostSuits {
		happened(x, s.ID, "rebuild_server", controller, failed)
		return
	}
	if x.Event.Kind == workRebuild || x.Event.Kind == workRebuildReserve {
		happened(x, s.ID, "rebuild_server", controller, succeeded)
	}
	happened(x, s.ID, "compute_rebuild_instance", s.Host, failed)
}
