package plan_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/steps/plan"
)

func TestWhatIsRenderedReadsBackTheSame(t *testing.T) {
	c := plan.Case{
		ID:       "demo/demo#DEM-01@newest",
		Scenario: features.Scenario{Feature: "demo"},
		Steps: []features.Step{
			{Keyword: "And", Kind: features.State, Text: `a name with  two blanks and a \ backslash`},
			{Keyword: "When", Kind: features.Exchange, Text: "the member sends", DocString: &features.DocString{
				MediaType: "json", Content: "{\"a\": \"\\n\",\n\n  \"b\": \"\"\"}",
			}},
			{
				Keyword: "Then", Kind: features.Observation, Text: "the headers are",
				Table: [][]string{{"name", "value"}, {"X", `a|b \ c`}, {"empty", ""}},
			},
		},
	}
	all, err := features.Parse("x/x.feature", []byte(c.Gherkin()))
	require.NoError(t, err)
	require.Len(t, all, 1)
	assert.Equal(t, c.ID, all[0].Name)
	for i, want := range c.Steps {
		got := all[0].Steps[i]
		assert.Equal(t, want.Text, got.Text)
		assert.Equal(t, want.Kind, got.Kind)
		assert.Equal(t, want.DocString, got.DocString)
		assert.Equal(t, want.Table, got.Table)
	}
}

func TestEveryEmbeddedScenarioReadsBack(t *testing.T) {
	scenarios, err := features.Scenarios()
	require.NoError(t, err)
	for _, sc := range scenarios {
		c := plan.Case{ID: sc.ID, Scenario: sc, Steps: sc.Steps}
		all, err := features.Parse(sc.URI, []byte(c.Gherkin()))
		require.NoError(t, err, sc.ID)
		require.Len(t, all, 1, sc.ID)
		require.Len(t, all[0].Steps, len(sc.Steps), sc.ID)
		for i, want := range sc.Steps {
			assert.Equal(t, want.Text, all[0].Steps[i].Text, sc.ID)
			assert.Equal(t, want.DocString, all[0].Steps[i].DocString, sc.ID)
			assert.Equal(t, want.Table, all[0].Steps[i].Table, sc.ID)
		}
	}
}
