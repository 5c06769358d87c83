package plan_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/steps/plan"
)

// What changes more than what it creates itself runs when it is allowed, and alone; that may depend on the target.
func TestWhatDisturbsOthersIsExclusive(t *testing.T) {
	scenario := func(row string, disruptive bool, needs ...string) features.Scenario {
		return features.Scenario{
			ID: "demo/demo#" + row, Row: row, Spec: "demo", Profiles: []openapi.Profile{openapi.Shipped}, Disruptive: disruptive, Needs: needs,
			Steps: []features.Step{{Kind: features.Exchange, Text: "nobody does anything"}},
		}
	}
	all := []features.Scenario{scenario("DEM-01", false), scenario("DEM-02", true), scenario("DEM-03", false, "pin")}
	for _, row := range []struct {
		name             string
		allowed, byTrial bool
		exclusive, gated []bool
	}{
		{"a pin that is shown", false, false, []bool{false, true, false}, []bool{false, true, false}},
		{"a pin that is found out by trial", false, true, []bool{false, true, true}, []bool{false, true, true}},
		{"what is allowed runs", true, true, []bool{false, true, true}, []bool{false, false, false}},
	} {
		cases, err := plan.Build(all, plan.Facts{
			Profile: openapi.Shipped, Capabilities: map[string]plan.Capability{
				"pin": {Present: true, Disruptive: row.byTrial, Evidence: "by trial"},
			},
		}, plan.Selection{Disruptive: row.allowed})
		require.NoError(t, err)
		for i, c := range cases {
			assert.Equal(t, row.exclusive[i], c.Exclusive, "%s: %s", row.name, c.ID)
			if assert.Equal(t, row.gated[i], c.Gate != nil, "%s: %s", row.name, c.ID) && c.Gate != nil {
				assert.Equal(t, plan.NotRun, c.Gate.Verdict)
				assert.Contains(t, c.Gate.Reason, "--allow-disruptive")
			}
		}
	}
}
