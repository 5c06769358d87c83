package steps

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"fmt"

	"plumbline/features"
	"plumbline/openapi"
	"plumbline/openapi/redact"
	"plumbline/reports/eventlog"
	"plumbline/steps/internal/target"
	"plumbline/steps/internal/world"
	"plumbline/steps/plan"
)

// Options say what to run against what. Zero values of the fields from Log on have defaults.
type Options struct {
	// Target is where; its Profile, RunID and ReadOnly are set from here.
	Target    target.Config
	Profile   openapi.Profile
	Selection plan.Selection
	// MaxServers bounds how many servers are alive at once; zero is no bound of the operator's.
	MaxServers int
	// Jobs is how many cases run at once; less than two is one after the other.
	Jobs int
	// Another makes a cloud like the embedded one of Target, with the same users, for cases that run at the same
	// time; nil where they share the target. Then the result does not depend on Jobs.
	Another func() (Cloud, error)
	// Checkpoint remembers the embedded cloud of Target with its clock, and answers what brings both back; nil where nothing can.
	Checkpoint func() (back func())
	// RestartIDs has the ids of the embedded cloud of Target depend on the name of a case from now on; nil where nothing can.
	RestartIDs func(name string)
	// Repeat runs each case so many times; less than two is once.
	Repeat int
	// Fresh has each case make everything it needs. Otherwise what the Given sentences of a case made serves the next ones that
	// begin with the same sentences: an embedded cloud is brought back to that moment; on another one, a refused case
	// leaves its server as it found it.
	Fresh bool
	// Shard is the part of the plan to run; nil is all of it.
	Shard *eventlog.Shard
	// Resume is what the log says already where an interrupted run goes on; its RunID is taken over.
	Resume *Resumption
	// StrictSchema makes drift in an exchange of a case a failure of that case.
	StrictSchema bool
	// Shuffle is the seed of the order in which cases run; 0 is the order of the plan.
	Shuffle int64
	// Runner is what godog prints meanwhile.
	Runner Runner
	// StopAtFailure ends the run after the first failed case.
	StopAtFailure bool
	// Timeouts override defaults by name.
	Timeouts world.Timeouts
	Waivers  []eventlog.Waiver
	// Tool, Args and Digests are for the record. Args are redacted.
	Tool    string
	Args    []string
	Digests eventlog.Digests

	// Log takes the events.
	Log Log
	// Scenarios are the embedded ones when nil.
	Scenarios []features.Scenario
	// Clock is the machine's when nil; an embedded mock shares its own.
	Clock  world.Clock
	Redact *redact.Redactor
	// RunID is random when empty.
	RunID string
	// Planned is told what the run is about to do, before any case; it may be nil.
	Planned func(*Planned)
	// Progress is told of each case that is done or gated; it may be nil.
	Progress func(Progress)
	// Ahead is told which cases will run, Begun of each that begins; they may be nil.
	Ahead func(total int, cases []plan.Case)
	Begun func(plan.Case)
}

// Log takes events; *eventlog.Writer is one.
type Log interface {
	Append(eventlog.Payload) error
}

// Progress is one case that got its result.
type Progress struct {
	Done, Total int
	Case        plan.Case
	// Outcome is pass, fail or error, or the verdict of the gate.
	Outcome, Reason string
}

// Outcome counts results; a verdict is made from the event log, not from this.
type Outcome struct {
	RunID                        string
	Passed, Failed, Errors       int
	Gated, Leaked, NotCleaned    int
	Interrupted                  bool
	FirstFailure, FirstErrorText string
	// Stopped says what interrupted the run where that was not the operator.
	Stopped string
}

// withDefaults fills what was left open.
func (o Options) withDefaults() (Options, error) {
	if o.Scenarios == nil {
		all, err := features.Scenarios()
		if err != nil {
			return o, fmt.Errorf("read the embedded features: %w", err)
		}
		o.Scenarios = all
	}
	if o.Clock == nil {
		o.Clock = world.Machine{}
	}
	if o.Redact == nil {
		o.Redact = redact.New()
	}
	if o.Resume != nil {
		o.RunID = o.Resume.RunID()
		o.Target.Resumed, o.Target.Exchanged = true, o.Resume.exchanged
	}
	if o.RunID == "" {
		id, err := random(4)
		if err != nil {
			return o, err
		}
		o.RunID = id
	}
	o.Profile = cmp.Or(o.Profile, openapi.Shipped)
	var err error
	if o.Timeouts, err = o.Timeouts.WithDefaults(); err != nil {
		return o, err
	}
	o.Target.Patience = max(o.Timeouts["delete"], o.Target.Patience)
	o.Target.Profile, o.Target.RunID = o.Profile, o.RunID
	o.Target.AnswerTime = o.Timeouts["answer"]
	return o, nil
}

// random is n random bytes in hexadecimal.
func random(n int) (string, error) {
	b := make([]byte, n)
	if _, err := rand.Read(b); err != nil {
		return "", fmt.Errorf("random bytes: %w", err)
	}
	return hex.EncodeToString(b), nil
}

func (o Options) tools() target.Tools {
	return target.Tools{Log: o.Log, Redact: o.Redact, Now: o.Clock.Now, Sleep: o.Clock.Sleep, Secret: func() string {
		secret, err := random(16)
		if err != nil {
			panic(err) // crypto/rand does not fail on the systems that Go supports
		}
		return "Pl-" + secret
	}}
}
