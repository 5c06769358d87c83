package steps

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"plumbline/internal/openapi"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/otherruns"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/probe"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/wire"
	"plumbline/internal/steps/world"
)

// Run certifies a target and writes everything to Options.Log. An error means that the run was not possible or that its log
// could not be written; failed cases are no error. When ctx ends the run stops, cleans up and closes its log, and
// Outcome.Interrupted is true.
func Run(ctx context.Context, o Options) (Outcome, error) {
	r, err := connect(ctx, o)
	if err != nil {
		return Outcome{}, err
	}
	failed := r.prepare(ctx)
	if failed == nil {
		failed = r.runCases(ctx)
	}
	return r.end(ctx, failed)
}

// connect checks the options, opens the log and logs in.
func connect(ctx context.Context, o Options) (*run, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	// A selection without any case must be refused before the target gets a request.
	selected, err := plan.Build(o.Scenarios, plan.Facts{Profile: o.Profile}, o.Selection)
	if err != nil {
		return nil, err
	}
	o.Target.Needs = needs(selected, o.Profile)
	servers := serverCases(selected, o.Profile)
	o.Target.Boots = servers > 0
	if o.Selection.Terms.Boot == 0 && servers >= manyServerCases {
		o.Target.Needs[target.WorkTakesTime] = true // its probe times a server, which the price is reckoned from
	}
	o.Redact.AddSecrets(o.Target.Metadata.Secret, o.Target.ControlToken) // the command line may hold them
	if err := o.begin(); err != nil {
		return nil, err
	}
	r := &run{Options: o, outcome: Outcome{RunID: o.RunID}}
	if o.Another != nil {
		r.turn = &turnLog{clock: o.Clock, through: o.Log}
		r.Log = r.turn
	}
	if r.target, err = target.Connect(ctx, o.Target, r.tools()); err != nil {
		return nil, err
	}
	return r, nil
}

// prepare removes what an interrupted run left, and probes the target.
func (r *run) prepare(ctx context.Context) error {
	if err := r.recover(ctx); err != nil {
		return err
	}
	return probe.Prepare(ctx, r.target)
}

// begin writes the first event of the log, or the first one of its continuation.
func (o Options) begin() error {
	started := o.started()
	if o.Resume == nil {
		return o.Log.Append(started)
	}
	if err := o.Resume.Same(started); err != nil {
		return target.Misconfigured(err)
	}
	return o.Log.Append(&eventlog.RunResumed{
		RunID: o.RunID, Tool: started.Tool, Args: started.Args, Digests: started.Digests, Reason: o.Resume.Reason(),
		Rerun: o.Resume.Again(),
	})
}

// recover removes what an interrupted run left, before anything is probed: its servers count against the quota, and hosts
// that it disabled would not be found.
func (r *run) recover(ctx context.Context) error {
	if r.Resume == nil || r.Target.Kind == target.Embedded {
		return nil
	}
	if err := r.target.SweepRun(ctx); err != nil {
		return fmt.Errorf("sweep what the interrupted run left: %w", err)
	}
	return nil
}

// needs are the capabilities that the scenarios of a profile require.
func needs(cases []plan.Case, profile openapi.Profile) map[string]bool {
	out := map[string]bool{}
	for _, c := range cases {
		for _, need := range slices.Concat(c.Scenario.Needs, c.Needs) {
			out[need] = out[need] || c.Scenario.In(profile)
		}
	}
	return out
}

// manyServerCases is with how many cases that make servers one more server, to time it, is worth its while.
const manyServerCases = 10

// serverCases counts the cases of a profile that make servers.
func serverCases(cases []plan.Case, profile openapi.Profile) (n int) {
	for _, c := range cases {
		if c.Scenario.In(profile) && c.Makes().Servers > 0 {
			n++
		}
	}
	return n
}

// run is one run in progress.
type run struct {
	Options
	target *target.Target
	env    *world.Env
	// lanes are where cases run, free the lanes without a case.
	lanes []*lane
	free  chan *lane
	// alone is held while a case collects all lanes.
	alone sync.Mutex
	// turn and order are set where the events of cases are sorted into the order of the plan.
	turn  *turnLog
	order *order
	// stock is nil where each case makes its own resources; doubts are the cases that failed with the resources of another
	// case, and are tried again with their own.
	stock   *stock
	doubts  doubts
	total   int
	outcome Outcome
	tally   tally
	watch   watch
	// places is how many cases have a position in the order of the log.
	places int
}

// runCases plans the cases, logs the plan and runs them.
func (r *run) runCases(ctx context.Context) error {
	open, err := r.planCases()
	if err != nil {
		return err
	}
	if r.Target.Kind != target.Embedded {
		changes := slices.ContainsFunc(open, func(c plan.Case) bool { return c.Exclusive })
		if err := otherruns.Begin(ctx, r.target, changes); err != nil {
			return err
		}
	}
	return r.runAll(ctx, open)
}

// planCases plans the cases, logs the plan and answers the attempts to run.
func (r *run) planCases() ([]plan.Case, error) {
	described := r.target.Describe()
	if r.Resume != nil {
		if err := r.Resume.SameTarget(described); err != nil {
			return nil, target.Misconfigured(err)
		}
	}
	if err := r.Log.Append(described); err != nil {
		return nil, err
	}
	facts, err := factsOf(r.target, r.Profile)
	if err != nil {
		return nil, err
	}
	cases, err := plan.Build(r.Scenarios, facts, r.Selection)
	if err != nil {
		return nil, err
	}
	var owner map[string]string
	if r.Shard != nil {
		owner = plan.DealShards(cases, r.Shard.Count, r.Target.Kind == target.Embedded)
	}
	if r.Resume != nil {
		if err := r.Resume.SamePlan(cases, owner, r.Shard); err != nil {
			return nil, target.Misconfigured(err)
		}
	}
	r.env = r.Options.env(r.target, r.serverBound())
	if r.Planned != nil {
		r.Planned(&Planned{Target: described, Facts: facts, Cases: cases, Resources: r.target.Resources})
	}
	if err := r.announce(cases); err != nil {
		return nil, err
	}
	return r.gate(cases, owner)
}

// announce logs the parts of the plan that the log does not have yet.
func (r *run) announce(cases []plan.Case) error {
	from := 0
	if r.Resume != nil {
		var whole bool
		if from, whole = r.Resume.Planned(); whole {
			return nil
		}
	}
	for _, c := range cases[from:] {
		if err := r.Log.Append(&eventlog.CasePlanned{CaseInfo: caseInfo(c)}); err != nil {
			return err
		}
	}
	ids := make([]string, 0, len(cases))
	for _, c := range cases {
		ids = append(ids, c.ID)
	}
	return r.Log.Append(&eventlog.PlanMade{Cases: len(cases), Digest: eventlog.PlanDigest(ids)})
}

// gate logs the cases that do not run and answers the attempts that do, without those that have a result already.
func (r *run) gate(cases []plan.Case, owner map[string]string) (open []plan.Case, err error) {
	r.total = len(cases)
	for _, c := range cases {
		g := c.Gate
		if at := owner[c.ID]; g == nil && r.Shard != nil && at != r.Shard.String() {
			g = &plan.Gate{Verdict: plan.NotRun, Reason: "dealt to shard " + at, Shard: at}
		}
		if g == nil {
			r.total += max(1, r.Repeat) - 1
			open = append(open, r.attempts(c)...)
			continue
		}
		if r.Resume.Gated(c.ID) {
			r.countResult(c, g.Verdict, g.Reason)
			continue
		}
		if err := r.recordGated(r.Log, c, *g); err != nil {
			return nil, err
		}
	}
	return open, nil
}

// attempts are the attempts at a case that have no result yet; those with a result are counted.
func (r *run) attempts(c plan.Case) (open []plan.Case) {
	for n := 1; n <= max(1, r.Repeat); n++ {
		if n > 1 {
			c.Attempt = n
		}
		if done := r.Resume.Result(c); done != nil {
			r.countResult(c, done.Outcome, done.Reason)
			continue
		}
		open = append(open, c)
	}
	return open
}

// serverBound is the smaller of the operator's bound and the project's quota.
func (r *run) serverBound() int {
	quota := r.target.ServerQuota
	if r.MaxServers > 0 && (quota < 0 || r.MaxServers < quota) {
		return r.MaxServers
	}
	return max(quota, 0)
}

// recordGated records a case that does not run.
func (r *run) recordGated(log wire.Log, c plan.Case, g plan.Gate) error {
	err := log.Append(&eventlog.Gated{
		Case: c.ID, Verdict: g.Verdict, Reason: g.Reason, Probe: g.Probe,
		Interrupted: g.Interrupted, Shard: g.Shard,
	})
	r.countResult(c, g.Verdict, g.Reason)
	return err
}

// started is the first event of the log.
func (o Options) started() *eventlog.RunStarted {
	s := &eventlog.RunStarted{
		RunID: o.RunID, Tool: o.Tool, Profile: string(o.Profile), Insecure: o.Target.Insecure(), Digests: o.Digests, Waivers: o.Waivers,
		FeaturesFrom: o.FeaturesFrom, Shard: o.Shard, StrictSchema: o.StrictSchema,
		Selection: eventlog.Selection{
			Specs: o.Selection.Specs, Tags: o.Selection.Tags, Exclude: o.Selection.Exclude,
			Disruptive: o.Selection.Disruptive, Sweep: o.Selection.Sweep, Microversions: o.Selection.Microversions.String(),
			Budget: o.Selection.Budget.String(),
		},
	}
	if suite := o.Selection.Suite; suite != plan.Full {
		s.Selection.Suite = string(suite)
	}
	if o.Repeat > 1 {
		s.Repeat = o.Repeat
	}
	for _, arg := range o.Args {
		s.Args = append(s.Args, o.Redact.Text(arg))
	}
	for _, id := range o.Selection.Only {
		s.Selection.Rows, s.Selection.Requirements = addSelected(id, o, s.Selection.Rows, s.Selection.Requirements)
	}
	return s
}

// addSelected adds an id of --only to the rows or to the requirements.
func addSelected(id string, o Options, rows, requirements []string) ([]string, []string) {
	for _, sc := range o.Scenarios {
		if sc.Row == id || sc.ID == id {
			return append(rows, sc.Row), requirements
		}
	}
	return rows, append(requirements, id)
}

// caseInfo identifies a case in events of the log.
func caseInfo(c plan.Case) eventlog.CaseInfo {
	sc := c.Scenario
	return eventlog.CaseInfo{
		Case: c.ID, Scenario: sc.ID, Name: sc.Name, Row: sc.Row, Requirements: sc.Requirements, Spec: sc.Spec,
		Feature: sc.URI, Line: sc.Line, At: c.At.String(), Variant: string(c.Variant), Actor: c.Actor,
		Columns: sc.Columns, Cells: sc.Cells, Examples: sc.ExamplesName,
	}
}

// logFailed is the error for a log that cannot be written.
func logFailed(err error) error { return fmt.Errorf("the run cannot go on without its log: %w", err) }
