package waivers_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/waivers"
)

func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "waivers.yaml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func check(t *testing.T, all []waivers.Waiver) ([]eventlog.Waiver, error) {
	t.Helper()
	catalogue, err := features.Catalogue()
	require.NoError(t, err)
	scenarios, err := features.Scenarios()
	require.NoError(t, err)
	return waivers.Check(all, catalogue, scenarios)
}

func TestAFileOfWaivers(t *testing.T) {
	read, err := waivers.ReadFile(file(t, `# known failures
waivers:
  - requirement: RKP-22
    reason: our audit hides actions of other users
    link: https://tracker.example/1412
    expires: 2026-12-31
    owner: compute team
  - {row: UTH-46a, reason: two zones only since May, expires: 2026-06-30}
`))
	require.NoError(t, err)
	got, err := check(t, read)
	require.NoError(t, err)
	assert.Equal(t, []eventlog.Waiver{
		{
			ID: "RKP-22", Reason: "our audit hides actions of other users", Until: "2026-12-31",
			Link: "https://tracker.example/1412", Owner: "compute team",
		},
		{ID: "UTH-46a", Reason: "two zones only since May", Until: "2026-06-30"},
	}, got)
}

func TestWhatIsWrongIsNamedWithItsLine(t *testing.T) {
	for _, c := range []struct{ name, text, err string }{
		{"empty", "", "is empty; it wants waivers: and a list"},
		{"a list at the top", "- a\n", "line 1: want waivers: and a list"},
		{"another key at the top", "waivers: []\nwaiver: x\n", `line 2: unknown key "waiver"`},
		{"no list", "waivers: {}\n", "line 1: want a list of waivers"},
		{"no YAML", "waivers: [", "did not find expected"},
		{"a word for a waiver", "waivers:\n  - RKP-22\n", "line 2: a waiver has the keys requirement or row"},
		{"an unknown key", "waivers:\n  - requirement: RKP-22\n    why: x\n", `line 3: unknown key "why"`},
		{"a list for a value", "waivers:\n  - requirement: [RKP-22]\n", "line 2: requirement wants one value"},
		{"requirement and row", "waivers:\n  - requirement: RKP-22\n    row: RKP-22\n", "line 3: row says again"},
		{"nothing named", "waivers:\n  - {reason: x, expires: 2026-01-01}\n", "line 2: a waiver names a requirement or a row"},
		{"no reason", "waivers:\n\n  - {row: RKP-22, expires: 2026-01-01}\n", "line 3: the waiver of RKP-22 has no reason"},
		{"an empty reason", "waivers:\n  - {row: RKP-22, reason: ' ', expires: 2026-01-01}\n", "line 2: the waiver of RKP-22 has no reason"},
		{"no end", "waivers:\n  - {row: RKP-22, reason: x}\n", "line 2: the waiver of RKP-22 has no expires"},
		{"no date", "waivers:\n  - {row: RKP-22, reason: x, expires: 31.12.2026}\n", `expires "31.12.2026" is no date`},
		{"a day that is none", "waivers:\n  - {row: RKP-22, reason: x, expires: 2026-02-30}\n", `expires "2026-02-30" is no date`},
		{"no link", "waivers:\n  - {row: RKP-22, reason: x, expires: 2026-01-01, link: CLOUD-7}\n", `link "CLOUD-7" is no http`},
		{
			"an unknown requirement", "waivers:\n  - {requirement: RKP-99, reason: x, expires: 2026-01-01}\n",
			"line 2: there is no requirement RKP-99",
		},
		{
			"a row that is no requirement", "waivers:\n  - {requirement: UTH-46a, reason: x, expires: 2026-01-01}\n",
			"line 2: there is no requirement UTH-46a",
		},
		{"an unknown row", "waivers:\n  - {row: UTH-46z, reason: x, expires: 2026-01-01}\n", "line 2: there is no row UTH-46z"},
		{"one id twice", "waivers:\n  - {row: RKP-22, reason: x, expires: 2026-01-01}\n  - {requirement: RKP-22, reason: y, " +
			"expires: 2026-01-01}\n", "line 3: RKP-22 is waived twice, first in "},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := file(t, c.text)
			read, err := waivers.ReadFile(path)
			if err == nil {
				_, err = check(t, read)
			}
			require.ErrorIs(t, err, waivers.ErrWaivers)
			assert.ErrorContains(t, err, c.err)
			assert.ErrorContains(t, err, path)
		})
	}
	_, err := waivers.ReadFile("/nowhere.yaml")
	assert.ErrorContains(t, err, "waivers: open /nowhere.yaml")
}
