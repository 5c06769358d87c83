package steps

import (
	"fmt"

	"github.com/cucumber/godog"

	"plumbline/internal/features"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/world"
)

// verdictOf is the verdict for a step's error: only an observation that contradicts the scenario is a failure of the
// target. An error in a Given sentence proves nothing.
func verdictOf(kind features.Kind, err error) string {
	if kind != features.State && world.IsFailure(err) {
		return "fail"
	}
	return "error"
}

// stepError is the error for a status of the runner where the step itself gave none.
func stepError(status godog.StepResultStatus, text string, err error) error {
	switch {
	case status == godog.StepUndefined:
		return fmt.Errorf("no step definition matches %q", text)
	case status == godog.StepAmbiguous:
		return fmt.Errorf("several step definitions match %q: %w", text, err)
	case err == nil:
		return fmt.Errorf("the runner calls the step %s", status)
	}
	return err
}

// countResult counts a result and calls Progress.
func (r *run) countResult(c plan.Case, outcome, reason string) {
	r.tally.mu.Lock()
	defer r.tally.mu.Unlock()
	if r.tally.done == nil {
		r.tally.done = map[string]bool{}
	}
	r.tally.done[c.TryID()] = true
	switch outcome {
	case "pass":
		r.outcome.Passed++
	case "fail":
		r.outcome.Failed++
		r.outcome.FirstFailure = first(r.outcome.FirstFailure, c.ID+": "+reason)
	case "error":
		r.outcome.Errors++
		r.outcome.FirstErrorText = first(r.outcome.FirstErrorText, c.ID+": "+reason)
	default:
		r.outcome.Gated++
	}
	if r.Progress != nil {
		r.Progress(Progress{Done: len(r.tally.done), Total: r.total, Case: c, Outcome: outcome, Reason: reason})
	}
}

// notCleaned counts a case whose clean-up failed; its verdict does not change.
func (r *run) notCleaned(err error) {
	r.tally.mu.Lock()
	defer r.tally.mu.Unlock()
	r.outcome.NotCleaned++
	r.outcome.FirstErrorText = first(r.outcome.FirstErrorText, err.Error())
}

// keep notes what a case leaves on the target.
func (r *run) keep(things []world.Kept) {
	r.tally.mu.Lock()
	defer r.tally.mu.Unlock()
	r.outcome.Kept = append(r.outcome.Kept, things...)
}

// reportPlanned calls Ahead with the cases that will run.
func (r *run) reportPlanned(cases []plan.Case) {
	if r.Ahead != nil {
		r.Ahead(r.total, cases)
	}
}

// reportSetAside calls SetAside.
func (r *run) reportSetAside(c plan.Case) {
	if r.SetAside != nil {
		r.SetAside(c)
	}
}

// reportBegun calls Begun.
func (r *run) reportBegun(c plan.Case) {
	if r.Begun != nil {
		r.Begun(c)
	}
}
