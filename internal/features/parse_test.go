package features_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
)

const sample = `@spec:rebuild-keypair-reset @op:servers.rebuild
Feature: Keys
  Background:
    Given a server

  Rule: looked up by the one who asks
    @since:2.54 @needs:metadata
    Scenario Outline: <row> the <who> names <key>
      When the <who> rebuilds the server at 2.54 with
        | key_name | <key> |
      Then the request is answered <status>
      And the body is
        """json
        {"key": "<key>"}
        """

      @RKP-11 @specified @disruptive
      Examples: whose key
        | row     | who    | key | status |
        | RKP-08a | member | K1  | 202    |
`

func TestParseKeepsWhatThePickleLoses(t *testing.T) {
	found, err := features.Parse("rebuild-keypair-reset/keys.feature", []byte(sample))
	require.NoError(t, err)
	require.Len(t, found, 1)
	s := found[0]
	assert.Equal(t, "rebuild-keypair-reset/keys#RKP-08a", s.ID)
	assert.Equal(t, "rebuild-keypair-reset", s.Spec)
	assert.Equal(t, "Keys", s.Feature)
	assert.Equal(t, "looked up by the one who asks", s.Rule)
	assert.Equal(t, "RKP-08a the member names K1", s.Name)
	assert.Equal(t, "RKP-08a", s.Row)
	assert.Equal(t, []string{"RKP-11", "RKP-08"}, s.Requirements)
	assert.Equal(t, openapi.MustVersion("2.54"), s.Since)
	assert.True(t, s.Until.IsZero())
	assert.Equal(t, []openapi.Profile{openapi.Specified}, s.Profiles)
	assert.True(t, s.In(openapi.Specified))
	assert.False(t, s.In(openapi.Shipped))
	assert.Equal(t, []string{"metadata"}, s.Needs)
	assert.Equal(t, []string{"servers.rebuild"}, s.Ops)
	assert.True(t, s.Disruptive)
	assert.Equal(t, "whose key", s.ExamplesName)
	assert.Equal(t, []string{"row", "who", "key", "status"}, s.Columns)
	assert.Equal(t, "202", s.Cell("status"))
	assert.Equal(t, "", s.Cell("nothing"))
	assert.Equal(t, 20, s.Line, "the line of the row")
	require.Len(t, s.Steps, 4)
	assert.Equal(t, features.Step{Keyword: "Given", Kind: features.State, Text: "a server", Line: 4}, s.Steps[0])
	assert.Equal(t, [][]string{{"key_name", "K1"}}, s.Steps[1].Table)
	assert.Equal(t, features.Exchange, s.Steps[1].Kind)
	assert.Equal(t, features.Observation, s.Steps[3].Kind, "And goes on with what was before")
	assert.Equal(t, "And", s.Steps[3].Keyword)
	assert.Equal(t, &features.DocString{MediaType: "json", Content: `{"key": "K1"}`}, s.Steps[3].DocString)
}

func TestARowBelongsToARequirement(t *testing.T) {
	for row, requirement := range map[string]string{
		"LCK-51": "LCK-51", "LCK-51a": "LCK-51", "RKP-01ab": "RKP-01",
		"UTH-N03b": "UTH-N03", "LCK-51.mark_unhealthy": "LCK-51",
	} {
		found, err := features.Parse("x/y.feature", []byte("@spec:x\nFeature: F\n  Scenario: "+row+" s\n    When it\n"))
		require.NoError(t, err)
		assert.Equal(t, []string{requirement}, found[0].Requirements)
		assert.Equal(t, row, found[0].Row)
	}
}

func TestParseRefusesWhatItDoesNotKnow(t *testing.T) {
	for name, text := range map[string]string{
		"a tag nobody knows":             "@spec:x @maybe\nFeature: F\n  Scenario: RKP-01 s\n    When it\n",
		"a tag without a value":          "@since:\nFeature: F\n  Scenario: RKP-01 s\n    When it\n",
		"a before that says little":      "@before:refused\nFeature: F\n  Scenario: RKP-01 s\n    When it\n",
		"a version that is none":         "@since:2.x\nFeature: F\n  Scenario: RKP-01 s\n    When it\n",
		"an empty file":                  "",
		"a step after a step of no kind": "Feature: F\n  Scenario: s\n    When it\n    Perhaps it\n",
	} {
		_, err := features.Parse("x/y.feature", []byte(text))
		assert.ErrorContains(t, err, "x/y.feature", name)
	}
}

func TestScenariosAreSortedAndGivenAway(t *testing.T) {
	first, err := features.Scenarios()
	require.NoError(t, err)
	require.NotEmpty(t, first)
	first[0].ID = "changed"
	second, err := features.Scenarios()
	require.NoError(t, err)
	assert.NotEqual(t, "changed", second[0].ID)
	for i := 1; i < len(second); i++ {
		a, b := second[i-1], second[i]
		assert.True(t, a.URI < b.URI || a.URI == b.URI && a.Line < b.Line, "%s comes before %s", a.ID, b.ID)
	}
}

func TestCatalogueIsReadStrictly(t *testing.T) {
	head := "id: x\nprefix: XXX\ntitle: X\n"
	for name, c := range map[string]struct{ text, says string }{
		"unknown key":       {head + "colour: red\n", "colour"},
		"unknown class":     {head + "requirements: [{id: XXX-01, class: Q}]\n", "not a requirement class"},
		"foreign id":        {head + "requirements: [{id: YYY-01}]\n", "YYY-01"},
		"id twice":          {head + "requirements: [{id: XXX-01, standing: own}, {id: XXX-01, standing: own}]\n", "twice"},
		"no title":          {"id: x\nprefix: XXX\n", "needs id, prefix and title"},
		"version is none":   {head + "requirements: [{id: XXX-01, since: \"2.x\"}]\n", "2.x"},
		"nothing but noise": {"- 1\n", "catalogue/x.yaml"},
	} {
		_, err := features.LoadCatalogue(fstest.MapFS{"catalogue/x.yaml": {Data: []byte(c.text)}})
		assert.ErrorContains(t, err, c.says, name)
	}
}

func TestClassesReadWhatTheyWrite(t *testing.T) {
	for _, c := range features.Classes() {
		parsed, err := features.ParseClass(c.String())
		require.NoError(t, err)
		assert.Equal(t, c, parsed)
		assert.NotContains(t, c.Words(), "unknown")
	}
	_, err := features.ParseClass("Z")
	assert.Error(t, err)
}

func TestARequirementSaysWhatHoldsInAProfile(t *testing.T) {
	catalogue, err := features.Catalogue()
	require.NoError(t, err)
	r, found := catalogue.Requirement("RKP-16")
	require.True(t, found)
	assert.Equal(t, "rebuild-keypair-reset", r.Spec)
	assert.Equal(t, r.Statement, r.StatementIn(openapi.Shipped))
	assert.Contains(t, r.StatementIn(openapi.Specified), "null is not a name")
	_, found = catalogue.Requirement("RKP-99")
	assert.False(t, found)
	_, found = catalogue.Specification("nothing")
	assert.False(t, found)
}
