package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
)

func TestCertifyTellsProgressAndAppendsToTheJobSummary(t *testing.T) {
	dir := t.TempDir()
	summary := filepath.Join(dir, "step.md")
	require.NoError(t, os.WriteFile(summary, []byte("before\n"), 0o644))
	certify := func(env string, more ...string) (code int, stdout, stderr string) {
		var out, errs strings.Builder
		args := append([]string{"certify", "--target", "mock", "--only", "MVN-01", "--no-sweep", "--out", filepath.Join(dir, "out")}, more...)
		code = run(context.Background(), args, []string{"GITHUB_STEP_SUMMARY=" + env}, &out, &errs)
		return code, out.String(), errs.String()
	}
	_, _, stderr := certify(summary, "--progress", "json")
	assert.True(t, strings.HasPrefix(stderr, `{"event":"planned"`), stderr)
	assert.Contains(t, stderr, `{"event":"ended"`)
	text, err := os.ReadFile(summary)
	require.NoError(t, err)
	assert.Regexp(t, `^before\n# .* Plumbline: `, string(text))

	_, _, stderr = certify("", "--json")
	assert.True(t, strings.HasPrefix(stderr, `{"event":"planned"`), "--json is --progress json: %s", stderr)
	code, _, stderr := certify("", "--json", "--progress", "bar")
	assert.Equal(t, cli.ExitUsage, code, stderr)

	_, _, stderr = certify("", "--progress", "none")
	assert.Empty(t, stderr)
	again, err := os.ReadFile(summary)
	require.NoError(t, err)
	assert.Equal(t, string(text), string(again), "an empty variable leaves it out")

	code, _, stderr = certify("", "--progress", "loud")
	assert.Equal(t, cli.ExitUsage, code)
	assert.Equal(t, "plumbline: --progress: \"loud\" is no way to tell progress: want auto, bar, lines, json, none\n", stderr)

	var out, errs strings.Builder
	require.Equal(t, cli.ExitOK,
		run(context.Background(), []string{"report", "summary", filepath.Join(dir, "out")}, nil, &out, &errs), errs.String())
	assert.Equal(t, strings.TrimPrefix(string(text), "before\n")[:20], out.String()[:20])

	page := filepath.Join(dir, "side.html")
	out.Reset()
	require.Equal(t, cli.ExitOK,
		run(context.Background(),
			[]string{"report", "html", "one=" + filepath.Join(dir, "out"), "two=" + filepath.Join(dir, "out"), "--out", page}, nil, &out, &errs),
		errs.String())
	html, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.Contains(t, string(html), `<th scope="col" class="vhead">one</th><th scope="col" class="vhead">two</th>`)
	assert.Equal(t, cli.ExitUsage, run(context.Background(), []string{"report", "html", dir, "--out", page}, nil, &out, &errs))
}
