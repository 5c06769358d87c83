package engine

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestTreesAreMaps compares a tree with a map, and looks whether older trees stay as they were.
func TestTreesAreMaps(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var root *node[int]
		model := map[string]int{}
		var olds []*node[int]
		var models []map[string]int
		floor := nodes.Load()
		keys, down := rapid.IntRange(1, 400).Draw(rt, "keys"), rapid.Bool().Draw(rt, "downwards")
		for i := range rapid.IntRange(1, 600).Draw(rt, "steps") {
			key := fmt.Sprint(rapid.IntRange(0, keys).Draw(rt, "key"))
			if down {
				key = fmt.Sprint(max(0, keys-i))
			}
			switch rapid.IntRange(0, 9).Draw(rt, "do") {
			case 0:
				olds, models, floor = append(olds, root), append(models, maps.Clone(model)), nodes.Load()
			case 1, 2, 3:
				was, had := model[key]
				next, before, found := root.take(key, floor)
				require.Equal(t, had, found)
				require.Equal(t, was, before)
				root = next
				delete(model, key)
			case 4:
				root.walkMarked([][]Mark{{1}}, lastDigits, func(int) bool { return true }) // leaves summaries that changes must drop
			default:
				was, had := model[key]
				next, before, found := root.put(key, i, floor)
				require.Equal(t, had, found)
				require.Equal(t, was, before)
				root = next
				model[key] = i
			}
		}
		models = append(models, model)
		for i, old := range append(olds, root) {
			requireSame(t, models[i], old, keys)
			for _, prefix := range prefixes {
				if old.covering(prefix) == root.covering(prefix) {
					require.Equal(t, under(model, prefix), under(models[i], prefix), "the node is the same")
				}
			}
		}
	})
}

var prefixes = []string{"", "0", "1", "12", "2", "9", "x"}

// under are the values whose keys begin with a prefix.
func under(model map[string]int, prefix string) (out []int) {
	for _, k := range slices.Sorted(maps.Keys(model)) {
		if strings.HasPrefix(k, prefix) {
			out = append(out, model[k])
		}
	}
	return out
}

// lastDigits marks numbers by their last digit.
func lastDigits(v int, has func(Mark)) { has(Mark(v % 10)) }

func requireSame(t *testing.T, model map[string]int, root *node[int], keys int) {
	for _, prefix := range prefixes {
		want, got := under(model, prefix), []int(nil)
		root.walk(prefix, func(v int) bool { got = append(got, v); return true })
		require.Equal(t, want, got, "what begins with %q", prefix)
		v, found := root.first(prefix)
		require.Equal(t, len(want) > 0, found)
		if found {
			require.Equal(t, want[0], v)
		}
	}
	for k := range Mark(10) {
		want, got := []int(nil), []int(nil)
		for _, v := range under(model, "") {
			if Mark(v%10) == k {
				want = append(want, v)
			}
		}
		root.walkMarked([][]Mark{{k, 500}}, lastDigits, func(v int) bool {
			if Mark(v%10) == k {
				got = append(got, v)
			}
			return true
		})
		require.Equal(t, want, got, "what is marked %d", k)
		require.True(t, root.walkMarked([][]Mark{{k}, {500}}, lastDigits, func(int) bool { return false }), "nothing has both marks")
	}
	for i := range keys + 1 {
		v, found := root.get(fmt.Sprint(i))
		want, had := model[fmt.Sprint(i)]
		require.Equal(t, had, found)
		require.Equal(t, want, v)
	}
}
