package steps

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"plumbline/internal/features"
	"plumbline/internal/steps/plan"
)

func several(id string, n int, given string) (out []plan.Case) {
	for i := range n {
		c := begins(fmt.Sprint(id, i), given)
		c.Steps = append(c.Steps, features.Step{Kind: features.Observation, Text: "it is done"})
		out = append(out, c)
	}
	return out
}

func idsOf(cases []plan.Case) (out []string) {
	for _, c := range cases {
		out = append(out, c.ID)
	}
	return out
}

// The longest chain of each kind is begun first, and no kind of work is left for the end.
func TestLongChainsComeFirstAndKindsAreSpread(t *testing.T) {
	var cases []plan.Case
	cases = append(cases, several("one", 1, "a server")...)
	cases = append(cases, several("many", 3, "a server booted in no zone")...)
	cases = append(cases, several("volume", 1, "a volume-backed server")...)
	cases = append(cases, several("volumes", 2, "a volume-backed server with a key")...)
	alone := begins("alone")
	alone.Exclusive = true
	cases = append(cases, alone)
	assert.Equal(t, []string{"volumes0", "volumes1", "many0", "many1", "many2", "volume0", "one0", "alone"},
		idsOf(longChainsFirst(cases, plan.Terms{})))
}

// Whatever the cases are, each is there once, those of one chain follow one another as before, and exclusive ones come last.
func TestTheOrderOfChainsKeepsCasesAndChains(t *testing.T) {
	begin := []string{"", "a server", "a server with key K1", "a volume-backed server", "a stack that holds a value"}
	rapid.Check(t, func(t *rapid.T) {
		var cases []plan.Case
		for i := range rapid.IntRange(0, 80).Draw(t, "cases") {
			c := begins(fmt.Sprint("c", i))
			if given := rapid.SampledFrom(begin).Draw(t, "given"); given != "" {
				c = begins(fmt.Sprint("c", i), given)
			}
			c.Exclusive = rapid.IntRange(0, 9).Draw(t, "alone") == 0
			cases = append(cases, c)
		}
		beside, alone := splitExclusive(cases)
		beside = groupAlike(beside, chained)
		got := longChainsFirst(append(beside, alone...), plan.Terms{})
		assert.ElementsMatch(t, idsOf(cases), idsOf(got))
		assert.Equal(t, idsOf(alone), idsOf(got[len(beside):]))
		was := map[string][]string{}
		for _, c := range chainsOf(beside, plan.Terms{}) {
			was[c.cases[0].ID] = idsOf(c.cases)
		}
		for from := 0; from < len(beside); {
			chain := was[got[from].ID]
			assert.NotEmpty(t, chain, got[from].ID)
			assert.Equal(t, chain, idsOf(got[from:from+len(chain)]))
			from += max(1, len(chain))
		}
	})
}
