package source

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// SitePath is the package that rewritten source calls.
const SitePath = "plumbline/internal/steps/mutation/source/site"

// module is the path of the module, with a slash at its end.
var module = strings.TrimSuffix(SitePath, "internal/steps/mutation/source/site")

// Package is a package of the mock, parsed and with types.
type Package struct {
	Path  string
	Fset  *token.FileSet
	Files []*File
	Types *types.Package
	Info  *types.Info
	// imports reads the export data of the package's imports.
	imports types.Importer
}

// File is a file of a package.
type File struct {
	// Path is the file's path, Name its path below the module's root.
	Path, Name string
	Source     []byte
	Syntax     *ast.File
}

// Load reads packages of the module at root, by their paths below it.
func Load(root string, paths ...string) ([]*Package, error) {
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Dir,GoFiles,Export,DepOnly", SitePath}
	for _, p := range paths {
		args = append(args, "./"+p)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, problems.String())
	}
	exports := map[string]string{}
	type listed struct {
		ImportPath, Dir, Export string
		GoFiles                 []string
		DepOnly                 bool
	}
	var chosen []listed
	for dec := json.NewDecoder(&out); ; {
		var p listed
		if err := dec.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		exports[p.ImportPath] = p.Export
		if !p.DepOnly && p.ImportPath != SitePath {
			chosen = append(chosen, p)
		}
	}
	fset := token.NewFileSet()
	imports := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	var all []*Package
	for _, p := range chosen {
		made := &Package{Path: strings.TrimPrefix(p.ImportPath, module), Fset: fset, imports: imports}
		for _, name := range p.GoFiles {
			at := filepath.Join(p.Dir, name)
			text, err := os.ReadFile(at)
			if err != nil {
				return nil, err
			}
			syntax, err := parser.ParseFile(fset, at, text, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			made.Files = append(made.Files, &File{Path: at, Name: filepath.Join(made.Path, name), Source: text, Syntax: syntax})
		}
		var err error
		if made.Types, made.Info, err = made.check(); err != nil {
			return nil, err
		}
		all = append(all, made)
	}
	return all, nil
}

// check type-checks the package's files.
func (p *Package) check() (*types.Package, *types.Info, error) {
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Implicits: map[ast.Node]types.Object{},
	}
	var files []*ast.File
	for _, f := range p.Files {
		files = append(files, f.Syntax)
	}
	config := types.Config{Importer: p.imports}
	made, err := config.Check(module+p.Path, p.Fset, files, info)
	return made, info, err
}

// Edit changes the text of a file, for tests.
func (p *Package) Edit(name string, change func(string) string) error {
	for _, f := range p.Files {
		if filepath.Base(f.Name) != name {
			continue
		}
		f.Source = []byte(change(string(f.Source)))
		var err error
		if f.Syntax, err = parser.ParseFile(p.Fset, f.Path, f.Source, parser.ParseComments|parser.SkipObjectResolution); err != nil {
			return err
		}
	}
	var err error
	p.Types, p.Info, err = p.check()
	return err
}

// faulty are the lines (file:line) of rewritten text that do not compile.
func (p *Package) faulty(rewritten map[string][]byte) (map[string]bool, error) {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, f := range p.Files {
		syntax, err := parser.ParseFile(fset, f.Path, rewritten[f.Path], parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("rewritten: %w", err)
		}
		files = append(files, syntax)
	}
	bad := map[string]bool{}
	config := types.Config{Importer: p.imports, Error: func(err error) {
		if e, ok := err.(types.Error); ok {
			at := fset.Position(e.Pos)
			bad[fmt.Sprintf("%s:%d", at.Filename, at.Line)] = true
			if os.Getenv("PLUMBLINE_SOURCE_DEBUG") != "" {
				fmt.Fprintln(os.Stderr, err)
			}
		}
	}}
	_, _ = config.Check(module+p.Path, fset, files, nil) // errors went to config.Error
	return bad, nil
}
