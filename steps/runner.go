package steps

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/cucumber/godog"

	"plumbline/features"
	"plumbline/reports/eventlog"
	"plumbline/steps/plan"
	"plumbline/steps/sentences/audit"
	"plumbline/steps/target"
	"plumbline/steps/world"
)

// runAll runs the cases that disturb nobody, several at once, and then, one by one, those that nothing may run
// beside. One at a time, or each in a cloud of its lane's own, they run in their order.
func (r *run) runAll(ctx context.Context, cases []plan.Case) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	cases = r.shuffled(cases)
	r.ahead(cases)
	jobs, err := r.ready(ctx, len(cases))
	if err != nil {
		return err
	}
	if jobs > 1 && r.Another == nil {
		beside, alone := apart(cases)
		cases = slices.Concat(beside, alone)
	}
	if r.Another == nil && r.Target.Kind != target.Embedded && !r.Fresh {
		r.stock = newStock(jobs, r.env)
	}
	if r.stock != nil {
		cases = together(cases)
	}
	r.perform(ctx, cancel, cases, jobs)
	for again := r.doubts.take(); len(again) > 0; again = r.doubts.take() {
		r.perform(ctx, cancel, again, jobs)
	}
	r.emptyStock(ctx)
	return r.ran(ctx, cases)
}

// ready makes the lanes and answers how many cases run at once.
func (r *run) ready(ctx context.Context, cases int) (jobs int, err error) {
	jobs = r.atOnce(cases)
	if r.lanes, err = r.open(ctx, jobs); err != nil {
		return 0, err
	}
	r.free = make(chan *lane, len(r.lanes))
	for _, l := range r.lanes {
		r.free <- l
	}
	if r.turn != nil {
		r.order = newOrder(r.turn.through, r.target.LastExchange(), r.Clock.Now())
	}
	return jobs, nil
}

// ran ends the part of the run in which cases ran.
func (r *run) ran(ctx context.Context, cases []plan.Case) error {
	if err := r.inOrder(ctx); err != nil {
		return err
	}
	if err := context.Cause(ctx); err != nil && !errors.Is(err, errEnough) {
		return err
	}
	return r.unfinished(cases)
}

// atOnce is how many cases run at the same time. Servers are counted where cases share a cloud.
func (r *run) atOnce(cases int) int {
	if r.Another != nil {
		return max(1, min(r.Jobs, cases))
	}
	return world.Jobs(r.Jobs, r.env.MaxServers)
}

// inOrder ends what was put in order: the run goes on with the number and the time of the last event.
func (r *run) inOrder(ctx context.Context) error {
	if r.order == nil {
		return nil
	}
	if err := r.order.rest(); err != nil {
		return logFailed(err)
	}
	r.target.ContinueAfter(r.order.exchanged)
	return r.Clock.Sleep(context.WithoutCancel(ctx), max(0, r.order.now.Sub(r.Clock.Now())))
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
	byURI, places := map[string]plan.Case{}, map[string]int{}
	var contents []godog.Feature
	for i, c := range cases {
		byURI[c.TryID()], places[c.TryID()] = c, i
		contents = append(contents, godog.Feature{Name: c.TryID(), Contents: []byte(c.Gherkin())})
	}
	suite := godog.TestSuite{
		Name: "plumbline",
		ScenarioInitializer: func(sc *godog.ScenarioContext) {
			r.register(ctx, cancel, sc, func(s *godog.Scenario) (plan.Case, int, bool) {
				c, found := byURI[s.Uri]
				return c, places[s.Uri], found
			})
		},
		Options: r.Runner.options(contents, jobs),
	}
	suite.Run()
}

// register hands the sentences to the runner, and makes what it runs a case; find says which, and its place in the
// order of the log.
func (r *run) register(ctx context.Context, stop context.CancelCauseFunc, sc *godog.ScenarioContext,
	find func(*godog.Scenario) (plan.Case, int, bool),
) {
	p := &performance{run: r, ctx: ctx, stop: stop, world: &world.World{}}
	sc.Before(func(c context.Context, s *godog.Scenario) (context.Context, error) {
		found, place, runs := find(s)
		err := godog.ErrSkip
		if runs {
			err = p.begin(found, place)
		}
		p.skipped = p.skipped || !runs
		vocabularyOf(s).register(sc, p.world) // before the first step is matched
		return c, err
	})
	sc.StepContext().Before(func(c context.Context, _ *godog.Step) (context.Context, error) {
		p.beginStep()
		return c, nil
	})
	sc.StepContext().After(func(c context.Context, _ *godog.Step, status godog.StepResultStatus, err error) (context.Context, error) {
		p.endStep(status, err)
		return c, nil
	})
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
		if err := r.Log.Append(&eventlog.CaseDone{
			Case: c.ID, Attempt: c.Attempt, Outcome: "error",
			Reason: "the runner did not run it",
		}); err != nil {
			return err
		}
		r.tell(c, "error", "the runner did not run it")
	}
	return nil
}

// performance is one case on its way through the runner.
type performance struct {
	run   *run
	ctx   context.Context
	stop  context.CancelCauseFunc
	world *world.World
	c     plan.Case
	// lane is where it runs, nil before and after; place is its turn. A case that nothing may run beside holds the
	// other lanes, too.
	lane    *lane
	held    []*lane
	place   int
	skipped bool
	step    int
	started time.Time
	outcome string
	failure error
}

// begin opens the case, unless the run is over.
func (p *performance) begin(c plan.Case, place int) error {
	p.c, p.outcome, p.place = c, "pass", place
	p.enter()
	if p.lane.turn != nil {
		p.lane.turn.begin()
	}
	if cause := context.Cause(p.ctx); cause != nil {
		p.skipped = true
		p.log(p.run.gated(p.lane.log, c, notReached(cause)))
		p.leave()
		return godog.ErrSkip
	}
	again := p.run.doubts.of(c)
	p.log(p.lane.log.Append(&eventlog.CaseStarted{CaseInfo: info(c), Attempt: c.Attempt, Again: again}))
	p.run.begins(c)
	if c.Exclusive {
		p.run.emptyStock(p.ctx) // nothing is beside it, not even what nobody uses
	}
	if again == "" {
		if lent := p.run.stock.take(p.ctx, c); lent != nil {
			p.world = lent
			return nil
		}
	}
	p.world.Begin(p.ctx, p.lane.env, c)
	return nil
}

// enter waits for a lane; for all of them where cases share a cloud and nothing may run beside this one.
func (p *performance) enter() {
	r := p.run
	if !p.c.Exclusive || r.Another != nil {
		p.lane = <-r.free
		return
	}
	r.alone.Lock()
	for range cap(r.free) {
		p.held = append(p.held, <-r.free)
	}
	p.lane, p.held = p.held[0], p.held[1:]
	r.alone.Unlock()
}

// leave gives what it held to the next case.
func (p *performance) leave() {
	l := p.lane
	if l.turn != nil {
		p.log(p.run.order.take(p.place, l.turn.end()))
	}
	for _, held := range append(p.held, l) {
		p.run.free <- held
	}
	p.lane, p.held = nil, nil
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
	kind := p.c.Steps[p.step].Kind
	if kind != features.State && !p.world.Settled() {
		p.world.Settle()
	}
	p.world.BeginStep(kind)
	p.started = p.lane.clock.Now()
}

// endStep records the sentence; after the last one the case ends.
func (p *performance) endStep(status godog.StepResultStatus, err error) {
	if p.skipped || p.step >= len(p.c.Steps) {
		return
	}
	sentence := p.c.Steps[p.step]
	p.step++
	if p.step == len(p.c.Steps) && p.failure == nil && status == godog.StepPassed {
		status, err = audited(p.world)
	}
	done := &eventlog.StepDone{
		Case: p.c.ID, Attempt: p.c.Attempt, Keyword: sentence.Keyword, Text: sentence.Text, Status: "passed",
		Millis: float64(p.lane.clock.Now().Sub(p.started).Microseconds()) / 1000,
	}
	if sentence.Kind == features.State {
		done.From = p.world.From()
	}
	switch {
	case p.failure != nil:
		done.Status, done.Millis = "skipped", 0
	case status != godog.StepPassed:
		p.failure = stepError(status, sentence.Text, err)
		p.outcome = verdictOf(sentence.Kind, p.failure)
		done.Status, done.Message = map[string]string{"fail": "failed", "error": "error"}[p.outcome], p.run.Redact.Text(p.failure.Error())
	}
	p.log(p.lane.log.Append(done))
	if p.step == len(p.c.Steps) {
		p.end()
	}
}

// audited adds to the last sentence what holds after every scenario.
func audited(w *world.World) (status godog.StepResultStatus, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = asError(p)
		}
		if status = godog.StepPassed; err != nil {
			status = godog.StepFailed
		}
	}()
	return godog.StepPassed, audit.Audit(w)
}

// end records the outcome, then removes what the case created.
func (p *performance) end() {
	if p.doubtful() {
		return
	}
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
	p.log(p.lane.log.Append(done))
	p.putAway()
	p.run.tell(p.c, p.outcome, done.Reason)
	if p.outcome == "fail" && p.run.StopAtFailure {
		p.stop(errEnough)
	}
	p.leave()
}

// putAway leaves what the case found to another one, or removes it.
func (p *performance) putAway() {
	w := p.world
	if p.outcome == "pass" && !interrupted(p.ctx) {
		kept, over := p.run.stock.keep(p.c, w)
		if over != nil {
			p.run.remove(over)
		}
		if kept {
			p.world = &world.World{}
			return
		}
	}
	p.run.remove(w)
}

// remove removes what a case made.
func (r *run) remove(w *world.World) {
	if err := w.Close(); err != nil {
		r.notCleaned(err)
	}
	w.Forget()
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
