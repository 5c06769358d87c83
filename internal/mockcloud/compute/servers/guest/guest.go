package guest

import (
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

const workPassword = "servers.password-set"

// Operations holds the operations on guests: console output, crash dump, password, diagnostics, topology.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Operations: map[string]pipeline.Operation{
			"servers.console-output":      pipeline.OperationOf[output]{Answer: consoleOutput}.Operation(),
			"servers.trigger-crash-dump":  {Steps: []pipeline.Step{{Name: "crash", Run: crash}}, Answer: record.Accepted},
			"servers.inject-network-info": {Writes: true, Answer: record.Accepted},
			"servers.change-password": pipeline.OperationOf[password]{
				Steps: []pipeline.StepOf[password]{{Name: "begin to set the password", Run: changePassword}}, Answer: record.AcceptedOf[password],
			}.Operation(),
			"server-password.show": {Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "password", ""), nil
			}},
			"server-password.clear":   {Writes: true, Answer: answerCleared},
			"server-diagnostics.show": {Answer: diagnostics},
			"server-topology.show":    {Answer: topology},
		},
		Async: map[string]pipeline.Async{
			workPassword: {Steps: []pipeline.Step{{Name: "set the password", Run: passwordSet}}},
		},
	}
}

// output is a request for the last lines of a console.
type output struct {
	Request struct {
		Length body.Opt[body.Int] `json:"length"`
	} `body:"os-getConsoleOutput"`
}

// console is the console output of every guest.
var console = strings.Split("Booting\nCloud-init finished\nlogin:", "\n")

// Console is what a server has written to its console; false for one on no host, which has none.
func Console(s *state.Server) (text string, has bool) {
	if s.Host == "" {
		return "", false
	}
	return strings.Join(console, "\n"), true
}

func consoleOutput(_ *pipeline.Exchange, w *output) (*pipeline.Response, *pipeline.Fault) {
	lines := console
	if n, given := w.Request.Length.Get(); given {
		lines = lines[first(len(lines), int(n)):]
	}
	return pipeline.Answer(200, "output", strings.Join(lines, "\n")), nil
}

// first is the index of the first of the last n lines; a negative n leaves out as many lines at the beginning, as Nova does.
func first(lines, n int) int {
	if n < 0 {
		return min(-n, lines)
	}
	return max(0, lines-n)
}

func crash(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	record.ActionBegan(x, s.ID, "trigger_crash_dump")
	record.EventEnded(x, s.ID, "compute_trigger_crash_dump", s.Host, record.Succeeded)
	record.Notify(x, s, "trigger_crash_dump.start")
	record.Notify(x, s, "trigger_crash_dump.end")
	return nil
}

// password is a request to set the administrator's password.
type password struct {
	Request struct {
		AdminPass string `json:"adminPass"`
	} `body:"changePassword"`
}

func changePassword(x *pipeline.Exchange, w *password) *pipeline.Fault {
	s := record.Change(x, func(s *state.Server) { s.TaskState = state.TaskUpdatingPassword })
	record.ActionBegan(x, s.ID, "changePassword")
	x.Schedule(workPassword, s.ID, w.Request.AdminPass)
	return nil
}

func passwordSet(x *pipeline.Exchange) *pipeline.Fault {
	if record.Server(x) == nil {
		return nil
	}
	s := record.Change(x, func(s *state.Server) { s.TaskState, s.AdminPass = state.TaskNone, pipeline.Payload[string](x) })
	record.EventEnded(x, s.ID, "compute_set_admin_password", s.Host, record.Succeeded)
	return nil
}

func answerCleared(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Status(204), nil
}
