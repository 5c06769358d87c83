package reports_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/reports"
	"plumbline/internal/reports/markdown"
)

// A job summary that is too long fails the step, so it is cut where a line ends, and says so.
func TestASummaryFitsIntoAJobSummary(t *testing.T) {
	c, tp := synthetic(t)
	r := tp.build(c)
	for i := range 40_000 {
		r.Leaks = append(r.Leaks, reports.Leak{Kind: "server", ID: fmt.Sprint(i), Name: "a server that was left behind"})
	}
	var uncut strings.Builder
	require.NoError(t, markdown.WriteSummary(&uncut, 1<<30, r, r))
	for _, limit := range []int{markdown.SummaryLimit, 4096, 1024} {
		var b strings.Builder
		require.NoError(t, markdown.WriteSummary(&b, limit, r, r))
		assert.LessOrEqual(t, b.Len(), limit)
		assert.Greater(t, b.Len(), limit-600, "as much as fits")
		lines := strings.Split(strings.TrimSpace(b.String()), "\n")
		assert.Regexp(t, `^> \d+ more lines did not fit; report\.html and report\.json have everything\.$`, lines[len(lines)-1])
		assert.True(t, strings.Contains(uncut.String(), "\n"+lines[len(lines)-3]+"\n"), "no line is cut in two")
	}
	var whole strings.Builder
	r.Leaks = nil
	require.NoError(t, markdown.WriteSummary(&whole, markdown.SummaryLimit, r, r))
	assert.NotContains(t, whole.String(), "did not fit")
	assert.Equal(t, 2, strings.Count(whole.String(), "# ✕ Plumbline: not conformant"))
}
