package overlay

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Targets that end with a filter for texts are located without evaluating it, with the same result.
func TestFiltersForTextsAreLocatedAsExpressions(t *testing.T) {
	tree := map[string]any{
		"a": map[string]any{"l": []any{"x", "y", 3.0, nil, "x", "z"}, "m": map[string]any{"k": "x", "n": "y"}},
		"b": map[string]any{"l": []any{"y"}, "m": "x"},
	}
	for _, source := range []string{
		"$.a.l[?@ == 'x']", "$.a.l[?@ == 'x' || @ == 'z']", "$.a.l[?@ == 'nope']", "$['a','b'].l[?@ == 'y']", "$.*.l[?@ == 'y']",
		"$.a.m[?@ == 'x']", "$.*.m[?@ == 'x']", "$.b.m[?@ == 'x']", "$.nope.l[?@ == 'x']",
	} {
		quick, err := parseTarget(source)
		require.NoError(t, err)
		require.NotNil(t, quick.before, source)
		slow := quick
		slow.before = nil
		want, err := slow.locate(tree)
		require.NoError(t, err)
		got, err := quick.locate(tree)
		require.NoError(t, err)
		require.Equal(t, len(want), len(got), source)
		for i := range want {
			require.Equal(t, want[i], got[i], source)
		}
	}
}
