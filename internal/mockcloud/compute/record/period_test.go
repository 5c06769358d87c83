package record_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/mockcloud/compute/record"
)

func TestBothBoundsBelongToAPeriodOfWholeSeconds(t *testing.T) {
	second := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	earlier, later := second.Add(-time.Second), second.Add(time.Second)
	for _, c := range []struct {
		name          string
		at            time.Time
		since, before *time.Time
		in            bool
	}{
		{"no bound", second, nil, nil, true},
		{"at the beginning", second, &second, nil, true},
		{"within the second of the beginning", second.Add(700 * time.Millisecond), &second, nil, true},
		{"before the beginning", second, &later, nil, false},
		{"at the end", second, nil, &second, true},
		{"within the second of the end", second.Add(700 * time.Millisecond), nil, &second, true},
		{"after the end", second, nil, &earlier, false},
		{"in a period of one second", second.Add(time.Millisecond), &second, &second, true},
	} {
		assert.Equal(t, c.in, record.InPeriod(c.at, c.since, c.before), c.name)
	}
}
