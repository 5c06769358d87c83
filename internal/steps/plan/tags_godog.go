package plan

import (
	"fmt"
	"slices"
	"strings"
)

// isGodog tells whether an expression has the grammar of godog's --godog.tags and not Cucumber's: only godog's has
// "&&", "~" and the comma.
func isGodog(text string) bool {
	return strings.Contains(text, "&&") || strings.ContainsAny(text, "~,")
}

// parseGodogTags reads "@a && ~@b,@c": "&&" is and, a comma is or, "~" is not. The comma binds more tightly, as in godog v0.15.
func parseGodogTags(text string) (tagExpression, error) {
	all := tagExpression(func([]string) bool { return true })
	for part := range strings.SplitSeq(text, "&&") {
		any, err := anyOf(part)
		if err != nil {
			return nil, fmt.Errorf("tag expression %q: %w", text, err)
		}
		before := all
		all = func(tags []string) bool { return before(tags) && any(tags) }
	}
	return all, nil
}

func anyOf(part string) (tagExpression, error) {
	type term struct {
		name string
		not  bool
	}
	var terms []term
	for word := range strings.SplitSeq(part, ",") {
		word = strings.TrimSpace(word)
		name, not := strings.CutPrefix(word, "~")
		name = strings.TrimPrefix(strings.TrimSpace(name), "@")
		switch {
		case name == "":
			return nil, fmt.Errorf("a tag is missing beside a && or a comma")
		case strings.ContainsAny(name, " ()~@"):
			return nil, fmt.Errorf("%q is no tag: write either godog's && ~ , or Cucumber's and, not, or with parentheses, not both", word)
		}
		terms = append(terms, term{name, not})
	}
	return func(tags []string) bool {
		return slices.ContainsFunc(terms, func(t term) bool { return slices.Contains(tags, t.name) != t.not })
	}, nil
}
