package reports_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/reports"
	"plumbline/internal/reports/verdict"
)

func reportOf(target, profile string, of map[string]verdict.Verdict, order ...string) *reports.Report {
	r := &reports.Report{Profile: profile, Target: reports.Target{Name: target}, Run: reports.Run{ID: target + profile}}
	r.Summary.Verdict = verdict.Conformant
	r.Specifications = []reports.Specification{
		{ID: "stack-lock", Title: "Lock", Verdict: verdict.Conformant},
		{ID: "microversions", Title: "Versions", Verdict: verdict.NotSelected},
	}
	for _, id := range order {
		r.Requirements = append(r.Requirements, reports.Requirement{ID: id, Spec: "stack-lock", Verdict: of[id], Reason: "because of " + id})
	}
	r.Requirements = append(r.Requirements, reports.Requirement{ID: "MVN-01", Spec: "microversions", Verdict: verdict.Excluded})
	return r
}

func TestTheMatrixPutsReportsSideBySide(t *testing.T) {
	m := reports.NewMatrix(
		reportOf("zed", "shipped", map[string]verdict.Verdict{"LCK-01": verdict.Pass, "LCK-20": verdict.Unsupported}, "LCK-20", "LCK-01"),
		reportOf("mock", "specified",
			map[string]verdict.Verdict{
				"LCK-01": verdict.NotApplicable, "LCK-20": verdict.Pass,
				"LCK-62": verdict.Fail,
			}, "LCK-01", "LCK-20", "LCK-62"),
	)
	var out bytes.Buffer
	require.NoError(t, m.PrintTable(&out))
	assert.Equal(t, `A mock, profile specified: conformant
B zed, profile shipped: conformant

microversions: Versions
  not selected

stack-lock: Lock
  requirement  A               B
  LCK-01       not-applicable  pass
  LCK-20       pass            unsupported
  LCK-62       fail            -
  A conformant: 1 fail, 1 pass, 1 not-applicable
  B conformant: 1 pass, 1 unsupported
`, out.String())

	out.Reset()
	require.NoError(t, m.PrintJSON(&out))
	var back reports.Matrix
	require.NoError(t, json.Unmarshal(out.Bytes(), &back))
	assert.Equal(t, *m, back)
	assert.Equal(t, "because of LCK-20", back.Specifications[1].Rows[1].Cells[1].Reason)
}

func TestAMatrixOfNothingIsEmpty(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, reports.NewMatrix().PrintJSON(&out))
	assert.JSONEq(t, `{"columns": [], "specifications": []}`, out.String())
}
