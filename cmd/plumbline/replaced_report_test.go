package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
)

// TestAReportThatIsReplacedIsNamedFirst: certify says which report its folder has, and an attestation of it does not stay beside the next.
func TestAReportThatIsReplacedIsNamedFirst(t *testing.T) {
	t.Chdir(t.TempDir())
	certify := []string{"certify", "--target", "mock", "--no-sweep", "--only", "MVN-01", "--out", "r"}
	code, _, stderr := here(t, certify...)
	require.Equal(t, cli.ExitOK, code, stderr)
	assert.NotContains(t, stderr, "replaces", "there was no report")
	code, _, stderr = here(t, "report", "keygen", "--out", "k")
	require.Zero(t, code, stderr)
	code, out, stderr := here(t, "report", "sign", "r", "--key", "k.key")
	require.Zero(t, code, stderr)
	assert.Equal(t, "signed: "+filepath.Join("r", "attestation.json")+" vouches for the verdict: conformant (partial)\n", out)

	// The same report made again from its log keeps its attestation.
	code, _, stderr = here(t, "report", "build", filepath.Join("r", "events.ndjson"), "--out", "r")
	require.Zero(t, code, stderr)
	code, out, _ = here(t, "report", "verify", "r", "--key", "k.pub")
	assert.Zero(t, code, out)

	code, _, stderr = here(t, certify...)
	require.Equal(t, cli.ExitOK, code, stderr)
	assert.Regexp(t, `(?m)^plumbline: r has the report of run \w+ of \d{4}-\d\d-\d\d \d\d:\d\d UTC `+
		`\(embedded mock, profile shipped: conformant \(partial\)\)`+
		` and its attestation.json, which this run replaces; --out names another folder$`, stderr)
	assert.NoFileExists(t, filepath.Join("r", "attestation.json"))
	code, out, _ = here(t, "report", "verify", "r")
	assert.Zero(t, code, out)

	require.NoError(t, os.WriteFile(filepath.Join("r", "report.json"), []byte("{"), 0o600))
	_, _, stderr = here(t, certify...)
	assert.Contains(t, stderr, "plumbline: r has a report that cannot be read, which this run replaces")
}

// TestAnInconclusiveRunIsSignedAsThat: in-toto has no word for it and calls it FAILED, which nobody found.
func TestAnInconclusiveRunIsSignedAsThat(t *testing.T) {
	t.Chdir(t.TempDir())
	code, _, stderr := here(t, "certify", "--target", "mock", "--no-sweep", "--only", "RKP-02a", "--timeout", "server-boot=1ns",
		"--out", "r")
	require.Equal(t, cli.ExitInconclusive, code, stderr)
	code, _, stderr = here(t, "report", "keygen", "--out", "k")
	require.Zero(t, code, stderr)
	code, out, stderr := here(t, "report", "sign", "r", "--key", "k.key")
	require.Zero(t, code, stderr)
	assert.Contains(t, out, "vouches for the verdict: inconclusive\n")
	_, out, _ = here(t, "report", "verify", "r", "--key", "k.pub")
	assert.Contains(t, out, "the verdict: inconclusive (FAILED in the words of in-toto)")
	assert.NotContains(t, out, "the result FAILED")
}
