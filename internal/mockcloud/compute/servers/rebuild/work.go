package rebuild

import (
	"fmt"

	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/compute/schedule"
	"plumbline/internal/mockcloud/notification"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

const (
	workRebuild = "servers.rebuilt"
	// workStopAgain stops a server again that was stopped before it was rebuilt.
	workStopAgain = "servers.rebuilt.stopped"
)

// rebuilt is the payload of the scheduled work of a rebuild.
type rebuilt struct {
	// Stopped tells that the server was stopped, and is to be stopped again. Ephemeral tells that the driver is asked to keep the
	// ephemeral disk, which it cannot.
	Stopped, Ephemeral bool
	// Image is the new image, OldImage the one before, which is on the root volume of a server that boots from a volume.
	Image, OldImage string
	OldProperties   map[string]string
	// Reimage tells that the image is written to the root volume. Fresh holds the ids of the new attachments by disk. Back tells that
	// the rebuild was abandoned and the server is to be as before.
	Reimage, Back bool
	Fresh         map[string]string
}

// Names of steps by which failures are distinguished.
const (
	stepHostSuits = "host suits the image"
	stepDriver    = "driver can keep what is to be kept"
)

func rebuildSchedule(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	s := record.Server(x)
	kind := workRebuild
	if len(s.Volumes()) > 0 {
		kind = workRebuildReserve
	}
	x.Schedule(kind, s.ID, rebuilt{
		Stopped: s.VMState == state.VMStopped, Ephemeral: bool(w.Request.PreserveEphemeral),
		Image: w.image.ID, OldImage: w.oldImage, OldProperties: w.oldProperties, Reimage: w.reimage,
	})
	return nil
}

// work declares all scheduled work of a rebuild.
func work() map[string]pipeline.Async {
	out := map[string]pipeline.Async{}
	for _, pieces := range []map[string]pipeline.AsyncOf[rebuilt]{imageWork(), volumeWork()} {
		for kind, piece := range pieces {
			out[kind] = piece.Async()
		}
	}
	return out
}

// imageWork declares the scheduled work for a server without volumes.
func imageWork() map[string]pipeline.AsyncOf[rebuilt] {
	return map[string]pipeline.AsyncOf[rebuilt]{
		workRebuild: {
			Steps: []pipeline.StepOf[rebuilt]{
				{Name: stepHostSuits, Requirements: []string{"RKP-N16"}, Run: hostSuits},
				{Name: stepDriver, Run: refuseEphemeral},
				{Name: "run again", Requirements: []string{"RKP-01", "RKP-25"}, Run: setRunning},
				{Name: "record the events", Requirements: []string{"RKP-22"}, Run: endEvents},
				{Name: "notify", Requirements: []string{"RKP-18"}, Run: notifyEnd},
				{Name: "stop again", Requirements: []string{"RKP-24"}, Run: stopAgain},
			},
			Failed: failRebuild,
		},
		workStopAgain: {Steps: []pipeline.StepOf[rebuilt]{{Name: "finish", Requirements: []string{"RKP-24"}, Run: finishStop}}},
	}
}

// hostSuits checks the server's own host with the scheduler's filters if the image is a different one (RKP-03).
func hostSuits(x *pipeline.Exchange, r *rebuilt) *pipeline.Fault {
	s := record.Server(x)
	if s == nil || r.Image == r.OldImage {
		return nil
	}
	if why := schedule.RunsImage(state.Hosts.Get(x.Txn, s.Host), s.ImageProperties); why != "" {
		return pipeline.Refuse(500, "No valid host was found. %s", why)
	}
	return nil
}

func refuseEphemeral(x *pipeline.Exchange, r *rebuilt) *pipeline.Fault {
	if r.Ephemeral {
		return pipeline.Refuse(400, "The current driver does not support preserving ephemeral partitions.")
	}
	return nil
}

func setRunning(x *pipeline.Exchange, _ *rebuilt) *pipeline.Fault {
	if record.Server(x) == nil {
		return nil
	}
	record.Change(x, func(s *state.Server) {
		now := x.Now()
		s.VMState, s.TaskState, s.PowerState, s.Launched = state.VMActive, state.TaskNone, state.PowerRunning, &now
	})
	return nil
}

func endEvents(x *pipeline.Exchange, _ *rebuilt) *pipeline.Fault {
	if s := record.Server(x); s != nil {
		record.EventEnded(x, s.ID, "rebuild_server", record.Controller, record.Succeeded)
		record.EventEnded(x, s.ID, "compute_rebuild_instance", s.Host, record.Succeeded)
	}
	return nil
}

// notifyBegun tells that a host was found, and that it begins: nothing is told of a rebuild for which there is none.
func notifyBegun(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	s := record.Server(x)
	if hostSuits(x, &rebuilt{Image: w.image.ID, OldImage: w.oldImage}) == nil {
		payload := record.InstancePayload(x, s).Rebuild
		x.Notify(notification.Conductor(record.HostOrController(s)), "instance.rebuild_scheduled", notification.Info, payload)
		x.Notify(notification.Compute(record.HostOrController(s)), "instance.rebuild.start", notification.Info, payload)
	}
	return nil
}

// notifyEnd tells of the end of the rebuild: of that of a server which is stopped again, once it is.
func notifyEnd(x *pipeline.Exchange, r *rebuilt) *pipeline.Fault {
	if s := record.Server(x); s != nil && !(r.Stopped && s.VMState != state.VMStopped) {
		payload := record.InstancePayload(x, s).Rebuild
		x.Notify(notification.Compute(record.HostOrController(s)), "instance.rebuild.end", notification.Info, payload)
	}
	return nil
}

func stopAgain(x *pipeline.Exchange, r *rebuilt) *pipeline.Fault {
	if record.Server(x) == nil || !r.Stopped {
		return nil
	}
	s := record.Change(x, func(s *state.Server) { s.TaskState = state.TaskPoweringOff })
	record.Notify(x, s, "power_off.start")
	x.Schedule(workStopAgain, s.ID, *r)
	return nil
}

// finishStop completes the stop of a server that was stopped before it was rebuilt.
func finishStop(x *pipeline.Exchange, r *rebuilt) *pipeline.Fault {
	if record.Server(x) == nil {
		return nil
	}
	s := record.Change(x, func(s *state.Server) {
		s.VMState, s.TaskState, s.PowerState = state.VMStopped, state.TaskNone, state.PowerShutdown
	})
	record.EventEnded(x, s.ID, "compute_stop_instance", s.Host, record.Succeeded)
	record.Notify(x, s, "power_off.end")
	return notifyEnd(x, r)
}

// failRebuild sets the server to ERROR, with the requested changes and the reason, or restores it if the failure is one that reverts.
func failRebuild(x *pipeline.Exchange, was *rebuilt, why *pipeline.Fault) {
	if record.Server(x) == nil {
		return
	}
	f := fault(x, why)
	if why.Stage != stepHostSuits {
		notifyError(x, f) // with the state before
	}
	if revertsServer(x, why) {
		takeVolumesBack(x, was, why)
	} else {
		rebuildError(x, was, why, f)
	}
	failedEvents(x, why, f)
}

// notifyError tells of a rebuild that failed on its host.
func notifyError(x *pipeline.Exchange, f *state.Fault) {
	s := record.Server(x)
	i := record.InstancePayload(x, s)
	i.Fault = f
	x.Notify(notification.Compute(record.HostOrController(s)), "instance.rebuild.error", notification.Error, i.Rebuild)
}

// fault is the server's fault after a failed rebuild.
func fault(x *pipeline.Exchange, why *pipeline.Fault) *state.Fault {
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

// rebuildError sets the server to ERROR. If no host is suitable, the server has its previous image, with the properties of the new
// one, as on a real 2025.1. A real Nova then shows even the image of the root volume.
func rebuildError(x *pipeline.Exchange, was *rebuilt, why *pipeline.Fault, f *state.Fault) {
	record.Change(x, func(s *state.Server) {
		s.VMState, s.TaskState, s.Fault = state.VMError, state.TaskNone, f
		if why.Stage == stepHostSuits && (!s.VolumeBacked() || x.Env.Profile == openapi.Shipped) {
			s.Image = was.OldImage
		}
	})
}

// failedEvents records which event of the action failed: the choice of a host, or the rebuild on it.
func failedEvents(x *pipeline.Exchange, why *pipeline.Fault, f *state.Fault) {
	s := record.Server(x)
	if why.Stage == stepHostSuits {
		record.EventFailed(x, s.ID, "rebuild_server", record.Controller, why.Message)
		return
	}
	if x.Event.Kind == workRebuild || x.Event.Kind == workRebuildReserve {
		record.EventEnded(x, s.ID, "rebuild_server", record.Controller, record.Succeeded)
	}
	record.EventFailed(x, s.ID, "compute_rebuild_instance", s.Host, f.Message)
}
