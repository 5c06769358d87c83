package diff_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/reports"
	"plumbline/internal/reports/diff"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
)

// of is a report with one row for each requirement; verdicts are in the order of the ids.
func of(profile, features string, verdicts map[string]verdict.Verdict, order ...string) *reports.Report {
	r := &reports.Report{Profile: profile, Run: reports.Run{ID: "r", Digests: eventlog.Digests{Features: features}}}
	for _, id := range order {
		v := verdicts[id]
		r.Requirements = append(r.Requirements,
			reports.Requirement{
				ID: id, Spec: "s", Verdict: v, Reason: "because",
				Rows: []reports.Row{{Case: "s/" + id, Verdict: v, Reason: "because"}},
			})
	}
	return r
}

func one(v verdict.Verdict) *reports.Report {
	return of("shipped", "f", map[string]verdict.Verdict{"A-1": v}, "A-1")
}

func TestDirections(t *testing.T) {
	for _, row := range []struct {
		was, is verdict.Verdict
		want    diff.Direction
		bad     int
	}{
		{verdict.Pass, verdict.Fail, diff.Worse, 2},
		{verdict.Pass, verdict.Error, diff.Worse, 2},
		{verdict.Pass, verdict.NotRun, diff.Worse, 2},
		{verdict.Pass, verdict.Waived, diff.Worse, 2},
		{verdict.Pass, verdict.Unsupported, diff.Worse, 2},
		{verdict.Waived, verdict.Fail, diff.Worse, 2},
		{verdict.Unsupported, verdict.Fail, diff.Worse, 2},
		{verdict.Fail, verdict.Pass, diff.Better, 0},
		{verdict.Unsupported, verdict.Pass, diff.Better, 0},
		{verdict.Fail, verdict.Waived, diff.Better, 0},
		{verdict.NotApplicable, verdict.Unsupported, diff.Other, 0},
		{verdict.Fail, verdict.Unsupported, diff.Better, 0},
	} {
		t.Run(row.was.String()+" to "+row.is.String(), func(t *testing.T) {
			d, err := diff.New(one(row.was), one(row.is))
			require.NoError(t, err)
			require.Len(t, d.Requirements, 1)
			require.Len(t, d.Rows, 1)
			assert.Equal(t, row.want, d.Requirements[0].Direction)
			assert.Equal(t, row.bad, d.Regressions(), "the requirement and its row")
		})
	}
	same, err := diff.New(one(verdict.Fail), one(verdict.Fail))
	require.NoError(t, err)
	assert.Empty(t, same.Requirements)
	assert.Zero(t, same.Regressions())
}

func TestWhatCameAndWent(t *testing.T) {
	verdicts := map[string]verdict.Verdict{"A-1": verdict.Pass, "A-2": verdict.Pass, "A-3": verdict.Fail}
	older := of("shipped", "f", verdicts, "A-1", "A-2")
	newer := of("shipped", "f", verdicts, "A-1", "A-3")
	older.Target.Capabilities = []eventlog.Capability{{Name: "metadata", Present: true}, {Name: "two-zones"}}
	newer.Target.Capabilities = []eventlog.Capability{
		{Name: "metadata", Evidence: "answers 403"},
		{Name: "two-zones", Present: true, Evidence: "a, b"},
	}
	d, err := diff.New(older, newer)
	require.NoError(t, err)
	assert.Equal(t, []diff.Entry{{ID: "A-3", Spec: "s", Verdict: verdict.Fail}}, d.Added)
	assert.Equal(t, []diff.Entry{{ID: "A-2", Spec: "s", Verdict: verdict.Pass, Regression: true}}, d.Removed)
	assert.Equal(t, 2, d.Regressions(), "the requirement and its row passed and nobody asks any more")
	assert.Equal(t, "metadata", d.Lost[0].Name)
	assert.Equal(t, "two-zones", d.Gained[0].Name)

	var text, again bytes.Buffer
	require.NoError(t, d.Print(&text))
	assert.Contains(t, text.String(), "requirements that are gone (1)\n  A-2  pass  it passed and the suite is the same: a regression\n")
	assert.Contains(t, text.String(), "capability lost: metadata (answers 403)")
	assert.Contains(t, text.String(), "regressions: 2\n")
	require.NoError(t, d.PrintJSON(&again))
	assert.True(t, json.Valid(again.Bytes()))

	newer.Run.Digests.Features = "g"
	d, err = diff.New(older, newer)
	require.NoError(t, err)
	assert.Zero(t, d.Regressions(), "another suite may have dropped it")
	require.NoError(t, d.Print(&text))
	assert.Contains(t, text.String(), "the suites differ")

	_, err = diff.New(older, of("specified", "f", verdicts))
	require.ErrorIs(t, err, diff.ErrProfiles)
}
