package reports

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
)

// WaiverState is the effect of a waiver in a run.
type WaiverState string

// The closed set of states.
const (
	// WaiverApplied excused at least one failure.
	WaiverApplied WaiverState = "applied"
	// WaiverExpired expired before the run began. It excused nothing, and the run's exit code is 1 for it.
	WaiverExpired WaiverState = "expired"
	// WaiverStale excused nothing: the row or requirement passed, did not run, or is not in this run.
	WaiverStale WaiverState = "stale"
)

// Waiver is a waiver of the run with its effect.
type Waiver struct {
	eventlog.Waiver
	State WaiverState `json:"state"`
	// Note describes the effect in one sentence.
	Note string `json:"note"`
	// Rows are the cases that it names and that failed, in the order of the log.
	Rows []string `json:"rows"`
}

// covers tells whether a waiver names a case, by its row, its own id or one of its requirements.
func covers(w eventlog.Waiver, info eventlog.CaseInfo) bool {
	return w.ID == info.Row || w.ID == info.Case || slices.Contains(info.Requirements, w.ID)
}

// expired tells whether the last day of the waiver, in UTC, had ended when the run began. A malformed date counts as expired.
func expired(w eventlog.Waiver, started time.Time) bool {
	until, err := time.Parse(time.DateOnly, w.Until)
	return err != nil || !started.Before(until.AddDate(0, 0, 1))
}

// waive excuses a failure of a row until the waiver expires. Only fail can be waived: an error has proven
// nothing that could be accepted.
func (b *builder) waive(row *Row, info eventlog.CaseInfo) {
	if row.Verdict != verdict.Fail {
		return
	}
	for _, w := range b.start.Waivers {
		if !covers(w, info) {
			continue
		}
		_, err := time.Parse(time.DateOnly, w.Until)
		switch {
		case err != nil:
			row.Reason += fmt.Sprintf(" (the waiver of %s has no valid date of expiry: %q)", w.ID, w.Until)
		case w.Reason == "":
			row.Reason += fmt.Sprintf(" (the waiver of %s gives no reason)", w.ID)
		case expired(w, b.started):
			row.Reason += fmt.Sprintf(" (the waiver of %s expired on %s)", w.ID, w.Until)
		default:
			row.Verdict = verdict.Waived
			row.Reason = fmt.Sprintf("waived until %s, because: %s%s. What failed: %s", w.Until, w.Reason, linkWords(w), row.Reason)
			return
		}
	}
}

func linkWords(w eventlog.Waiver) string {
	if w.Link == "" {
		return ""
	}
	return " (" + w.Link + ")"
}

// waivers lists the waivers of the run with their effects, in the order given.
func (b *builder) waivers() []Waiver {
	out := []Waiver{}
	for _, w := range b.start.Waivers {
		use := Waiver{Waiver: w, Rows: []string{}}
		named := verdictCounts()
		total := 0
		for _, rec := range b.order {
			if !covers(w, rec.info) {
				continue
			}
			row := b.rows[rec.info.Case]
			named[row.Verdict]++
			total++
			if row.Verdict == verdict.Waived || row.Verdict == verdict.Fail {
				use.Rows = append(use.Rows, row.Case)
			}
		}
		use.State, use.Note = b.waiverState(w, named, total)
		out = append(out, use)
	}
	return out
}

func (b *builder) waiverState(w eventlog.Waiver, named map[verdict.Verdict]int, total int) (WaiverState, string) {
	switch {
	case (expired(w, b.started) || w.Reason == "") && named[verdict.Fail] > 0:
		return WaiverExpired, fmt.Sprintf("it ended on %s and excuses nothing: %s that it names failed", w.Until,
			Plural(named[verdict.Fail], "row"))
	case expired(w, b.started):
		return WaiverExpired, fmt.Sprintf("it ended on %s, and nothing that it names failed: take it out, or renew it", w.Until)
	case named[verdict.Waived] > 0:
		return WaiverApplied, Plural(named[verdict.Waived], "failure") + " excused until " + w.Until
	case total == 0:
		return WaiverStale, "no row of this run carries what it names"
	case named[verdict.Pass] == total:
		return WaiverStale, "every row that it names passed: take it out"
	}
	return WaiverStale, "nothing that it names failed: " + CountWords(named)
}

// WaiverLine is a waiver in one line, for texts.
func WaiverLine(w Waiver) string {
	parts := []string{fmt.Sprintf("until %s, because: %s", w.Until, w.Reason)}
	if w.Link != "" {
		parts = append(parts, w.Link)
	}
	if w.Owner != "" {
		parts = append(parts, "owner "+w.Owner)
	}
	return strings.Join(append(parts, w.Note), "; ")
}
