package reports

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
)

// attempt holds the events of one attempt at a case.
type attempt struct {
	begun     bool
	from, to  time.Time
	steps     []*eventlog.StepDone
	exchanges []*eventlog.Exchanged
	done      *eventlog.CaseDone
}

// repeat is how often each case runs, at least 1.
func (j *journal) repeat() int { return max(1, j.start.Repeat) }

// attempt answers the attempt with a number as in events: 0 is the first, 2 the second.
func (j *journal) attempt(rec *record, number int) (*attempt, error) {
	if number == 1 || number < 0 || number > j.repeat() {
		return nil, fmt.Errorf("attempt %d of case %s, which runs %d times", number, rec.info.Case, j.repeat())
	}
	at := max(0, number-1)
	switch {
	case at > len(rec.attempts):
		return nil, fmt.Errorf("attempt %d of case %s comes before attempt %d", number, rec.info.Case, len(rec.attempts)+1)
	case at == len(rec.attempts):
		rec.attempts = append(rec.attempts, &attempt{})
	}
	return rec.attempts[at], nil
}

// file stores an event of the attempt.
func (a *attempt) file(id string, e *eventlog.Event) error {
	switch {
	case e.StepDone != nil:
		a.steps = append(a.steps, e.StepDone)
	case e.Exchanged != nil:
		a.exchanges = append(a.exchanges, e.Exchanged)
	case e.CaseDone != nil:
		if a.done != nil {
			return fmt.Errorf("case %s is done twice", id)
		}
		if !a.begun {
			return fmt.Errorf("case %s is done but never started", id)
		}
		a.done = e.CaseDone
	}
	a.to = e.Time
	return nil
}

// resume drops what the interruption made invalid: attempts that began and were not done, and cases gated or ended only
// because of it. Leaks are found again by the resumed run.
func (j *journal) resume(e *eventlog.Event) error {
	if j.complete() && len(e.RunResumed.Rerun) == 0 {
		return errors.New("a run that came to its end is resumed")
	}
	if e.RunResumed.RunID != j.start.RunID {
		return fmt.Errorf("run %s resumes run %s", e.RunResumed.RunID, j.start.RunID)
	}
	if err := j.rerun(e.RunResumed.Rerun); err != nil {
		return err
	}
	j.end, j.leaks = nil, nil
	// A leak check that failed is dropped, too: the resumed run repeats it, and logs each removal by kind and id.
	j.cleanup = slices.DeleteFunc(j.cleanup, func(c Cleanup) bool { return c.ID == j.start.RunID })
	j.resumed = append(j.resumed, e.Time.Truncate(time.Millisecond))
	for _, rec := range j.order {
		rec.gates = slices.DeleteFunc(rec.gates, func(g *eventlog.Gated) bool { return g.Interrupted })
		rec.attempts = slices.DeleteFunc(rec.attempts, func(a *attempt) bool { return a.done == nil || a.done.Interrupted })
	}
	return nil
}

// rerun sets aside what cases that run again came to before. Only what did not pass may be asked again.
func (j *journal) rerun(cases []string) error {
	for _, id := range cases {
		rec := j.byID[id]
		if rec == nil || len(rec.attempts) == 0 {
			return fmt.Errorf("case %q runs again, which never ran", id)
		}
		interrupted := slices.ContainsFunc(rec.attempts, func(a *attempt) bool { return a.interrupted(j) })
		if f := rec.finding(j); f.verdict != verdict.Fail && f.verdict != verdict.Error && !interrupted {
			return fmt.Errorf("case %s runs again, although it was %s", id, f.verdict)
		}
		rec.before = append(rec.before, rec.attempts...)
		rec.attempts = nil
	}
	return nil
}

// addBefore adds what a case that ran again had come to before.
func (b *builder) addBefore(row *Row, rec *record) {
	for _, a := range rec.before {
		f := a.finding(b.journal)
		row.Before = append(row.Before, Attempt{Outcome: f.verdict, Reason: f.reason, Exchanges: a.ids(), Millis: a.millis()})
	}
	if n := len(row.Before); n > 0 {
		was := row.Before[n-1]
		row.Reason = Join("; ", row.Reason, fmt.Sprintf("ran again; before: %s: %s", was.Outcome, was.Reason))
	}
}

func (a *attempt) millis() float64 {
	if !a.begun {
		return 0
	}
	return float64(a.to.Sub(a.from).Microseconds()) / 1000
}

// ids are the ids of the attempt's exchanges, in order.
func (a *attempt) ids() []string {
	out := []string{}
	for _, x := range a.exchanges {
		out = append(out, x.ID)
	}
	return out
}

// decisive is the first attempt with the verdict, the last one if none has it; nil where there is no attempt.
func (rec *record) decisive(j *journal, v verdict.Verdict) *attempt {
	if len(rec.attempts) == 0 {
		return nil
	}
	for _, a := range rec.attempts {
		if a.begun && a.finding(j).verdict == v {
			return a
		}
	}
	return rec.attempts[len(rec.attempts)-1]
}

// addRepeats adds the attempts of a repeated case to its row, and whether their outcomes differ.
func (b *builder) addRepeats(row *Row, rec *record) {
	if b.repeat() == 1 {
		return
	}
	counts := verdictCounts()
	ended := 0
	for _, a := range rec.attempts {
		if !a.begun {
			continue
		}
		f := a.finding(b.journal)
		row.Attempts = append(row.Attempts, Attempt{Outcome: f.verdict, Reason: f.reason, Exchanges: a.ids(), Millis: a.millis()})
		if a.done != nil && !a.done.Interrupted {
			counts[f.verdict]++
			ended++
		}
	}
	words := ""
	for _, v := range []verdict.Verdict{verdict.Pass, verdict.Fail, verdict.Error} {
		if n := counts[v]; n > 0 && n < ended {
			row.Flaky = true
			words = Join(", ", words, fmt.Sprintf("%d %s", n, v))
		}
	}
	if row.Flaky {
		row.Reason = Join(": ", fmt.Sprintf("flaky in %s (%s)", Plural(ended, "attempt"), words), row.Reason)
	}
}

// finding is the verdict of one attempt.
func (a *attempt) finding(j *journal) finding {
	if a.done == nil {
		return finding{verdict: verdict.Error, reason: "the case started but never finished: " + a.lastWords(j)}
	}
	if a.interrupted(j) {
		return finding{verdict: verdict.NotRun, reason: "interrupted while it was under way: " + a.lastWords(j)}
	}
	f := a.outcome()
	if j.start.StrictSchema {
		f = f.worseOf(a.strict())
	}
	return f
}

// interrupted tells whether the run was interrupted in the middle of the attempt, whose error is then that of a request cut off, and
// says nothing about the case. An attempt that failed by itself, and ended the run by that, has its own error. In a run that came
// to its end nothing was interrupted, whatever the event says.
func (a *attempt) interrupted(j *journal) bool {
	return a.done != nil && a.done.Interrupted && a.done.Outcome == "error" && !j.finished() &&
		strings.Contains(a.done.Reason, context.Canceled.Error())
}

func (a *attempt) lastWords(j *journal) string {
	words := "the run ended without it"
	if s := j.stopped(); s != "" {
		words = s
	}
	if n := len(a.steps); n > 0 {
		words += fmt.Sprintf(" (last step: %s %s)", a.steps[n-1].Keyword, a.steps[n-1].Text)
	}
	return words
}
