package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports"
)

// Waivers that make no sense stop the call before anything runs.
func TestWaiversAreCheckedBeforeAnythingRuns(t *testing.T) {
	for _, row := range []struct{ name, text, says string }{
		{
			"an unknown id", "waivers:\n  - {requirement: RKP-99, reason: x, expires: 2026-01-01}\n",
			"waivers.yaml: line 2: there is no requirement RKP-99",
		},
		{
			"without a reason", "waivers:\n  - {requirement: RKP-22, expires: 2026-01-01}\n",
			"waivers.yaml: line 2: the waiver of RKP-22 has no reason",
		},
		{"without an end", "waivers:\n  - {requirement: RKP-22, reason: x}\n", "waivers.yaml: line 2: the waiver of RKP-22 has no expires"},
		{"twice", "waivers:\n  - {row: RKP-22, reason: x, expires: 2026-01-01}\n  - {row: RKP-22, reason: x, expires: " +
			"2026-01-01}\n", "line 3: RKP-22 is waived twice"},
	} {
		t.Run(row.name, func(t *testing.T) {
			file := t.TempDir() + "/waivers.yaml"
			require.NoError(t, os.WriteFile(file, []byte(row.text), 0o600))
			code, out, err := command(t, nil, "certify", "--target", "mock", "--only", "MVN-01", "--waivers", file)
			assert.Equal(t, cli.ExitUsage, code)
			assert.Contains(t, err, row.says)
			assert.Empty(t, out)
			assert.NoDirExists(t, "reports")
		})
	}
}

func TestWaiversOfTheFileAndOfTheSettingsReachTheReport(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("plumbline.yaml", []byte("waivers:\n  - {id: MVN-02, reason: old, until: 2020-01-01}\n"), 0o600))
	require.NoError(t, os.WriteFile("w.yaml",
		[]byte("waivers:\n  - {requirement: MVN-01, reason: new, expires: 2999-12-31, owner: us}\n"), 0o600))
	var out, stderr bytes.Buffer
	code := run(t.Context(),
		[]string{"certify", "--target", "mock", "--only", "MVN-01", "--no-sweep", "--waivers", "w.yaml", "--out", "here"}, nil, &out, &stderr)
	assert.Equal(t, cli.ExitNotConform, code, "one of the waivers has ended, although the row of the other passes")
	r, err := reports.ReadDir("here")
	require.NoError(t, err, stderr.String())
	require.Len(t, r.Waivers, 2)
	assert.Equal(t, "MVN-01", r.Waivers[0].ID)
	assert.Equal(t, "us", r.Waivers[0].Owner)
	assert.Equal(t, reports.WaiverStale, r.Waivers[0].State, "the row passes")
	assert.Equal(t, reports.WaiverExpired, r.Waivers[1].State)
	assert.Contains(t, out.String(),
		"waiver stale MVN-01: until 2999-12-31, because: new; owner us; every row that it names passed: take it out")
}
