package steps

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/cucumber/godog"

	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

// runAll runs the cases that may run at the same time as others, several at once, and then the exclusive ones, one by one.
// With a cloud for each lane all cases run in order.
func (r *run) runAll(ctx context.Context, cases []plan.Case) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	cases = r.shuffled(cases)
	r.reportPlanned(cases)
	jobs, err := r.makeLanes(ctx, len(cases))
	if err != nil {
		return err
	}
	if r.Another == nil {
		beside, alone := splitExclusive(cases)
		cases = slices.Concat(beside, alone)
	}
	if r.Another == nil && r.Target.Kind != target.Embedded && !r.Fresh {
		r.stock = newStock(jobs, r.env, cases)
	}
	cases, beginning := r.groupByBeginning(cases)
	rounds := [][]plan.Case{cases}
	if r.Another == nil {
		rounds = byAttempt(cases) // lanes that share a log finish all first attempts before the second ones
	}
	for _, round := range rounds {
		var links map[string]*link
		if beginning != nil {
			links = linkCases(round, beginning)
		}
		r.perform(ctx, cancel, round, jobs, links)
		r.emptyStock(ctx) // what cases that run alone have kept, such as hosts in another zone, would be in the way of others
	}
	for again, atOnce := r.doubts.takeDue(jobs); len(again) > 0; again, atOnce = r.doubts.takeDue(jobs) {
		r.perform(ctx, cancel, again, atOnce, nil)
		r.emptyStock(ctx)
	}
	r.emptyStock(ctx)
	return r.ran(ctx, cases)
}

// groupByBeginning orders the cases so that those that can use the same resources follow one another, and answers what says which
// can; nil where each case makes its own.
func (r *run) groupByBeginning(cases []plan.Case) ([]plan.Case, func(plan.Case) string) {
	switch {
	case r.Checkpoint != nil && !r.Fresh:
		return groupAlike(cases, plan.Case.Beginning), plan.Case.Beginning
	case r.stock != nil:
		cases = refusedFirst(groupAlike(groupAlike(cases, lendable), plan.Case.SharedBase))
		if r.Shuffle == 0 && r.Jobs > 1 {
			cases = longChainsFirst(cases, r.Selection.Terms)
		}
		return cases, chained
	}
	return cases, nil
}

// makeLanes opens the lanes and answers how many cases run at once.
func (r *run) makeLanes(ctx context.Context, cases int) (jobs int, err error) {
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

// ran ends the part of the run in which cases run.
func (r *run) ran(ctx context.Context, cases []plan.Case) error {
	if err := r.inOrder(ctx); err != nil {
		return err
	}
	if err := context.Cause(ctx); err != nil && !errors.Is(err, errEnough) {
		return err
	}
	return r.recordUnfinished(cases)
}

// atOnce is how many cases run at once. Where cases share a cloud, the bound of servers limits it.
func (r *run) atOnce(cases int) int {
	if r.Another != nil {
		return max(1, min(r.Jobs, cases))
	}
	return world.Jobs(r.Jobs, r.env.MaxServers)
}

// inOrder ends the sorting of events: the run continues with the number and the time of the last event.
func (r *run) inOrder(ctx context.Context) error {
	if r.order == nil {
		return nil
	}
	if err := r.order.writeRest(); err != nil {
		return logFailed(err)
	}
	r.target.ContinueAfter(r.order.exchanged)
	return r.Clock.Sleep(context.WithoutCancel(ctx), max(0, r.order.now.Sub(r.Clock.Now())))
}

// splitExclusive separates exclusive cases (alone) from others (beside) and keeps their order.
func splitExclusive(cases []plan.Case) (beside, alone []plan.Case) {
	for _, c := range cases {
		if c.Exclusive {
			alone = append(alone, c)
		} else {
			beside = append(beside, c)
		}
	}
	return beside, alone
}

// batch is the number of cases in a suite of the runner where several suites are possible; a chain that continues makes it
// longer. The runner keeps its record of each step until its suite ends, which for a whole run would be some hundred MiB.
const batch = 16

// perform runs cases. Where each lane has a cloud of its own, lanes take batches of cases, each as a suite of the runner.
// Where lanes share a cloud there is one suite, since the end of each would wait for the slowest case; so it is with
// godog's formats, which describe one suite.
func (r *run) perform(ctx context.Context, cancel context.CancelCauseFunc, cases []plan.Case, jobs int, links map[string]*link) {
	first := r.places
	r.places += len(cases)
	if r.Another == nil || r.runner.Format != "" {
		if links != nil {
			jobs *= longest // a case that waits for the one before it in its chain holds no lane
		}
		r.suite(ctx, cancel, cases, first, jobs, links, newLaneQueue())
		return
	}
	var lanes sync.WaitGroup
	free := make(chan struct{}, jobs)
	for len(cases) > 0 {
		n := min(batch, len(cases))
		for n < len(cases) && links[cases[n].TryID()].follows() {
			n++
		}
		some, place := cases[:n], first
		cases, first = cases[n:], first+n
		free <- struct{}{}
		lanes.Go(func() {
			r.suite(ctx, cancel, some, place, 1, links, nil)
			<-free
		})
	}
	lanes.Wait()
}

// suite runs cases in the runner, each as a feature file named by the case's id; first is the position of the first case
// in the order of the log. queue has cases that wait for a lane take them in the order of cases.
func (r *run) suite(ctx context.Context, cancel context.CancelCauseFunc, cases []plan.Case, first, jobs int, links map[string]*link,
	queue *laneQueue,
) {
	byURI, turns := map[string]plan.Case{}, map[string]turnOf{}
	var contents []godog.Feature
	number := 0
	for i, c := range cases {
		turn := turnOf{place: first + i, link: links[c.TryID()]}
		if !turn.link.follows() {
			turn.queue, turn.number = queue, number
			number++
		}
		byURI[c.TryID()], turns[c.TryID()] = c, turn
		contents = append(contents, godog.Feature{Name: c.TryID(), Contents: []byte(c.Gherkin())})
	}
	suite := godog.TestSuite{
		Name: "plumbline",
		ScenarioInitializer: func(sc *godog.ScenarioContext) {
			r.register(ctx, cancel, sc, func(s *godog.Scenario) (plan.Case, turnOf, bool) {
				c, found := byURI[s.Uri]
				return c, turns[s.Uri], found
			})
		},
		Options: r.runner.options(contents, jobs),
	}
	suite.Run()
}

// register registers the sentences with the runner, and turns each scenario of the runner into a case; find answers the
// case, its position in the order of the log and its chain.
func (r *run) register(ctx context.Context, stop context.CancelCauseFunc, sc *godog.ScenarioContext,
	find func(*godog.Scenario) (plan.Case, turnOf, bool),
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

// errEnough ends a run with StopAtFailure.
var errEnough = errors.New("a case failed and the run was to stop there")

// recordUnfinished logs an error for each case that the runner did not begin.
func (r *run) recordUnfinished(cases []plan.Case) error {
	for _, c := range cases {
		if r.tally.has(c.TryID()) {
			continue
		}
		if err := r.Log.Append(&eventlog.CaseStarted{CaseInfo: caseInfo(c), Attempt: c.Attempt}); err != nil {
			return err
		}
		if err := r.Log.Append(&eventlog.CaseDone{
			Case: c.ID, Attempt: c.Attempt, Outcome: "error",
			Reason: "the runner did not run it",
		}); err != nil {
			return err
		}
		r.countResult(c, "error", "the runner did not run it")
	}
	return nil
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
