package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/mockcloud"
)

// One file of settings serves every command: what only another one knows is passed over, what none knows is refused.
func TestSettingsOfOneCommandDoNotStopAnother(t *testing.T) {
	cloud := mockcloud.Start(t)
	for _, row := range []struct {
		name, file, says string
		code             int
	}{
		{"an option of certify", "metadata-url: http://metadata.example\nmax-servers: 6\n", "", cli.ExitOK},
		{
			"an option of none", "metadata-uri: http://metadata.example\n",
			`line 1: "metadata-uri" is no option; known are waivers and actor, add, allow-disruptive, `, cli.ExitUsage,
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			require.NoError(t, os.WriteFile("plumbline.yaml", []byte(row.file), 0o600))
			var out, stderr bytes.Buffer
			assert.Equal(t, row.code, run(t.Context(), []string{"sweep", "--target", cloud.URL(), "--dry-run"}, nil, &out, &stderr), stderr.String())
			assert.Contains(t, stderr.String(), row.says)
		})
	}
}
