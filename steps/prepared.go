package steps

import (
	"context"
	"fmt"

	"plumbline/reports/eventlog"
	"plumbline/steps/plan"
	"plumbline/steps/target"
	"plumbline/steps/world"
)

// Prepared is a target that was found out once and then runs single cases, as often as wanted. What is behind
// its handler may become another cloud in between, if that knows the same users, tokens, images and flavors.
// It belongs to one goroutine.
type Prepared struct {
	options Options
	target  *target.Target
	cases   []plan.Case
	// env is one for all runs, so that names stay unique; said is where it tells how a case ended.
	env  *world.Env
	said *Result
}

// Result is what became of a case.
type Result struct {
	// Outcome is pass, fail or error.
	Outcome, Reason string
}

// Prepare connects, obtains the actors and plans. Nothing is logged.
func Prepare(ctx context.Context, o Options) (*Prepared, error) {
	o.Log, o.Jobs = nowhere{}, 1
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	t, err := target.Connect(ctx, o.Target, o.tools())
	if err != nil {
		return nil, &configurationError{err}
	}
	if err := t.Prepare(ctx); err != nil {
		return nil, err
	}
	facts, err := factsOf(t, o.Profile)
	if err != nil {
		return nil, err
	}
	p := &Prepared{options: o, target: t}
	p.options.Log = ends(func(done *eventlog.CaseDone) { p.said = &Result{done.Outcome, done.Reason} })
	p.env = &world.Env{
		RunID: o.RunID, Profile: o.Profile, Target: t, Log: p.options.Log, Clock: o.Clock, Timeouts: o.Timeouts,
		Max: t.Max, Resources: t.Resources,
	}
	p.cases, err = plan.Build(o.Scenarios, facts, o.Selection)
	return p, err
}

// Cases are the planned cases, gated ones included.
func (p *Prepared) Cases() []plan.Case { return p.cases }

// Run runs one case.
func (p *Prepared) Run(ctx context.Context, c plan.Case) (Result, error) {
	if c.Gate != nil {
		return Result{}, fmt.Errorf("case %s does not run: %s", c.ID, c.Gate.Reason)
	}
	p.said = nil
	r := &run{Options: p.options, target: p.target, env: p.env, total: 1}
	if err := r.runAll(ctx, []plan.Case{c}); err != nil {
		return Result{}, err
	}
	if p.said == nil {
		return Result{}, fmt.Errorf("case %s ended without a result", c.ID)
	}
	return *p.said, nil
}

// ends is a log that listens for the end of a case only.
type ends func(*eventlog.CaseDone)

// Append implements Log.
func (e ends) Append(p eventlog.Payload) error {
	if done, ok := p.(*eventlog.CaseDone); ok {
		e(done)
	}
	return nil
}
