// Package near finds what somebody may have meant.
package near

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

// most is how many are suggested.
const most = 3

// like is how much of a word must be as in another one (1: all of it) to be taken for a slip.
const like = 0.6

// To answers the words that are the most like one that is not among them, the nearest first: with the same beginning, or a few
// letters apart. Case does not count.
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

// Hint is what to add to an error about a word: "; did you mean RKP-01 or RKP-02?", "" where nothing is like it.
func Hint(word string, known []string) string {
	found := To(word, known)
	if len(found) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(found, " or ") + "?"
}
