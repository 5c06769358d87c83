package compute

import (
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// transition is a server action that leads, by way of a task state, to another state.
type transition struct {
	operation string
	// action is what os-instance-actions calls it, event its one event, told the notification's verb.
	action, event, told string
	task                state.TaskState
	vm                  state.VMState
	power               int
}

var transitions = []transition{
	{"servers.start", "start", "compute_start_instance", "power_on", state.TaskPoweringOn, state.VMActive, state.PowerRunning},
	{"servers.stop", "stop", "compute_stop_instance", "power_off", state.TaskPoweringOff, state.VMStopped, state.PowerShutdown},
	{"servers.pause", "pause", "compute_pause_instance", "pause", state.TaskPausing, state.VMPaused, state.PowerPaused},
	{"servers.unpause", "unpause", "compute_unpause_instance", "unpause", state.TaskUnpausing, state.VMActive, state.PowerRunning},
	{"servers.suspend", "suspend", "compute_suspend_instance", "suspend", state.TaskSuspending, state.VMSuspended, state.PowerShutdown},
	{"servers.resume", "resume", "compute_resume_instance", "resume", state.TaskResuming, state.VMActive, state.PowerRunning},
	{"servers.reboot", "reboot", "compute_reboot_instance", "reboot", state.TaskRebooting, state.VMActive, state.PowerRunning},
}

// workOf is the kind of event that ends a transition.
func (t transition) work() string { return t.operation + ".done" }

func (c *compute) powerOperations() map[string]pipeline.Operation {
	out := map[string]pipeline.Operation{}
	for _, t := range transitions {
		steps := []pipeline.Step{{Name: "begin", Run: t.begin}}
		if t.operation == "servers.reboot" {
			steps = append([]pipeline.Step{{Name: "soft reboot of a running server only", Run: softReboot}}, steps...)
		}
		out[t.operation] = pipeline.Operation{Steps: steps, Answer: accepted}
	}
	return out
}

func powerWork() map[string]pipeline.Async {
	out := map[string]pipeline.Async{}
	for _, t := range transitions {
		out[t.work()] = pipeline.Async{Steps: []pipeline.Step{{Name: "finish", Run: t.finish}}}
	}
	return out
}

func (t transition) begin(x *pipeline.Exchange) *pipeline.Fault {
	s := change(x, func(s *state.Server) { s.TaskState = t.taskFor(x) })
	began(x, s.ID, t.action)
	tell(x, s, t.told+".start")
	x.Later(t.work(), s.ID, nil)
	return nil
}

func (t transition) finish(x *pipeline.Exchange) *pipeline.Fault {
	s := serverOf(x)
	if s == nil {
		return nil
	}
	s = change(x, func(s *state.Server) { s.VMState, s.TaskState, s.PowerState = t.vm, state.TaskNone, t.power })
	happened(x, s.ID, t.event, s.Host, succeeded)
	tell(x, s, t.told+".end")
	return nil
}

// taskFor is the transition's task state; a hard reboot has one of its own.
func (t transition) taskFor(x *pipeline.Exchange) state.TaskState {
	if t.operation == "servers.reboot" && !soft(x) {
		return state.TaskRebootingHard
	}
	return t.task
}

func soft(x *pipeline.Exchange) bool {
	kind, _ := x.Inner("reboot")["type"].(string)
	return strings.EqualFold(kind, "SOFT")
}

// softReboot narrows what the document allows for hard reboots.
func softReboot(x *pipeline.Exchange) *pipeline.Fault {
	s := serverOf(x)
	switch {
	case !soft(x):
	case s.VMState != state.VMActive:
		return wrongState(s, "reboot", "vm_state", string(s.VMState))
	case s.TaskState != state.TaskNone:
		return wrongState(s, "reboot", "task_state", string(s.TaskState))
	}
	return nil
}

func wrongState(s *state.Server, action, attribute, value string) *pipeline.Fault {
	return pipeline.Conflict("Cannot '%s' instance %s while it is in %s %s", action, s.ID, attribute, value)
}
