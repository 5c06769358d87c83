package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
)

// commanded runs a command line and answers its exit code and all it printed.
func commanded(t *testing.T, args ...string) (int, string) {
	t.Helper()
	var out bytes.Buffer
	code := run(t.Context(), args, nil, &out, &out)
	return code, out.String()
}

// ours is a copy of the specification of the guide.
func ours(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "ours")
	require.NoError(t, os.CopyFS(dir, os.DirFS("../../examples/specification")))
	return dir
}

// The way of docs/specification-guide.md: lint, certify, verify. A report of specifications from outside is not judged by others.
func TestTheSpecificationOfTheGuideIsCertified(t *testing.T) {
	dir, results := ours(t), filepath.Join(t.TempDir(), "results")
	code, out := commanded(t, "lint", dir)
	require.Equal(t, cli.ExitOK, code, out)
	assert.Equal(t, "2 specifications, 5 requirements, 10 scenarios, overlays of 1 service: no problems\n", out)

	code, out = commanded(t, "certify", "--target", "mock", "--features", dir, "--out", results)
	require.Equal(t, cli.ExitOK, code, out)
	assert.Contains(t, out, "2 of 2 specifications offered, all conformant; 5 of 5 requirements proven")
	assert.Contains(t, out, "profile specified", "the profile in which overlays show")
	report, err := os.ReadFile(filepath.Join(results, "report.json"))
	require.NoError(t, err)
	assert.Regexp(t, `"features_from": ?"ours"`, string(report))

	code, out = commanded(t, "report", "verify", results, "--features", dir)
	assert.Equal(t, cli.ExitOK, code, out)
	code, out = commanded(t, "report", "verify", results)
	assert.Equal(t, cli.ExitInconclusive, code, out)
	assert.Contains(t, out, "give it with --features DIR")
	events, again := filepath.Join(results, "events.ndjson"), filepath.Join(t.TempDir(), "again")
	code, out = commanded(t, "report", "build", events, "--out", again)
	assert.NotEqual(t, cli.ExitOK, code)
	assert.Contains(t, out, `those of a folder "ours"`)
	code, out = commanded(t, "report", "build", events, "--out", again, "--features", dir)
	assert.Equal(t, cli.ExitOK, code, out)

	change(t, dir, "openapi/compute/specified/2.106.yaml", replace("15", "16"))
	code, out = commanded(t, "report", "verify", results, "--features", dir)
	assert.Equal(t, cli.ExitNotConform, code, out)
	assert.Contains(t, out, "documents ")
	change(t, dir, "hostname/hostname.feature", replace("answered 202", "answered 200"))
	code, out = commanded(t, "report", "verify", results, "--features", dir)
	assert.Equal(t, cli.ExitNotConform, code, out)
	assert.Contains(t, out, "are not those of --features")
	code, out = commanded(t, "report", "build", events, "--out", again, "--features", dir)
	assert.NotEqual(t, cli.ExitOK, code)
	assert.Contains(t, out, "give the files as they were")
}

func TestASpecificationFromOutsideIsSeenRed(t *testing.T) {
	dir := ours(t)
	change(t, dir, "hostname/hostname.feature", replace("answered 202", "answered 200"))
	code, out := commanded(t, "certify", "--target", "mock", "--features", dir, "--only", "HST-01", "--out", filepath.Join(t.TempDir(), "r"))
	assert.Equal(t, cli.ExitNotConform, code)
	assert.Contains(t, out, "hostname  not conformant")
}

// What an overlay requires and the mock does not do is named, field by field.
func TestAnOverlayWithoutBehaviourNamesWhatIsMissing(t *testing.T) {
	dir, results := ours(t), filepath.Join(t.TempDir(), "results")
	change(t, dir, "openapi/compute/specified/2.106.yaml", replace("actions:\n", `actions:
  - target: "$.components.schemas['Server']"
    update: {required: [rack], properties: {rack: {type: string}}}
`))
	change(t, dir, "short-hostname/length.feature", replace("    Then the request is answered <status>\n",
		"    Then the request is answered <status>\n    And the server says at /server/rack \"r1\"\n"))
	code, _ := commanded(t, "certify", "--target", "mock", "--features", dir, "--only", "SHN-01a", "--out", results)
	assert.NotEqual(t, cli.ExitOK, code)
	events, err := os.ReadFile(filepath.Join(results, "events.ndjson"))
	require.NoError(t, err)
	assert.Regexp(t, regexp.MustCompile(`no behaviour for: the answer 200 of servers.show is against its document at /server: .{0,8}rack.{0,8} is a required property`),
		string(events))
}

func TestABeginningRuns(t *testing.T) {
	for name, args := range map[string][]string{
		"a microversion that is known": {"hostname", "--since", "2.90"},
		"none":                         {"rack-names"},
		"one of one's own":             {"rack-names", "--since", "2.106"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "ours")
			code, out := commanded(t, append([]string{"new", "spec", "--features", dir}, args...)...)
			require.Equal(t, cli.ExitOK, code, out)
			code, out = commanded(t, "lint", dir)
			assert.Equal(t, cli.ExitOK, code, out)
			code, out = commanded(t, "certify", "--target", "mock", "--features", dir, "--out", filepath.Join(t.TempDir(), "r"))
			assert.Equal(t, cli.ExitOK, code, out)
			code, out = commanded(t, append([]string{"new", "spec", "--features", dir}, args...)...)
			assert.Equal(t, cli.ExitUsage, code)
			assert.Contains(t, out, "exists: it was not touched")
		})
	}
	for want, args := range map[string][]string{
		"is one of Plumbline's own":     {"stack-lock"},
		"the next microversion of comp": {"rack", "--since", "2.199"},
		"small letters":                 {"Rack"},
		"unknown service":               {"rack", "--service", "nova"},
	} {
		code, out := commanded(t, append([]string{"new", "spec", "--features", t.TempDir()}, args...)...)
		assert.Equal(t, cli.ExitUsage, code)
		assert.Contains(t, out, want)
	}
}

func TestSentencesAreListed(t *testing.T) {
	code, out := commanded(t, "sentences", "request", "answered")
	assert.Equal(t, cli.ExitOK, code)
	assert.Contains(t, out, "Then  the request is answered (\\d+)\n")
	code, out = commanded(t, "sentences", "the", "sever", "is", "SHUTOFF")
	assert.Equal(t, cli.ExitNotConform, code)
	assert.Contains(t, out, "the nearest:\n  the server is SHUTOFF")
	code, out = commanded(t, "sentences", "hypervisr")
	assert.Equal(t, cli.ExitNotConform, code)
	assert.Contains(t, out, `none has "hypervisr"; did you mean hypervisor or hypervisors`)
	code, out = commanded(t, "sentences", "nosuchword")
	assert.Equal(t, cli.ExitNotConform, code)
	assert.Contains(t, out, `none has "nosuchword"; "plumbline sentences" lists all`)
}
