package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
)

func TestManPages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man")
	var out bytes.Buffer
	require.Equal(t, cli.ExitOK, run(context.Background(), []string{"man", "--out", dir}, nil, &out, &bytes.Buffer{}))
	assert.Contains(t, out.String(), "man pages in "+dir)
	page, err := os.ReadFile(filepath.Join(dir, "plumbline-certify.1"))
	require.NoError(t, err)
	for _, want := range []string{".SH EXAMPLE", `--os-cloud`, ".SH SEE ALSO"} {
		assert.Contains(t, string(page), want)
	}
	first, err := os.ReadFile(filepath.Join(dir, "plumbline.1"))
	require.NoError(t, err)
	require.Equal(t, cli.ExitOK, run(context.Background(), []string{"man", "--out", dir}, nil, &out, &bytes.Buffer{}))
	again, err := os.ReadFile(filepath.Join(dir, "plumbline.1"))
	require.NoError(t, err)
	assert.Equal(t, string(first), string(again), "the same commands make the same pages")

	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("groff is not installed: the pages are not rendered")
	}
	pages, err := filepath.Glob(filepath.Join(dir, "*.1"))
	require.NoError(t, err)
	require.Greater(t, len(pages), 10)
	for _, page := range pages {
		var text, complaints bytes.Buffer
		cmd := exec.Command(groff, "-Kutf8", "-man", "-ww", "-z", page)
		cmd.Stdout, cmd.Stderr = &text, &complaints
		require.NoError(t, cmd.Run())
		assert.Empty(t, complaints.String(), page)
	}
}
