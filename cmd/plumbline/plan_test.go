package main

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports/terminal"
	"plumbline/mockcloud"
)

// A plan is read on one or two screens; -v has the rest. Its lines fit, also where no terminal looks on.
func TestAPlanIsASummary(t *testing.T) {
	t.Chdir(t.TempDir())
	cloud := mockcloud.Start(t)
	plan := func(more ...string) string {
		code, out, stderr := here(t, append([]string{"plan", "--target", cloud.URL(), "--allow-disruptive"}, more...)...)
		require.Equal(t, cli.ExitOK, code, stderr)
		for line := range strings.Lines(out) {
			if !strings.Contains(line, "://") {
				assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), terminal.Width, line)
			}
		}
		return out
	}
	short, all := plan(), plan("-v")
	assert.Less(t, strings.Count(short, "\n"), 60, short)
	assert.Regexp(t, `(?m)^disturbs  others in \d+ rows; -v names them$`, short)
	assert.Regexp(t, `(?m)^  \d+ for \d+ reasons more; -v names them$`, short)
	assert.Regexp(t, `(?m)^disturbs  [A-Z]+-\w+: `, all)
	assert.Contains(t, all, "\ncapabilities  ")
	assert.Regexp(t, `(?m)^  system-reader +yes +read without a project; seed of the mock: user system-reader, the whole system$`, all)
	assert.NotContains(t, all, "reasons more")
}

// The price of a run that makes many servers comes from one that it times first; one that was said to take long is believed.
func TestARunTimesAServerForItsPrice(t *testing.T) {
	t.Chdir(t.TempDir())
	cloud := mockcloud.Start(t)
	require.NoError(t, os.WriteFile("clouds.yaml", cloud.CloudsYAML("mock"), 0o600))
	price := func(args ...string) string {
		args = append([]string{"certify", "--os-cloud", "mock-admin", "--no-sweep", "--out", "r", "--progress", "none"}, args...)
		_, _, stderr := here(t, args...)
		return strings.Join(strings.Fields(stderr), " ")
	}
	assert.Regexp(t, `: 1 min, where a server takes \S+ s \(measured\) and a request \S+ ms`, price("--only", "RKP-01"))
	assert.Contains(t, price("--only", "RKP-01", "--boot", "9s"), "where a server takes 9 s (--boot)")
	assert.Contains(t, price("--only", "RKP-05"), "where a server takes 4 s (--boot)")
}
