package progress

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// A narrow terminal shows the beginning of a long name, and the counts.
func TestTheBarOfANarrowTerminal(t *testing.T) {
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	run := tally{title: "mock-admin (http://127.0.0.1:18774/identity/v3), shipped", started: began, counts: map[string]int{}}
	for _, width := range []int{40, 50, 80} {
		run.done, run.total = 0, 0
		assert.Regexp(t, "^mock-.*  preparing  0:05$", run.bar(width, began.Add(5*time.Second), false))
		run.done, run.total = 300, 2000
		bar := run.bar(width, began.Add(5*time.Second), false)
		assert.Regexp(t, "^mock-.*… .* 300/2000 ", bar)
		assert.Less(t, len([]rune(bar)), width)
	}
}
