package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports/verdict"
	"plumbline/internal/steps/progress"
)

// Who reads the progress as JSON has the result of each run in it, and the exit code in the last line.
func TestMachinesAreToldWhatEachRunCameTo(t *testing.T) {
	t.Chdir(t.TempDir())
	results, last := machineLines(t, cli.ExitOK, "--out", "r")
	require.Len(t, results, 2)
	for i, profile := range []string{"shipped", "specified"} {
		r := results[i]
		assert.Equal(t, "embedded mock, "+profile, r.Run)
		assert.Equal(t, verdict.Partial, r.Verdict)
		assert.NotEmpty(t, r.Reason)
		assert.True(t, r.Complete)
		assert.Equal(t, cli.ExitOK, r.ExitCode)
		assert.Equal(t, "r/"+profile, r.Folder)
		report, err := os.ReadFile(r.Report)
		require.NoError(t, err, "the path of the report is that of a file")
		assert.Contains(t, string(report), `"plumbline/report/v1"`)
		assert.Equal(t, 1, r.RequirementCounts[verdict.Pass])
		for _, s := range r.Specifications {
			if s.ID == "microversions" {
				assert.Equal(t, verdict.Partial, s.Verdict)
				assert.Equal(t, 1, s.RequirementCounts[verdict.Pass])
			} else {
				assert.Equal(t, verdict.NotSelected, s.Verdict, s.ID)
			}
		}
	}
	assert.Equal(t, progress.Exit{Event: "exit", Time: last.Time, ExitCode: cli.ExitOK}, last)
}

func TestMachinesAreToldAnExitCodeThatIsNotGood(t *testing.T) {
	t.Chdir(t.TempDir())
	results, last := machineLines(t, cli.ExitNotConform, "--target", "mock", "--no-partial")
	require.Len(t, results, 1)
	assert.Equal(t, cli.ExitNotConform, results[0].ExitCode)
	assert.Equal(t, cli.ExitNotConform, last.ExitCode)

	results, last = machineLines(t, cli.ExitUsage, "--os-cloud", "nowhere")
	assert.Empty(t, results)
	assert.Equal(t, cli.ExitUsage, last.ExitCode)
	assert.Contains(t, last.Error, "nowhere")
}

// machineLines certifies with progress as JSON, and answers the results and the last line of JSON.
func machineLines(t *testing.T, want int, args ...string) (results []progress.Result, last progress.Exit) {
	t.Helper()
	code, _, stderr := here(t, append([]string{"certify", "--only", "MVN-01", "--no-sweep", "--json"}, args...)...)
	require.Equal(t, want, code, stderr)
	var final string
	for line := range strings.Lines(stderr) {
		if !strings.HasPrefix(line, "{") {
			continue
		}
		final = line
		var r progress.Result
		require.NoError(t, json.Unmarshal([]byte(line), &r), line)
		if r.Event == "result" {
			results = append(results, r)
		}
	}
	require.NoError(t, json.Unmarshal([]byte(final), &last))
	require.Equal(t, "exit", last.Event, stderr)
	return results, last
}
