package record

import (
	"time"

	"plumbline/internal/mockcloud/pipeline"
)

// ChangedPeriod reads changes-since and changes-before; nil is no bound.
func ChangedPeriod(x *pipeline.Exchange) (since, before *time.Time, fault *pipeline.Fault) {
	since, before = parseTime(LastQueryValue(x, "changes-since")), parseTime(LastQueryValue(x, "changes-before"))
	if since != nil && before != nil && since.After(*before) {
		return nil, nil, pipeline.BadRequest("The value of changes-since must be less than or equal to changes-before.")
	}
	return since, before, nil
}

// InPeriod tells whether a time is in a period, to which both bounds belong; times are kept and compared in whole seconds.
func InPeriod(t time.Time, since, before *time.Time) bool {
	t = t.Truncate(time.Second)
	return (since == nil || !t.Before(since.Truncate(time.Second))) && (before == nil || !t.After(*before))
}

// parseTime reads a time in one of the forms that the schema allows; nil for none.
func parseTime(text string) *time.Time {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02"} {
		if t, err := time.Parse(form, text); err == nil {
			return &t
		}
	}
	return nil
}
