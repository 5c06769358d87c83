package source

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// walk visits the files of a package and collects mutants and the edits for them.
type walk struct {
	p       *Package
	file    *File
	first   int
	lost    map[string]bool
	mutants []Mutant
	edits   []edit
	// parents are the nodes around the current one; function is the name of the declaration.
	parents  []ast.Node
	function string
}

func (w *walk) walkFile() {
	for _, d := range w.file.Syntax.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			w.function = declared(d)
			if d.Body != nil && SilentFunctions[w.p.Path+"."+w.function] == "" {
				w.early(d.Type, d.Body)
				w.inspect(d.Body)
			}
		case *ast.GenDecl:
			if d.Tok != token.VAR {
				continue
			}
			for _, s := range d.Specs {
				v := s.(*ast.ValueSpec)
				w.function = v.Names[0].Name
				for _, value := range v.Values {
					w.inspect(value)
				}
			}
		}
	}
}

// declared is the name of a function, for a method with its type.
func declared(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if index, ok := t.(*ast.IndexExpr); ok {
		t = index.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name + "." + d.Name.Name
	}
	return d.Name.Name
}

// inspect visits what is below a node, parents first.
func (w *walk) inspect(root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			w.parents = w.parents[:len(w.parents)-1]
			return true
		}
		if !w.visit(n) {
			return false
		}
		w.parents = append(w.parents, n)
		return true
	})
}

// visit adds the mutants of a node and tells whether to go on below it.
func (w *walk) visit(n ast.Node) bool {
	if e, ok := n.(ast.Expr); ok {
		if w.silent(e) {
			return false
		}
		if tv := w.p.Info.Types[e]; tv.IsType() {
			return false
		} else if tv.Value != nil {
			w.constant(e, tv)
			return false
		}
	}
	switch n := n.(type) {
	case *ast.BlockStmt:
		w.statements(n.List)
	case *ast.CaseClause:
		w.statements(n.Body)
	case *ast.CommClause:
		w.statements(n.Body)
	case *ast.IfStmt:
		w.condition(n.Cond)
	case *ast.ForStmt:
		if n.Cond != nil {
			w.loopCondition(n.Cond)
			w.loop(n.Body)
		}
		w.counts(n.Body)
	case *ast.RangeStmt:
		w.loop(n.Body)
		w.counts(n.Body)
	case *ast.ReturnStmt:
		w.returned(n)
	case *ast.FuncLit:
		w.early(n.Type, n.Body)
	case *ast.BinaryExpr:
		w.binary(n)
	case *ast.CallExpr:
		w.call(n)
	case *ast.SelectorExpr:
		w.field(n)
	case *ast.CompositeLit:
		w.literal(n)
	case *ast.GenDecl:
		return n.Tok == token.VAR
	case *ast.SwitchStmt:
		if n.Tag == nil {
			for _, c := range n.Body.List {
				for _, e := range c.(*ast.CaseClause).List {
					w.condition(e)
				}
			}
		}
	case *ast.TypeSwitchStmt, *ast.LabeledStmt:
	}
	return true
}

// parent is the n-th node around the current one, 0 the nearest.
func (w *walk) parent(n int) ast.Node {
	if n >= len(w.parents) {
		return nil
	}
	return w.parents[len(w.parents)-1-n]
}

func (w *walk) offset(p token.Pos) int { return int(p - w.file.Syntax.FileStart) }

// text is the source of a node.
func (w *walk) text(n ast.Node) string {
	return string(w.file.Source[w.offset(n.Pos()):w.offset(n.End())])
}

func (w *walk) typeOf(e ast.Expr) types.Type { return w.p.Info.TypeOf(e) }

// add adds a mutant of a node and answers its number, 0 when the node gets none.
func (w *walk) add(n ast.Node, op Operator, broken string, more ...any) int {
	if len(more) > 0 {
		broken = fmt.Sprintf(broken, more...)
	}
	from, to := w.p.Fset.Position(n.Pos()), w.p.Fset.Position(n.End())
	if w.lost[fmt.Sprintf("%s:%d", from.Filename, from.Line)] || w.lost[fmt.Sprintf("%s:%d", to.Filename, to.Line)] {
		return 0
	}
	m := Mutant{
		Number: w.first + len(w.mutants), Package: w.p.Path, Function: w.function, Operator: op,
		File: w.file.Name, Line: from.Line, Text: oneLine(w.text(n)), Broken: oneLine(broken),
	}
	w.mutants = append(w.mutants, m)
	return m.Number
}

// wrap inserts text before and after a node.
func (w *walk) wrap(n ast.Node, before, after string) {
	w.edits = append(w.edits, edit{start: w.offset(n.Pos()), end: w.offset(n.End()), before: before, after: after})
}

// insert puts text at a place.
func (w *walk) insert(at token.Pos, text string) {
	w.edits = append(w.edits, edit{start: w.offset(at), end: w.offset(at), before: text})
}

// replace replaces the text between two positions.
func (w *walk) replace(from, to token.Pos, text string) {
	w.edits = append(w.edits, edit{start: w.offset(from), end: w.offset(to), instead: text, replace: true})
}
