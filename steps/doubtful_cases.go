package steps

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/target"
)

// tries is the greatest number of attempts at a case whose request must meet work under way that ends by itself.
const tries = 3

// roomless is how many cases may fail again alone before no other is tried again for want of room: there was room.
const roomless = 10

// doubts holds cases that did not pass and are tried again: because another case had left something behind, because the work under way
// that they need may have been over, or because the servers of others may have filled the hosts. It is safe for concurrent use.
type doubts struct {
	mu    sync.Mutex
	list  []plan.Case
	why   map[string]string
	times map[string]int
	// alone are cases that are to run without any other, beside none of the run's servers.
	alone       []plan.Case
	ranAlone    map[string]bool
	failedAlone int
}

func (d *doubts) add(c plan.Case, why string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.note(c, why)
	d.list = append(d.list, c)
}

// addAlone sets a case aside that is to run without any other, which one does once. It is false where the case has, or where so many have
// failed all the same that room is not what they lack.
func (d *doubts) addAlone(c plan.Case, why string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	id := c.TryID()
	if d.ranAlone[id] {
		d.failedAlone++
		return false
	}
	if d.failedAlone >= roomless {
		return false
	}
	if d.ranAlone == nil {
		d.ranAlone = map[string]bool{}
	}
	d.ranAlone[id] = true
	d.note(c, why)
	d.alone = append(d.alone, c)
	return true
}

func (d *doubts) note(c plan.Case, why string) {
	if d.why == nil {
		d.why, d.times = map[string]string{}, map[string]int{}
	}
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

// takeDue takes the cases that are to be tried again now, and how many at once where jobs are possible. Those that are to run alone are
// few at a time; once so many have failed alone that room is not what they lack, the rest run as others do.
func (d *doubts) takeDue(jobs int) (due []plan.Case, atOnce int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if due, d.list = d.list, nil; len(due) > 0 {
		return due, jobs
	}
	n := len(d.alone)
	if d.failedAlone < roomless {
		n, jobs = min(n, roomless), 1
	}
	due, d.alone = d.alone[:n], d.alone[n:]
	return due, jobs
}

// doubtful ends a case that did not pass and whose failure may not be the target's: the case is tried again before a result
// is reported. A case that found something that another case had left makes its own resources the next time. A case that
// needs work under way is tried a few times; if it is never known that the work lasted long enough, the result says so.
func (p *performance) doubtful() bool {
	if p.outcome == "pass" || isInterrupted(p.ctx) {
		return false
	}
	if p.foundNoRoom() && p.run.doubts.addAlone(p.c, noRoom+": "+p.run.Redact.Text(p.failure.Error())) {
		p.setAside()
		return true
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
	p.setAside()
	return true
}

// setAside ends the case without a result.
func (p *performance) setAside() {
	p.run.reportSetAside(p.c)
	p.putAway()
	p.leave()
}

// noRoom is the reason to try a case again without any other.
const noRoom = "beside servers of others, which may have filled the hosts"

// foundNoRoom tells whether the hosts may have been full of the run's other servers: a server could not be made, nor a stack that was
// rolled back, or a server that was unshelved did not become what it should. Nova does not tell a user why no host was found.
func (p *performance) foundNoRoom() bool {
	if p.run.Another != nil || p.c.Exclusive {
		return false
	}
	said := p.failure.Error()
	if strings.Contains(said, "No valid host") || p.outcome == "error" &&
		(strings.Contains(said, "SHELVED_OFFLOADED, task <nil>") || strings.Contains(said, "last seen: ROLLBACK_COMPLETE")) {
		return true
	}
	asked := p.world.Asked()
	return p.outcome == "fail" && asked != nil && asked.Status == http.StatusAccepted && bytes.Contains(asked.Sent(), []byte(`"unshelve"`))
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
