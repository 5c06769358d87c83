package phrasebook

import (
	"slices"
	"strings"

	"plumbline/features/near"
)

// Find lists the sentences whose expression or example has all words, in any case; without words all.
func Find(words ...string) []Sentence {
	var out []Sentence
	for _, s := range All() {
		text := strings.ToLower(s.Keyword() + " " + s.Pattern() + " " + s.Example)
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, strings.ToLower(w)) }) {
			out = append(out, s)
		}
	}
	return out
}

// Match lists the sentences that a text is.
func Match(text string) []Sentence {
	var out []Sentence
	for _, s := range All() {
		if s.Expression.MatchString(text) {
			out = append(out, s)
		}
	}
	return out
}

// Near are examples of the sentences most like a text, the nearest first, three at most.
func Near(text string) []string {
	var examples []string
	for _, s := range All() {
		if s.Example != "" {
			examples = append(examples, s.Example)
		}
	}
	return near.To(text, examples)
}
