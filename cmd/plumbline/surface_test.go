package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestPublicSurface prints what other modules can use, so that a change of it is seen in review: each exported name outside of
// internal packages. `go test ./cmd/plumbline -run PublicSurface -update` writes the list anew.
func TestPublicSurface(t *testing.T) {
	listed, err := exec.CommandContext(t.Context(), "go", "list", "-f",
		"{{.Name}} {{.ImportPath}} {{.Dir}} {{.Module.Path}}", "../../...").Output()
	require.NoError(t, err)
	var out strings.Builder
	for line := range strings.Lines(string(listed)) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		path, rest, _ := strings.Cut(rest, " ")
		dir, module, _ := strings.Cut(rest, " ")
		path = strings.TrimPrefix(path, module+"/")
		if name == "main" || strings.Contains("/"+path+"/", "/internal/") {
			continue
		}
		names := surface(t, path, dir)
		fmt.Fprintf(&out, "%s: %d\n", path, len(names))
		for _, n := range names {
			fmt.Fprintf(&out, "\t%s\n", n)
		}
	}
	golden := filepath.Join("testdata", "surface.txt")
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o750))
		require.NoError(t, os.WriteFile(golden, []byte(out.String()), 0o600))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), out.String(), "what other modules can use has changed; -update where it is meant to")
}

// surface is the exported names of a package, sorted as go doc sorts them, methods under their types.
func surface(t *testing.T, path, dir string) (names []string) {
	t.Helper()
	fset := token.NewFileSet()
	found, err := filepath.Glob(filepath.Join(dir, "*.go"))
	require.NoError(t, err)
	var files []*ast.File
	for _, f := range found {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(fset, f, nil, parser.ParseComments)
		require.NoError(t, err)
		files = append(files, parsed)
	}
	p, err := doc.NewFromFiles(fset, files, path)
	require.NoError(t, err)
	values := func(kind string, all []*doc.Value) {
		for _, v := range all {
			for _, n := range v.Names {
				if token.IsExported(n) {
					names = append(names, kind+" "+n)
				}
			}
		}
	}
	values("const", p.Consts)
	values("var", p.Vars)
	for _, f := range p.Funcs {
		names = append(names, "func "+f.Name)
	}
	for _, ty := range p.Types {
		names = append(names, "type "+ty.Name)
		values("const", ty.Consts)
		values("var", ty.Vars)
		for _, f := range ty.Funcs {
			names = append(names, "func "+f.Name)
		}
		for _, m := range ty.Methods {
			names = append(names, "func ("+ty.Name+") "+m.Name)
		}
	}
	return names
}
