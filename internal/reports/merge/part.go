package merge

import (
	"fmt"
	"time"

	"plumbline/internal/reports/eventlog"
)

// part is the log of one shard, sorted by subject.
type part struct {
	shard   eventlog.Shard
	head    string
	lines   int
	start   *eventlog.RunStarted
	began   time.Time
	target  *entry
	planned []eventlog.CaseInfo
	plan    *eventlog.PlanMade
	// gates are the shard's own, by case; dealt are the cases of other shards, with the shard's name.
	gates map[string]*entry
	dealt map[string]string
	// cases are the events of each case, without those superseded by a resumed run.
	cases map[string][]entry
	// before and after are the events outside of cases: until the plan was made, and after it.
	before, after []entry
	end           *eventlog.RunEnded
	ended         time.Time
}

type entry = eventlog.Entry

// sorted sorts the events of a complete log.
func sorted(events []eventlog.Event) (*part, error) {
	p := &part{gates: map[string]*entry{}, dealt: map[string]string{}, cases: map[string][]entry{}, lines: len(events)}
	var err error
	if p.head, err = eventlog.Head(events); err != nil {
		return nil, err
	}
	for i := range events {
		e := &events[i]
		if p.start == nil && e.RunStarted == nil {
			return nil, fmt.Errorf("%w: a log does not begin with run-started", ErrMerge)
		}
		p.file(e)
	}
	switch {
	case p.start == nil:
		return nil, fmt.Errorf("%w: an empty log", ErrMerge)
	case p.start.Shard == nil:
		return nil, fmt.Errorf("%w: run %s is whole: it was made without --shard", ErrMerge, p.start.RunID)
	}
	p.shard = *p.start.Shard
	if p.end == nil || p.end.Interrupted {
		return nil, fmt.Errorf("%w: shard %s is not complete: continue it with certify --resume", ErrIncomplete, p.shard.String())
	}
	if p.target == nil || p.plan == nil {
		return nil, fmt.Errorf("%w: shard %s has no plan", ErrMerge, p.shard.String())
	}
	return p, nil
}

func (p *part) file(e *eventlog.Event) {
	as := entry{Time: e.Time, Payload: e.Payload()}
	switch {
	case e.RunStarted != nil:
		p.start, p.began = e.RunStarted, e.Time
	case e.RunResumed != nil:
		p.resume()
	case e.TargetDescribed != nil:
		p.target = &as
	case e.CasePlanned != nil:
		p.planned = append(p.planned, e.CasePlanned.CaseInfo)
	case e.PlanMade != nil:
		p.plan = e.PlanMade
	case e.Gated != nil && e.Gated.Shard != "":
		p.dealt[e.Gated.Case] = e.Gated.Shard
	case e.Gated != nil && e.Gated.Interrupted:
	case e.Gated != nil:
		p.gates[e.Gated.Case] = &as
	case e.RunEnded != nil:
		p.end, p.ended = e.RunEnded, e.Time
	default:
		p.addEntry(as)
	}
}

// addEntry adds an event to its case, or to those outside of cases.
func (p *part) addEntry(as entry) {
	if id := caseOf(as.Payload); id != "" {
		p.cases[id] = append(p.cases[id], as)
		return
	}
	if p.plan == nil {
		p.before = append(p.before, as)
	} else {
		p.after = append(p.after, as)
	}
}

func caseOf(p eventlog.Payload) string {
	switch e := p.(type) {
	case *eventlog.CaseStarted:
		return e.Case
	case *eventlog.StepDone:
		return e.Case
	case *eventlog.Exchanged:
		return e.Case
	case *eventlog.CaseDone:
		return e.Case
	case *eventlog.CleanedUp:
		return e.Case
	}
	return ""
}

// resume drops what an interruption made invalid: attempts without a result of their own, removals and leaks found
// afterwards, and the probes of the interrupted run, which the resumed run repeats.
func (p *part) resume() {
	p.end = nil
	p.after = nil
	if p.plan == nil {
		p.before = nil
	}
	for id, entries := range p.cases {
		valid := map[int]bool{}
		for _, as := range entries {
			if done, ok := as.Payload.(*eventlog.CaseDone); ok && !done.Interrupted {
				valid[done.Attempt] = true
			}
		}
		var kept []entry
		number := 0
		for _, as := range entries {
			number = attemptOf(as.Payload, number)
			if valid[number] {
				kept = append(kept, as)
			}
		}
		p.cases[id] = kept
	}
}

// attemptOf is the number of the attempt in an event of a case; a removal belongs to the attempt before it.
func attemptOf(p eventlog.Payload, before int) int {
	switch e := p.(type) {
	case *eventlog.CaseStarted:
		return e.Attempt
	case *eventlog.StepDone:
		return e.Attempt
	case *eventlog.Exchanged:
		return e.Attempt
	case *eventlog.CaseDone:
		return e.Attempt
	}
	return before
}
