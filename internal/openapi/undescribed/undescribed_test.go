package undescribed_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/undescribed"
)

// TestNoneIsDescribed: each operation of the list is found by its path, and the documents of no microversion describe it.
func TestNoneIsDescribed(t *testing.T) {
	listed := 0
	for _, s := range openapi.Services() {
		names, err := undescribed.Names(s)
		require.NoError(t, err)
		if len(names) == 0 {
			continue
		}
		chain, err := openapi.Builtin(s, openapi.Shipped)
		require.NoError(t, err)
		d, err := chain.At(chain.Max())
		require.NoError(t, err)
		described := map[string]bool{}
		for _, op := range d.Operations() {
			described[unnamed(op.Method+" "+op.Path)] = true
		}
		for _, name := range names {
			method, path, _ := strings.Cut(name, " ")
			assert.False(t, described[unnamed(name)], "%s: the documents describe %s", s, name)
			one := strings.NewReplacer("{", "", "}", "").Replace(path)
			assert.Equal(t, name, undescribed.Find(s, method, one))
			assert.Equal(t, name, undescribed.Find(s, method, "/"+strings.Repeat("0", 32)+one), "below a project")
			assert.Empty(t, undescribed.Find(s, method, one+"/more/than/that"))
			listed++
		}
	}
	assert.Greater(t, listed, 60)
	assert.Empty(t, undescribed.Find(openapi.Network, "GET", "/nope"))
}

// unnamed is an operation without the names of what its path is about.
func unnamed(operation string) string {
	var out []string
	for _, part := range strings.Split(operation, "/") {
		if strings.HasPrefix(part, "{") {
			part = "{}"
		}
		out = append(out, part)
	}
	return strings.Join(out, "/")
}
