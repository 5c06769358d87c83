// Package resumption reads the log of a run that was interrupted, for the run that continues it.
package resumption

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/plan"
)

// ErrResume is wrapped by every error about a run that cannot be continued from its log.
var ErrResume = errors.New("the run cannot be resumed")

// Interrupted is the content of an interrupted run's log.
type Interrupted struct {
	started *eventlog.RunStarted
	target  *eventlog.TargetDescribed
	// planned are the ids of the cases in order; whole: the list is complete.
	planned []string
	whole   bool
	// gates are the gated cases by id; begun: all gates were written.
	gates map[string]*eventlog.Gated
	begun bool
	// done are the attempts with a result, by case and number (1 is the first).
	done map[try]*eventlog.CaseDone
	// exchanged is the highest number of an exchange in the log.
	exchanged int64
	ended     *eventlog.RunEnded
	// unchecked: the leak check at the end of the run failed.
	unchecked bool
	// rerun are the cases that run again although they have a result.
	rerun []string
}

type try struct {
	id     string
	number int
}

// Read reads the log of a run. A log without its first event is no run: the answer is nil without an error.
func Read(events []eventlog.Event) (*Interrupted, error) {
	if len(events) == 0 {
		return nil, nil
	}
	r := &Interrupted{gates: map[string]*eventlog.Gated{}, done: map[try]*eventlog.CaseDone{}}
	for i := range events {
		r.read(&events[i])
	}
	if r.started == nil {
		return nil, fmt.Errorf("%w: its log does not begin with run-started", ErrResume)
	}
	return r, nil
}

func (r *Interrupted) read(e *eventlog.Event) {
	switch {
	case e.RunStarted != nil:
		r.started = e.RunStarted
	case e.RunResumed != nil:
		r.ended, r.unchecked = nil, false
		r.forget(e.RunResumed.Rerun)
	case e.TargetDescribed != nil:
		r.target = e.TargetDescribed
	case e.CasePlanned != nil:
		r.planned = append(r.planned, e.CasePlanned.Case)
	case e.PlanMade != nil:
		r.whole = true
	case e.CaseStarted != nil:
		r.begun = true
	case e.Gated != nil && !e.Gated.Interrupted:
		r.gates[e.Gated.Case] = e.Gated
	case e.Gated != nil:
		r.begun = true
	case e.CaseDone != nil && !e.CaseDone.Interrupted:
		r.done[try{e.CaseDone.Case, max(1, e.CaseDone.Attempt)}] = e.CaseDone
	case e.Exchanged != nil:
		if n, err := strconv.ParseInt(strings.TrimPrefix(e.Exchanged.ID, "x"), 10, 64); err == nil {
			r.exchanged = max(r.exchanged, n)
		}
	case e.RunEnded != nil:
		r.ended = e.RunEnded
	case e.CleanedUp != nil:
		r.unchecked = r.unchecked || e.CleanedUp.Kind == eventlog.LeakCheck && e.CleanedUp.Error != ""
	}
}

// forget drops the results of cases.
func (r *Interrupted) forget(cases []string) {
	again := map[string]bool{}
	for _, id := range cases {
		again[id] = true
	}
	maps.DeleteFunc(r.done, func(t try, _ *eventlog.CaseDone) bool { return again[t.id] })
}

// Rerun has cases run again although they have a result; the run may have ended.
func (r *Interrupted) Rerun(cases []string) {
	r.rerun = cases
	r.forget(cases)
}

// RunID is the id of the run, which is in the names of all its resources.
func (r *Interrupted) RunID() string { return r.started.RunID }

// Again are the cases that run again although they have a result.
func (r *Interrupted) Again() []string { return r.rerun }

// LastExchange is the highest number of an exchange in the log.
func (r *Interrupted) LastExchange() int64 { return r.exchanged }

// Planned is how many cases the log has in its plan; whole: the plan is complete.
func (r *Interrupted) Planned() (n int, whole bool) { return len(r.planned), r.whole }

// Gated tells whether the log has the gate of a case.
func (r *Interrupted) Gated(id string) bool { return r != nil && r.gates[id] != nil }

// Complete tells whether the run ended normally, so that there is nothing to resume.
func (r *Interrupted) Complete() bool {
	return r.ended != nil && !r.ended.Interrupted && !r.unchecked && len(r.rerun) == 0
}

// Reason says how the interrupted run ended.
func (r *Interrupted) Reason() string {
	if len(r.rerun) > 0 {
		return fmt.Sprintf("%d cases that did not pass run again", len(r.rerun))
	}
	if r.ended == nil {
		return "the run was killed: its event log had no end"
	}
	if r.unchecked && !r.ended.Interrupted {
		return "the leak check of the run could not be made"
	}
	return cmp.Or(r.ended.Reason, "the run was interrupted")
}

// Same refuses to continue with other options or rules than those of the first rows.
func (r *Interrupted) Same(now *eventlog.RunStarted) error {
	was := r.started
	for _, field := range []struct {
		name     string
		was, now any
	}{
		{"profile", was.Profile, now.Profile},
		{"selection", was.Selection, now.Selection},
		{"waivers", emptyNotNil(was.Waivers), emptyNotNil(now.Waivers)},
		{"--shard", was.Shard.String(), now.Shard.String()},
		{"--repeat", max(1, was.Repeat), max(1, now.Repeat)},
		{"--strict-schema", was.StrictSchema, now.StrictSchema},
		{"--insecure", was.Insecure, now.Insecure},
		{"suite (digest of the features)", was.Digests.Features, now.Digests.Features},
		{"suite (digest of the documents)", was.Digests.Documents, now.Digests.Documents},
	} {
		if a, b := show(field.was), show(field.now); a != b {
			return fmt.Errorf("%w: %s was %s, and is %s now; give what it was, or start anew in another folder", ErrResume, field.name, a, b)
		}
	}
	return nil
}

func emptyNotNil(waivers []eventlog.Waiver) []eventlog.Waiver {
	if waivers == nil {
		return []eventlog.Waiver{}
	}
	return waivers
}

func show(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// SameTarget refuses to continue against another cloud.
func (r *Interrupted) SameTarget(now *eventlog.TargetDescribed) error {
	if r.target == nil {
		return nil
	}
	if r.target.Name != now.Name || r.target.Kind != now.Kind {
		return fmt.Errorf("%w: the target was %s (%s), and is %s (%s) now", ErrResume, r.target.Name, r.target.Kind, now.Name, now.Kind)
	}
	return nil
}

// SamePlan refuses to continue with a plan that differs: rows of two clouds, or of one cloud in two conditions, must not mix.
func (r *Interrupted) SamePlan(cases []plan.Case, owner map[string]string, shard *eventlog.Shard) error {
	for i, id := range r.planned {
		if i >= len(cases) || cases[i].ID != id {
			return fmt.Errorf("%w: case %s was planned and is not now: the options or the target have changed", ErrResume, id)
		}
	}
	if r.whole && len(cases) > len(r.planned) {
		return fmt.Errorf("%w: case %s is planned now and was not: the options or the target have changed", ErrResume, cases[len(r.planned)].ID)
	}
	for _, c := range cases {
		g := r.gates[c.ID]
		if g == nil && !r.begun {
			continue // the run was killed before all gates were written
		}
		now, was := "open", "open"
		if c.Gate != nil {
			now = c.Gate.Verdict
		} else if at := owner[c.ID]; shard != nil && at != shard.String() {
			now = "dealt to " + at
		}
		switch {
		case g == nil:
		case g.Shard != "":
			was = "dealt to " + g.Shard
		default:
			was = g.Verdict
		}
		if now != was {
			return fmt.Errorf("%w: case %s was %s, and is %s now (%s): the options or the target have changed", ErrResume, c.ID,
				was, now, gateReason(c))
		}
	}
	return nil
}

func gateReason(c plan.Case) string {
	if c.Gate != nil {
		return c.Gate.Reason
	}
	return "nothing keeps it from running"
}

// Result is the result that an attempt already has, nil where it has to run (again).
func (r *Interrupted) Result(c plan.Case) *eventlog.CaseDone {
	if r == nil {
		return nil
	}
	return r.done[try{c.ID, max(1, c.Attempt)}]
}
