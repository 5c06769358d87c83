package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var fewer = flag.Bool("fewer", false, "write testdata/untyped.txt anew where packages have fewer untyped values; it never lets one have more")

// TestUntypedValuesDoNotGrow counts what says map[string]any and what asserts a type in each package of the mock, tests apart:
// none may have more than testdata/untyped.txt says, and a new one none. Where untyped values are right is in
// docs/architecture.md.
func TestUntypedValuesDoNotGrow(t *testing.T) {
	counts := map[string]untyped{}
	for name := range tracked(t) {
		if layerOf(name) != "mockcloud" || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../..", name), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		of := counts[path.Dir(name)]
		ast.Inspect(file, of.count)
		counts[path.Dir(name)] = of
	}
	golden := filepath.Join("testdata", "untyped.txt")
	text, err := os.ReadFile(golden)
	require.NoError(t, err)
	most := map[string]untyped{}
	for line := range strings.Lines(string(text)) {
		var dir string
		var n untyped
		_, err := fmt.Sscan(line, &n.maps, &n.assertions, &dir)
		require.NoError(t, err, line)
		most[dir] = n
	}
	var out strings.Builder
	for _, dir := range slices.Sorted(maps.Keys(counts)) {
		n, may := counts[dir], most[dir]
		assert.LessOrEqual(t, n.maps, may.maps, "%s: map[string]any; a struct says what is in it", dir)
		assert.LessOrEqual(t, n.assertions, may.assertions, "%s: type assertions; a typed value needs none", dir)
		if n != (untyped{}) {
			fmt.Fprintf(&out, "%d %d %s\n", n.maps, n.assertions, dir)
		}
	}
	if *fewer && !t.Failed() {
		require.NoError(t, os.WriteFile(golden, []byte(out.String()), 0o600))
		return
	}
	assert.Equal(t, string(text), out.String(), "some package has fewer now: go test ./cmd/plumbline -run Untyped -fewer")
}

// untyped is how many values of a package have no type of their own.
type untyped struct{ maps, assertions int }

func (u *untyped) count(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.MapType:
		key, _ := n.Key.(*ast.Ident)
		value, _ := n.Value.(*ast.Ident)
		if key != nil && value != nil && key.Name == "string" && value.Name == "any" {
			u.maps++
		}
	case *ast.TypeAssertExpr:
		if n.Type != nil { // none in a switch
			u.assertions++
		}
	}
	return true
}
