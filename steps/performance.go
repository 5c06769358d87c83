package steps

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cucumber/godog"

	"plumbline/internal/features"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/otherruns"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/sentences/audit"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

// performance is the run of one case through the runner.
type performance struct {
	run   *run
	ctx   context.Context
	stop  context.CancelCauseFunc
	world *world.World
	c     plan.Case
	// lane is where the case runs, nil before and after; place is its position in the log. A case that must run alone
	// holds all other lanes, too.
	lane  *lane
	held  []*lane
	place int
	// link is its link in a chain; prepared is the result of Given sentences that it took over or leaves.
	link     *link
	prepared prepared
	// seen are the states of its world that the stock needs.
	seen    looks
	skipped bool
	step    int
	started time.Time
	outcome string
	failure error
}

// begin starts the case, unless the run has ended.
func (p *performance) begin(c plan.Case, turn turnOf) error {
	p.c, p.outcome, p.place, p.link = c, "pass", turn.place, turn.link
	turn.queue.pass(turn.number, p.enter)
	again := p.run.doubts.whyRepeat(c)
	ready := p.rewindLane(c)
	if p.lane.restartIDs != nil {
		p.lane.restartIDs(c.TryID() + again)
	}
	if p.lane.turn != nil {
		p.lane.turn.begin()
	}
	if cause := context.Cause(p.ctx); cause != nil {
		p.skipped = true
		p.log(p.run.recordGated(p.lane.log, c, notReached(cause)))
		if ready {
			p.run.remove(p.world)
			p.world, p.prepared.world = &world.World{}, nil
		}
		p.leave()
		return godog.ErrSkip
	}
	p.log(p.lane.log.Append(&eventlog.CaseStarted{CaseInfo: caseInfo(c), Attempt: c.Attempt, Again: again}))
	p.run.reportBegun(c)
	if ready {
		return nil
	}
	var lent *world.World
	if again == "" {
		lent, p.seen = p.run.stock.takeWorld(p.ctx, c)
	}
	p.run.stock.begun(p.lane)
	if c.Exclusive {
		p.run.emptyStock(p.ctx) // not even kept resources may exist beside this case
	}
	if lent != nil {
		p.world = lent
		return nil
	}
	p.world.Begin(p.ctx, p.lane.env, c)
	return nil
}

// enter waits for a lane; for all lanes where cases share a cloud and this one must run alone.
func (p *performance) enter() {
	r := p.run
	if p.link != nil && p.link.from != nil {
		p.continues(p.link)
		return
	}
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

// leave frees the lanes that the case holds.
func (p *performance) leave() {
	l := p.lane
	if l.turn != nil {
		p.log(p.run.order.writeTurn(p.place, l.turn.end()))
	}
	p.lane = nil
	if p.link != nil && p.link.to != nil {
		p.prepared.lane = l
		p.link.to <- p.prepared
		return
	}
	for _, held := range append(p.held, l) {
		p.run.free <- held
	}
	p.held = nil
}

// notReached is the gate of a case that did not run because the run ended.
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
	if p.seen.base == nil && p.failure == nil && p.run.stock.baseWanted(p.c, p.step) {
		p.seen.base = settleBase(p.world)
	}
	if kind != features.State && !p.world.Settled() {
		p.settle()
		p.seen.several = p.run.stock.lookAtSeveral(p.c, p.world)
	}
	p.world.BeginStep(kind, p.step+1)
	p.started = p.lane.clock.Now()
}

// endStep records a step; after the last one the case ends.
func (p *performance) endStep(status godog.StepResultStatus, err error) {
	if p.skipped || p.step >= len(p.c.Steps) {
		return
	}
	sentence := p.c.Steps[p.step]
	p.step++
	if p.step == len(p.c.Steps) && p.failure == nil && status == godog.StepPassed {
		status, err = auditAfterLast(p.world)
	}
	done := &eventlog.StepDone{
		Case: p.c.ID, Attempt: p.c.Attempt, Keyword: sentence.Keyword, Text: sentence.Text, Status: "passed",
		Millis: float64(p.lane.clock.Now().Sub(p.started).Microseconds()) / 1000,
	}
	if p.world.Given() {
		done.From = p.world.LentBy()
	}
	switch {
	case p.failure != nil:
		done.Status, done.Millis = "skipped", 0
	case status != godog.StepPassed:
		p.failure = stepError(status, sentence.Text, err)
		p.outcome = verdictOf(sentence.Kind, p.failure)
		p.excuse()
		done.Status, done.Message = map[string]string{"fail": "failed", "error": "error"}[p.outcome], p.run.Redact.Text(p.failure.Error())
	}
	p.log(p.lane.log.Append(done))
	if p.step == len(p.c.Steps) {
		p.end()
	}
}

// excuse makes a failure an error where the cloud is sound and the rule of the case was not reached: others have used up a quota of the
// project, so that the request was refused, or another run changes the cloud's hosts.
func (p *performance) excuse() {
	if p.outcome != "fail" {
		return
	}
	why := ""
	if quota := fixtures.UsedUp(p.world); quota != "" {
		why = "a quota of the project is used up, so that the request says nothing of the rule: " + quota
	} else if p.run.Target.Kind != target.Embedded {
		if other := otherruns.Found(p.ctx, p.run.target); other != "" {
			why = fmt.Sprintf("run %s changes hosts of this cloud meanwhile, or was killed while it did (plumbline sweep --run %s)", other, other)
		}
	}
	if why != "" {
		p.outcome, p.failure = "error", fmt.Errorf("%s: %w", why, p.failure)
	}
}

// auditAfterLast adds to the last step the checks that every scenario has.
func auditAfterLast(w *world.World) (status godog.StepResultStatus, err error) {
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

// end records the outcome, then removes the resources of the case.
func (p *performance) end() {
	if p.doubtful() {
		return
	}
	done := &eventlog.CaseDone{Case: p.c.ID, Attempt: p.c.Attempt, Outcome: p.outcome}
	if p.outcome == "error" && p.world.Unanswered() && p.run.Target.Kind != target.Embedded {
		if gone := p.run.watch.awaitTarget(p.ctx, p.run.target, p.run.Clock.Sleep, p.run.Timeouts["outage"]); gone != nil {
			p.stop(gone)
			p.world.LimitCleanup(outageCleanUp)
		}
	}
	// An error during an interruption says nothing about the case.
	done.Interrupted = p.outcome == "error" && isInterrupted(p.ctx)
	if p.failure != nil {
		done.Reason = p.run.Redact.Text(p.failure.Error())
		var f *world.Failure
		if p.outcome == "fail" && errors.As(p.failure, &f) {
			done.Expected, done.Got = p.run.Redact.Text(f.Expected), p.run.Redact.Text(f.Got)
		}
	}
	p.log(p.lane.log.Append(done))
	p.putAway()
	p.run.countResult(p.c, p.outcome, done.Reason)
	if p.outcome == "fail" && p.run.StopAtFailure {
		p.stop(errEnough)
	}
	p.leave()
}

// putAway keeps the resources of the case for another one, or removes them.
func (p *performance) putAway() {
	w := p.world
	if p.passesOn() {
		p.world = &world.World{}
		return
	}
	p.prepared.world = nil
	spent := caseNotPassed
	if p.outcome == "pass" && !isInterrupted(p.ctx) {
		var next *lane
		if p.link != nil && p.link.to != nil {
			next = p.lane
		}
		why, over := p.run.stock.keepWorld(p.c, w, p.seen, next)
		if over != nil {
			p.run.remove(over)
		}
		if why == "" {
			p.world = &world.World{}
			return
		}
		spent = why
	}
	if p.outcome != "pass" && p.run.KeepFailed && !p.c.Exclusive && p.run.Target.Kind != target.Embedded && !isInterrupted(p.ctx) {
		p.run.keep(w.Keep())
	}
	w.Spend(spent)
	p.run.remove(w)
}

// remove removes the resources of a case.
func (r *run) remove(w *world.World) {
	if err := w.Close(); err != nil {
		r.notCleaned(err)
	}
	w.Forget()
}

// isInterrupted tells whether the run has ended early, other than by StopAtFailure.
func isInterrupted(ctx context.Context) bool {
	cause := context.Cause(ctx)
	return cause != nil && !errors.Is(cause, errEnough)
}

// log ends the run if its log cannot be written.
func (p *performance) log(err error) {
	if err != nil {
		p.stop(logFailed(err))
	}
}
