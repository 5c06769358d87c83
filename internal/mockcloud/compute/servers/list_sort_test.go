package servers

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestTheFirstOfAListAreThoseOfTheSortedList(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		all := rapid.SliceOfDistinct(rapid.Int(), func(v int) int { return v }).Draw(rt, "all")
		n := rapid.IntRange(0, 40).Draw(rt, "n")
		sorted := slices.Sorted(slices.Values(all))
		got := firstSorted(slices.Clone(all), n, cmp.Compare[int])
		require.True(rt, slices.Equal(sorted[:min(n, len(sorted))], got), "the first %d of %v are %v", n, all, got)
	})
}
