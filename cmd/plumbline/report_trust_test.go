package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/cmd/plumbline/internal/report"
	"plumbline/internal/reports/ledger"
	"plumbline/internal/reports/verify"
)

func TestASignatureProvesWhoMadeIt(t *testing.T) {
	dir, keys := aReport(t), t.TempDir()
	mine, theirs := filepath.Join(keys, "mine"), filepath.Join(keys, "theirs")
	for _, name := range []string{mine, theirs} {
		code, out, stderr := runReport(t, "keygen", "--out", name)
		require.Zero(t, code, stderr)
		assert.Contains(t, out, "key id: ")
	}
	info, err := os.Stat(mine + ".key")
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	code, _, stderr := runReport(t, "keygen", "--out", mine)
	assert.Equal(t, cli.ExitUsage, code, "a key is not overwritten")
	assert.Contains(t, stderr, "file exists")

	code, r, _ := verified(t, dir, "--key", mine+".pub")
	assert.Equal(t, cli.ExitNotConform, code)
	assert.Equal(t, "there is none: nobody signed this report", r.First(verify.Refused).Says)
	code, out, stderr := runReport(t, "sign", dir, "--key", mine+".key")
	require.Zero(t, code, "%s%s", out, stderr)
	code, out, _ = runReport(t, "verify", dir, "--key", mine+".pub")
	assert.Zero(t, code, out)
	assert.True(t, strings.HasPrefix(out, "VERIFIED AND SIGNED "), out)
	_, out, _ = runReport(t, "verify", dir)
	assert.Contains(t, out, verify.Unchecked)
	code, r, _ = verified(t, dir, "--key", theirs+".pub")
	assert.Equal(t, cli.ExitNotConform, code)
	assert.Equal(t, "attestation.json", r.First(verify.Refused).File)

	change(t, dir, "report.json", replace(`"leaks": []`, `"leaks":  []`))
	_, r, _ = verified(t, dir, "--key", mine+".pub")
	last := r.Checks[len(r.Checks)-1]
	assert.Equal(t, verify.Refused, last.State)
	assert.Equal(t, "/subject/0", last.Pointer)
	code, _, stderr = runReport(t, "sign", dir, "--key", mine+".key")
	assert.Equal(t, cli.ExitNotConform, code)
	assert.Contains(t, stderr, "nothing was signed")
}

func TestVerifySaysWhatItWasNotGiven(t *testing.T) {
	dir := aReport(t)
	for _, row := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"no report", []string{"verify", t.TempDir()}, cli.ExitUsage, "no report in"},
		{"no log", []string{"verify", without(t, "events.ndjson")}, cli.ExitUsage, "no event log in"},
		{"no key", []string{"verify", dir, "--key", "/nowhere"}, cli.ExitUsage, "key: open /nowhere"},
		{"no binary", []string{"verify", dir, "--binary", "/nowhere"}, cli.ExitUsage, "--binary: open /nowhere"},
		{"another binary", []string{"verify", dir, "--binary", filepath.Join(dir, "summary.md")}, cli.ExitNotConform, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			code, _, stderr := runReport(t, row.args...)
			assert.Equal(t, row.code, code, stderr)
			assert.Contains(t, stderr, row.says)
		})
	}
	self, err := os.Executable()
	require.NoError(t, err)
	code, out, _ := runReport(t, "verify", dir, "--binary", self)
	assert.Zero(t, code)
	assert.Contains(t, out, "the log says that the file given")
}

// without is the small run without one file.
func without(t *testing.T, name string) string {
	t.Helper()
	dir := aReport(t)
	require.NoError(t, os.Remove(filepath.Join(dir, name)))
	return dir
}

// pack compresses a file of a report in its place.
func pack(t *testing.T, dir, name string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err = z.Write(data)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	require.NoError(t, os.WriteFile(filepath.Join(dir, name+".gz"), b.Bytes(), 0o600))
	require.NoError(t, os.Remove(filepath.Join(dir, name)))
}

func TestCompressedReportsAreReadByEverything(t *testing.T) {
	plain, packed := aReport(t), aReport(t)
	pack(t, packed, "events.ndjson")
	pack(t, packed, "report.json")
	for _, args := range [][]string{
		{"verify", packed},
		{"show", packed},
		{"show", packed, "--requirement", "MVN-01"},
		{"matrix", packed},
		{"diff", plain, packed, "--no-regressions"},
		{"build", filepath.Join(packed, "events.ndjson.gz"), "--out", t.TempDir()},
		{"badge", packed, "--out", filepath.Join(t.TempDir(), "b.svg")},
	} {
		code, out, stderr := runReport(t, args...)
		assert.Zero(t, code, "%v: %s%s", args, out, stderr)
	}
	change(t, plain, "events.ndjson", replace(`"status":200`, `"status":204`))
	pack(t, plain, "events.ndjson")
	_, r, _ := verified(t, plain)
	assert.Equal(t, "events.ndjson.gz", r.First(verify.Refused).File)
}

func TestShowHasTheEvidenceOfOneRow(t *testing.T) {
	dir := aReport(t)
	code, out, stderr := runReport(t, "show", dir, "--row", "RKP-08")
	assert.Zero(t, code, stderr)
	for _, want := range []string{
		"RKP-08 pass: ", "scenario: features/rebuild-keypair-reset/", "passed  When ",
		" subject as member", "< 202", `> {"rebuild":`, "X-Openstack-Request-Id: req-",
	} {
		assert.Contains(t, out, want)
	}
	assert.NotContains(t, out, "MVN-01")
	code, _, stderr = runReport(t, "show", dir, "--row", "XYZ-1")
	assert.Equal(t, cli.ExitUsage, code)
	assert.Contains(t, stderr, "the report has no such requirement, row or case: XYZ-1")
}

func TestDiffFindsWhatGotWorse(t *testing.T) {
	older, newer := aReport(t), aReport(t)
	change(t, newer, "report.json", func(s string) string {
		before, after, _ := strings.Cut(s, `"id": "MVN-01"`)
		return before + `"id": "MVN-01"` + strings.Replace(after, `"verdict": "pass"`, `"verdict": "fail"`, 1)
	})
	code, out, stderr := runReport(t, "diff", older, newer)
	assert.Zero(t, code, stderr)
	assert.Regexp(t, `worse \(requirements\)\n  MVN-01  pass -> fail`, out)
	code, _, _ = runReport(t, "diff", older, newer, "--no-regressions")
	assert.Equal(t, cli.ExitNotConform, code)
	code, out, _ = runReport(t, "diff", newer, older, "--no-regressions", "--json")
	assert.Zero(t, code)
	assert.Contains(t, out, `"direction": "better"`)
}

// emptyLedger is a ledger without entries.
func emptyLedger(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(root, "suites.yaml"), []byte("# kept\nsuites: []\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(root, "chain.txt"), nil, 0o600))
	readme := "before\n<!-- index: written by \"plumbline report ledger --write\" -->\n<!-- end of index -->\nafter\n"
	require.NoError(t, os.WriteFile(filepath.Join(root, "README.md"), []byte(readme), 0o600))
	return root
}

func TestTheLedgerTakesWhatVerifiesAndKeepsIt(t *testing.T) {
	root, dir := emptyLedger(t), aReport(t)
	code, out, stderr := runReport(t, "submit", dir, "--implementation", "mock", "--ledger", root, "--url", "https://plumbline.example")
	require.Zero(t, code, stderr)
	assert.Contains(t, out, "/mock: conformant (partial)\n")
	code, out, stderr = runReport(t, "ledger", root)
	assert.Zero(t, code, "%s%s", out, stderr)
	entries, err := ledger.Read(root)
	require.NoError(t, err)
	require.Len(t, entries, 1)
	entry := filepath.Join(root, entries[0].Folder())
	code, out, _ = runReport(t, "verify", entry)
	assert.Zero(t, code, out)
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	require.NoError(t, err)
	assert.Contains(t, string(readme), "[mock](https://plumbline.example) | conformant (partial) |")
	suites, err := os.ReadFile(filepath.Join(root, "suites.yaml"))
	require.NoError(t, err)
	assert.Contains(t, string(suites), "# kept\nsuites:\n")
	code, _, stderr = runReport(t, "submit", dir, "--implementation", "mock", "--ledger", root)
	assert.Equal(t, cli.ExitUsage, code)
	assert.Contains(t, stderr, "is there already; --replace")

	refused := func(name string, break_ func(), says string) {
		t.Run(name, func(t *testing.T) {
			break_()
			code, out, _ := runReport(t, "ledger", root)
			assert.Equal(t, cli.ExitNotConform, code)
			assert.Contains(t, out, says)
		})
	}
	text, err := os.ReadFile(filepath.Join(entry, "entry.yaml"))
	require.NoError(t, err)
	back := func() { require.NoError(t, os.WriteFile(filepath.Join(entry, "entry.yaml"), text, 0o600)) }
	refused("a claim that the report does not make", func() {
		change(t, entry, "entry.yaml", replace("verdict: conformant (partial)", "verdict: conformant"))
	}, "entry.yaml: verdict is conformant, and the report says conformant (partial)")
	back()
	refused("an index of yesterday", func() {
		require.NoError(t, os.WriteFile(filepath.Join(root, "README.md"),
			bytes.Replace(readme, []byte("conformant (partial)"), []byte("conformant"), 1), 0o600))
	}, "its index is not what the entries say")
	require.NoError(t, os.WriteFile(filepath.Join(root, "README.md"), readme, 0o600))
	refused("a file too many", func() { require.NoError(t, os.WriteFile(filepath.Join(entry, "report.html"), nil, 0o600)) },
		"report.html does not belong into an entry")
	require.NoError(t, os.Remove(filepath.Join(entry, "report.html")))
	refused("a suite that nobody listed", func() {
		require.NoError(t, os.WriteFile(filepath.Join(root, "suites.yaml"), []byte("suites: []\n"), 0o600))
	}, "suites.yaml does not have its suite")
	require.NoError(t, os.WriteFile(filepath.Join(root, "suites.yaml"), suites, 0o600))
	refused("another folder", func() { require.NoError(t, os.Rename(entry, filepath.Join(filepath.Dir(entry), "other"))) },
		"what is in it belongs into "+entries[0].Folder())
}

func TestTheLedgerRefusesWhatDoesNotVerify(t *testing.T) {
	root, dir := emptyLedger(t), aReport(t)
	code, _, stderr := runReport(t, "submit", dir, "--implementation", "Acme Cloud", "--ledger", root)
	assert.Equal(t, cli.ExitUsage, code)
	assert.Contains(t, stderr, "want a name of small letters")
	change(t, dir, "report.json", replace(`"verdict": "conformant (partial)"`, `"verdict": "conformant"`))
	code, _, stderr = runReport(t, "submit", dir, "--implementation", "mock", "--ledger", root)
	assert.Equal(t, cli.ExitNotConform, code)
	assert.Contains(t, stderr, "the ledger takes reports that verify, and no others: report.json:")
	left, err := filepath.Glob(filepath.Join(root, "compute-*"))
	require.NoError(t, err)
	assert.Empty(t, left)
}

// An entry of an older release is checked as far as it can be, and the output says how far, and what can do the rest.
func TestAnEntryOfAnOlderReleaseStays(t *testing.T) {
	root, dir := emptyLedger(t), aReport(t)
	require.Zero(t, first(runReport(t, "submit", dir, "--implementation", "mock", "--ledger", root)))
	entries, err := ledger.Read(root)
	require.NoError(t, err)
	o, err := report.VerifyOptions("", "", "")
	require.NoError(t, err)
	o.Suite.Features = strings.Repeat("0", 64)
	found, err := ledger.Check(root, o, "")
	require.NoError(t, err)
	require.Equal(t, entries[0].Folder(), found[0].Folder)
	assert.Equal(t, verify.Open, found[0].State)
	assert.Contains(t, found[0].Says, "chain, head and claims hold; suite: ")
	assert.Contains(t, found[0].Says, "(use release plumbline ")
	o.Suite = verify.Suite{Digests: cli.Digests()}
	o.Suite.Rules = strings.Repeat("0", 64)
	found, err = ledger.Check(root, o, "")
	require.NoError(t, err)
	assert.Equal(t, verify.OK, found[0].State, "other rules that say the same")
}

func first(code int, _, _ string) int { return code }
