package steps

import (
	"context"
	"fmt"

	"plumbline/internal/features"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

// Prepared is a target that was probed once and then runs single cases, any number of times. The cloud behind its handler
// may be replaced between cases by one with the same users, tokens, images and flavors. It belongs to one goroutine.
type Prepared struct {
	options Options
	target  *target.Target
	cases   []plan.Case
	// env is one for all runs, so that names stay unique; said is the result of the last case, strayed the first violation
	// of a document in its answers.
	env     *world.Env
	said    *Progress
	strayed string
	// Asking is called with true when the set-up of a case is over and with false when its clean-up begins; it may be nil.
	Asking func(bool)
	steps  []features.Step
}

// Prepare connects, obtains the actors and plans, without a log.
func Prepare(ctx context.Context, o Options) (*Prepared, error) {
	p := &Prepared{}
	o.Log, o.Jobs = listener(p.handlePayload), 1
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	t, facts, err := o.probe(ctx)
	if err != nil {
		return nil, err
	}
	p.options, p.target = o, t
	p.env = p.options.env(t, 0)
	p.cases, err = plan.Build(o.Scenarios, facts, o.Selection)
	return p, err
}

// Cases are the planned cases, gated ones included.
func (p *Prepared) Cases() []plan.Case { return p.cases }

// Run runs one case.
func (p *Prepared) Run(ctx context.Context, c plan.Case) (Progress, error) {
	if c.Gate != nil {
		return Progress{}, fmt.Errorf("case %s does not run: %s", c.ID, c.Gate.Reason)
	}
	p.said, p.strayed, p.steps = nil, "", c.Steps
	if feed, numbered := p.target.Feed.(interface{ SkipPast(context.Context) }); numbered {
		feed.SkipPast(ctx) // each case may have a mock of its own, whose servers and requests have the ids of earlier ones
	}
	r := &run{Options: p.options, target: p.target, env: p.env, total: 1}
	if err := r.runAll(ctx, []plan.Case{c}); err != nil {
		return Progress{}, err
	}
	if p.said == nil {
		return Progress{}, fmt.Errorf("case %s ended without a result", c.ID)
	}
	if p.strayed != "" && p.options.StrictSchema && p.said.Outcome != "fail" {
		p.said = &Progress{Outcome: "fail", Reason: p.strayed}
	}
	return *p.said, nil
}

// handlePayload takes the runner's events: the result of a case, and the first answer that violates its document.
func (p *Prepared) handlePayload(said eventlog.Payload) {
	switch e := said.(type) {
	case *eventlog.CaseStarted:
		p.reportAsking()
	case *eventlog.StepDone:
		p.steps = p.steps[min(1, len(p.steps)):]
		p.reportAsking()
	case *eventlog.CaseDone:
		p.said = &Progress{Outcome: e.Outcome, Reason: e.Reason}
	case *eventlog.Exchanged:
		if e.Case != "" && len(e.Drift) > 0 && p.strayed == "" {
			p.strayed = fmt.Sprintf("%s %s left its document at %s: %s", e.Method, e.URL, e.Drift[0].Pointer, e.Drift[0].Expected)
		}
	}
}

// reportAsking calls Asking when the set-up ends.
func (p *Prepared) reportAsking() {
	if p.Asking != nil {
		p.Asking(len(p.steps) > 0 && p.steps[0].Kind != features.State)
	}
}

// listener is a wire.Log that passes events to a function.
type listener func(eventlog.Payload)

// Append implements wire.Log.
func (l listener) Append(p eventlog.Payload) error {
	l(p)
	return nil
}

// Brief implements wire.Brief.
func (listener) Brief() {}
