package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A step of an operation takes values that have types: the document has judged the body, and it was decoded once. So no function
// that takes an exchange and gives a fault names map[string]any or asserts a type.
func TestStepsAreTyped(t *testing.T) {
	steps := 0
	for name := range tracked(t) {
		if layerOf(name) != "mockcloud" || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, filepath.Join("../..", name), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			var kind *ast.FuncType
			switch n := n.(type) {
			case *ast.FuncDecl:
				kind = n.Type
			case *ast.FuncLit:
				kind = n.Type
			}
			if kind == nil || !isStep(kind) {
				return true
			}
			steps++
			var of untyped
			ast.Inspect(n, of.count)
			assert.Zero(t, of, "%s: a step with untyped values", set.Position(n.Pos()))
			return false
		})
	}
	assert.Greater(t, steps, 1000)
}

// isStep tells whether a function takes an exchange and gives a fault alone.
func isStep(kind *ast.FuncType) bool {
	if kind.Results == nil || len(kind.Results.List) != 1 || !isPointerTo(kind.Results.List[0].Type, "Fault") {
		return false
	}
	for _, p := range kind.Params.List {
		if isPointerTo(p.Type, "Exchange") {
			return true
		}
	}
	return false
}

func isPointerTo(e ast.Expr, name string) bool {
	star, is := e.(*ast.StarExpr)
	if !is {
		return false
	}
	switch at := star.X.(type) {
	case *ast.Ident:
		return at.Name == name
	case *ast.SelectorExpr:
		return at.Sel.Name == name
	}
	return false
}
