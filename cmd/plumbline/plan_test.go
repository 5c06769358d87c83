package main

import (
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
