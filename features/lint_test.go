package features_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
)

func load(t *testing.T) (*features.RequirementCatalogue, []features.Scenario) {
	t.Helper()
	catalogue, err := features.Catalogue()
	require.NoError(t, err)
	scenarios, err := features.Scenarios()
	require.NoError(t, err)
	return catalogue, scenarios
}

func TestEachRequirementIsReachedByAScenarioAndTheOtherWayRound(t *testing.T) {
	catalogue, scenarios := load(t)
	reached := map[string][]features.Scenario{}
	for _, s := range scenarios {
		assert.NotEmpty(t, s.Requirements, "%s reaches no requirement", s.ID)
		for _, id := range s.Requirements {
			reached[id] = append(reached[id], s)
			r, known := catalogue.Requirement(id)
			if assert.True(t, known, "%s: requirement %s is not in the catalogue", s.ID, id) {
				assert.Equal(t, r.Spec, s.Spec, "%s: %s belongs to another specification", s.ID, id)
			}
		}
	}
	for _, r := range catalogue.All() {
		for _, p := range openapi.Profiles() {
			in := slices.ContainsFunc(reached[r.ID], func(s features.Scenario) bool { return s.In(p) })
			if !in && r.Class == features.NotObservable {
				assert.NotEmpty(t, r.Notes, "%s has no scenario in profile %s: say why nothing can be observed", r.ID, p)
				continue
			}
			assert.Equal(t, r.AppliesIn(p), in, "%s in profile %s: the catalogue and the scenarios disagree", r.ID, p)
		}
	}
}

func TestEachRequirementSaysWhereItHolds(t *testing.T) {
	catalogue, _ := load(t)
	for _, r := range catalogue.All() {
		assert.NotEmpty(t, r.Statement, r.ID)
		assert.NotEmpty(t, r.Source, r.ID)
		assert.NotEmpty(t, r.Actor, r.ID)
		assert.NotEmpty(t, r.Class, r.ID)
		for _, p := range openapi.Profiles() {
			in, said := r.Profiles[p]
			assert.True(t, said, "%s does not say what holds in profile %s", r.ID, p)
			assert.Equal(t, in.Statement != "" || !in.Holds, in.Reason != "",
				"%s in profile %s: what differs has a reason, what does not has none", r.ID, p)
		}
		if !r.Until.IsZero() {
			assert.True(t, r.Until.AtLeast(r.Since), "%s ends before it begins", r.ID)
		}
	}
}

func TestEachScenarioHasItsOwnIdentity(t *testing.T) {
	_, scenarios := load(t)
	rows, ids, names := map[string]string{}, map[string]bool{}, map[string]bool{}
	row := regexp.MustCompile(`^[A-Z]{3}-N?\d{2}([a-z]{0,2}|\.[a-z_]+)$`)
	for _, s := range scenarios {
		where := fmt.Sprintf("%s:%d", s.URI, s.Line)
		assert.Regexp(t, row, s.Row, where)
		assert.Empty(t, rows[s.Row], "%s: row %s is used twice", where, s.Row)
		assert.False(t, ids[s.ID], "%s: id %s is used twice", where, s.ID)
		assert.False(t, names[s.Name], "%s: name %q is used twice", where, s.Name)
		assert.True(t, strings.HasPrefix(s.Name, s.Row+" "), "%s: the title begins with the row id", where)
		rows[s.Row], ids[s.ID], names[s.Name] = s.ID, true, true
		if len(s.Columns) > 0 {
			assert.Equal(t, "row", s.Columns[0], "%s: the first column is row", where)
			assert.NotEmpty(t, s.ExamplesName, "%s: the Examples table has a name", where)
		}
	}
}

func TestEachScenarioHasOneExchangeBetweenStateAndObservation(t *testing.T) {
	_, scenarios := load(t)
	for _, s := range scenarios {
		require.NotEmpty(t, s.Steps, "%s has no steps", s.ID)
		var kinds []features.Kind
		for _, step := range s.Steps {
			kinds = append(kinds, step.Kind)
		}
		whens := 0
		for _, k := range kinds {
			if k == features.Exchange {
				whens++
			}
		}
		assert.Equal(t, 1, whens, "%s has exactly one When", s.ID)
		assert.Equal(t, features.Observation, kinds[len(kinds)-1], "%s ends with an observation", s.ID)
		order := []features.Kind{features.State, features.Exchange, features.Observation}
		assert.True(t, slices.IsSortedFunc(kinds, func(a, b features.Kind) int {
			return slices.Index(order, a) - slices.Index(order, b)
		}), "%s: state, exchange, observation in this order", s.ID)
		for _, step := range s.Steps {
			assert.NotContains(t, step.Text, " should ", "%s: an observation is a fact", s.ID)
		}
	}
}

var at = regexp.MustCompile(` at (\d+\.\d+)\b`)

func TestASweptScenarioNamesItsMicroversionOnce(t *testing.T) {
	_, scenarios := load(t)
	for _, s := range scenarios {
		if s.Since.IsZero() {
			continue
		}
		if !s.Until.IsZero() {
			assert.True(t, s.Until.AtLeast(s.Since), "%s ends before it begins", s.ID)
		}
		for _, step := range s.Steps {
			if step.Kind != features.Exchange || s.Boundary {
				continue
			}
			found := at.FindAllStringSubmatch(step.Text, -1)
			if assert.Len(t, found, 1, "%s: the sweep needs one microversion in %q", s.ID, step.Text) {
				assert.Equal(t, s.Since.String(), found[0][1], "%s: a swept scenario asks for the microversion it holds since", s.ID)
			}
		}
	}
}

// Where a microversion changes behaviour without changing a schema the documents cannot tell what holds
// before it, so the scenario says it.
func TestBehaviourWithoutASchemaSaysWhatHoldsBefore(t *testing.T) {
	_, scenarios := load(t)
	shipped, err := openapi.Builtin(openapi.Compute, openapi.Shipped)
	require.NoError(t, err)
	specified, err := openapi.Builtin(openapi.Compute, openapi.Specified)
	require.NoError(t, err)
	for _, s := range scenarios {
		chain := shipped
		if shipped.Max().Less(s.Since) {
			chain = specified
		}
		if s.Since.IsZero() || s.Boundary {
			continue
		}
		document, err := chain.At(s.Since)
		require.NoError(t, err, s.ID)
		info, _ := document.Tree["info"].(map[string]any)
		if info["x-openstack-change-scope"] == "behaviour" {
			assert.NotEmpty(t, s.Before, "%s: %s changed behaviour only; say what held before with @before", s.ID, s.Since)
		}
	}
}

func TestTagsNameWhatIsKnown(t *testing.T) {
	catalogue, scenarios := load(t)
	ops := map[string]bool{}
	for _, service := range openapi.Services() {
		for _, profile := range openapi.Profiles() {
			chain, err := openapi.Builtin(service, profile)
			require.NoError(t, err)
			for _, v := range chain.Versions() {
				document, err := chain.At(v)
				require.NoError(t, err)
				for _, op := range document.Operations() {
					ops[op.ID] = true
				}
			}
		}
	}
	for _, s := range scenarios {
		_, known := catalogue.Specification(s.Spec)
		assert.True(t, known, "%s: specification %q is not in the catalogue", s.ID, s.Spec)
		assert.True(t, strings.HasPrefix(s.URI, s.Spec+"/"), "%s is not in the folder of its specification", s.ID)
		for _, op := range s.Ops {
			assert.True(t, ops[op], "%s: operation %q is in no document", s.ID, op)
		}
	}
}

func TestTablesOfTheCatalogueAreThoseOfTheFeatures(t *testing.T) {
	catalogue, scenarios := load(t)
	for _, spec := range catalogue.Specifications {
		columns, shown := map[string][]string{}, map[string]bool{}
		for _, s := range scenarios {
			if s.Spec == spec.ID && s.ExamplesName != "" {
				if before, seen := columns[s.ExamplesName]; seen {
					assert.Equal(t, before, s.Columns, "%s: two Examples tables named %q", s.ID, s.ExamplesName)
				}
				columns[s.ExamplesName] = s.Columns
			}
		}
		for _, table := range spec.Tables {
			assert.Equal(t, "row", table.Columns[0], "%s: the first column is row", table.Title)
			for _, name := range table.Examples {
				if assert.Contains(t, columns, name, "table %q of %s", table.Title, spec.ID) {
					shown[name] = true
				}
			}
			for _, column := range table.Columns {
				assert.True(t, slices.ContainsFunc(table.Examples, func(name string) bool { return slices.Contains(columns[name], column) }),
					"table %q of %s: no Examples table has a column %q", table.Title, spec.ID, column)
			}
		}
		for name := range columns {
			assert.True(t, shown[name], "%s: no table of the catalogue shows the Examples %q", spec.ID, name)
		}
		for _, d := range spec.Differences {
			for _, id := range d.Requirements {
				_, known := catalogue.Requirement(id)
				assert.True(t, known, "difference %q names %s", d.Title, id)
			}
		}
	}
}
