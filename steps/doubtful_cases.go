package steps

import (
	"fmt"
	"slices"
	"sync"

	"plumbline/steps/internal/target"
	"plumbline/steps/plan"
)

// tries is how often a case is begun, at most, that needs something to go on which ends by itself.
const tries = 3

// doubts are cases that did not pass and are tried again: with what another case had left, or while something went on that
// may have been over. It is safe for concurrent use.
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

// takeDue answers those that are to be tried again now.
func (d *doubts) takeDue() []plan.Case {
	d.mu.Lock()
	defer d.mu.Unlock()
	list := d.list
	d.list = nil
	return list
}

// doubtful ends a case that did not pass and whose failure may not be the target's: it is tried again, before anything is
// said of it. One that found what another case had left makes what it needs itself. One that needed something to go on that
// ends by itself is tried a few times; where it never is known to have lasted, that is what is said.
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
	p.putAway()
	p.leave()
	return true
}

// over is why a case proves nothing that was to ask while something went on.
const over = "what was to be going on may have been over before the request was judged"

// whyHurried says why a failure of something that had to happen in time may be the haste of the target, "" where it is not. On
// the embedded mock nothing goes on while nobody looks.
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

// markUnproven makes the failure of a case that was tried often enough what it is: no failure where it is not known that what the
// case is about was still going on.
func (p *performance) markUnproven(why string) {
	if why == over {
		p.outcome, p.failure = "error", fmt.Errorf("nothing was proven, tried %d times: %s: %w", tries, why, p.failure)
	}
}
