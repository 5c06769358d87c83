package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
)

// A shard that was cut off after any of its lines makes no merged report: the merge is inconclusive, says which shard and
// what to do, and writes nothing.
func TestTheMergeOfAShardThatWasCutOffIsInconclusive(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, shard := range []string{"1/2", "2/2"} {
		code, _, stderr := here(t, "certify", "--target", "mock", "--no-sweep", "--only", "MVN-01", "--only", "MVN-02",
			"--shard", shard, "--out", shard[:1])
		require.Equal(t, cli.ExitOK, code, stderr)
	}
	log, err := os.ReadFile("2/events.ndjson")
	require.NoError(t, err)
	lines := strings.SplitAfter(strings.TrimSuffix(string(log), "\n"), "\n")
	require.Greater(t, len(lines), 20)
	for _, row := range []struct {
		name string
		keep int
	}{
		{"without its last line", len(lines) - 1},
		{"without its clean-up", len(lines) - 4},
		{"in the middle", len(lines) / 2},
	} {
		t.Run(row.name, func(t *testing.T) {
			require.NoError(t, os.MkdirAll("cut", 0o700))
			require.NoError(t, os.WriteFile("cut/events.ndjson", []byte(strings.Join(lines[:row.keep], "")), 0o600))
			code, out, stderr := here(t, "report", "merge", "1", "cut", "--out", "merged", "--exit-code")
			assert.Equal(t, cli.ExitInconclusive, code, "%s%s", out, stderr)
			assert.Contains(t, stderr, "continue it with certify --resume")
			assert.NoDirExists(t, "merged", "nothing is written")
		})
	}
}

// A cloud that does not say at the end what is left: every case passed, and the run is inconclusive in every file and for
// every command.
func TestARunWithoutItsLeakCheckIsInconclusive(t *testing.T) {
	at := spoilt(t, func(r *http.Request, rec *httptest.ResponseRecorder) {
		if strings.HasSuffix(r.URL.Path, "/volumes/detail") {
			rec.Code, rec.Body = http.StatusInternalServerError, bytes.NewBufferString(
				`{"computeFault": {"code": 500, "message": "The server has failed."}}`)
		}
	})
	code, r, events, dir := certified(t, at, "--only", "MVN-01")
	assert.Equal(t, cli.ExitInconclusive, code)
	assert.Equal(t, verdict.Inconclusive, r.Summary.Verdict)
	assert.False(t, r.Run.Complete)
	assert.Contains(t, r.Run.Stopped, eventlog.LeakCheck)
	assert.Equal(t, verdict.Pass, rowOf(t, r, "MVN-01").Verdict, "the rows say what they saw")
	require.NotNil(t, events[len(events)-1].RunEnded, "it came to its end")
	assert.Positive(t, junitErrors(t, dir))
	for _, file := range []string{"report.html", "summary.md", "badge.svg"} {
		text, err := os.ReadFile(filepath.Join(dir, file))
		require.NoError(t, err)
		assert.Contains(t, strings.ToLower(string(text)), "inconclusive", file)
	}
	code, _, stderr := runReport(t, "submit", dir, "--implementation", "x", "--ledger", emptyLedger(t))
	assert.Equal(t, cli.ExitNotConform, code)
	assert.Contains(t, stderr, "not complete")
	key := filepath.Join(t.TempDir(), "k")
	require.Zero(t, first(runReport(t, "keygen", "--out", key)))
	code, _, stderr = runReport(t, "sign", dir, "--key", key+".key")
	assert.Equal(t, cli.ExitInconclusive, code)
	assert.Contains(t, stderr, "nothing was signed")
}
