package create

import (
	"cmp"
	"fmt"

	"plumbline/internal/mockcloud/compute/disks"
	"plumbline/internal/mockcloud/compute/ports"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/compute/schedule"
	"plumbline/internal/mockcloud/notification"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// descriptions is the microversion from which servers have a description of their own.
var descriptions = openapi.MustVersion("2.19")

const workBuild = "servers.built"

// build is the payload of the scheduled work that builds a server.
type build struct {
	Nics   []ports.Nic
	Groups []string
	Force  forced
	// Host and Node are a requested destination, which the scheduler checks.
	Host, Node string
}

// Names of the build's steps by which failures are distinguished.
const (
	stepSchedule = "find a host"
	stepPlug     = "give it its ports"
)

func buildWork() map[string]pipeline.Async {
	return map[string]pipeline.Async{workBuild: pipeline.AsyncOf[build]{
		Steps: []pipeline.StepOf[build]{
			{Name: stepSchedule, Run: buildSchedule},
			{Name: stepPlug, Run: buildPlug},
			{Name: stepMakeVolumes, Run: buildMakeVolumes},
			{Name: "run", Run: buildRunAtOnce},
		},
		Failed: buildFailed[build],
	}.Async()}
}

func buildSchedule(x *pipeline.Exchange, b *build) *pipeline.Fault {
	s := record.Server(x)
	if s == nil {
		return nil
	}
	p := schedule.Placement{
		Project: schedule.IsolatedProject(x, s), Takes: s.Takes(), Image: s.ImageProperties,
		Zone: schedule.SchedulerZone(x, s.PinnedZone), Host: b.Host, Node: b.Node,
	}
	if b.Force.named() {
		p = schedule.Placement{Takes: s.Takes(), Host: b.Force.Host, Node: b.Force.Node, Forced: true}
	}
	all := schedule.Candidates(x)
	to := schedule.Choose(schedule.ByGroups(x, s, all), p)
	if to == nil {
		text := noHost(x, b.Force)
		if schedule.Choose(all, p) != nil { // a host is suitable but for the server's group
			text += "There are not enough hosts available."
		}
		return pipeline.Refuse(500, "%s", text)
	}
	s = record.Change(x, func(s *state.Server) {
		schedule.PutOnHost(s, to)
		s.RootDevice = cmp.Or(s.RootDevice, rootDevice)
		s.TaskState = state.TaskNone
	})
	told := *s // as it is before the host has claimed what it takes
	told.Host, told.Node = "", ""
	x.Notify(notification.Compute(s.Host), "instance.create.start", notification.Info, record.InstancePayload(x, &told).Create)
	return nil
}

// noHost answers why no host was found; it names a forced host that does not exist.
func noHost(x *pipeline.Exchange, f forced) string {
	const text = "No valid host was found. "
	switch {
	case f.named() && schedule.HostNamed(x, f.Host, f.Node) != nil:
	case f.Node != "":
		return fmt.Sprintf("%sNo such host - host: %s node: %s ", text, f.Host, f.Node)
	case f.Host != "":
		return fmt.Sprintf("%sNo such host - host: %s node: None ", text, f.Host)
	}
	return text
}

func buildPlug(x *pipeline.Exchange, b *build) *pipeline.Fault {
	s := record.Server(x)
	if s == nil || len(b.Nics) == 0 {
		return nil
	}
	next := *s
	if f := ports.Plug(x, &next, b.Nics, b.Groups); f != nil {
		return f
	}
	record.Change(x, func(s *state.Server) { *s = next })
	return nil
}

// buildRunAtOnce starts a server without volumes, which has nothing to wait for.
func buildRunAtOnce(x *pipeline.Exchange, _ *build) *pipeline.Fault {
	if s := record.Server(x); s == nil || len(s.BlockDevices) > 0 {
		return nil
	}
	return buildRun(x)
}

func buildRun(x *pipeline.Exchange) *pipeline.Fault {
	if record.Server(x) == nil {
		return nil
	}
	s := record.Change(x, func(s *state.Server) {
		now := x.Now()
		s.VMState, s.TaskState, s.PowerState, s.Launched = state.VMActive, state.TaskNone, state.PowerRunning, &now
	})
	record.EventEnded(x, s.ID, "compute__do_build_and_run_instance", s.Host, record.Succeeded)
	i := record.InstancePayload(x, s)
	if s.KeyName != nil {
		i.KeyPair = state.KeyPairs.Get(x.Txn, state.KeyPairID(s.UserID, *s.KeyName))
	}
	x.Notify(notification.Compute(s.Host), "instance.create.end", notification.Info, i.Create)
	return nil
}

// buildFailed sets the server to ERROR, on no host, with the reason.
func buildFailed[P any](x *pipeline.Exchange, _ *P, why *pipeline.Fault) {
	if record.Server(x) == nil {
		return
	}
	event := "conductor_schedule_and_build_instances"
	if why.Stage != stepSchedule {
		event = "compute__do_build_and_run_instance"
		disks.ReleaseAll(x, record.Server(x))
		disks.DiscardAll(x, record.Server(x))
	}
	s := record.Change(x, func(s *state.Server) {
		s.VMState, s.TaskState, s.PowerState = state.VMError, state.TaskNone, state.PowerNone
		if why.Stage != stepSchedule { // a host had taken it, and named its disk
			s.RootDevice = cmp.Or(s.RootDevice, rootDevice)
		}
		s.Fault = &state.Fault{Code: 500, Message: why.Message, Details: "Traceback: " + why.Message, Created: x.Now()}
	})
	record.EventEnded(x, s.ID, event, record.Controller, record.Failed)
	i := record.InstancePayload(x, s)
	i.Fault = s.Fault
	x.Notify(notification.API(), "instance.create.error", notification.Error, i.Create)
}
