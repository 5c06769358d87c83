//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports/verify"
)

// Whoever can write a log can write into it which program wrote it.
func TestWhatALogSaysOfItselfIsNotChecked(t *testing.T) {
	dir := aReport(t)
	_, r, _ := verified(t, dir)
	for _, c := range r.Checks {
		if c.Name == "binary" {
			assert.Equal(t, verify.Stated, c.State)
			assert.Contains(t, c.Says, "which anybody can write into a log")
		}
	}
}

// An attestation that belongs to another run is refused, with a key and without one.
func TestAnotherRunsAttestation(t *testing.T) {
	key := filepath.Join(t.TempDir(), "k")
	require.Zero(t, first(runReport(t, "keygen", "--out", key)))
	mine, theirs := aReport(t), aReport(t)
	forged(t, theirs, replace(`"run_id":"`, `"run_id":"f`)) // another run, as good as any
	change(t, theirs, "report.json", replace(`"id": "`, `"id": "f`))
	require.Zero(t, first(runReport(t, "sign", mine, "--key", key+".key")))
	text, err := os.ReadFile(filepath.Join(mine, "attestation.json"))
	require.NoError(t, err)
	for name, row := range map[string]struct{ text, says string }{
		"of another run": {string(text), "is not the file that was signed"},
		"no envelope":    {"{}", "its payloadType is"},
		"no JSON":        {"x", "it is no DSSE envelope"},
		"unsigned":       {`{"payloadType":"application/vnd.in-toto+json","payload":"e30=","signatures":[]}`, "it has no signature"},
	} {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, os.WriteFile(filepath.Join(theirs, "attestation.json"), []byte(row.text), 0o600))
			for _, args := range [][]string{{theirs}, {theirs, "--key", key + ".pub"}} {
				code, r, _ := verified(t, args...)
				assert.Equal(t, cli.ExitNotConform, code)
				last := r.Checks[len(r.Checks)-1]
				assert.Equal(t, verify.Refused, last.State)
				if len(args) == 1 {
					assert.Contains(t, last.Says, row.says)
				}
			}
			code, _, stderr := runReport(t, "submit", theirs, "--implementation", "x", "--ledger", emptyLedger(t))
			assert.Equal(t, cli.ExitNotConform, code, stderr)
		})
	}
}

func TestMergeDoesNotWriteOverWhatItReads(t *testing.T) {
	for name, where := range map[string]func(t *testing.T, dir string) (in, out string){
		"the folder itself":       func(_ *testing.T, dir string) (string, string) { return dir, dir },
		"the folder, otherwise":   func(_ *testing.T, dir string) (string, string) { return dir, dir + "/../" + filepath.Base(dir) },
		"a link to it":            func(t *testing.T, dir string) (string, string) { return dir, linkTo(t, dir) },
		"the folder above":        func(_ *testing.T, dir string) (string, string) { return filepath.Join(dir, "shipped"), dir },
		"the folder of a profile": func(_ *testing.T, dir string) (string, string) { return dir, filepath.Join(dir, "shipped") },
	} {
		t.Run(name, func(t *testing.T) {
			dir := aReport(t)
			require.NoError(t, os.Mkdir(filepath.Join(dir, "shipped"), 0o700))
			before, err := os.ReadFile(filepath.Join(dir, "events.ndjson"))
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(dir, "shipped", "events.ndjson"), before, 0o600))
			in, out := where(t, dir)
			code, _, stderr := runReport(t, "merge", in, "--out", out)
			assert.Equal(t, cli.ExitUsage, code)
			assert.Contains(t, stderr, "would write over the report in")
			after, err := os.ReadFile(filepath.Join(dir, "events.ndjson"))
			require.NoError(t, err)
			assert.Equal(t, before, after)
		})
	}
}

func linkTo(t *testing.T, dir string) string {
	t.Helper()
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(dir, link))
	return link
}

// What follows the first document of a YAML file was passed over in silence.
func TestASecondYAMLDocumentIsAnError(t *testing.T) {
	waiver := "waivers:\n  - row: MVN-01\n    reason: r\n    expires: 2099-01-01\n"
	for name, row := range map[string]struct{ option, text string }{
		"waivers":        {"--waivers", waiver + "---\n" + waiver},
		"empty ones too": {"--waivers", waiver + "---\n"},
		"broken ones":    {"--waivers", waiver + "---\n{"},
		"settings":       {"--config", "jobs: 1\n---\njobs: 2\n"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.yaml")
			require.NoError(t, os.WriteFile(path, []byte(row.text), 0o600))
			attackedWith(t, []int{cli.ExitUsage}, []string{"second YAML document", "did not find expected"}, nil, "certify",
				"--target", "mock", "--only", "MVN-01", row.option, path, "--out", t.TempDir())
		})
	}
}
