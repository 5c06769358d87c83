package reports

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"plumbline/internal/reports/eventlog"
)

// journal is the event log sorted by subject: the run, its cases, clean-up and leaks.
type journal struct {
	start          *eventlog.RunStarted
	target         *eventlog.TargetDescribed
	end            *eventlog.RunEnded
	started, ended time.Time
	resumed        []time.Time
	lines          int
	planned        bool
	plan           string
	order          []*record
	byID           map[string]*record
	exchanges      []*eventlog.Exchanged
	leaks          []Leak
	cleanup        []Cleanup
}

// record holds the events of one case.
type record struct {
	info  eventlog.CaseInfo
	gates []*eventlog.Gated
	// attempts are in order; there is one unless the case is repeated.
	attempts []*attempt
	// before are the attempts whose result was not a pass, so that the case ran again.
	before []*attempt
}

func (j *journal) read(e *eventlog.Event) error {
	if j.start == nil && e.RunStarted == nil {
		return errors.New("a log begins with run-started")
	}
	if j.end != nil && e.RunResumed == nil {
		return errors.New("something follows run-ended")
	}
	j.lines, j.ended = j.lines+1, e.Time
	switch {
	case e.RunStarted != nil:
		if j.start != nil {
			return errors.New("a second run-started")
		}
		j.start, j.started = e.RunStarted, e.Time
	case e.RunResumed != nil:
		return j.resume(e)
	case e.TargetDescribed != nil:
		j.target = e.TargetDescribed
	case e.CasePlanned != nil:
		j.planned = true
		return j.add(e.CasePlanned.CaseInfo)
	case e.PlanMade != nil:
		j.planned, j.plan = true, e.PlanMade.Digest
	case e.CaseStarted != nil:
		return j.begin(e)
	case e.Leaked != nil:
		j.leaks = append(j.leaks, Leak(*e.Leaked))
	case e.CleanedUp != nil:
		j.cleanedUp(e.CleanedUp)
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

// cleanedUp keeps the removals that failed and did not succeed later.
func (j *journal) cleanedUp(c *eventlog.CleanedUp) {
	if c.Error != "" {
		j.cleanup = append(j.cleanup, Cleanup{Case: c.Case, Kind: c.Kind, ID: c.ID, Name: c.Name, Error: c.Error})
		return
	}
	j.cleanup = slices.DeleteFunc(j.cleanup, func(failed Cleanup) bool { return failed.Kind == c.Kind && failed.ID == c.ID })
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
	a, err := j.attempt(rec, e.CaseStarted.Attempt)
	if err != nil {
		return err
	}
	if a.begun && (e.CaseStarted.Again == "" || a.done != nil) {
		return fmt.Errorf("case %s starts twice", info.Case)
	}
	if a.begun {
		*a = attempt{}
	}
	a.begun, rec.info, a.from, a.to = true, info, e.Time, e.Time
	return nil
}

// ofCase stores an event of a case that was announced before.
func (j *journal) ofCase(e *eventlog.Event) error {
	var id string
	var number int
	switch {
	case e.Gated != nil:
		id = e.Gated.Case
	case e.StepDone != nil:
		id, number = e.StepDone.Case, e.StepDone.Attempt
	case e.CaseDone != nil:
		id, number = e.CaseDone.Case, e.CaseDone.Attempt
	case e.Exchanged != nil:
		j.exchanges = append(j.exchanges, e.Exchanged)
		if id, number = e.Exchanged.Case, e.Exchanged.Attempt; id == "" {
			return nil
		}
	}
	rec := j.byID[id]
	if rec == nil {
		return fmt.Errorf("%s of case %q, which was never announced", e.Kind, id)
	}
	if e.Gated != nil {
		rec.gates = append(rec.gates, e.Gated)
		return nil
	}
	a, err := j.attempt(rec, number)
	if err != nil {
		return err
	}
	return a.file(id, e)
}

// finished tells whether every case could run and the log was closed.
func (j *journal) finished() bool { return j.end != nil && !j.end.Interrupted }

// complete tells whether the run finished and its leak check was made.
func (j *journal) complete() bool { return j.finished() && j.unchecked() == "" }

// unchecked is the reason why the leak check was not made, "" when it was.
func (j *journal) unchecked() string {
	for _, c := range j.cleanup {
		if c.Kind == eventlog.LeakCheck {
			return c.Error
		}
	}
	return ""
}

// stopped is the reason, in one sentence, why a run is not complete, "" when it is.
func (j *journal) stopped() string {
	switch {
	case j.end == nil:
		return "the run was killed: its event log has no end"
	case j.end.Interrupted && j.end.Reason != "":
		return "the run was interrupted before every case had its turn: " + j.end.Reason
	case j.end.Interrupted:
		return "the run was interrupted before every case had its turn"
	}
	if why := j.unchecked(); why != "" {
		return "the leak check could not be made, so that nobody knows what the run left behind: " + why
	}
	return ""
}
