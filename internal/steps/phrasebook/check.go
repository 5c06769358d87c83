package phrasebook

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"plumbline/internal/features"
	"plumbline/internal/openapi/near"
	"plumbline/internal/steps/target"
)

// Check says what is wrong with the sentences, actors and capabilities of scenarios in a folder: sentences that nobody defined, and the
// ones like them; sentences of another kind; text blocks and tables that are missing.
func Check(dir string, scenarios []features.Scenario) features.Problems {
	c := checker{dir: dir, said: map[string]bool{}}
	for _, sc := range scenarios {
		for _, need := range sc.Needs {
			if known := target.CapabilityNames(); !slices.Contains(known, need) {
				c.wrong(sc, sc.Line, "@needs:%s: no probe finds out about this%s", need, near.Hint(need, known))
			}
		}
		for _, step := range sc.Steps {
			c.step(sc, step)
		}
	}
	return c.problems
}

type checker struct {
	dir      string
	problems features.Problems
	said     map[string]bool
}

// wrong notes a problem once, though each row of a table has the same sentence.
func (c *checker) wrong(sc features.Scenario, line int, text string, args ...any) {
	p := features.Problem{File: path.Join(c.dir, sc.URI), Line: line, Text: fmt.Sprintf(text, args...)}
	if !c.said[p.String()] {
		c.said[p.String()] = true
		c.problems = append(c.problems, p)
	}
}

func (c *checker) step(sc features.Scenario, step features.Step) {
	found := match(step.Text)
	if len(found) == 0 {
		hint := "; plumbline sentences WORDS searches all"
		if like := Near(step.Kind, step.Text); len(like) > 0 {
			hint = "; did you mean\n  " + strings.Join(like, "\n  ")
		}
		c.wrong(sc, step.Line, "no such sentence: %q%s", step.Text, hint)
		return
	}
	s := found[0]
	switch {
	case len(found) > 1:
		c.wrong(sc, step.Line, "%q is two sentences: %s and %s", step.Text, s.Pattern(), found[1].Pattern())
	case s.Kind != step.Kind:
		c.wrong(sc, step.Line, "%q is a sentence for %s, not for %s", step.Text, s.Keyword(), Sentence{Kind: step.Kind}.Keyword())
	case s.Text != (step.DocString != nil) || s.Table != (step.Table != nil):
		c.wrong(sc, step.Line, "%q stands %s", step.Text, s.Below())
	}
}

// Below says what stands below the sentence.
func (s Sentence) Below() string {
	switch {
	case s.Text:
		return `above a text block (""")`
	case s.Table:
		return "above a table"
	}
	return "alone, without a text block or a table"
}
