package reports

import (
	"errors"
	"fmt"
	"time"

	"plumbline/reports/eventlog"
)

// journal is the event log sorted by what it speaks of.
type journal struct {
	start          *eventlog.RunStarted
	target         *eventlog.TargetDescribed
	end            *eventlog.RunEnded
	started, ended time.Time
	lines          int
	planned        bool
	order          []*record
	byID           map[string]*record
	exchanges      []*eventlog.Exchanged
	leaks          []Leak
	cleanup        []Cleanup
}

// record is everything the log says of one case.
type record struct {
	info      eventlog.CaseInfo
	begun     bool
	from, to  time.Time
	gates     []*eventlog.Gated
	steps     []*eventlog.StepDone
	exchanges []*eventlog.Exchanged
	done      *eventlog.CaseDone
}

func (j *journal) read(e *eventlog.Event) error {
	if j.start == nil && e.RunStarted == nil {
		return errors.New("a log begins with run-started")
	}
	if j.end != nil {
		return errors.New("something follows run-ended")
	}
	j.lines, j.ended = j.lines+1, e.Time
	switch {
	case e.RunStarted != nil:
		if j.start != nil {
			return errors.New("a second run-started")
		}
		j.start, j.started = e.RunStarted, e.Time
	case e.TargetDescribed != nil:
		j.target = e.TargetDescribed
	case e.CasePlanned != nil:
		j.planned = true
		return j.add(e.CasePlanned.CaseInfo)
	case e.CaseStarted != nil:
		return j.begin(e)
	case e.Leaked != nil:
		j.leaks = append(j.leaks, Leak(*e.Leaked))
	case e.CleanedUp != nil:
		if c := e.CleanedUp; c.Error != "" {
			j.cleanup = append(j.cleanup, Cleanup(*c))
		}
	case e.RunEnded != nil:
		j.end = e.RunEnded
	default:
		return j.ofCase(e)
	}
	return nil
}

func (j *journal) add(info eventlog.CaseInfo) error {
	if info.Case == "" {
		return errors.New("a case without an id")
	}
	if j.byID[info.Case] != nil {
		return fmt.Errorf("case %s is announced twice", info.Case)
	}
	rec := &record{info: info}
	j.byID[info.Case] = rec
	j.order = append(j.order, rec)
	return nil
}

func (j *journal) begin(e *eventlog.Event) error {
	info := e.CaseStarted.CaseInfo
	rec := j.byID[info.Case]
	if rec == nil {
		if err := j.add(info); err != nil {
			return err
		}
		rec = j.byID[info.Case]
	}
	if rec.begun {
		return fmt.Errorf("case %s starts twice", info.Case)
	}
	rec.begun, rec.info, rec.from, rec.to = true, info, e.Time, e.Time
	return nil
}

// ofCase files the events that belong to a case which was announced before.
func (j *journal) ofCase(e *eventlog.Event) error {
	var id string
	switch {
	case e.Gated != nil:
		id = e.Gated.Case
	case e.StepDone != nil:
		id = e.StepDone.Case
	case e.CaseDone != nil:
		id = e.CaseDone.Case
	case e.Exchanged != nil:
		j.exchanges = append(j.exchanges, e.Exchanged)
		if id = e.Exchanged.Case; id == "" {
			return nil
		}
	}
	rec := j.byID[id]
	if rec == nil {
		return fmt.Errorf("%s of case %q, which was never announced", e.Kind, id)
	}
	switch {
	case e.Gated != nil:
		rec.gates = append(rec.gates, e.Gated)
		return nil
	case e.StepDone != nil:
		rec.steps = append(rec.steps, e.StepDone)
	case e.Exchanged != nil:
		rec.exchanges = append(rec.exchanges, e.Exchanged)
	case e.CaseDone != nil:
		if rec.done != nil {
			return fmt.Errorf("case %s is done twice", id)
		}
		rec.done = e.CaseDone
	}
	if !rec.begun && e.CaseDone != nil {
		return fmt.Errorf("case %s is done but never started", id)
	}
	rec.to = e.Time
	return nil
}

func (j *journal) complete() bool { return j.end != nil && !j.end.Interrupted }

// stopped says in one sentence why a run is not complete, "" when it is.
func (j *journal) stopped() string {
	switch {
	case j.end == nil:
		return "the run was killed: its event log has no end"
	case j.end.Interrupted:
		return "the run was interrupted before every case had its turn"
	}
	return ""
}
