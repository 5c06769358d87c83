// Package near suggests known words for a mistyped one.
package near

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

// most is the greatest number of suggestions.
const most = 3

// like is the share of a word (1: all of it) that must agree with another one for a suggestion.
const like = 0.6

// To answers the known words most like an unknown one, the nearest first: with the same beginning, or a few
// letters apart. Case is ignored.
func To(word string, known []string) []string {
	wanted := strings.ToLower(word)
	type found struct {
		word  string
		score float64
	}
	var all []found
	for _, k := range known {
		lower := strings.ToLower(k)
		score := levenshtein.Similarity(wanted, lower, nil)
		if len(wanted) > 2 && (strings.HasPrefix(lower, wanted) || strings.Contains(lower, "#"+wanted)) {
			score = max(score, 0.9)
		}
		if score >= like {
			all = append(all, found{k, score})
		}
	}
	slices.SortFunc(all, func(a, b found) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.word, b.word)) })
	var out []string
	for _, f := range all {
		if len(out) < most && !slices.Contains(out, f.word) {
			out = append(out, f.word)
		}
	}
	return out
}

// Hint is a suggestion to append to an error about a word: "; did you mean RKP-01 or RKP-02?", "" without a similar one.
func Hint(word string, known []string) string {
	found := To(word, known)
	if len(found) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(found, " or ") + "?"
}
