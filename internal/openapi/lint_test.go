package openapi_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/lint"
)

// TestLint holds for every version of every built-in chain: it is the gate for everybody who edits documents.
func TestLint(t *testing.T) {
	for _, s := range openapi.Services() {
		for _, p := range openapi.Profiles() {
			t.Run(string(s)+" "+string(p), func(t *testing.T) {
				t.Parallel()
				c, err := openapi.Builtin(s, p)
				require.NoError(t, err)
				var lines []string
				for _, problem := range lint.Lint(c) {
					lines = append(lines, problem.String())
				}
				assert.Empty(t, lines, strings.Join(lines, "\n"))
			})
		}
	}
}
