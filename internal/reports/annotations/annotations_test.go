package annotations

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/reports"
	"plumbline/internal/reports/verdict"
)

func failing(reasons ...string) *reports.Report {
	req := reports.Requirement{ID: "RKP-07", Statement: "The key stays", Standing: features.Own}
	for i, reason := range reasons {
		req.Rows = append(req.Rows, reports.Row{
			Case: fmt.Sprint("c", i), Row: "RKP-07b", Verdict: verdict.Fail, Reason: reason, Feature: "rebuild-keypair-reset/keys.feature", Line: 12,
		})
	}
	return &reports.Report{Requirements: []reports.Requirement{req}}
}

func TestAnErrorForEachCause(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, Write(&out, failing("answered 500, not 202"), "results"))
	assert.Equal(t, "::error file=features/rebuild-keypair-reset/keys.feature,line=12,title=Plumbline%3A RKP-07 fail::"+
		"answered 500, not 202%0ADemanded: The key stays%0A1 row; plumbline report show results RKP-07b\n", out.String())
}

func TestWhatACloudSaysIsNoCommand(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, Write(&out, failing("100%\r\n::stop-commands::x\n::error::y\x1b[31m"), "results"))
	assert.Equal(t, 1, strings.Count(out.String(), "\n"))
	assert.Contains(t, out.String(), `::100%25%0D%0A::stop-commands::x%0A::error::y\u001b[31m`)
}

func TestTheNumberIsBounded(t *testing.T) {
	var reasons []string
	for i := range 40 {
		reasons = append(reasons, fmt.Sprint("reason ", i))
	}
	var out bytes.Buffer
	require.NoError(t, Write(&out, failing(reasons...), "results"))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	assert.Len(t, lines, 10)
	assert.Equal(t, "::error title=Plumbline%3A more failed::31 causes more; all are in results/report.html", lines[9])
}
