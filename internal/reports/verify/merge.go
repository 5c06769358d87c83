package verify

import (
	"bytes"

	"plumbline/internal/reports/eventlog"
)

// checkMerge merges the logs of the shards again and compares the result with the log of a merged report.
func (v *verification) checkMerge() {
	const name = "merge"
	if len(v.start.Merged) == 0 {
		return
	}
	if v.Merge == nil {
		v.open(name, "the report is merged from %d shards, whose logs were not read", len(v.start.Merged))
		return
	}
	events, err := v.Merge(v.dir)
	if err != nil {
		v.add(Check{Name: name, State: Refused, File: "shards", Says: err.Error()})
		return
	}
	var want, got bytes.Buffer
	if _, err := eventlog.Copy(&want, events); err != nil {
		v.add(Check{Name: name, State: Refused, File: "shards", Says: err.Error()})
		return
	}
	if _, err := eventlog.Copy(&got, v.log.Events); err != nil {
		v.add(Check{Name: name, State: Refused, File: v.eventsName(), Says: err.Error()})
		return
	}
	if !bytes.Equal(want.Bytes(), got.Bytes()) {
		line, saw, expected := firstLine(want.String(), got.String())
		v.add(Check{Name: name, State: Refused, File: v.eventsName(), Line: line, Says: sprintf("it says %q, the shards give %q", saw, expected)})
		return
	}
	v.addOK(name, "merged again from the logs of %d shards, byte for byte the same", len(v.start.Merged))
}
