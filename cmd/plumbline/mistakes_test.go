package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
)

// A mistyped call says what was meant or where to look, and exits with 2 before anything has run.
func TestMistypedCallsSayWhatToType(t *testing.T) {
	for _, row := range []struct {
		name string
		args []string
		says string
	}{
		{"an option", []string{"certify", "--os-clod", "x"}, "unknown flag: --os-clod; did you mean --os-cloud?"},
		{"an option like none", []string{"plan", "--zzzzzz"}, "unknown flag: --zzzzzz; plumbline plan --help lists the options"},
		{"an option's value", []string{"certify", "--jobs", "many"}, `invalid argument "many" for "--jobs" flag`},
		{"a missing argument", []string{"report", "script", "results"}, "usage: plumbline report script DIR"},
		{"no argument", []string{"new", "spec"}, "usage: plumbline new spec NAME [flags]"},
		{"tags", []string{"certify", "--tags", "@a and"}, `--tags: tag expression "@a and": a tag is missing at the end`},
		{"jobs", []string{"certify", "--jobs", "-1"}, "--jobs -1: want a number of scenarios, or 0 for the default"},
		{
			"an actor, without a cloud",
			[]string{"certify", "--actor", "reeder=x"},
			"--actor reeder=x: want NAME=CLOUD, NAME one of admin, manager, member, member2, reader, outsider, service, outsider-admin, " +
				"system-admin, system-reader; did you mean reader?\n",
		},
		{"nobody needs no cloud", []string{"certify", "--actor", "nobody=x"}, "--actor nobody=x: want NAME=CLOUD"},
		{"a suite", []string{"certify", "--suite", "smok"}, "want one of smoke, core, full; did you mean smoke?"},
		{"a claim", []string{"plan", "--claim", "two-zone"}, "plumbline plan -v lists them; did you mean two-zones?"},
		{"a time-out", []string{"certify", "--timeout", "rebuld=1s"}, "; did you mean rebuild?"},
		{
			"no report to run again",
			[]string{"certify", "--rerun-failed", "nowhere"},
			"--rerun-failed: no report in nowhere: give the folder that certify wrote (--out)",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			code, out, err := command(t, nil, row.args...)
			assert.Equal(t, cli.ExitUsage, code)
			assert.Empty(t, out)
			assert.Contains(t, err, row.says)
		})
	}
}

// The help names every actor that an option takes.
func TestTheHelpNamesEveryActor(t *testing.T) {
	_, out, _ := command(t, nil, "certify", "--help")
	assert.Contains(t, out, "outsider-admin, system-admin, system-reader (repeatable)")
}

// Where every operation of the documents is performed, the list says so, beside what only real services have.
func TestTheListOfWhatIsUnimplemented(t *testing.T) {
	code, out, err := command(t, nil, "mock", "--unimplemented")
	assert.Equal(t, cli.ExitOK, code)
	assert.Contains(t, out, "\nnetwork GET /metering/metering-labels\n")
	assert.NotContains(t, out, "compute ")
	assert.Equal(t, "plumbline mock: performs every operation of its documents (profile shipped)\n", err)
}

// What was left out by the operator stands in one line, and what is inconclusive without an open requirement says why.
func TestTheVerdictOfOneRequirement(t *testing.T) {
	code, out, _ := command(t, nil,
		"certify", "--profile", "shipped", "--no-sweep", "--only", "RKP-N05", "--out", "results", "--progress", "none")
	assert.Equal(t, cli.ExitInconclusive, code)
	assert.Contains(t, out, "  not selected: hypervisors-project-admin, microversions, stack-lock, unshelve-to-host, volume-backed-rebuild\n")
	assert.NotContains(t, out, "0 rows")
	assert.Contains(t, out, "  inconclusive rebuild-keypair-reset: nothing that the specification brings passed: what held before it proves nothing\n")

	var shown, stderr bytes.Buffer
	run(t.Context(), []string{"report", "show", "results"}, nil, &shown, &stderr)
	assert.Contains(t, shown.String(), "Lock and unlock a stack: not selected\n\n")
	assert.NotContains(t, shown.String(), "LCK-01 ")
	assert.Contains(t, shown.String(), "  RKP-01 ")
}

// The problems of one file are counted like those of many.
func TestLintCountsInWords(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ours")
	code, _, err := command(t, nil, "new", "spec", "rack-names", "--since", "2.106", "--features", dir)
	require.Equal(t, cli.ExitOK, code, err)
	_, out, _ := command(t, nil, "lint", dir)
	assert.Equal(t, "1 specification, 1 requirement, 1 scenario, overlays of 1 service: no problems\n", out)

	feature := filepath.Join(dir, "rack-names", "rack-names.feature")
	text, fault := os.ReadFile(feature)
	require.NoError(t, fault)
	require.NoError(t, os.WriteFile(feature, append(text, "\n  Scenario: RCK-01 again\n    When nothing is known\n"...), 0o600))
	_, _, err = command(t, nil, "lint", dir)
	assert.Regexp(t, `: \d+ problems?\n$`, err)
	assert.NotContains(t, err, " 1 problems")
}
