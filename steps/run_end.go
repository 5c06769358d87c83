package steps

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/otherruns"
	"plumbline/internal/steps/target"
)

// end checks for leaks, removes the run's own resources and closes the log, also after an interrupt.
func (r *run) end(ctx context.Context, failed error) (Outcome, error) {
	r.outcome.Interrupted = ctx.Err() != nil
	limit := r.Timeouts["clean-up"]
	var gone *outage
	if errors.As(failed, &gone) {
		r.outcome.Interrupted, r.outcome.Stopped, failed, limit = true, gone.Error(), nil, outageCleanUp
	}
	ended := &eventlog.RunEnded{Interrupted: r.outcome.Interrupted || failed != nil, Reason: r.outcome.Stopped}
	if failed != nil && !r.outcome.Interrupted {
		ended.Reason = failed.Error()
	}
	later, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	if gone != nil {
		r.recordUnclean(eventlog.LeakCheck, gone)
	} else {
		failed = errors.Join(failed, r.cleanUp(later))
	}
	failed = errors.Join(failed, r.Log.Append(ended))
	if r.outcome.Interrupted && errors.Is(failed, context.Canceled) {
		failed = nil // an interrupt is no failure
	}
	return r.outcome, failed
}

// cleanUp removes the run's resources outside of cases, and checks for leaks.
func (r *run) cleanUp(ctx context.Context) error {
	if r.Target.Kind != target.Embedded && r.Selection.Disruptive {
		r.recordUnclean("mark", otherruns.End(ctx, r.target))
	}
	if (r.Resume != nil || r.target.LostTrack()) && r.Target.Kind != target.Embedded {
		r.recordUnclean("sweep", r.target.SweepRun(ctx))
	}
	leaks, err := r.target.Leaks(ctx)
	r.recordUnclean(eventlog.LeakCheck, err)
	// A later sweep finds what is left by the run's users and projects, so they stay.
	if err := r.target.Close(ctx, len(leaks) > 0 || err != nil); err != nil {
		r.outcome.NotCleaned++
		r.outcome.FirstErrorText = first(r.outcome.FirstErrorText, err.Error())
	}
	identities, err := r.target.LeakedIdentities(ctx)
	r.recordUnclean(eventlog.LeakCheck, err)
	elsewhere, err := r.otherLeaks(ctx)
	r.recordUnclean(eventlog.LeakCheck, err)
	var failed error
	for _, l := range slices.Concat(leaks, identities, elsewhere) {
		r.outcome.Leaked++
		failed = errors.Join(failed, r.Log.Append(&eventlog.Leaked{Kind: l.Kind, ID: l.ID, Name: l.Name}))
	}
	return failed
}

// recordUnclean logs a failure of the clean-up or the leak check: the report lists it, and verdicts stay.
func (r *run) recordUnclean(what string, err error) {
	if err == nil {
		return
	}
	r.outcome.NotCleaned++
	r.outcome.FirstErrorText = first(r.outcome.FirstErrorText, what+": "+err.Error())
	line, more, _ := strings.Cut(err.Error(), "\n")
	if more != "" {
		line += fmt.Sprintf(" (and %d more)", strings.Count(more, "\n")+1)
	}
	_ = r.Log.Append(&eventlog.CleanedUp{Kind: what, ID: r.RunID, Error: r.Redact.Text(line)}) // the log reports its failure when it is closed
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
