package power

import (
	"strings"

	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// transition is a server action that leads through a task state to another state.
type transition struct {
	operation string
	// action is its name in os-instance-actions, event the name of its only event, told the verb of its notifications.
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

// workOf is the kind of the scheduled work that ends a transition.
func (t transition) work() string { return t.operation + ".done" }

// Operations holds the actions that change a server's power state.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Operations: operations(),
		Async:      work(),
	}
}

func operations() map[string]pipeline.Operation {
	out := map[string]pipeline.Operation{}
	for _, t := range transitions {
		steps := []pipeline.StepOf[action]{{Name: "begin", Run: t.begin}}
		if t.operation == "servers.reboot" {
			steps = append([]pipeline.StepOf[action]{{Name: "soft reboot of a running server only", Run: softReboot}}, steps...)
		}
		out[t.operation] = pipeline.OperationOf[action]{Steps: steps, Answer: record.AcceptedOf[action]}.Operation()
	}
	return out
}

func work() map[string]pipeline.Async {
	out := map[string]pipeline.Async{}
	for _, t := range transitions {
		out[t.work()] = pipeline.Async{Steps: []pipeline.Step{{Name: "finish", Run: t.finish}}}
	}
	return out
}

func (t transition) begin(x *pipeline.Exchange, w *action) *pipeline.Fault {
	s := record.Change(x, func(s *state.Server) { s.TaskState = t.taskFor(w) })
	record.ActionBegan(x, s.ID, t.action)
	record.Notify(x, s, t.told+".start")
	x.Schedule(t.work(), s.ID, nil)
	return nil
}

func (t transition) finish(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	if s == nil {
		return nil
	}
	s = record.Change(x, func(s *state.Server) { s.VMState, s.TaskState, s.PowerState = t.vm, state.TaskNone, t.power })
	record.EventEnded(x, s.ID, t.event, s.Host, record.Succeeded)
	record.Notify(x, s, t.told+".end")
	return nil
}

// taskFor is the transition's task state; a hard reboot has one of its own.
func (t transition) taskFor(w *action) state.TaskState {
	if t.operation == "servers.reboot" && !w.soft() {
		return state.TaskRebootingHard
	}
	return t.task
}

// action holds the values that the steps of an action share: only a reboot's body says more than the action's name.
type action struct {
	Reboot struct {
		Type string `json:"type"`
	} `body:"reboot"`
}

func (w *action) soft() bool { return strings.EqualFold(w.Reboot.Type, "SOFT") }

// softReboot refuses states in which only hard reboots are allowed; the document lists the states for both.
func softReboot(x *pipeline.Exchange, w *action) *pipeline.Fault {
	s := record.Server(x)
	switch {
	case !w.soft():
	case s.VMState != state.VMActive:
		return record.WrongState(s, "reboot", "vm_state", string(s.VMState))
	case s.TaskState != state.TaskNone:
		return record.WrongState(s, "reboot", "task_state", string(s.TaskState))
	}
	return nil
}
