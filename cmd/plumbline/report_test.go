package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/reports/eventlog"
)

// logOf writes the log of a run that was killed after a few events, and returns its path.
func logOf(t *testing.T, profile string, torn string) string {
	t.Helper()
	var b bytes.Buffer
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	w := eventlog.NewWriter(&b, func() time.Time { return now })
	require.NoError(t, w.Append(&eventlog.RunStarted{RunID: "r1", Tool: "plumbline", Profile: profile}))
	require.NoError(t, w.Append(&eventlog.TargetDescribed{Name: "mock", Kind: "embedded"}))
	b.WriteString(torn)
	path := filepath.Join(t.TempDir(), profile+".ndjson")
	require.NoError(t, os.WriteFile(path, b.Bytes(), 0o644))
	return path
}

func runReport(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = run(t.Context(), append([]string{"report"}, args...), nil, &out, &err)
	return code, out.String(), err.String()
}

func TestReportBuildAndShow(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	shipped, specified := logOf(t, "shipped", `{"seq":3,"ti`), logOf(t, "specified", "")
	code, out, err := runReport(t, "build", shipped, "--out", dir)
	assert.Zero(t, code, err)
	assert.Contains(t, out, "INCONCLUSIVE: mock, profile shipped\n  the run was killed: its event log has no end\n")
	assert.Contains(t, err, "the last line is unfinished and was ignored (12 bytes)")
	assert.FileExists(t, filepath.Join(dir, "report.html"))
	code, out, _ = runReport(t, "show", dir)
	assert.Zero(t, code)
	assert.Contains(t, out, "not reached: the run was killed")
	code, _, _ = runReport(t, "show", dir, "--exit-code")
	assert.Equal(t, 3, code)

	both := filepath.Join(t.TempDir(), "both")
	code, _, _ = runReport(t, "build", shipped, specified, "--out", both, "--exit-code")
	assert.Equal(t, 3, code)
	assert.FileExists(t, filepath.Join(both, "index.html"))
	assert.FileExists(t, filepath.Join(both, "specified", "report.json"))
	code, out, _ = runReport(t, "matrix", both, dir)
	assert.Zero(t, code)
	assert.Contains(t, out, "A mock, profile shipped: inconclusive\nB mock, profile shipped: inconclusive\nC mock, "+
		"profile specified: inconclusive\n")
	assert.Regexp(t, `(?m)^  LCK-51 +not-run +not-run +not-run$`, out)
	code, out, _ = runReport(t, "matrix", dir, "--json")
	assert.Zero(t, code)
	assert.Contains(t, out, `"reason": "not reached: the run was killed`)
	code, out, _ = runReport(t, "show", both)
	assert.Zero(t, code)
	assert.Contains(t, out, "profile specified")
}

func TestReportSaysWhatIsWrong(t *testing.T) {
	good := logOf(t, "shipped", "")
	broken := logOf(t, "shipped", "garbage\n")
	empty := filepath.Join(t.TempDir(), "empty.ndjson")
	require.NoError(t, os.WriteFile(empty, nil, 0o644))
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"no log", []string{"build", "--out", "x"}, "requires at least 1 arg(s)"},
		{"no --out", []string{"build", good}, `required flag(s) "out" not set`},
		{"a missing log", []string{"build", "nowhere.ndjson", "--out", "x"}, "read event log: open nowhere.ndjson: no such file or directory"},
		{"a broken log", []string{"build", broken, "--out", "x"}, "event log is broken: line 3: not an event"},
		{"an empty log", []string{"build", empty, "--out", "x"}, "event log does not tell of one run: it is empty"},
		{"one profile twice", []string{"build", good, good, "--out", "x"}, "are both of the profile shipped"},
		{"a folder that is a file", []string{"build", good, "--out", file}, "make report folder: mkdir"},
		{"no report for a matrix", []string{"matrix", t.TempDir()}, "give the folder that certify wrote"},
		{"no report for a matrix by default", nil, "no report in reports/latest"},
		{"no report", []string{"show", t.TempDir()}, "give the folder that certify wrote"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, _, err := runReport(t, tt.args...)
			assert.Equal(t, 2, code)
			assert.Contains(t, err, tt.want)
			assert.NoDirExists(t, "x")
		})
	}
}
