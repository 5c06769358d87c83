package source_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/steps/mutation/source"
)

var update = flag.Bool("update", false, "write the golden files anew")

const root = "../../../.."

// The golden file shows what is broken in a package that has something for each operator.
func TestEachPlaceHasItsMutants(t *testing.T) {
	loaded, err := source.Load(root, "internal/steps/mutation/source/testdata/toy")
	require.NoError(t, err)
	require.Len(t, loaded, 1)
	found, files, err := source.Rewrite(loaded[0], 1)
	require.NoError(t, err)
	var b strings.Builder
	operators := map[source.Operator]bool{}
	for i, m := range found {
		assert.Equal(t, i+1, m.Number)
		operators[m.Operator] = true
		fmt.Fprintf(&b, "%d %s %s: %s: %s\n", m.Line, m.Function, m.Operator, m.Text, m.Broken)
	}
	const golden = "testdata/toy.golden"
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), b.String())
	for _, op := range source.Operators() {
		assert.True(t, operators[op], "the toy has no place for %s", op)
	}
	for path, text := range files {
		original, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, strings.Count(string(original), "\n"), strings.Count(string(text), "\n"), "lines keep their numbers")
	}
}

// A mutant is known by what it breaks: an edit elsewhere does not give it another id.
func TestIdsSurviveEdits(t *testing.T) {
	ids := func(edit func(string) string) map[string]bool {
		loaded, err := source.Load(root, "internal/steps/mutation/source/testdata/toy")
		require.NoError(t, err)
		if edit != nil {
			require.NoError(t, loaded[0].Edit("toy.go", edit))
		}
		found, _, err := source.Rewrite(loaded[0], 1)
		require.NoError(t, err)
		out := map[string]bool{}
		for _, m := range found {
			assert.False(t, out[m.ID], "%s is there twice", m.ID)
			out[m.ID] = true
		}
		return out
	}
	before := ids(nil)
	after := ids(func(text string) string {
		return strings.Replace(text, "func same(", "// moved down\n\nfunc added(n int) bool { return n < 3 }\n\nfunc same(", 1)
	})
	assert.Greater(t, len(after), len(before))
	for id := range before {
		assert.True(t, after[id], id)
	}
}

// Who says why nobody notices a mutant says it of one that is there.
func TestKnownSurvivorsAreThere(t *testing.T) {
	loaded, err := source.Load(root, source.Packages...)
	require.NoError(t, err)
	var there []source.Mutant
	packages := map[string]bool{}
	for _, p := range loaded {
		found, _, err := source.Rewrite(p, 1)
		require.NoError(t, err)
		require.NotEmpty(t, found, p.Path)
		there = append(there, found...)
		packages[found[0].Package] = true
	}
	known, err := source.KnownSurvivors()
	require.NoError(t, err)
	for _, id := range known.Unused(there) {
		t.Errorf("equivalent.yaml names %s, which is no mutant and no function with any: look what became of it", id)
	}
	for _, name := range source.Judged {
		assert.True(t, packages[name], name)
	}
	for file := range source.SilentFiles {
		assert.FileExists(t, root+"/"+file)
	}
}

func TestWhatIsKnownOfAMutantIsTheMostParticular(t *testing.T) {
	known := source.Survivors{
		"a/b.f":            {Reason: "function", Whole: true},
		"a/b.f/drop":       {Reason: "operator", Whole: true},
		"a/b.f/drop/12":    {Reason: "mutant"},
		"a/b.heat.g/field": {Reason: "method"},
		"a/b.gone":         {},
	}
	var all []source.Mutant
	for id, want := range map[string]string{
		"a/b.f/drop/12": "mutant", "a/b.f/drop/12/2": "operator", "a/b.f/drop/34": "operator", "a/b.f/early/12": "function",
		"a/b.heat.g/field/1": "method", "a/b.heat.g/drop/1": "", "a/b.ff/drop/12": "",
	} {
		got, ok := known.Of(id)
		assert.Equal(t, want, got.Reason, id)
		assert.Equal(t, want != "", ok, id)
		all = append(all, source.Mutant{ID: id})
	}
	assert.Equal(t, []string{"a/b.gone"}, known.Unused(all))
	assert.True(t, source.Known{Kind: source.Unspecified}.Tried())
	assert.True(t, source.Known{Kind: source.Equivalent, Whole: true}.Tried())
	assert.False(t, source.Known{Kind: source.Equivalent}.Tried())
}
