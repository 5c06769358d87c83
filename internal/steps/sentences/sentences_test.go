package sentences_test

import (
	"reflect"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/steps/sentences"
	"plumbline/internal/steps/world"
)

// definition is a sentence as it was registered.
type definition struct {
	kind features.Kind
	expr *regexp.Regexp
	fn   reflect.Type
}

// book collects the definitions instead of running them.
type book struct{ definitions []definition }

func (b *book) add(kind features.Kind, expr, fn any) {
	b.definitions = append(b.definitions, definition{kind, regexp.MustCompile(expr.(string)), reflect.TypeOf(fn)})
}

func (b *book) Given(expr, fn any) { b.add(features.State, expr, fn) }

func (b *book) When(expr, fn any) { b.add(features.Exchange, expr, fn) }

func (b *book) Then(expr, fn any) { b.add(features.Observation, expr, fn) }

func TestEachSentenceOfTheFeaturesHasOneDefinitionAndEachDefinitionASentence(t *testing.T) {
	b := &book{}
	sentences.Register(b, &world.World{})
	scenarios, err := features.Scenarios()
	require.NoError(t, err)
	used := map[string]bool{}
	for _, s := range scenarios {
		for _, step := range s.Steps {
			var found []definition
			for _, d := range b.definitions {
				if d.expr.MatchString(step.Text) {
					assert.Equal(t, step.Kind, d.kind, "%s: the kind of %q", s.ID, step.Text)
					found = append(found, d)
				}
			}
			if assert.Len(t, found, 1, "%s: definitions of %q", s.ID, step.Text) {
				used[found[0].expr.String()] = true
				assert.Equal(t, arguments(step, found[0].expr), found[0].fn.NumIn(), "%s: arguments of %q", s.ID, step.Text)
			}
		}
	}
	for _, d := range b.definitions {
		assert.True(t, used[d.expr.String()], "no sentence uses %s", d.expr)
	}
}

// arguments are the groups of the expression, and the table or text below the step.
func arguments(step features.Step, expr *regexp.Regexp) int {
	n := expr.NumSubexp()
	if step.DocString != nil || step.Table != nil {
		n++
	}
	return n
}
