package steps

import (
	"cmp"
	"fmt"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/redact"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/resumption"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/wire"
	"plumbline/internal/steps/world"
)

// Options say which scenarios run, against which target. Zero values of the fields from Log on have defaults.
type Options struct {
	// Target is the cloud; its Profile, RunID and ReadOnly are set from the fields here.
	Target    target.Config
	Profile   openapi.Profile
	Selection plan.Selection
	// MaxServers bounds how many servers exist at once; zero is no bound by the operator.
	MaxServers int
	// Jobs is how many cases run at once; a value below two runs one after the other.
	Jobs int
	// Another makes a cloud like the embedded one of Target, with the same users, for cases that run at the same
	// time; nil where they share the target. Then the result does not depend on Jobs.
	Another func() (Cloud, error)
	// Checkpoint saves the state of the embedded cloud of Target and its clock, and answers a function that restores both;
	// nil where that is not possible.
	Checkpoint func() (back func())
	// RestartIDs makes the ids that the embedded cloud of Target generates depend on the name of a case from now on; nil
	// where that is not possible.
	RestartIDs func(name string)
	// Repeat is how often each case runs; a value below two is once.
	Repeat int
	// Fresh makes each case create all its resources. Otherwise cases with the same Given sentences share the resources of
	// the first: an embedded cloud is reset to the moment after those sentences; on any other target a case whose request
	// was refused leaves its server to the next.
	Fresh bool
	// KeepFailed leaves what a case created that failed, or ended in an error, on the target, for the operator to look at;
	// what disturbs other cases is undone all the same, and of what an embedded mock has nothing stays.
	KeepFailed bool
	// Shard is the part of the plan to run; nil is all of it.
	Shard *eventlog.Shard
	// Resume is the log's content of an interrupted run to continue; its RunID is taken over.
	Resume *resumption.Interrupted
	// StrictSchema makes a case fail when an answer violates its document.
	StrictSchema bool
	// Shuffle is the seed of the order in which cases run; 0 is the order of the plan.
	Shuffle int64
	// StopAtFailure ends the run after the first failed case.
	StopAtFailure bool
	// Timeouts override defaults by name.
	Timeouts world.Timeouts
	Waivers  []eventlog.Waiver
	// Tool, Args and Digests are recorded in the log. Args are redacted.
	Tool    string
	Args    []string
	Digests eventlog.Digests

	// Log receives the events; nil drops them.
	Log wire.Log
	// Scenarios to plan: those of OpenSuite; nil are the embedded ones.
	Scenarios []features.Scenario
	// Documents to hold answers against; nil are the embedded ones. FeaturesFrom names the folder outside of this program that both
	// came from, "" for none.
	Documents    *openapi.Documents
	FeaturesFrom string
	// Clock is the machine's when nil; an embedded mock needs one that it shares.
	Clock  world.Clock
	Redact *redact.Redactor
	// RunID is random when empty.
	RunID string
	// Planned is called with the plan, before any case; it may be nil.
	Planned func(*Planned)
	// Progress is called with each case that is done or gated; it may be nil.
	Progress func(Progress)
	// Ahead is called with the cases that will run, Begun with each that begins, and SetAside with each that is to begin once more
	// before it has a result; they may be nil.
	Ahead    func(total int, cases []plan.Case)
	Begun    func(plan.Case)
	SetAside func(plan.Case)

	// runner says what godog prints while cases run.
	runner runner
}

// Progress is the result of one case.
type Progress struct {
	Done, Total int
	Case        plan.Case
	// Outcome is pass, fail or error, or the verdict of the gate.
	Outcome, Reason string
}

// Outcome counts the results of cases; verdicts are made from the event log, not from this.
type Outcome struct {
	RunID                        string
	Passed, Failed, Errors       int
	Gated, Leaked, NotCleaned    int
	Interrupted                  bool
	FirstFailure, FirstErrorText string
	// Kept are the things that Options.KeepFailed left.
	Kept []world.Kept
	// Stopped is the reason of an interruption that did not come from the operator.
	Stopped string
}

// withDefaults sets the fields that were left empty.
func (o Options) withDefaults() (Options, error) {
	if o.Scenarios == nil {
		all, err := features.Scenarios()
		if err != nil {
			return o, fmt.Errorf("read the embedded features: %w", err)
		}
		o.Scenarios = all
	}
	if o.Log == nil {
		o.Log = discardLog{}
	}
	if o.Clock == nil {
		o.Clock = world.Machine{}
	}
	if o.Redact == nil {
		o.Redact = redact.New()
	}
	if o.Resume != nil {
		o.RunID = o.Resume.RunID()
		o.Target.Resumed, o.Target.Exchanged = true, o.Resume.LastExchange()
	}
	if o.RunID == "" {
		o.RunID = target.NewRunID()
	}
	o.Profile = cmp.Or(o.Profile, openapi.Shipped)
	var err error
	if o.Timeouts, err = o.Timeouts.WithDefaults(); err != nil {
		return o, err
	}
	o.Target.Patience = max(o.Timeouts["delete"], o.Target.Patience)
	o.Selection.Terms.Lanes, o.Selection.Terms.Fresh = world.Jobs(max(1, o.Jobs), o.MaxServers), o.Fresh
	o.Target.Profile, o.Target.RunID, o.Target.Documents = o.Profile, o.RunID, o.Documents
	o.Target.AnswerTime = o.Timeouts["answer"]
	return o, nil
}

func (o Options) tools() target.Tools { return target.MakeTools(o.Log, o.Redact, o.Clock) }
