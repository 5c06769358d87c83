package reports

import (
	"fmt"
	"slices"
	"time"

	"plumbline/reports/eventlog"
	"plumbline/reports/verdict"
)

// waive excuses a failure the operator knows of, until the end of the waiver's day. Only fail can be
// waived: an error has proven nothing that could be accepted.
func (b *builder) waive(row *Row, info eventlog.CaseInfo) {
	if row.Verdict != verdict.Fail {
		return
	}
	for _, w := range b.start.Waivers {
		if w.ID != info.Row && w.ID != info.Case && !slices.Contains(info.Requirements, w.ID) {
			continue
		}
		until, err := time.Parse(time.DateOnly, w.Until)
		switch {
		case err != nil:
			row.Reason += fmt.Sprintf(" (the waiver of %s has no valid date of expiry: %q)", w.ID, w.Until)
		case w.Reason == "":
			row.Reason += fmt.Sprintf(" (the waiver of %s gives no reason)", w.ID)
		case !b.started.Before(until.AddDate(0, 0, 1)):
			row.Reason += fmt.Sprintf(" (the waiver of %s expired on %s)", w.ID, w.Until)
		default:
			row.Verdict = verdict.Waived
			row.Reason = fmt.Sprintf("waived until %s, because: %s. What failed: %s", w.Until, w.Reason, row.Reason)
			return
		}
	}
}
