package steps

import (
	"context"
	"errors"
	"fmt"

	"plumbline/openapi"
	"plumbline/reports/eventlog"
	"plumbline/steps/plan"
	"plumbline/steps/target"
	"plumbline/steps/world"
)

// Run certifies a target and writes everything to Options.Log. The error says that the run could not be
// made or that its log could not be written; failed cases are no error. When ctx ends the run stops,
// cleans up and closes its log, and Outcome.Interrupted is true.
func Run(ctx context.Context, o Options) (Outcome, error) {
	o, err := o.withDefaults()
	if err != nil {
		return Outcome{}, err
	}
	// A selection that means nothing must not touch the target first.
	selected, err := plan.Build(o.Scenarios, plan.Facts{Profile: o.Profile}, o.Selection)
	if err != nil {
		return Outcome{}, err
	}
	o.Target.Needs = needs(selected, o.Profile)
	if err := o.Log.Append(o.started()); err != nil {
		return Outcome{}, err
	}
	t, err := target.Connect(ctx, o.Target, o.tools())
	if err != nil {
		return Outcome{}, &configurationError{err}
	}
	r := &run{Options: o, target: t, outcome: Outcome{RunID: o.RunID}}
	prepared := t.Prepare(ctx)
	if prepared == nil {
		prepared = r.cases(ctx)
	}
	return r.end(ctx, prepared)
}

// needs are the capabilities that scenarios ask for which hold in a profile.
func needs(cases []plan.Case, profile openapi.Profile) map[string]bool {
	out := map[string]bool{}
	for _, c := range cases {
		for _, need := range c.Scenario.Needs {
			out[need] = out[need] || c.Scenario.In(profile)
		}
	}
	return out
}

// ErrConfiguration marks errors of what the operator gave: an address, a password, an id.
var ErrConfiguration = errors.New("configuration")

type configurationError struct{ error }

func (e *configurationError) Unwrap() []error { return []error{ErrConfiguration, e.error} }

// run is one run in progress.
type run struct {
	Options
	target  *target.Target
	env     *world.Env
	total   int
	outcome Outcome
	tally   tally
}

// cases plans, announces and runs.
func (r *run) cases(ctx context.Context) error {
	if err := r.Log.Append(r.target.Describe()); err != nil {
		return err
	}
	facts, err := factsOf(r.target, r.Profile)
	if err != nil {
		return err
	}
	cases, err := plan.Build(r.Scenarios, facts, r.Selection)
	if err != nil {
		return err
	}
	r.total = len(cases)
	r.env = &world.Env{
		RunID: r.RunID, Profile: r.Profile, Target: r.target, Log: r.Log, Clock: r.Clock, Timeouts: r.Timeouts,
		Max: r.target.Max, Resources: r.target.Resources, MaxServers: r.serverBound(),
	}
	for _, c := range cases {
		if err := r.Log.Append(&eventlog.CasePlanned{CaseInfo: info(c)}); err != nil {
			return err
		}
	}
	var open []plan.Case
	for _, c := range cases {
		if c.Gate == nil {
			open = append(open, c)
			continue
		}
		if err := r.gated(c, *c.Gate); err != nil {
			return err
		}
	}
	return r.runAll(ctx, open)
}

// serverBound is the smaller of what the operator and the project's quota allow.
func (r *run) serverBound() int {
	quota := r.target.ServerQuota
	if r.MaxServers > 0 && (quota < 0 || r.MaxServers < quota) {
		return r.MaxServers
	}
	return max(quota, 0)
}

// gated records a case that does not run.
func (r *run) gated(c plan.Case, g plan.Gate) error {
	err := r.Log.Append(&eventlog.Gated{Case: c.ID, Verdict: g.Verdict, Reason: g.Reason, Probe: g.Probe})
	r.tell(c, g.Verdict, g.Reason)
	return err
}

// end looks for leaks, removes what the run itself made and closes the log, also after an interrupt.
func (r *run) end(ctx context.Context, failed error) (Outcome, error) {
	r.outcome.Interrupted = ctx.Err() != nil
	later, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanUpTime)
	defer cancel()
	leaks, err := r.target.Leaks(later)
	failed = errors.Join(failed, err)
	if err := r.target.Close(later); err != nil {
		r.outcome.NotCleaned++
		r.outcome.FirstErrorText = first(r.outcome.FirstErrorText, err.Error())
	}
	identities, err := r.target.LeakedIdentities(later)
	failed = errors.Join(failed, err)
	for _, l := range append(leaks, identities...) {
		r.outcome.Leaked++
		failed = errors.Join(failed, r.Log.Append(&eventlog.Leaked{Kind: l.Kind, ID: l.ID, Name: l.Name}))
	}
	failed = errors.Join(failed, r.Log.Append(&eventlog.RunEnded{Interrupted: r.outcome.Interrupted}))
	if r.outcome.Interrupted && errors.Is(failed, context.Canceled) {
		failed = nil // that is what an interrupt is
	}
	return r.outcome, failed
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// started is the head of the log.
func (o Options) started() *eventlog.RunStarted {
	s := &eventlog.RunStarted{
		RunID: o.RunID, Tool: o.Tool, Profile: string(o.Profile), Insecure: o.Target.Insecure(), Digests: o.Digests, Waivers: o.Waivers,
		Selection: eventlog.Selection{Specs: o.Selection.Specs, Tags: o.Selection.Tags, Exclude: o.Selection.Exclude, Disruptive: o.Selection.Disruptive, Sweep: o.Selection.Sweep},
	}
	for _, arg := range o.Args {
		s.Args = append(s.Args, o.Redact.Text(arg))
	}
	for _, id := range o.Selection.Only {
		s.Selection.Rows, s.Selection.Requirements = sort(id, o, s.Selection.Rows, s.Selection.Requirements)
	}
	return s
}

// sort puts an id of --only to the rows or to the requirements.
func sort(id string, o Options, rows, requirements []string) ([]string, []string) {
	for _, sc := range o.Scenarios {
		if sc.Row == id || sc.ID == id {
			return append(rows, sc.Row), requirements
		}
	}
	return rows, append(requirements, id)
}

// info identifies a case in the log.
func info(c plan.Case) eventlog.CaseInfo {
	sc := c.Scenario
	return eventlog.CaseInfo{
		Case: c.ID, Scenario: sc.ID, Name: sc.Name, Row: sc.Row, Requirements: sc.Requirements, Spec: sc.Spec,
		Feature: sc.URI, Line: sc.Line, At: c.At.String(), Variant: string(c.Variant), Actor: c.Actor,
		Columns: sc.Columns, Cells: sc.Cells, Examples: sc.ExamplesName,
	}
}

// logFailed tells whether the run's own log is what failed.
func logFailed(err error) error { return fmt.Errorf("the run cannot go on without its log: %w", err) }
