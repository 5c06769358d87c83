package html

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/reports"
	"plumbline/internal/reports/history"
	"plumbline/internal/reports/parity"
	"plumbline/internal/reports/verdict"
)

// What a cloud says is text on the static pages, too, and neither has a script.
func TestStaticPagesEscapeWhatCloudsSay(t *testing.T) {
	const evil = `<script>alert(1)</script>`
	r := &reports.Report{
		Run: reports.Run{ID: "1", Started: time.Unix(0, 0)}, Target: reports.Target{Name: evil}, Profile: "shipped",
		Specifications: []reports.Specification{{ID: "alpha", Title: "Alpha", Verdict: verdict.NotConformant}},
		Requirements: []reports.Requirement{{ID: "A-1", Spec: "alpha", Verdict: verdict.Fail, Reason: evil, Rows: []reports.Row{
			{Case: "a", Row: "A-1a", At: "2.54", Verdict: verdict.Fail, Reason: evil, Flaky: true},
			{Case: "b", Row: "A-1b", At: "2.54", Verdict: verdict.Pass},
		}}},
	}
	before := *r
	before.Run.ID = "0"
	before.Requirements = []reports.Requirement{{ID: "A-1", Spec: "alpha", Verdict: verdict.Pass}}
	var past, ledger bytes.Buffer
	require.NoError(t, WriteHistory(&past, history.New([]history.Source{{Cloud: evil, Report: &before}, {Cloud: evil, Report: r}})))
	require.NoError(t, WriteLedger(&ledger, []string{evil}, []*reports.Report{r}))
	for _, page := range []string{past.String(), ledger.String()} {
		assert.NotContains(t, page, "<script")
		assert.Contains(t, page, "&lt;script&gt;")
	}
	assert.Contains(t, past.String(), "1 got worse")
	assert.Contains(t, ledger.String(), "1 of 2")
}

// A comparison of half of the cases does not say that there is no difference.
func TestParityPageSaysHowMuchWasCompared(t *testing.T) {
	for alone, want := range map[int]string{
		0:   "No difference without a reason</span>",
		100: "No difference without a reason in the 50 % of the cases that both sides ran</span>",
	} {
		var page bytes.Buffer
		require.NoError(t, WriteParity(&page, &parity.Result{Cases: 100, Compared: 1, Alone: make([]parity.Alone, alone)}))
		assert.Contains(t, page.String(), want)
	}
	var page bytes.Buffer
	require.NoError(t, WriteParity(&page, &parity.Result{}))
	assert.Contains(t, page.String(), "Nothing was compared")
}
