package features_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
)

func TestStandingsRoundTrip(t *testing.T) {
	require.Len(t, features.Standings(), 3)
	for _, s := range features.Standings() {
		got, err := features.ParseStanding(s.String())
		require.NoError(t, err)
		assert.Equal(t, s, got)
		assert.NotContains(t, s.Words(), "unknown")
	}
	_, err := features.ParseStanding("Own")
	assert.EqualError(t, err, `"Own" is not a requirement's standing (own, baseline or decision)`)
}

// A standing is never guessed: a requirement without one is an error.
func TestARequirementNeedsAStanding(t *testing.T) {
	catalogue := func(requirement string) fstest.MapFS {
		head := "id: spec\nprefix: ABC\ntitle: t\nrequirements:\n"
		return fstest.MapFS{"catalogue/spec.yaml": {Data: []byte(head + requirement)}}
	}
	for name, tt := range map[string]struct{ requirement, err string }{
		"none":            {"  - {id: ABC-01, class: S}\n", "requirement ABC-01 needs a standing: own, baseline or decision"},
		"unknown":         {"  - {id: ABC-01, class: S, standing: mine}\n", `"mine" is not a requirement's standing`},
		"own":             {"  - {id: ABC-01, class: S, standing: own}\n", ""},
		"in one profile":  {"  - {id: ABC-01, class: S, standing: own, profiles: {specified: {holds: true, standing: decision}}}\n", ""},
		"D is a decision": {"  - {id: ABC-01D, class: S, standing: own}\n", "requirement ABC-01D ends in D: its standing is decision"},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := features.LoadCatalogue(catalogue(tt.requirement))
			if tt.err != "" {
				require.ErrorContains(t, err, tt.err)
				return
			}
			require.NoError(t, err)
			r, found := c.Requirement("ABC-01")
			require.True(t, found)
			assert.Equal(t, features.Own, r.StandingIn(openapi.Shipped))
		})
	}
	c, err := features.LoadCatalogue(
		catalogue("  - {id: ABC-01, class: D, standing: baseline, profiles: {specified: {holds: true, standing: own}}}\n"))
	require.NoError(t, err)
	r, _ := c.Requirement("ABC-01")
	assert.Equal(t, features.Baseline, r.StandingIn(openapi.Shipped))
	assert.Equal(t, features.Own, r.StandingIn(openapi.Specified))
}

// Every specification brings something, and what proves that a change is absent is no part of the change.
func TestStandingsOfTheCatalogue(t *testing.T) {
	catalogue, err := features.Catalogue()
	require.NoError(t, err)
	for _, s := range catalogue.Specifications {
		for _, p := range openapi.Profiles() {
			own := 0
			for _, r := range s.Requirements {
				if r.AppliesIn(p) && r.StandingIn(p) == features.Own {
					own++
				}
				if r.Absence {
					assert.Equal(t, features.Baseline, r.Standing, "%s proves that the change is absent", r.ID)
				}
				if !r.Since.IsZero() && !r.Until.IsZero() && !s.Since.IsZero() && r.Until.Less(s.Since) {
					assert.Equal(t, features.Baseline, r.Standing, "%s ends before the change", r.ID)
				}
				if strings.Contains(r.Source, "decision") {
					assert.Equal(t, features.Decision, r.Standing, "%s says that it is a decision", r.ID)
				}
			}
			assert.NotZero(t, own, "%s brings nothing in the profile %s", s.ID, p)
		}
	}
}
