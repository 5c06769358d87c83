package plan

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/features"
)

func TestDealing(t *testing.T) {
	of := func(scenario, variant string) Case {
		c := Case{ID: scenario, Scenario: features.Scenario{ID: scenario}}
		if variant != "" {
			c.ID, c.Variant = scenario+"@"+variant, Variant(variant)
		}
		return c
	}
	gated, alone := of("g", ""), of("x", "")
	gated.Gate, alone.Exclusive = &Gate{Verdict: NotRun}, true
	cases := []Case{of("a", ""), of("a", "newest"), gated, of("b", ""), alone, of("c", ""), of("d", ""), of("d", "since-1")}
	assert.Equal(t, map[string]string{
		"a": "1/3", "a@newest": "1/3", "b": "2/3", "c": "3/3", "d": "1/3", "d@since-1": "1/3", "x": "alone/3",
	}, DealShards(cases, 3, false))
	assert.Equal(t, map[string]string{
		"a": "1/3", "a@newest": "1/3", "b": "2/3", "x": "3/3", "c": "1/3", "d": "2/3", "d@since-1": "2/3",
	}, DealShards(cases, 3, true), "each shard has a target of its own")
	for id, shard := range DealShards(cases, 1, false) {
		assert.Equal(t, map[bool]string{true: "alone/1", false: "1/1"}[id == "x"], shard)
	}
}
