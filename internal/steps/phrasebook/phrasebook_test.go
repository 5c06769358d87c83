package phrasebook_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/steps/phrasebook"
)

func TestEachSentenceHasAnExampleThatItMatches(t *testing.T) {
	require.Greater(t, len(phrasebook.All()), 250)
	for _, s := range phrasebook.All() {
		assert.Regexp(t, s.Expression, s.Example, s.Pattern())
		assert.NotEmpty(t, s.Keyword())
	}
}

func TestSentencesAreFoundByTheirWords(t *testing.T) {
	found := phrasebook.Find("request", "ANSWERED")
	require.NotEmpty(t, found)
	for _, s := range found {
		assert.Equal(t, "Then", s.Keyword())
	}
	assert.Empty(t, phrasebook.Find("pineapple"))
	assert.Len(t, phrasebook.Find(), len(phrasebook.All()))
	assert.Equal(t, "the request is answered 200", phrasebook.Near(features.Observation, "the request is answerd 202")[0])
	assert.Contains(t, phrasebook.Near("", "shutoff server"), "the server is SHUTOFF")
}

func TestSentencesOfAScenarioAreChecked(t *testing.T) {
	for name, c := range map[string]struct{ steps, want string }{
		"a misspelt sentence": {
			"When the member sends GET /servers at 2.1\nThen the request is answerd 200",
			"did you mean\n  the request is answered",
		},
		"another kind": {"When the request is answered 200", "is a sentence for Then, not for When"},
		"no text below": {
			"When the member sends POST /servers at 2.1 with the body",
			"stands above a text block",
		},
		"a table too many": {"Then the request is answered 200\n| a |", "stands alone"},
		"an unknown probe": {
			"Then the request is answered 200",
			"@needs:two-zone: no probe finds out about this; did you mean two-zones",
		},
	} {
		t.Run(name, func(t *testing.T) {
			scenarios, err := features.Parse("x/x.feature", []byte("@spec:x @needs:two-zone\nFeature: x\nScenario: XXX-01 x\n"+c.steps))
			require.NoError(t, err)
			found := phrasebook.Check("ours", scenarios)
			assert.Contains(t, found.Error(), c.want)
			assert.Contains(t, found.Error(), "ours/x/x.feature:")
		})
	}
}
