package steps

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
)

// A scenario is handed the sentences that match its steps, all of them and each once, whatever their beginnings spare.
func TestEachStepIsHandedWhatMatchesIt(t *testing.T) {
	scenarios, err := features.Scenarios()
	require.NoError(t, err)
	texts := map[string]bool{}
	for _, s := range scenarios {
		for _, step := range s.Steps {
			texts[step.Text] = true
		}
	}
	require.Greater(t, len(texts), 1000)
	for text := range texts {
		var want []string
		for _, e := range allExpressions() {
			if e.MatchString(text) {
				want = append(want, e.String())
			}
		}
		assert.Equal(t, want, expressionsOf(text), text)
	}
	assert.Empty(t, expressionsOf("nobody says this"))
}
