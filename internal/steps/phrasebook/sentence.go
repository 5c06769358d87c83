package phrasebook

import (
	"cmp"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/cucumber/godog"

	"plumbline/internal/features"
	"plumbline/internal/steps/sentences"
	"plumbline/internal/steps/world"
)

// Sentence is one that scenarios can use.
type Sentence struct {
	Kind features.Kind
	// Expression is the regular expression (RE2) that the sentence must match.
	Expression *regexp.Regexp
	// Example is a sentence of the embedded features, Row the first row that has it.
	Example, Row string
	// Text and Table tell that a text block, or a table, stands below it.
	Text, Table bool
}

// Pattern is the expression without its anchors.
func (s Sentence) Pattern() string {
	return strings.TrimSuffix(strings.TrimPrefix(s.Expression.String(), "^"), "$")
}

// Keyword is the word that it begins with in a feature: Given, When, Then.
func (s Sentence) Keyword() string {
	return map[features.Kind]string{features.State: "Given", features.Exchange: "When", features.Observation: "Then"}[s.Kind]
}

// All are the sentences, by kind (Given, When, Then) and then by their expressions. The list is shared: do not change it.
var All = sync.OnceValue(func() []Sentence {
	c := &collector{}
	sentences.Register(c, &world.World{})
	scenarios, err := features.Scenarios()
	if err != nil {
		scenarios = nil // sentences without examples are better than none
	}
	for i := range c.found {
		c.found[i].illustrate(scenarios)
	}
	order := []features.Kind{features.State, features.Exchange, features.Observation}
	slices.SortStableFunc(c.found, func(a, b Sentence) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.Kind), slices.Index(order, b.Kind)), cmp.Compare(a.Pattern(), b.Pattern()))
	})
	return c.found
})

// illustrate finds the first example.
func (s *Sentence) illustrate(scenarios []features.Scenario) {
	for _, sc := range scenarios {
		for _, step := range sc.Steps {
			if s.Expression.MatchString(step.Text) {
				s.Example, s.Row = step.Text, sc.Row
				return
			}
		}
	}
}

// collector implements world.Steps: it keeps what is registered.
type collector struct{ found []Sentence }

func (c *collector) add(kind features.Kind, expr, fn any) {
	text, ok := expr.(string)
	if !ok {
		return
	}
	s := Sentence{Kind: kind, Expression: regexp.MustCompile(text)}
	for t, i := reflect.TypeOf(fn), 0; i < t.NumIn(); i++ {
		s.Text = s.Text || t.In(i) == reflect.TypeFor[*godog.DocString]()
		s.Table = s.Table || t.In(i) == reflect.TypeFor[*godog.Table]()
	}
	c.found = append(c.found, s)
}

func (c *collector) Given(expr, fn any) { c.add(features.State, expr, fn) }

func (c *collector) When(expr, fn any) { c.add(features.Exchange, expr, fn) }

func (c *collector) Then(expr, fn any) { c.add(features.Observation, expr, fn) }
