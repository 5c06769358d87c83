package main

import (
	"bytes"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
)

// A run that was killed proves nothing, also where every case has its result already: the clean-up and the leak check
// are missing. The log of a real run is cut after its lines from the first result on (each of them in `make soak`, else every fifth
// and the last three); every rendering and every command has to say so.
func TestARunThatWasCutOffIsInconclusiveEverywhere(t *testing.T) {
	whole, err := eventlog.Read(bytes.NewReader(smallRun(t)["events.ndjson"]))
	require.NoError(t, err)
	require.NotNil(t, whole[len(whole)-1].RunEnded)
	key := filepath.Join(t.TempDir(), "vendor")
	code, _, stderr := runReport(t, "keygen", "--out", key)
	require.Zero(t, code, stderr)
	signed := aReport(t)
	code, _, stderr = runReport(t, "sign", signed, "--key", key+".key")
	require.Zero(t, code, stderr)
	attestation, err := os.ReadFile(filepath.Join(signed, "attestation.json"))
	require.NoError(t, err)

	first := 0
	for whole[first].CaseDone == nil {
		first++
	}
	cuts, every := 0, 5
	if os.Getenv("PLUMBLINE_SOAK") == "full" {
		every = 1
	}
	for n := first + 1; n < len(whole); n++ {
		if (n-first-1)%every != 0 && n < len(whole)-3 {
			continue
		}
		cuts++
		dir := cutReport(t, whole[:n])
		r, err := reports.ReadDir(dir)
		require.NoError(t, err)
		require.Equal(t, verdict.Inconclusive, r.Summary.Verdict, "cut after line %d: report.json", n)
		require.Equal(t, cli.ExitInconclusive, r.Summary.ExitCode)
		for _, s := range r.Specifications {
			assert.Contains(t, []verdict.Conformance{verdict.Inconclusive, verdict.NotSelected}, s.Verdict, "%s, cut after line %d", s.ID, n)
		}
		assert.Positive(t, junitErrors(t, dir), "junit.xml, cut after line %d", n)
		for file, says := range map[string]string{
			"report.html": "Inconclusive", "summary.md": "Plumbline: inconclusive",
			"badge.svg": ">inconclusive",
		} {
			data, err := os.ReadFile(filepath.Join(dir, file))
			require.NoError(t, err)
			assert.Contains(t, string(data), says, "cut after line %d: %s", n, file)
			assert.Contains(t, string(data), "killed", "cut after line %d: %s", n, file)
		}
		if n == first+1 || n >= len(whole)-2 { // the commands read the files that were just looked at
			refusedEverywhere(t, dir, key, attestation)
		}
	}
	assert.Greater(t, cuts, 5)
	t.Logf("%d cuts", cuts)
}

// smallRun are the files of the small run.
func smallRun(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := made()
	require.NoError(t, err)
	return files
}

// cutReport builds the report of a log that ends early.
func cutReport(t *testing.T, events []eventlog.Event) string {
	t.Helper()
	dir := t.TempDir()
	var log bytes.Buffer
	_, err := eventlog.Copy(&log, events)
	require.NoError(t, err)
	path := filepath.Join(dir, "cut.ndjson")
	require.NoError(t, os.WriteFile(path, log.Bytes(), 0o600))
	out := filepath.Join(dir, "out")
	code, stdout, stderr := runReport(t, "build", path, "--out", out, "--exit-code")
	require.Equal(t, cli.ExitInconclusive, code, "report build --exit-code: %s%s", stdout, stderr)
	assert.True(t, strings.HasPrefix(stdout, "INCONCLUSIVE: "), stdout)
	return out
}

func junitErrors(t *testing.T, dir string) int {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "junit.xml"))
	require.NoError(t, err)
	var suites struct {
		Errors int `xml:"errors,attr"`
	}
	require.NoError(t, xml.Unmarshal(data, &suites))
	return suites.Errors
}

// refusedEverywhere: no command takes a report that is cut off for a whole one.
func refusedEverywhere(t *testing.T, dir, key string, attestation []byte) {
	t.Helper()
	code, out, _ := runReport(t, "verify", dir)
	assert.Equal(t, cli.ExitInconclusive, code, "report verify: %s", out)
	assert.Contains(t, out, "it is not complete")
	code, out, _ = runReport(t, "show", dir, "--exit-code")
	assert.Equal(t, cli.ExitInconclusive, code, out)
	code, _, stderr := runReport(t, "sign", dir, "--key", key+".key")
	assert.Equal(t, cli.ExitInconclusive, code, "report sign")
	assert.Contains(t, stderr, "nothing was signed")
	assert.NoFileExists(t, filepath.Join(dir, "attestation.json"))
	code, _, stderr = runReport(t, "submit", dir, "--implementation", "cut", "--ledger", t.TempDir())
	assert.Equal(t, cli.ExitNotConform, code, "report submit: %s", stderr)
	assert.Contains(t, stderr, "not complete")
	badge := filepath.Join(t.TempDir(), "badge.svg")
	code, _, stderr = runReport(t, "badge", dir, "--out", badge)
	require.Zero(t, code, stderr)
	drawn, err := os.ReadFile(badge)
	require.NoError(t, err)
	assert.Contains(t, string(drawn), "inconclusive")
	code, out, _ = runReport(t, "summary", dir)
	require.Zero(t, code)
	assert.Contains(t, out, "Plumbline: inconclusive")

	require.NoError(t, os.WriteFile(filepath.Join(dir, "attestation.json"), attestation, 0o600))
	for _, args := range [][]string{{"verify", dir}, {"verify", dir, "--key", key + ".pub"}} {
		code, out, _ = runReport(t, args...)
		assert.Equal(t, cli.ExitNotConform, code, "a signature over a run that is not complete: %s", out)
		assert.Contains(t, out, "not vouched for")
	}
}
