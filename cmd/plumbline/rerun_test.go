package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports"
	"plumbline/internal/reports/verdict"
	"plumbline/internal/steps/preflight"
)

// What did not pass runs again, and nothing else, into the same report, which keeps what it came to before.
func TestWhatDidNotPassRunsAgain(t *testing.T) {
	t.Chdir(t.TempDir())
	rows := []string{"--target", "mock", "--no-sweep", "--only", "MVN-01", "--only", "RKP-02a"}
	code, out, stderr := here(t, append([]string{"certify", "--out", "r", "--timeout", "server-boot=1ns"}, rows...)...)
	require.Equal(t, cli.ExitInconclusive, code, stderr)
	assert.Contains(t, out, "next: plumbline certify --rerun-failed r ")

	code, out, stderr = here(t, "certify", "--target", "mock", "--rerun-failed", "r")
	require.Equal(t, cli.ExitOK, code, "%s%s", out, stderr)
	assert.Contains(t, stderr, "running 1 cases of run")
	assert.Contains(t, out, "1 row had not passed, and ran again")
	text, err := os.ReadFile(filepath.Join("r", "report.json"))
	require.NoError(t, err)
	var r reports.Report
	require.NoError(t, json.Unmarshal(text, &r))
	asked := map[string]int{}
	for _, req := range r.Requirements {
		for _, row := range req.Rows {
			asked[row.Row] = len(row.Before)
			assert.Equal(t, verdict.Pass, row.Verdict)
			if len(row.Before) > 0 {
				assert.Equal(t, verdict.Error, row.Before[0].Outcome)
				assert.Contains(t, row.Reason, "ran again; before: error: ")
			}
		}
	}
	assert.Equal(t, map[string]int{"MVN-01": 0, "RKP-02a": 1}, asked)
	code, out, _ = here(t, "report", "verify", "r")
	assert.Equal(t, cli.ExitOK, code, out)

	code, _, stderr = here(t, "certify", "--target", "mock", "--rerun-failed", "r")
	assert.Equal(t, cli.ExitOK, code)
	assert.Contains(t, stderr, "nothing failed in r: nothing to run again")
}

// The selection is that of the report; a folder without a run is an error.
func TestARerunTakesItsSelectionFromTheReport(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, flag := range []string{
		"--only=MVN-01", "--spec=microversions", "--profile=shipped", "--out=elsewhere", "--resume", "--suite=smoke",
	} {
		code, _, stderr := here(t, "certify", "--target", "mock", "--rerun-failed", "r", flag)
		assert.Equal(t, cli.ExitUsage, code)
		assert.Contains(t, stderr, "leave it out", flag)
	}
	code, _, stderr := here(t, "certify", "--target", "mock", "--rerun-failed", "nowhere")
	assert.Equal(t, cli.ExitUsage, code)
	assert.Contains(t, stderr, "nowhere")
	assert.NoDirExists(t, "nowhere")
}

// A suite is a selection: what it leaves out is excluded, so that nothing is more than partial.
func TestASuiteIsPartial(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("PATH", t.TempDir())
	code, out, stderr := here(t, "certify", "--target", "mock", "--spec", "microversions", "--suite", "smoke", "--out", "r")
	require.Equal(t, cli.ExitOK, code, stderr)
	assert.Contains(t, out, "CONFORMANT (PARTIAL)")
	assert.Contains(t, out, "40 pass", "one row for each requirement")
	code, out, _ = here(t, "plan", "--target", "mock", "--spec", "microversions", "--suite", "smoke")
	require.Equal(t, cli.ExitOK, code)
	assert.Regexp(t, `\n  \d+ +excluded +outside the suite smoke \(such as MVN-\w+\)\n`, out)
	assert.NotContains(t, out, "MVN-01 ")
	code, _, stderr = here(t, "certify", "--target", "mock", "--suite", "quick")
	assert.Equal(t, cli.ExitUsage, code)
	assert.Contains(t, stderr, "smoke, core, full")
}

// A server for each case costs more servers than cases that share.
func TestThePlanKnowsWhatFreshCosts(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	servers := func(args ...string) int {
		code, out, stderr := here(t, append([]string{"plan", "--target", "mock", "--spec", "rebuild-keypair-reset", "--json"}, args...)...)
		require.Equal(t, cli.ExitOK, code, stderr)
		var line struct{ Preflight preflight.Table }
		require.NoError(t, json.NewDecoder(strings.NewReader(out)).Decode(&line))
		return line.Preflight.Price.Servers
	}
	assert.Greater(t, servers("--fresh"), servers()+50)
}
