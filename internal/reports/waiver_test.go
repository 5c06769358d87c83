package reports_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/reports"
	"plumbline/internal/reports/bundle"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
)

// What becomes of a waiver is said in every form of the report.
func TestEveryWaiverIsAccountedFor(t *testing.T) {
	given := []eventlog.Waiver{
		{ID: "A-1", Reason: "ticket 7", Until: "2026-12-31", Link: "https://tracker.example/7", Owner: "compute"},
		{ID: "A-2", Reason: "ticket 8", Until: "2026-04-30"},
		{ID: "A-3", Reason: "ticket 9", Until: "2026-12-31"},
		{ID: "A-4", Reason: "ticket 10", Until: "2026-12-31"},
		{ID: "A-5", Reason: "ticket 11", Until: "2026-04-30"},
		{ID: "A-6a", Reason: "ticket 12", Until: "2026-12-31"},
	}
	tp := newTape(t, eventlog.RunStarted{Waivers: given}).
		run(info("A-1a", "A-1"), "fail", "answered 409").run(info("A-1b", "A-1"), "pass", "").
		run(info("A-2", "A-2"), "fail", "answered 500").run(info("A-3", "A-3"), "pass", "").
		run(info("A-5", "A-5"), "pass", "").gate(info("A-6a", "A-6"), "not-run", "no zone").end()
	r := tp.build(small("A-1", "A-2", "A-3", "A-4", "A-5", "A-6"))
	want := []reports.Waiver{
		{Waiver: given[0], State: reports.WaiverApplied, Note: "1 failure excused until 2026-12-31", Rows: []string{"A-1a"}},
		{
			Waiver: given[1], State: reports.WaiverExpired,
			Note: "it ended on 2026-04-30 and excuses nothing: 1 row that it names failed", Rows: []string{"A-2"},
		},
		{Waiver: given[2], State: reports.WaiverStale, Note: "every row that it names passed: take it out", Rows: []string{}},
		{Waiver: given[3], State: reports.WaiverStale, Note: "no row of this run carries what it names", Rows: []string{}},
		{
			Waiver: given[4], State: reports.WaiverExpired,
			Note: "it ended on 2026-04-30, and nothing that it names failed: take it out, or renew it", Rows: []string{},
		},
		{Waiver: given[5], State: reports.WaiverStale, Note: "nothing that it names failed: 1 not-run", Rows: []string{}},
	}
	assert.Equal(t, want, r.Waivers)
	assert.Equal(t, 1, r.Summary.ExitCode, "an expired waiver excuses nothing")
	assert.Equal(t, "waived until 2026-12-31, because: ticket 7 (https://tracker.example/7). What failed: answered 409",
		r.Requirements[0].Rows[0].Reason)

	dir := filepath.Join(t.TempDir(), "out")
	require.NoError(t, bundle.Write(dir, r, tp.events()))
	for _, name := range []string{"report.json", "summary.md", "junit.xml"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		for _, w := range want {
			assert.Contains(t, string(text), w.Note, name)
		}
	}
}

// A waiver past its end fails the run also when everything passes: it is renewed or taken out, never forgotten.
func TestAnExpiredWaiverFailsARunInWhichEverythingPasses(t *testing.T) {
	for until, code := range map[string]int{"2026-04-30": 1, "2026-05-01": 0} {
		r := newTape(t, eventlog.RunStarted{Waivers: []eventlog.Waiver{{ID: "A-1", Reason: "ticket 7", Until: until}}}).
			run(info("A-1", "A-1"), "pass", "").end().build(small("A-1"))
		assert.Equal(t, code, r.Summary.ExitCode, until)
		assert.Equal(t, code, reports.ExitCode(false, r), until)
		assert.Equal(t, verdict.Conformant, r.Summary.Verdict, "the verdict is about the cloud")
	}
}
