package steps

import (
	"fmt"

	"github.com/cucumber/godog"

	"plumbline/features"
	"plumbline/steps/internal/world"
	"plumbline/steps/plan"
)

// verdictOf says what a step's error means: only an observation that contradicts the scenario is a
// failure of the target. Whatever keeps a Given from being true proves nothing.
func verdictOf(kind features.Kind, err error) string {
	if kind != features.State && world.IsFailure(err) {
		return "fail"
	}
	return "error"
}

// stepError names what the runner's status means where the step itself had no say.
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

// countResult counts a result and passes it on.
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

// notCleaned counts a case whose clean-up failed; its verdict stays.
func (r *run) notCleaned(err error) {
	r.tally.mu.Lock()
	defer r.tally.mu.Unlock()
	r.outcome.NotCleaned++
	r.outcome.FirstErrorText = first(r.outcome.FirstErrorText, err.Error())
}

// reportPlanned passes on which cases will run.
func (r *run) reportPlanned(cases []plan.Case) {
	if r.Ahead != nil {
		r.Ahead(r.total, cases)
	}
}

// reportBegun passes on that a case begins.
func (r *run) reportBegun(c plan.Case) {
	if r.Begun != nil {
		r.Begun(c)
	}
}
