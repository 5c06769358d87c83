package phrasebook

import (
	"cmp"
	"slices"
	"strings"

	"plumbline/internal/features"
	"plumbline/internal/openapi/near"
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

// match lists the sentences that a text is.
func match(text string) []Sentence {
	var out []Sentence
	for _, s := range All() {
		if s.Expression.MatchString(text) {
			out = append(out, s)
		}
	}
	return out
}

// most is the greatest number of sentences that Near answers.
const most = 3

// Near are examples of the sentences most like a text, the nearest first, three at most: those with almost the same letters, then those
// with the most words in common, half of the text's at least. A kind that is
// not "" leaves the sentences of the others out.
func Near(kind features.Kind, text string) []string {
	type candidate struct {
		example string
		shared  int
	}
	wanted := strings.Fields(strings.ToLower(text))
	var examples []string
	var all []candidate
	for _, s := range All() {
		if s.Example == "" || kind != "" && s.Kind != kind {
			continue
		}
		examples = append(examples, s.Example)
		words := strings.Fields(strings.ToLower(s.Example))
		shared := 0
		for _, w := range wanted {
			if slices.Contains(words, w) {
				shared++
			}
		}
		if 2*shared >= len(wanted) {
			all = append(all, candidate{s.Example, shared})
		}
	}
	out := near.To(text, examples)
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.shared, a.shared), cmp.Compare(len(a.example), len(b.example)))
	})
	for _, c := range all {
		if len(out) < most && !slices.Contains(out, c.example) {
			out = append(out, c.example)
		}
	}
	return out
}
