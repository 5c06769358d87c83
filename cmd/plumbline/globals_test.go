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

// setOnPurpose are the functions that may set a package's variables, by folder and name: what they set is guarded, or set before
// anything runs beside them.
var setOnPurpose = map[string]string{
	"internal/openapi.Builtin":                     "inside sync.Once",
	"internal/mockcloud/state/engine.Register":     "called as packages are initialised",
	"internal/steps/mutation/source/site.Activate": "one mutant at a time is switched on, between two runs",
	"internal/mockcloud/cloudcontrol.Register":     "called as packages are initialised",
}

// TestNoFunctionSetsThePackage finds functions that assign to a variable of their package, or to what is in it. Clouds are made and
// used side by side in one process, so that two of them would write at once.
func TestNoFunctionSetsThePackage(t *testing.T) {
	files := map[string][]*ast.File{}
	vars := map[string]map[string]bool{}
	for name := range tracked(t) {
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "examples/") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../..", name), nil, 0)
		require.NoError(t, err)
		dir := path.Dir(name)
		files[dir] = append(files[dir], file)
		if vars[dir] == nil {
			vars[dir] = map[string]bool{}
		}
		for _, v := range packageVariables(file) {
			vars[dir][v] = true
		}
	}
	set := map[string]bool{}
	for dir, all := range files {
		for _, file := range all {
			for function, variable := range assigned(file, vars[dir]) {
				name := dir + "." + function
				set[name] = true
				assert.Contains(t, setOnPurpose, name, "%s is set by a function: set it in init, or keep it in a value", variable)
			}
		}
	}
	for name := range setOnPurpose {
		assert.Contains(t, set, name, "sets nothing: take it out of setOnPurpose")
	}
}

// packageVariables are the names of the variables that a file declares for its package.
func packageVariables(file *ast.File) (names []string) {
	for _, decl := range file.Decls {
		// var _ says that a type fits an interface; it holds nothing.
		if gen, ok := decl.(*ast.GenDecl); ok && gen.Tok == token.VAR {
			for _, spec := range gen.Specs {
				for _, name := range spec.(*ast.ValueSpec).Names {
					if name.Name != "_" {
						names = append(names, name.Name)
					}
				}
			}
		}
	}
	return names
}

// assigned are the functions of a file that set variables of the package, apart from init, each with one of them.
func assigned(file *ast.File, vars map[string]bool) map[string]string {
	found := map[string]string{}
	for _, decl := range file.Decls {
		function, ok := decl.(*ast.FuncDecl)
		if !ok || function.Body == nil || function.Name.Name == "init" {
			continue
		}
		// The parser resolves names of this file only: a name of another one that no local variable hides has no object.
		note := func(target ast.Expr) {
			if name := rootOf(target); name != nil && vars[name.Name] && (name.Obj == nil || name.Obj == file.Scope.Lookup(name.Name)) {
				found[function.Name.Name] = name.Name
			}
		}
		ast.Inspect(function.Body, func(n ast.Node) bool {
			switch s := n.(type) {
			case *ast.AssignStmt:
				for _, target := range s.Lhs {
					note(target)
				}
			case *ast.IncDecStmt:
				note(s.X)
			case *ast.CallExpr:
				if called, ok := s.Fun.(*ast.Ident); ok && (called.Name == "delete" || called.Name == "clear") {
					note(s.Args[0])
				}
			}
			return true
		})
	}
	return found
}

// rootOf is the variable that an expression begins with: a of a.b[c].
func rootOf(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.Ident:
			return x
		default:
			return nil
		}
	}
}
