package steps

import (
	"fmt"
	"slices"
	"sync"

	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/target"
)

// tries is the greatest number of attempts at a case whose request must meet work under way that ends by itself.
const tries = 3

// doubts holds cases that did not pass and are tried again: because another case had left something behind, or because the
// work under way that they need may have been over. It is safe for concurrent use.
type doubts struct {
	mu    sync.Mutex
	list  []plan.Case
	why   map[string]string
	times map[string]int
}

func (d *doubts) add(c plan.Case, why string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.why == nil {
		d.why, d.times = map[string]string{}, map[string]int{}
	}
	d.list = append(d.list, c)
	d.why[c.TryID()] = why
	d.times[c.TryID()]++
}

// mayRepeat tells whether a case may be tried once more.
func (d *doubts) mayRepeat(c plan.Case) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.times[c.TryID()] < tries-1
}

// whyRepeat says why a case is tried again, "" where it is not.
func (d *doubts) whyRepeat(c plan.Case) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.why[c.TryID()]
}

// takeDue takes the cases that are to be tried again now.
func (d *doubts) takeDue() []plan.Case {
	d.mu.Lock()
	defer d.mu.Unlock()
	list := d.list
	d.list = nil
	return list
}

// doubtful ends a case that did not pass and whose failure may not be the target's: the case is tried again before a result
// is reported. A case that found something that another case had left makes its own resources the next time. A case that
// needs work under way is tried a few times; if it is never known that the work lasted long enough, the result says so.
func (p *performance) doubtful() bool {
	if p.outcome == "pass" || isInterrupted(p.ctx) {
		return false
	}
	from := p.world.LentBy()
	why := fmt.Sprintf("with what %s had left", from)
	if from == "" {
		if why = p.whyHurried(); why == "" {
			return false
		}
		if !p.run.doubts.mayRepeat(p.c) {
			p.markUnproven(why)
			return false
		}
	}
	p.run.doubts.add(p.c, why+": "+p.run.Redact.Text(p.failure.Error()))
	p.run.reportSetAside(p.c)
	p.putAway()
	p.leave()
	return true
}

// over is the reason of a case that proves nothing, because its request was to meet work under way.
const over = "what was to be going on may have been over before the request was judged"

// whyHurried says why a failure may come from the speed of the target, where work had to be still under way; it is "" for
// all other failures. The work of the embedded mock makes no progress between requests.
func (p *performance) whyHurried() string {
	if p.outcome != "fail" || p.run.Target.Kind == target.Embedded {
		return ""
	}
	switch lasted, passes := p.world.Lasted(); {
	case lasted:
		return ""
	case passes:
		return over
	case slices.Contains(p.c.Scenario.Needs, target.WorkTakesTime):
		return "what was to be seen while something went on may have been over"
	}
	return ""
}

// markUnproven changes the failure of a case that was tried often enough into a result that is no failure, where it is not
// known whether the work that the case is about was still under way.
func (p *performance) markUnproven(why string) {
	if why == over {
		p.outcome, p.failure = "error", fmt.Errorf("nothing was proven, tried %d times: %s: %w", tries, why, p.failure)
	}
}
