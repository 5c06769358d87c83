package move

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/compute/schedule"
	"plumbline/internal/mockcloud/notification"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

const workEvacuate = "servers.evacuated"

var (
	// passwordHiddenSince is the microversion from which the password of an evacuated server is no longer answered; staysStoppedSince
	// the one from which the server stays stopped.
	passwordHiddenSince = openapi.MustVersion("2.14")
	staysStoppedSince   = openapi.MustVersion("2.95")
)

// evacuation is a request to rebuild a server on another host, and the password for the answer.
type evacuation struct {
	Request struct {
		Host     body.Opt[string] `json:"host"`
		Shared   body.Bool        `json:"onSharedStorage"`
		Password body.Opt[string] `json:"adminPass"`
		Force    body.Bool        `json:"force"`
	} `body:"evacuate"`
	password string
}

// evacuationWork is the payload of the scheduled evacuation: the destination, and whether the server stays stopped there.
type evacuationWork struct {
	goal
	Off bool
}

func evacuateSteps() []pipeline.StepOf[evacuation] {
	return []pipeline.StepOf[evacuation]{
		{Name: "host of the server is down", Run: hostIsDown},
		{Name: "begin to evacuate", Run: evacuateBegin},
	}
}

// evacuationMakesSense checks the request by itself; it runs before the check of the server's state.
func evacuationMakesSense(x *pipeline.Exchange, w *evacuation) *pipeline.Fault {
	if x.Version.Less(passwordHiddenSince) && bool(w.Request.Shared) && w.Request.Password.Given() {
		return pipeline.BadRequest("admin password can't be changed on existing disk")
	}
	if f := forcedNowhere(w.Request.Force, w.Request.Host); f != nil {
		return f
	}
	name, given := w.Request.Host.Get()
	switch {
	case given && state.Hosts.Get(x.Txn, name) == nil:
		return pipeline.NotFound("Compute host %s not found.", name)
	case name == record.Server(x).Host: // also none, of a server that is on none
		return pipeline.BadRequest("The target host can't be the same one.")
	}
	return nil
}

func hostIsDown(x *pipeline.Exchange, _ *evacuation) *pipeline.Fault {
	s := record.Server(x)
	if h := state.Hosts.Get(x.Txn, s.Host); h != nil && h.Up() {
		return pipeline.BadRequest("Compute service of %s is still in use.", s.Host)
	}
	return nil
}

func evacuateBegin(x *pipeline.Exchange, w *evacuation) *pipeline.Fault {
	w.password = record.Password(x, w.Request.Password)
	m := newMigration(x, record.Server(x), "evacuation", "accepted")
	m.DestHost = w.Request.Host.Or("")
	m.OldFlavor = 0
	state.Migrations.Insert(x.Txn, m)
	s := record.Change(x, func(s *state.Server) { s.TaskState = state.TaskRebuilding })
	record.ActionBegan(x, s.ID, "evacuate")
	x.Notify(notification.API(), "instance.evacuate", notification.Info, record.InstancePayload(x, s).Action)
	x.Schedule(workEvacuate, s.ID, evacuationWork{goal{Host: w.Request.Host.Or(""), Migration: m.Serial}, !x.Version.Less(staysStoppedSince)})
	return nil
}

// answerEvacuated answers the password, or from the microversion passwordHiddenSince on no body at all. On shared storage the body is null.
func answerEvacuated(x *pipeline.Exchange, w *evacuation) (*pipeline.Response, *pipeline.Fault) {
	if !x.Version.Less(passwordHiddenSince) {
		return pipeline.Status(200), nil
	}
	if bool(w.Request.Shared) {
		return pipeline.Answer(200, "adminPass", nil), nil
	}
	return pipeline.Answer(200, "adminPass", w.password), nil
}

func finishEvacuate(x *pipeline.Exchange, w *evacuationWork) *pipeline.Fault {
	s := record.Server(x)
	if s == nil || s.TaskState != state.TaskRebuilding {
		return nil
	}
	to := destination(x, s, schedule.Placement{Takes: s.Takes(), Host: w.Host, Zone: schedule.SchedulerZone(x, s.PinnedZone)})
	if to == nil {
		setStatus(x, w.Migration, "error")
		record.EventEnded(x, s.ID, "rebuild_server", record.Controller, record.Failed)
		record.Change(x, func(s *state.Server) {
			s.VMState, s.TaskState = state.VMError, state.TaskNone
			s.Fault = &state.Fault{Code: 500, Message: "No valid host was found. ", Created: x.Now()}
		})
		return nil
	}
	recordArrival(x, w.Migration, to, "done")
	record.EventEnded(x, s.ID, "rebuild_server", record.Controller, record.Succeeded)
	record.Notify(x, s, "rebuild.start")
	s = record.Change(x, func(s *state.Server) {
		now := x.Now()
		schedule.PutOnHost(s, to)
		off := w.Off || s.VMState == state.VMStopped
		s.VMState, s.TaskState, s.PowerState, s.Launched = state.VMActive, state.TaskNone, state.PowerRunning, &now
		if off {
			s.VMState, s.PowerState = state.VMStopped, state.PowerShutdown
		}
	})
	record.EventEnded(x, s.ID, "compute_rebuild_instance", s.Host, record.Succeeded)
	record.Notify(x, s, "rebuild.end")
	return nil
}
