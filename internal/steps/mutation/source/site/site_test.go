package site

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// on answers what f does with each mutant on, 0 first.
func on[T any](n int, f func() T) (out []T) {
	defer Activate(0, 0)
	for id := range n + 1 {
		Activate(id, 0)
		out = append(out, f())
	}
	return out
}

func TestMutants(t *testing.T) {
	yes, no := func() bool { return true }, func() bool { return false }
	assert.Equal(t, []bool{true, false, true}, on(2, func() bool { return Cond(1, true) }))
	assert.Equal(t, []bool{false, false, true}, on(2, func() bool { return Cond(1, false) }))
	assert.Equal(t, []bool{true, false}, on(1, func() bool { return Never(1, true) }))
	assert.Equal(t, []bool{true, false}, on(1, func() bool { return Not(1, true) }))
	assert.Equal(t, []bool{false, false, true, true}, on(3, func() bool { return And(1, true, no) }), "and, without left, without right, or")
	assert.Equal(t, []bool{false, true, false, true}, on(3, func() bool { return And(1, false, yes) }))
	assert.Equal(t, []bool{true, false, true, false}, on(3, func() bool { return Or(1, true, no) }))
	assert.Equal(t, []bool{true, true, false, false}, on(3, func() bool { return Or(1, false, yes) }))
	assert.Equal(t, []int{1, 2}, on(1, func() int { return Pick(1, 1, 2) }))
	assert.Equal(t, []int{1, 2}, on(1, func() int { return Late(1, 1, func() int { return 2 }) }))
	assert.Equal(t, []string{"a", ""}, on(1, func() string { return Zero(1, "a") }))
	assert.Equal(t, [][]int{{1, 2, 3}, {1, 3}}, on(1, func() []int { return Without(1, 1, []int{1, 2, 3}) }))
	assert.Equal(t, [][]int{{1, 2, 3}, {1, 3, 2}}, on(1, func() []int { return Swapped(1, 1, []int{1, 2, 3}) }))
	assert.Equal(t, []bool{false, true}, on(1, func() bool { return On(1) }))
	assert.Equal(t, []bool{true, false}, on(1, func() bool { return Off(1) }))
}

func TestWhatMakesADifferenceIsNoted(t *testing.T) {
	Cover(true)
	defer Cover(false)
	Cond(1, true)
	Pick(3, "same", "same")
	Pick(4, "one", "other")
	Zero(5, 0)
	And(6, true, func() bool { return true })
	Ask(true)
	defer Ask(false)
	Pick(10, 1, 2)
	Pick(11, 1, 1)
	reached, differs, asked := Noted()
	has := func(set []uint64, n int) bool { return set[n/64]&(1<<(n%64)) != 0 }
	for n, want := range map[int]bool{1: true, 2: false, 3: false, 4: true, 5: false, 6: false, 7: false, 8: false} {
		assert.True(t, has(reached, n), n)
		assert.Equal(t, want, has(differs, n), n)
	}
	assert.False(t, has(reached, 9))
	assert.False(t, has(asked, 1), "that was set-up")
	assert.True(t, has(asked, 10))
	assert.False(t, has(asked, 11))
}

func TestWhatGoesOnForEverIsStopped(t *testing.T) {
	Activate(1, 100)
	defer Activate(0, 0)
	assert.PanicsWithValue(t, Overrun{}, func() {
		for {
			Step()
		}
	})
}
