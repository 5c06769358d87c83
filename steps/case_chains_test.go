package steps

import (
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/steps/plan"
)

func begins(id string, given ...string) plan.Case {
	c := plan.Case{ID: id}
	for _, text := range given {
		c.Steps = append(c.Steps, features.Step{Kind: features.State, Text: text})
	}
	c.Steps = append(c.Steps, features.Step{Kind: features.Exchange, Text: "it is asked"})
	return c
}

// Cases that begin with the same sentences follow one another; one without any, or with others, begins anew.
func TestCasesThatBeginAlikeFollowOneAnother(t *testing.T) {
	again := begins("again", "a server")
	again.Steps = append(again.Steps, features.Step{Kind: features.State, Text: "it is locked"})
	cases := groupAlike([]plan.Case{
		begins("a", "a server"), begins("b"), begins("c", "a server", "a volume"), begins("d", "a server"), begins("e"), again,
	}, plan.Case.Beginning)
	var order []string
	for _, c := range cases {
		order = append(order, c.ID)
	}
	assert.Equal(t, []string{"a", "d", "b", "c", "e", "again"}, order)
	links := linkCases(cases, plan.Case.Beginning)
	assert.Nil(t, links["a"].from)
	assert.NotNil(t, links["a"].to)
	assert.Equal(t, links["a"].to, links["d"].from)
	for _, alone := range []string{"b", "c", "e", "again"} {
		assert.Equal(t, link{}, *links[alone], alone)
	}
	assert.Nil(t, links["d"].to)
}

// A chain ends where the next one may begin in another lane: that depends on the cases only.
func TestAChainHasAnEnd(t *testing.T) {
	var cases []plan.Case
	for i := range 2*longest + 1 {
		cases = append(cases, begins(string(rune('A'+i)), "a server"))
	}
	links, firsts := linkCases(cases, plan.Case.Beginning), 0
	for i, c := range cases {
		if links[c.TryID()].from == nil {
			firsts++
			assert.Zero(t, i%longest)
		}
	}
	assert.Equal(t, 3, firsts)
}

// On a shared cloud refusals come first among the cases that begin alike: the servers that they leave serve the others.
func TestRefusalsComeFirst(t *testing.T) {
	saying := func(id, text string, given ...string) plan.Case {
		c := begins(id, given...)
		c.Steps = append(c.Steps, features.Step{Kind: features.Observation, Text: text})
		return c
	}
	alone := saying("alone", "the request is answered 409", "a server")
	alone.Exclusive = true
	var order []string
	for _, c := range refusedFirst(groupAlike([]plan.Case{
		saying("a", "the request is answered 202", "a server"), saying("b", "the request is answered 409", "a volume"),
		saying("c", "the request is answered 400", "a server"), saying("d", "the answer is what the document at 2.53 says", "a server"),
		saying("e", "the request is answered 202", "a server"), alone, saying("f", "the request is answered 404"),
	}, lendable)) {
		order = append(order, c.ID)
	}
	assert.Equal(t, []string{"c", "d", "a", "e", "b", "alone", "f"}, order)
}

// TestExclusiveCasesShareAmongThemselves: exclusive cases use the servers of one another only.
func TestExclusiveCasesShareAmongThemselves(t *testing.T) {
	exclusive := func(given ...string) plan.Case {
		c := begins("x", given...)
		c.Exclusive, c.Scenario.Disruptive = true, true
		return c
	}
	assert.Equal(t, stockKeys{"a server\n", "a server\n"}, keysOf(begins("a", "a server")))
	assert.Equal(t, stockKeys{"a server\na tag\n", "a server\n"}, keysOf(begins("a", "a server", "a tag")))
	assert.Equal(t, stockKeys{"", "alone\na server\n"}, keysOf(exclusive("a server", "a closed host")))
	assert.Empty(t, keysOf(exclusive("a server")), "the request itself disturbs, nobody knows what")
	trial := begins("x", "a choice of hosts", "a server")
	trial.Exclusive = true
	assert.Equal(t, stockKeys{"", "alone\na choice of hosts\na server\n"}, keysOf(trial),
		"what a capability disturbs is undone by its sentence")
	assert.Equal(t, stockKeys{"", "alone\na closed host\na server\n"}, keysOf(exclusive("a closed host", "a server", "a tag")))
	assert.Empty(t, keysOf(exclusive("a closed host")))
}

func TestCasesTakeLanesInOrder(t *testing.T) {
	const cases = 200
	q := newLaneQueue()
	lanes := make(chan int, 2)
	lanes <- 1
	lanes <- 2
	var entered []int
	var running sync.WaitGroup
	for n := cases - 1; n >= 0; n-- { // they come in the wrong order
		running.Go(func() {
			var lane int
			q.pass(n, func() {
				lane = <-lanes
				entered = append(entered, n)
			})
			lanes <- lane
		})
	}
	running.Wait()
	require.Len(t, entered, cases)
	assert.True(t, slices.IsSorted(entered))
}
