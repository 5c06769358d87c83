package openapi_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
)

func TestCoverageListsWhatNothingReached(t *testing.T) {
	c := load(t, folder(), openapi.Shipped)
	reach := func(op, version string, status int) openapi.Reach {
		return openapi.Reach{Service: openapi.Compute, Operation: op, Version: openapi.MustVersion(version), Status: status}
	}
	nothing, err := openapi.Coverage(c, nil)
	require.NoError(t, err)
	assert.Zero(t, nothing.Reached)
	lines := func(r openapi.CoverageResult) (out []string) {
		for _, g := range r.Gaps {
			out = append(out, g.String())
		}
		return out
	}
	assert.Equal(t, []string{
		"compute servers.delete 204 at 2.1–2.4",
		"compute servers.delete 404 at 2.1–2.4",
		"compute servers.detail 200 at 2.1–2.4",
		"compute servers.list 200 at 2.1–2.4",
		"compute servers.list 400 at 2.1–2.4",
		"compute servers.rebuild 202 at 2.1–2.4",
		"compute servers.rebuild 400 at 2.1–2.4",
		"compute servers.show 200 at 2.1–2.4",
		"compute servers.show 404 at 2.1–2.4",
		"compute servers.start 202 at 2.1–2.2",
		"compute servers.start 400 at 2.1–2.2",
		"compute servers.update 200 at 2.2–2.4",
	}, lines(nothing))

	some, err := openapi.Coverage(c, []openapi.Reach{
		reach("servers.delete", "2.3", 204), reach("servers.rebuild", "2.4", 202), reach("servers.rebuild", "2.1",
			400), reach("nope", "2.1", 200),
	})
	require.NoError(t, err)
	assert.Equal(t, nothing.Cells, some.Cells)
	assert.Equal(t, 3, some.Reached)
	got := lines(some)
	assert.NotContains(t, got, "compute servers.delete 204 at 2.1–2.4", "the same operation at all versions")
	assert.Contains(t, got, "compute servers.rebuild 202 at 2.1–2.2", "another operation from 2.3 on")
	assert.Contains(t, got, "compute servers.rebuild 400 at 2.2–2.4", "its answer changed at 2.2")
}

func TestAGapOfOneVersion(t *testing.T) {
	assert.Equal(t, "identity tokens.create 201", openapi.Gap{Service: openapi.Identity, Operation: "tokens.create", Status: 201}.String())
	v := openapi.MustVersion("2.5")
	assert.Equal(t, "compute a.b 200 at 2.5", openapi.Gap{Service: openapi.Compute, Operation: "a.b", Status: 200, From: v, Until: v}.String())
}
