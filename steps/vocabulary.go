package steps

import (
	"regexp"
	"strings"
	"sync"

	"github.com/cucumber/godog"

	"plumbline/internal/steps/sentences"
	"plumbline/internal/steps/world"
)

// The runner matches each registered sentence against each step of a scenario. Registering only those that match one of the
// scenario's steps saves a tenth of a run on the embedded mock; the matches are cached by the step's text.

// register registers the sentences with the runner: all of them, or those that match a step of a scenario.
func (w vocabulary) register(sc *godog.ScenarioContext, in *world.World) {
	r := registrar{sc: sc, only: w, there: in.Given}
	sentences.Register(r, in)
	world.RegisterGenerated(r, in)
}

// vocabulary is a set of expressions; nil is all.
type vocabulary map[string]bool

// vocabularyOf are the expressions that match a step of a scenario.
func vocabularyOf(s *godog.Scenario) vocabulary {
	out := vocabulary{}
	for _, step := range s.Steps {
		for _, expr := range expressionsOf(step.Text) {
			out[expr] = true
		}
	}
	return out
}

// matching caches the expressions that match a text.
var matching sync.Map

func expressionsOf(text string) []string {
	if known, ok := matching.Load(text); ok {
		return known.([]string)
	}
	var out []string
	for _, e := range allExpressions() {
		if strings.HasPrefix(text, e.prefix) && e.MatchString(text) {
			out = append(out, e.String())
		}
	}
	matching.Store(text, out)
	return out
}

// expression is a sentence's expression, with the text that each match begins with.
type expression struct {
	*regexp.Regexp
	prefix string
}

var allExpressions = sync.OnceValue(func() []expression {
	c := &collector{}
	sentences.Register(c, &world.World{})
	world.RegisterGenerated(c, &world.World{})
	return c.found
})

// collector implements world.Steps: it keeps the expressions and drops the functions.
type collector struct{ found []expression }

func (c *collector) addExpression(expr any) {
	text, ok := expr.(string)
	if !ok {
		return
	}
	e := expression{Regexp: compiled(text).(*regexp.Regexp)}
	if anchored, found := strings.CutPrefix(text, "^"); found {
		e.prefix, _ = regexp.MustCompile(anchored).LiteralPrefix()
	}
	c.found = append(c.found, e)
}

func (c *collector) Given(expr, _ any) { c.addExpression(expr) }
func (c *collector) When(expr, _ any)  { c.addExpression(expr) }
func (c *collector) Then(expr, _ any)  { c.addExpression(expr) }
