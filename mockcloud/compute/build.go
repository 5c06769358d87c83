package compute

import (
	"cmp"
	"fmt"

	"plumbline/mockcloud/notification"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// descriptions is the microversion from which servers have one of their own.
var descriptions = openapi.MustVersion("2.19")

const workBuild = "servers.built"

// build is what the building of a server needs to know.
type build struct {
	Nics   []nic
	Groups []string
	Force  forced
	// host and node are a requested destination, which the scheduler verifies.
	Host, Node string
}

// Names of the build's steps that a failure is told by.
const (
	stepSchedule = "find a host"
	stepPlug     = "give it its ports"
)

func buildWork() map[string]pipeline.Async {
	return map[string]pipeline.Async{workBuild: {
		Steps: []pipeline.Step{
			{Name: stepSchedule, Run: buildSchedule},
			{Name: stepPlug, Run: buildPlug},
			{Name: stepMakeVolumes, Run: buildMakeVolumes},
			{Name: "run", Run: buildRunAtOnce},
		},
		Failed: buildFailed,
	}}
}

func buildSchedule(x *pipeline.Exchange) *pipeline.Fault {
	s, b := serverOf(x), pipeline.Payload[build](x)
	if s == nil {
		return nil
	}
	p := placement{project: isolating(x, s), flavor: s.Flavor, image: s.ImageProperties, zone: limiting(x, s.PinnedZone), host: b.Host, node: b.Node}
	if b.Force.named() {
		p = placement{flavor: s.Flavor, host: b.Force.Host, node: b.Force.Node, forced: true}
	}
	to := choose(candidates(x), p)
	if to == nil {
		return pipeline.Refuse(500, "%s", noHost(x, b.Force))
	}
	s = change(x, func(s *state.Server) {
		settle(s, to)
		s.TaskState = state.TaskNone
	})
	x.Notify(notification.Compute(s.Host), "instance.create.start", notification.Info, told(x, s).Create)
	return nil
}

// noHost is why no host was found; a host that was forced and that there is not is named.
func noHost(x *pipeline.Exchange, f forced) string {
	const text = "No valid host was found. "
	switch {
	case f.named() && hostNamed(x, f.Host, f.Node) != nil:
	case f.Node != "":
		return fmt.Sprintf("%sNo such host - host: %s node: %s ", text, f.Host, f.Node)
	case f.Host != "":
		return fmt.Sprintf("%sNo such host - host: %s node: None ", text, f.Host)
	}
	return text
}

func buildPlug(x *pipeline.Exchange) *pipeline.Fault {
	s, b := serverOf(x), pipeline.Payload[build](x)
	if s == nil || len(b.Nics) == 0 {
		return nil
	}
	next := *s
	next.SecurityGroups = nil
	for range b.Nics {
		next.SecurityGroups = append(next.SecurityGroups, b.Groups...)
	}
	if f := plug(x, &next, b.Nics); f != nil {
		return f
	}
	change(x, func(s *state.Server) { *s = next })
	return nil
}

// buildRunAtOnce starts a server that has no volumes to wait for.
func buildRunAtOnce(x *pipeline.Exchange) *pipeline.Fault {
	if s := serverOf(x); s == nil || len(s.BlockDevices) > 0 {
		return nil
	}
	return buildRun(x)
}

func buildRun(x *pipeline.Exchange) *pipeline.Fault {
	if serverOf(x) == nil {
		return nil
	}
	s := change(x, func(s *state.Server) {
		now := x.Now()
		s.VMState, s.TaskState, s.PowerState, s.Launched = state.VMActive, state.TaskNone, state.PowerRunning, &now
		s.RootDevice = cmp.Or(s.RootDevice, rootDevice)
	})
	happened(x, s.ID, "compute__do_build_and_run_instance", s.Host, succeeded)
	i := told(x, s)
	if s.KeyName != nil {
		i.KeyPair = state.KeyPairs.Get(x.Txn, state.KeyPairID(s.UserID, *s.KeyName))
	}
	x.Notify(notification.Compute(s.Host), "instance.create.end", notification.Info, i.Create)
	return nil
}

// buildFailed leaves the server in ERROR, on no host, and says why.
func buildFailed(x *pipeline.Exchange, why *pipeline.Fault) {
	if serverOf(x) == nil {
		return
	}
	event := "conductor_schedule_and_build_instances"
	if why.Stage != stepSchedule {
		event = "compute__do_build_and_run_instance"
		releaseAll(x, serverOf(x))
		discardAll(x, serverOf(x))
	}
	s := change(x, func(s *state.Server) {
		s.VMState, s.TaskState, s.PowerState = state.VMError, state.TaskNone, state.PowerNone
		s.Fault = &state.Fault{Code: 500, Message: why.Message, Details: "Traceback: " + why.Message, Created: x.Now()}
	})
	happened(x, s.ID, event, controller, failed)
	i := told(x, s)
	i.Fault = s.Fault
	x.Notify(notification.API(), "instance.create.error", notification.Error, i.Create)
}
