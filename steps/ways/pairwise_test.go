package ways_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// factor is one thing that differs between ways in, with the values that it takes.
type factor struct {
	name   string
	values []string
}

// way is a value of each factor, by the factor's position.
type way []int

// pairwise makes a list of ways in which every two values of different factors that may meet do meet. The same input gives
// the same list. may refuses a combination; a value below zero is not chosen yet.
func pairwise(factors []factor, may func(way) bool) []way {
	open, used := pairs(factors, may), map[[2]int]int{}
	var out []way
	for len(open) > 0 {
		w := begin(factors, open[0])
		for range factors {
			w.fill(factors, open, used, may)
		}
		for f, v := range w {
			used[[2]int{f, v}]++
		}
		kept := open[:0:0]
		for _, p := range open {
			if !w.has(p) {
				kept = append(kept, p)
			}
		}
		open, out = kept, append(out, w)
	}
	return out
}

// pair is two values of two factors.
type pair struct{ f, v, g, u int }

// pairs are all that may meet.
func pairs(factors []factor, may func(way) bool) (out []pair) {
	for f := range factors {
		for g := f + 1; g < len(factors); g++ {
			for v := range factors[f].values {
				for u := range factors[g].values {
					if p := (pair{f, v, g, u}); may(begin(factors, p)) {
						out = append(out, p)
					}
				}
			}
		}
	}
	return out
}

// begin is a way with nothing but a pair chosen.
func begin(factors []factor, p pair) way {
	w := way(slices.Repeat([]int{-1}, len(factors)))
	w[p.f], w[p.g] = p.v, p.u
	return w
}

func (w way) has(p pair) bool { return w[p.f] == p.v && w[p.g] == p.u }

// fill chooses one more value: the one that brings the most open pairs, of those the one that was used least.
func (w way) fill(factors []factor, open []pair, used map[[2]int]int, may func(way) bool) {
	best, least, at, to := -1, 0, -1, -1
	for f := range factors {
		if w[f] >= 0 {
			continue
		}
		for v := range factors[f].values {
			w[f] = v
			n, often := w.meets(open, f), used[[2]int{f, v}]
			if may(w) && (n > best || n == best && often < least) {
				best, least, at, to = n, often, f, v
			}
		}
		w[f] = -1
	}
	if at >= 0 {
		w[at] = to
	}
}

// meets counts open pairs that a factor's value makes.
func (w way) meets(open []pair, f int) (n int) {
	for _, p := range open {
		if (p.f == f || p.g == f) && w.has(p) {
			n++
		}
	}
	return n
}

// dozen are twelve of the ways that have every value of every factor: first those with most values that none before had.
// Each runs all six specifications, so that these meet every value, too.
func dozen(all []way) (out []way) {
	seen := map[[2]int]bool{}
	fresh := func(w way) (n int) {
		for f, v := range w {
			if !seen[[2]int{f, v}] {
				n++
			}
		}
		return n
	}
	rest := slices.Clone(all)
	slices.Reverse(rest) // the last ones have the newest microversions, and with them most rows
	for len(out) < 12 && len(rest) > 0 {
		best := 0
		for i := range rest {
			if fresh(rest[i]) > fresh(rest[best]) {
				best = i
			}
		}
		for f, v := range rest[best] {
			seen[[2]int{f, v}] = true
		}
		out = append(out, rest[best])
		rest = slices.Delete(rest, best, best+1)
	}
	return out
}

func TestSoakADozenHasEveryValue(t *testing.T) {
	some := dozen(pairwise(factors, sensible))
	assert.Len(t, some, 12)
	for f := range factors {
		for v, value := range factors[f].values {
			assert.True(t, slices.ContainsFunc(some, func(w way) bool { return w[f] == v }), "%s %s", factors[f].name, value)
		}
	}
	for _, w := range some {
		t.Log(w)
	}
}

func TestSoakPairsAllMeet(t *testing.T) {
	all := pairwise(factors, sensible)
	for _, p := range pairs(factors, sensible) {
		assert.True(t, slices.ContainsFunc(all, func(w way) bool { return w.has(p) }), "%s %s, %s %s",
			factors[p.f].name, factors[p.f].values[p.v], factors[p.g].name, factors[p.g].values[p.u])
	}
	for _, w := range all {
		assert.NotContains(t, w, -1)
		assert.True(t, sensible(w), w.String())
	}
	assert.Less(t, len(all), 90, "a covering array, not the product of all")
	assert.Equal(t, all, pairwise(factors, sensible), "the same each time")
}

// drawn draws ways by chance, the same ones for the same seed. An administrator of a cloud with the newest microversion, who has most
// rows, is drawn more often than others: pairs leave few ways in which such a user meets three values that are rare.
func drawn(factors []factor, n int, seed uint64, may func(way) bool) (out []way) {
	chance := rand.New(rand.NewPCG(seed, 0))
	for len(out) < n {
		w := begin(factors, pair{})
		for f := range factors {
			w[f] = chance.IntN(len(factors[f].values))
		}
		if chance.IntN(3) > 0 {
			w[who] = 0
		}
		if chance.IntN(3) > 0 {
			w[newest] = len(factors[newest].values) - 1
		}
		if may(w) {
			out = append(out, w)
		}
	}
	return out
}

func TestWaysDrawnAgainAreTheSame(t *testing.T) {
	assert.Equal(t, drawn(factors, 20, 3, sensible), drawn(factors, 20, 3, sensible))
	assert.NotEqual(t, drawn(factors, 20, 3, sensible), drawn(factors, 20, 4, sensible))
	for _, w := range drawn(factors, 200, 5, sensible) {
		assert.True(t, sensible(w), w)
	}
}
