package plan_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/features"
	"plumbline/internal/steps/plan"
)

func given(texts ...string) (c plan.Case) {
	for _, text := range texts {
		c.Steps = append(c.Steps, features.Step{Kind: features.State, Text: text})
	}
	c.Steps = append(c.Steps, features.Step{Kind: features.Exchange, Text: "the member rebuilds it"})
	return c
}

// The base of a beginning ends with the sentence that makes a server.
func TestTheBaseEndsWithTheServer(t *testing.T) {
	for name, is := range map[string]struct {
		c         plan.Case
		base      string
		sentences int
	}{
		"more follows": {
			given("the member has a key pair K1", "a server with key K1", "an image Q"),
			"the member has a key pair K1\na server with key K1\n", 2,
		},
		"nothing else":   {given("a shelved-offloaded server booted in AZ1"), "a shelved-offloaded server booted in AZ1\n", 1},
		"no server":      {given("an image Q"), "", 0},
		"no sentence":    {given(), "", 0},
		"the first of 2": {given("a server", "another server"), "a server\n", 1},
	} {
		base, sentences := is.c.Base()
		assert.Equal(t, is.base, base, name)
		assert.Equal(t, is.sentences, sentences, name)
	}
	later := given("a server")
	later.Steps = append(later.Steps, features.Step{Kind: features.State, Text: "it is locked"})
	base, _ := later.Base()
	assert.Empty(t, base, "a Given sentence after the request")
}

// Records of actions and notifications are read by their request.
func TestReadersOfThePast(t *testing.T) {
	for text, reads := range map[string]bool{
		"the notifications instance.rebuild.start and instance.rebuild.end carry key K2": false,
		"the earlier request was answered 400":                                           true,
		"the newest action of the server is rebuild by the member":                       false,
		"the server becomes ACTIVE":                                                      false,
	} {
		c := given("a server")
		c.Steps = append(c.Steps, features.Step{Kind: features.Observation, Text: text})
		assert.Equal(t, reads, c.ReadsThePast(), text)
	}
}
