package steps

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/cucumber/godog"

	"plumbline/reports/eventlog"
	"plumbline/steps/plan"
	"plumbline/steps/sentences"
	"plumbline/steps/target"
	"plumbline/steps/world"
)

// runAll runs the cases that disturb nobody, several at once, and then, one by one, those that nothing may run
// beside. One at a time they run in their order.
func (r *run) runAll(ctx context.Context, cases []plan.Case) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r.ahead(cases)
	jobs := world.Jobs(r.Jobs, r.env.MaxServers)
	beside, alone := cases, []plan.Case(nil)
	if jobs > 1 {
		beside, alone = apart(cases)
	}
	r.perform(ctx, cancel, beside, jobs)
	r.perform(ctx, cancel, alone, 1)
	if err := context.Cause(ctx); err != nil && !errors.Is(err, errEnough) {
		return err
	}
	return r.unfinished(cases)
}

// apart keeps the order of both kinds.
func apart(cases []plan.Case) (beside, alone []plan.Case) {
	for _, c := range cases {
		if c.Exclusive {
			alone = append(alone, c)
		} else {
			beside = append(beside, c)
		}
	}
	return beside, alone
}

// perform gives each case to the runner as a feature file of its own, named by the case's id.
func (r *run) perform(ctx context.Context, cancel context.CancelCauseFunc, cases []plan.Case, jobs int) {
	if len(cases) == 0 {
		return
	}
	byURI := map[string]plan.Case{}
	var contents []godog.Feature
	for _, c := range cases {
		byURI[c.TryID()] = c
		contents = append(contents, godog.Feature{Name: c.TryID(), Contents: []byte(c.Gherkin())})
	}
	suite := godog.TestSuite{
		Name: "plumbline",
		ScenarioInitializer: func(sc *godog.ScenarioContext) {
			performance := &performance{run: r, ctx: ctx, stop: cancel, world: &world.World{}}
			sentences.Register(registrar{sc}, performance.world)
			world.RegisterGenerated(registrar{sc}, performance.world)
			sc.Before(func(c context.Context, s *godog.Scenario) (context.Context, error) {
				return c, performance.begin(byURI[s.Uri])
			})
			sc.StepContext().Before(func(c context.Context, _ *godog.Step) (context.Context, error) {
				performance.beginStep()
				return c, nil
			})
			sc.StepContext().After(func(c context.Context, _ *godog.Step, status godog.StepResultStatus, err error) (context.Context, error) {
				performance.endStep(status, err)
				return c, nil
			})
		},
		Options: &godog.Options{
			Format: silentName, Output: io.Discard, NoColors: true, Strict: true, FeatureContents: contents,
			Concurrency: jobs,
		},
	}
	suite.Run()
}

// errEnough ends a run that was asked to stop at the first failure.
var errEnough = errors.New("a case failed and the run was to stop there")

// unfinished records what the runner lost: a case that it could not even begin is an error.
func (r *run) unfinished(cases []plan.Case) error {
	for _, c := range cases {
		if r.tally.has(c.TryID()) {
			continue
		}
		if err := r.Log.Append(&eventlog.CaseStarted{CaseInfo: info(c), Attempt: c.Attempt}); err != nil {
			return err
		}
		if err := r.Log.Append(&eventlog.CaseDone{Case: c.ID, Attempt: c.Attempt, Outcome: "error", Reason: "the runner did not run it"}); err != nil {
			return err
		}
		r.tell(c, "error", "the runner did not run it")
	}
	return nil
}

// performance is one case on its way through the runner.
type performance struct {
	run     *run
	ctx     context.Context
	stop    context.CancelCauseFunc
	world   *world.World
	c       plan.Case
	skipped bool
	step    int
	started time.Time
	outcome string
	failure error
}

// begin opens the case, unless the run is over.
func (p *performance) begin(c plan.Case) error {
	p.c, p.outcome = c, "pass"
	if cause := context.Cause(p.ctx); cause != nil {
		p.skipped = true
		p.log(p.run.gated(c, notReached(cause)))
		return godog.ErrSkip
	}
	p.log(p.run.Log.Append(&eventlog.CaseStarted{CaseInfo: info(c), Attempt: c.Attempt}))
	p.run.begins(c)
	p.world.Begin(p.ctx, p.run.env, c)
	return nil
}

// notReached says why a case had no turn.
func notReached(cause error) plan.Gate {
	var gone *outage
	switch {
	case errors.Is(cause, errEnough):
		return plan.Gate{Verdict: plan.NotRun, Reason: "the run was to stop at the first failure"}
	case errors.As(cause, &gone):
		return plan.Gate{Verdict: plan.NotRun, Reason: gone.Error(), Interrupted: true}
	}
	return plan.Gate{Verdict: plan.NotRun, Reason: "the run was interrupted before", Interrupted: true}
}

func (p *performance) beginStep() {
	if p.skipped || p.step >= len(p.c.Steps) {
		return
	}
	p.world.BeginStep(p.c.Steps[p.step].Kind)
	p.started = p.run.Clock.Now()
}

// endStep records the sentence; after the last one the case ends.
func (p *performance) endStep(status godog.StepResultStatus, err error) {
	if p.skipped || p.step >= len(p.c.Steps) {
		return
	}
	sentence := p.c.Steps[p.step]
	p.step++
	done := &eventlog.StepDone{
		Case: p.c.ID, Attempt: p.c.Attempt, Keyword: sentence.Keyword, Text: sentence.Text, Status: "passed",
		Millis: float64(p.run.Clock.Now().Sub(p.started).Microseconds()) / 1000,
	}
	switch {
	case p.failure != nil:
		done.Status, done.Millis = "skipped", 0
	case status != godog.StepPassed:
		p.failure = stepError(status, sentence.Text, err)
		p.outcome = verdictOf(sentence.Kind, p.failure)
		done.Status, done.Message = map[string]string{"fail": "failed", "error": "error"}[p.outcome], p.run.Redact.Text(p.failure.Error())
	}
	p.log(p.run.Log.Append(done))
	if p.step == len(p.c.Steps) {
		p.end()
	}
}

// end records the outcome, then removes what the case created.
func (p *performance) end() {
	done := &eventlog.CaseDone{Case: p.c.ID, Attempt: p.c.Attempt, Outcome: p.outcome}
	if p.outcome == "error" && p.world.Unanswered() && p.run.Target.Kind != target.Embedded {
		if gone := p.run.watch.back(p.ctx, p.run.target, p.run.Clock.Sleep, p.run.Timeouts["outage"]); gone != nil {
			p.stop(gone)
			p.world.Hurry(outageCleanUp)
		}
	}
	// An error in the middle of an interruption says nothing of the case.
	done.Interrupted = p.outcome == "error" && interrupted(p.ctx)
	if p.failure != nil {
		done.Reason = p.run.Redact.Text(p.failure.Error())
		var f *world.Failure
		if p.outcome == "fail" && errors.As(p.failure, &f) {
			done.Expected, done.Got = p.run.Redact.Text(f.Expected), p.run.Redact.Text(f.Got)
		}
	}
	p.log(p.run.Log.Append(done))
	if err := p.world.Close(); err != nil {
		p.run.notCleaned(err)
	}
	p.run.tell(p.c, p.outcome, done.Reason)
	if p.outcome == "fail" && p.run.StopAtFailure {
		p.stop(errEnough)
	}
	p.world.Forget()
}

// interrupted tells whether the run is over for another reason than a failure where it was to stop.
func interrupted(ctx context.Context) bool {
	cause := context.Cause(ctx)
	return cause != nil && !errors.Is(cause, errEnough)
}

// log ends the run when its log fails.
func (p *performance) log(err error) {
	if err != nil {
		p.stop(logFailed(err))
	}
}

// stepError names what the runner's status means where the step itself had no say.
func stepError(status godog.StepResultStatus, text string, err error) error {
	switch {
	case status == godog.StepUndefined:
		return fmt.Errorf("no step definition matches %q", text)
	case status == godog.StepAmbiguous:
		return fmt.Errorf("several step definitions match %q: %w", text, err)
	case err == nil:
		return fmt.Errorf("the runner calls the step %s", status)
	}
	return err
}

// tally counts results; it is safe for concurrent use.
type tally struct {
	mu   sync.Mutex
	done map[string]bool
}

func (t *tally) has(id string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.done[id]
}
