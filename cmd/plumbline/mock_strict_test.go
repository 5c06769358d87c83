package main

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/mutate"
	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/steps/plan"
	"plumbline/steps"
)

// An answer of the embedded mock that leaves its document fails the row, also one that mutants are tried on.
func TestEmbeddedMockKeepsToItsDocuments(t *testing.T) {
	all, err := features.Scenarios()
	require.NoError(t, err)
	b, err := mutate.Bench(openapi.Shipped, all)
	require.NoError(t, err)
	prepared, err := steps.Prepare(t.Context(), b.Options)
	require.NoError(t, err)
	row := func(c plan.Case) bool { return strings.HasSuffix(c.ID, "#RKP-07") && c.Variant == plan.Original }
	c := prepared.Cases()[slices.IndexFunc(prepared.Cases(), row)]

	said, err := prepared.Run(t.Context(), c)
	require.NoError(t, err)
	assert.Equal(t, "pass", said.Outcome, said.Reason)

	address := regexp.MustCompile(`"accessIPv6": "[^"]*"`)
	b.Switch.To(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := httptest.NewRecorder()
		b.Whole.ServeHTTP(rec, r)
		for name, values := range rec.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(rec.Code)
		_, _ = w.Write(address.ReplaceAll(rec.Body.Bytes(), []byte(`"accessIPv6": 42`)))
	}))
	said, err = prepared.Run(t.Context(), c)
	require.NoError(t, err)
	assert.Equal(t, "fail", said.Outcome)
	assert.Contains(t, said.Reason, "left its document at /server/accessIPv6")
}
