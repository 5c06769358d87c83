package progress

import (
	"cmp"
	"slices"
	"time"

	"plumbline/internal/steps/plan"
	"plumbline/steps"
)

// tally counts the progress of one run. It has no clock: every call passes the time.
type tally struct {
	title       string
	started     time.Time
	done, total int
	counts      map[string]int
	running     map[string]time.Time
	ahead       map[string]plan.Case
	// spent is the time and number of the finished cases, by kind.
	spent map[kind]*mean
	all   mean
	ended bool
}

// kind groups cases that take about the same time.
type kind struct {
	spec    string
	variant plan.Variant
}

type mean struct {
	sum time.Duration
	n   int
}

func (m *mean) add(d time.Duration) { m.sum, m.n = m.sum+d, m.n+1 }

func (m *mean) average() time.Duration { return m.sum / time.Duration(max(m.n, 1)) }

func newTally(title string, now time.Time) *tally {
	return &tally{
		title: title, started: now, counts: map[string]int{}, running: map[string]time.Time{},
		ahead: map[string]plan.Case{}, spent: map[kind]*mean{},
	}
}

func kindOf(c plan.Case) kind { return kind{c.Scenario.Spec, c.Variant} }

// plan takes the planned cases.
func (t *tally) plan(total int, cases []plan.Case) {
	t.total = total
	for _, c := range cases {
		t.ahead[c.ID] = c
	}
}

// addResult counts a result. A case that never began did not apply, and is left out of the times.
func (t *tally) addResult(p steps.Progress, now time.Time) {
	t.done, t.total = max(t.done, p.Done), max(t.total, p.Total)
	t.counts[p.Outcome]++
	delete(t.ahead, p.Case.ID)
	began, ran := t.running[p.Case.ID]
	if !ran {
		return
	}
	delete(t.running, p.Case.ID)
	k := kindOf(p.Case)
	if t.spent[k] == nil {
		t.spent[k] = &mean{}
	}
	t.spent[k].add(now.Sub(began))
	t.all.add(now.Sub(began))
}

// enough is how many cases must have run, and for how long, before the remaining time is estimated.
const (
	enough     = 5
	enoughTime = 3 * time.Second
)

// estimateLeft estimates the remaining time: each case ahead takes the average of its kind, or of all cases where none of
// its kind has run, and as many run at once as did so far. The bool is false while too few have run.
func (t *tally) estimateLeft(now time.Time) (time.Duration, bool) {
	elapsed := now.Sub(t.started)
	if t.all.n < enough || elapsed < enoughTime || len(t.ahead) == 0 {
		return 0, false
	}
	var rest time.Duration
	busy := t.all.sum
	for id, c := range t.ahead {
		each := t.all.average()
		if m := t.spent[kindOf(c)]; m != nil {
			each = m.average()
		}
		if began, runs := t.running[id]; runs {
			busy += now.Sub(began)
			each = max(each-now.Sub(began), 0)
		}
		rest += each
	}
	atOnce := max(float64(busy)/float64(elapsed), 1)
	return time.Duration(float64(rest) / atOnce), true
}

// current lists the running cases, the longest-running first.
func (t *tally) current() []string {
	var ids []string
	for id := range t.running {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b string) int {
		return cmp.Or(t.running[a].Compare(t.running[b]), cmp.Compare(a, b))
	})
	return ids
}

// ran are the outcomes of cases that ran, in the order of display; the rest did not apply.
var ran = []string{"pass", "fail", "error"}

// countNotRun counts the cases that did not apply.
func (t *tally) countNotRun() int {
	n := t.done
	for _, outcome := range ran {
		n -= t.counts[outcome]
	}
	return max(n, 0)
}
