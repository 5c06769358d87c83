// Package cucumber renders the log of a run for tools that read Cucumber's formats: messages (github.com/cucumber/messages, one
// JSON envelope per line) and the older JSON report. Both are pure functions of the log and of the feature files named in it.
//
// Cucumber has passed, failed and skipped. A row that was gated (unsupported, not-run, unobservable …) is skipped with its
// reason; an error is failed, with a message that nothing was proven.
package cucumber

import (
	"errors"
	"fmt"
	"time"

	"plumbline/internal/reports/eventlog"
)

// play holds the events of one case.
type play struct {
	info  eventlog.CaseInfo
	gate  *eventlog.Gated
	tries []*try
}

// try is one attempt at a case.
type try struct {
	started, ended time.Time
	steps          []step
	done           *eventlog.CaseDone
}

type step struct {
	eventlog.StepDone
	at time.Time
}

// run is the log sorted by case, in the order of the plan.
type run struct {
	start    *eventlog.RunStarted
	target   string
	began    time.Time
	ended    time.Time
	complete bool
	plays    []*play
	byID     map[string]*play
}

// ErrLog: the log is not one that a run can write.
var ErrLog = errors.New("the event log makes no sense")

func sorted(events []eventlog.Event) (*run, error) {
	r := &run{byID: map[string]*play{}}
	for i := range events {
		if err := r.read(&events[i]); err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrLog, events[i].Seq, err)
		}
	}
	if r.start == nil {
		return nil, fmt.Errorf("%w: it does not begin with run-started", ErrLog)
	}
	return r, nil
}

func (r *run) read(e *eventlog.Event) error {
	r.ended = e.Time
	switch {
	case e.RunStarted != nil:
		r.start, r.began = e.RunStarted, e.Time
	case e.RunResumed != nil:
		r.resume()
	case e.TargetDescribed != nil:
		r.target = e.TargetDescribed.Name
	case e.CasePlanned != nil:
		r.playOf(e.CasePlanned.CaseInfo)
	case e.Gated != nil:
		return r.withPlay(e.Gated.Case, func(p *play) { p.gate = e.Gated })
	case e.CaseStarted != nil:
		p := r.playOf(e.CaseStarted.CaseInfo)
		if e.CaseStarted.Again != "" && len(p.tries) > 0 {
			p.tries = p.tries[:len(p.tries)-1]
		}
		p.tries = append(p.tries, &try{started: e.Time, ended: e.Time})
	case e.StepDone != nil:
		return r.withLastTry(e.StepDone.Case, func(t *try) { t.steps, t.ended = append(t.steps, step{*e.StepDone, e.Time}), e.Time })
	case e.CaseDone != nil:
		return r.withLastTry(e.CaseDone.Case, func(t *try) { t.done, t.ended = e.CaseDone, e.Time })
	case e.RunEnded != nil:
		r.complete = !e.RunEnded.Interrupted
	}
	return nil
}

func (r *run) playOf(info eventlog.CaseInfo) *play {
	p := r.byID[info.Case]
	if p == nil {
		p = &play{info: info}
		r.byID[info.Case] = p
		r.plays = append(r.plays, p)
	}
	return p
}

func (r *run) withPlay(id string, do func(*play)) error {
	p := r.byID[id]
	if p == nil {
		return fmt.Errorf("case %q was never announced", id)
	}
	do(p)
	return nil
}

// withLastTry calls do with the latest attempt at a case: attempts at one case follow one another.
func (r *run) withLastTry(id string, do func(*try)) error {
	p := r.byID[id]
	if p == nil || len(p.tries) == 0 {
		return fmt.Errorf("case %q was never started", id)
	}
	do(p.tries[len(p.tries)-1])
	return nil
}

// resume drops what an interruption made invalid, as the report does.
func (r *run) resume() {
	r.complete = false
	for _, p := range r.plays {
		if p.gate != nil && p.gate.Interrupted {
			p.gate = nil
		}
		kept := p.tries[:0]
		for _, t := range p.tries {
			if t.done != nil && !t.done.Interrupted {
				kept = append(kept, t)
			}
		}
		p.tries = kept
	}
}

// title is the name of the scenario, with the microversion if the case is of the boundary sweep.
func (p *play) title() string {
	if p.info.Variant == "" {
		return p.info.Name
	}
	return fmt.Sprintf("%s (%s, at %s)", p.info.Name, p.info.Variant, p.info.At)
}

// reasonNotRun is the verdict of a case that did not run, with the reason.
func (p *play) reasonNotRun() string {
	if p.gate == nil {
		return "not-run: the run ended before its turn"
	}
	return p.gate.Verdict + ": " + p.gate.Reason
}

// status is the status of a step in Cucumber's words, lower case.
func (s step) status() string {
	switch s.Status {
	case "passed", "skipped":
		return s.Status
	}
	return "failed"
}

// message is the message of a step; for an error it says that nothing was proven about the target.
func (s step) message() string {
	if s.Status == "error" {
		return "error, nothing was proven: " + s.Message
	}
	return s.Message
}

// markFailedStep marks the last step of an attempt as failed, if the attempt did not pass and no step failed: drift under
// --strict-schema, an attempt that never ended.
func (t *try) markFailedStep() []step {
	if t.done != nil && t.done.Outcome == "pass" || len(t.steps) == 0 {
		return t.steps
	}
	for _, s := range t.steps {
		if s.status() == "failed" {
			return t.steps
		}
	}
	out := append([]step(nil), t.steps...)
	end := &out[len(out)-1]
	end.Status, end.Message = "failed", "the case never ended"
	if t.done != nil {
		end.Message = t.done.Reason
	}
	return out
}
