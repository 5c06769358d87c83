package history

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/reports"
	"plumbline/internal/reports/verdict"
)

// ran is a report of a day with one requirement, whose one row came to a verdict.
func ran(day int, v verdict.Verdict, c verdict.Conformance) *reports.Report {
	at := time.Date(2026, 5, day, 12, 0, 0, 0, time.UTC)
	return &reports.Report{
		Run:     reports.Run{ID: at.Format("0102"), Started: at, Ended: at, Complete: true},
		Target:  reports.Target{Name: "zed"},
		Profile: "shipped", Summary: reports.Summary{Verdict: c, Requirements: map[verdict.Verdict]int{v: 1}},
		Specifications: []reports.Specification{{ID: "alpha", Title: "Alpha", Verdict: c}},
		Requirements: []reports.Requirement{{
			ID: "A-1", Spec: "alpha", Standing: features.Own, Verdict: v, Reason: "because",
			Rows: []reports.Row{{Case: "alpha#A-1a", Row: "A-1a", Verdict: v, Reason: "because"}},
		}},
	}
}

func TestWhatGotWorseWhenAndWhatIsFlaky(t *testing.T) {
	h := New([]Source{
		{Cloud: "zed", Report: ran(3, verdict.Pass, verdict.Conformant)},
		{Cloud: "zed", Report: ran(1, verdict.Pass, verdict.Conformant)},
		{Cloud: "zed", Report: ran(2, verdict.Fail, verdict.NotConformant)},
		{Cloud: "zed", Place: "a copy", Report: ran(2, verdict.Fail, verdict.NotConformant)},
		{Cloud: "epoxy", Report: ran(1, verdict.Pass, verdict.Conformant)},
	})
	var out bytes.Buffer
	require.NoError(t, h.Print(&out))
	assert.Equal(t, `epoxy, profile shipped: 1 run
  2026-05-01 12:00  conformant  1 pass  0501

zed, profile shipped: 3 runs
  2026-05-01 12:00  conformant      1 pass  0501
  2026-05-02 12:00  not conformant  1 fail  0502
  2026-05-03 12:00  conformant      1 pass  0503
  worse  2026-05-02  A-1: fail, was pass
  better 2026-05-03  A-1: pass, was fail
  flaky  alpha#A-1a: it turned 2 times between pass and fail or error
`, out.String())
	assert.Equal(t, []verdict.Conformance{verdict.Conformant, verdict.NotConformant, verdict.Conformant},
		h.Clouds[1].Specifications[0].Verdicts)
}

// selecting is a run of a day that selected requirements by name.
func selecting(r *reports.Report, ids ...string) *reports.Report {
	r.Run.Selection.Requirements = ids
	return r
}

func printed(t *testing.T, all ...*reports.Report) string {
	t.Helper()
	var sources []Source
	for _, r := range all {
		sources = append(sources, Source{Cloud: "zed", Report: r})
	}
	var out bytes.Buffer
	require.NoError(t, New(sources).Print(&out))
	return out.String()
}

func TestARunOfAPartMakesNothingWorse(t *testing.T) {
	said := printed(t, ran(1, verdict.Pass, verdict.Conformant), selecting(ran(2, verdict.Excluded, verdict.NotSelected), "B-1"),
		ran(3, verdict.Fail, verdict.NotConformant))
	assert.Contains(t, said, "  less   2026-05-02  1 requirement of the run before not selected\n")
	assert.NotContains(t, said, "worse  2026-05-02")
	assert.Contains(t, said, "  worse  2026-05-03  A-1: fail, was pass\n", "what got worse while nobody asked is said when somebody asks")
	assert.NotContains(t, printed(t, ran(1, verdict.Pass, verdict.Conformant),
		selecting(ran(2, verdict.Excluded, verdict.NotSelected), "B-1"),
		ran(3, verdict.Pass, verdict.Conformant)), "better")
}

func TestOnlyRowsThatAlternateUnderOneSelectionAreFlaky(t *testing.T) {
	pass, fail := ran(1, verdict.Pass, verdict.Conformant), ran(2, verdict.Fail, verdict.NotConformant)
	assert.NotContains(t, printed(t, pass, selecting(fail, "A-1"), ran(3, verdict.Pass, verdict.Conformant)), "flaky",
		"the run in which it failed had other neighbours")
	said := printed(t, pass, selecting(ran(2, verdict.Pass, verdict.Conformant), "A-1"), ran(3, verdict.Fail, verdict.NotConformant),
		ran(4, verdict.Pass, verdict.Conformant))
	assert.Contains(t, said, "flaky  alpha#A-1a: it turned 2 times")
}

func TestARowThatWasRunAgainIsNotFlaky(t *testing.T) {
	r := ran(1, verdict.Pass, verdict.Conformant)
	r.Requirements[0].Rows[0].Before = []reports.Attempt{{Outcome: verdict.Fail}}
	said := printed(t, r)
	assert.NotContains(t, said, "flaky")
	assert.Contains(t, said, "  again  2026-05-01  1 row passed only when run again\n")
}
