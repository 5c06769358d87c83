package diff_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/reports"
	"plumbline/internal/reports/diff"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
)

// selecting is a report of one requirement, with the verdicts of its rows by their ids, of a run that selected some rows.
func selecting(rows map[string]verdict.Verdict, only ...string) *reports.Report {
	r := &reports.Report{Profile: "shipped", Run: reports.Run{ID: "r", Selection: eventlog.Selection{Sweep: true, Rows: only}}}
	req := reports.Requirement{ID: "A-1", Spec: "s", Verdict: verdict.Excluded}
	for _, id := range []string{"A-1a", "A-1b"} {
		if v, has := rows[id]; has {
			req.Rows = append(req.Rows, reports.Row{Case: "s#" + id, Verdict: v})
			req.Verdict = max(req.Verdict, v)
		}
	}
	r.Requirements = []reports.Requirement{req}
	return r
}

func TestWhatWasNotSelectedIsNeitherBetterNorWorse(t *testing.T) {
	type rows = map[string]verdict.Verdict
	pass, fail, excluded := verdict.Pass, verdict.Fail, verdict.Excluded
	for _, row := range []struct {
		name         string
		older, newer *reports.Report
		regressions  int
		now, before  string
	}{
		{
			"a gate left out both rows", selecting(rows{"A-1a": pass, "A-1b": pass}),
			selecting(rows{"A-1a": excluded, "A-1b": excluded}, "B-1a"), 0,
			"1 requirement (1 pass), 2 rows (2 pass)", "",
		},
		{
			"the plan of the newer run has no row", selecting(rows{"A-1a": pass, "A-1b": pass}), selecting(rows{}, "B-1a"), 0,
			"1 requirement (1 pass), 2 rows (2 pass)", "",
		},
		{
			"the newer run selected what the older did not", selecting(rows{}, "B-1a"), selecting(rows{"A-1a": pass, "A-1b": fail}), 0,
			"", "1 requirement (1 fail), 2 rows (1 fail, 1 pass)",
		},
		{
			"the row that failed was not selected", selecting(rows{"A-1a": pass, "A-1b": fail}), selecting(rows{"A-1a": pass}, "A-1a"), 0,
			"1 requirement (1 fail), 1 row (1 fail)", "",
		},
		{
			"the row that fails was not selected before", selecting(rows{"A-1a": pass}, "A-1a"), selecting(rows{"A-1a": pass, "A-1b": fail}), 0,
			"", "1 requirement (1 fail), 1 row (1 fail)",
		},
		{
			"the row that is still selected fails", selecting(rows{"A-1a": pass, "A-1b": pass}), selecting(rows{"A-1a": fail}, "A-1a"), 2,
			"1 row (1 pass)", "",
		},
		{"the selection is the same and a row is gone", selecting(rows{"A-1a": pass, "A-1b": pass}), selecting(rows{"A-1a": pass}), 1, "", ""},
		{
			"the selection is the same, and a row that fails is new", selecting(rows{"A-1a": pass}, "A-1"),
			selecting(rows{"A-1a": pass, "A-1b": fail}, "A-1"), 1, "", "",
		},
		{
			"the newer run selects all and a row is gone", selecting(rows{"A-1a": pass, "A-1b": pass}, "A-1a", "A-1b"),
			selecting(rows{"A-1a": pass}), 1, "", "",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			d, err := diff.New(row.older, row.newer)
			require.NoError(t, err)
			assert.Equal(t, row.regressions, d.Regressions())
			var out bytes.Buffer
			require.NoError(t, d.Print(&out))
			said := func(title, counts string) {
				if counts == "" {
					assert.NotContains(t, out.String(), title)
					return
				}
				assert.Contains(t, out.String(), "\n"+title+": "+counts+"\n")
			}
			said("not selected this time", row.now)
			said("not selected before", row.before)
			if row.regressions == 0 {
				for _, word := range []string{"worse", "better", "gone", "new rows"} {
					assert.NotContains(t, out.String(), word)
				}
			}
		})
	}
}

func TestACapabilityThatNobodyAskedForIsNotLost(t *testing.T) {
	older, newer := selecting(nil), selecting(nil)
	older.Target.Capabilities = []eventlog.Capability{{Name: "nova-command", Present: true}, {Name: "two-zones", Present: true}}
	newer.Target.Capabilities = []eventlog.Capability{{Name: "nova-command", Evidence: eventlog.NotAsked}, {Name: "two-zones"}}
	d, err := diff.New(older, newer)
	require.NoError(t, err)
	assert.Equal(t, []eventlog.Capability{{Name: "two-zones"}}, d.Lost)
}
