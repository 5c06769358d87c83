package world

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"plumbline/internal/openapi/exchange"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/program"
	"plumbline/internal/steps/target"
)

// commandTime bounds one run of a client program.
const commandTime = 2 * time.Minute

// Ran is the result of a client program.
type Ran struct {
	Code        int
	Output, Err string
}

// Command runs a client program (@needs:openstack-client) as an actor, with the OS_* variables of the
// actor's session and nothing else of the environment but PATH and HOME. It is recorded as an exchange
// without a status.
func (w *World) Command(role Role, actor, name string, args ...string) (*Ran, error) {
	w.noteChange(role, "")
	s, err := w.env.Target.Actor(actor)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return nil, fmt.Errorf("%s cannot run a program: it has no credentials", actor)
	}
	ctx, cancel := context.WithTimeout(w.Ctx, commandTime)
	defer cancel()
	env, err := target.Environ(s)
	if err != nil {
		return nil, err
	}
	var out, stderr said
	start := w.env.Clock.Now()
	run := program.Run
	if w.env.Target.Kind == target.Embedded {
		run = program.RunKept
	}
	code, err := run(ctx, program.Call{Program: name, Args: args, Env: env, Stdout: &out, Stderr: &stderr})
	ran := &Ran{Code: code, Output: out.String(), Err: stderr.String()}
	if err == nil && ran.Code < 0 { // ended by a signal: of an interrupt, or at its time-out
		err = fmt.Errorf("%s run by %s was ended before it was done; nothing was proven", name, actor)
	}
	redact := w.env.Target.Redactor()
	logged := w.env.Log.Append(&eventlog.Exchanged{
		Case: w.c.ID, Attempt: w.c.Attempt, ID: w.env.Target.NextExchange(),
		Exchange: eventlog.Exchange{
			Role: string(role), Actor: actor, Service: "client",
			Request: exchange.Request{Method: eventlog.ProgramRun, URL: redact.Text(name + " " + strings.Join(args, " "))},
			Response: exchange.Response{
				ResponseBody: redact.Body("text/plain", []byte(fmt.Sprintf("exit code %d\n%s%s", ran.Code, ran.Output, ran.Err))),
			},
		},
		Millis: float64(w.env.Clock.Now().Sub(start).Microseconds()) / 1000,
	})
	if err == nil && ran.Code != 0 {
		if said := unreached.FindString(ran.Err + "\n" + ran.Output); said != "" {
			err = fmt.Errorf("%s run by %s did not reach the service: %s; nothing was proven", name, actor, redact.Text(said))
		}
	}
	return ran, errors.Join(err, logged)
}

// ActedByProgram notes that a client program may have sent an action to a server as the request of the case. What it named is not known
// (Exchange.Unseen), nor whether it was accepted.
func (w *World) ActedByProgram(who string, server *Noun, action string) {
	path := "/servers/" + server.ID + "/action"
	w.changes = append(w.changes, &Exchange{
		Role: Subject, Asked: Request{Actor: who, Method: http.MethodPost, Path: path}, URL: path, Unseen: true,
		sent: fmt.Appendf(nil, `{%q:null}`, action),
	})
	w.byProgram = true
}

// mostSaid bounds the output of a program that is kept (bytes); the rest is dropped while it runs on.
const mostSaid = 4 << 20

// said is the output of a program.
type said struct{ kept bytes.Buffer }

func (s *said) Write(p []byte) (int, error) {
	if left := mostSaid - s.kept.Len(); left > 0 {
		_, _ = s.kept.Write(p[:min(left, len(p))])
	}
	return len(p), nil
}

func (s *said) String() string { return s.kept.String() }

// unreached matches the messages of client programs when the network broke or a proxy answered.
var unreached = regexp.MustCompile(
	`(?i)[^\n]*(?:Unable to establish connection|Failed to establish a new connection|Connection (?:aborted|reset|refused|broken)|` +
		`RemoteDisconnected|IncompleteRead|Connect ?Timeout|Read ?Timeout|timed out|SSL exception|\(HTTP 50[234]\)|Bad Gateway|Gateway Time-?out|Service Unavailable)[^\n]*`)
