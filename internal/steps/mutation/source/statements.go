package source

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// statements adds mutants of the statements of one block: each left out, and neighbouring checks swapped.
func (w *walk) statements(list []ast.Stmt) {
	for i, s := range list {
		if i+1 < len(list) {
			w.order(s, list[i+1])
		}
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok != token.DEFINE && !allBlank(s.Lhs) {
				w.assigned(s)
				w.dropAssigned(s)
			}
		case *ast.ExprStmt:
			if c, ok := s.X.(*ast.CallExpr); ok && !quietCalls[w.calledFrom(c)] && !locks(c) {
				w.drop(s)
			}
		case *ast.IncDecStmt, *ast.SendStmt:
			w.drop(s)
		case *ast.BranchStmt:
			if s.Tok != token.FALLTHROUGH && s.Tok != token.GOTO {
				w.drop(s)
			}
		}
	}
}

func allBlank(list []ast.Expr) bool {
	for _, e := range list {
		if id, ok := e.(*ast.Ident); !ok || id.Name != "_" {
			return false
		}
	}
	return true
}

// locks tells whether a call is of a mutex or transaction, which is no rule of a cloud.
func locks(c *ast.CallExpr) bool {
	s, ok := c.Fun.(*ast.SelectorExpr)
	return ok && strings.Contains(" Lock Unlock RLock RUnlock Close Grow ", " "+s.Sel.Name+" ")
}

func (w *walk) drop(s ast.Stmt) {
	if n := w.add(s, Drop, "left out"); n > 0 {
		w.wrap(s, fmt.Sprintf("if %s.Off(%d) { ", siteName, n), " }")
	}
}

// dropAssigned adds a mutant that leaves out an assignment. It makes a difference where the place had another value.
func (w *walk) dropAssigned(s *ast.AssignStmt) {
	if len(s.Lhs) != 1 || !pure(s.Lhs[0]) || allBlank(s.Lhs) {
		w.drop(s)
		return
	}
	if n := w.add(s, Drop, "left out"); n > 0 {
		place := joinLines(w.text(s.Lhs[0]))
		kept := fmt.Sprintf("%s%d", siteName, n)
		w.wrap(s, fmt.Sprintf("if %s.Kept(%d) { %s := %s; ", siteName, n, kept, place),
			fmt.Sprintf("; %s.Changed(%d, %s, %s) }", siteName, n, kept, place))
	}
}

// assigned adds a mutant that writes another field.
func (w *walk) assigned(s *ast.AssignStmt) {
	if len(s.Lhs) != 1 || hasFunction(s.Rhs[0]) {
		return
	}
	to, ok := s.Lhs[0].(*ast.SelectorExpr)
	if !ok || !pure(to.X) {
		return
	}
	other := w.sibling(to)
	if other == "" {
		return
	}
	if n := w.add(s, Write, "into %s", other); n > 0 {
		w.wrap(s, fmt.Sprintf("if %s.On(%d) { %s.%s %s %s } else { ", siteName, n, joinLines(w.text(to.X)), other, s.Tok,
			joinLines(w.text(s.Rhs[0]))),
			" }")
	}
}

// joinLines puts source on one line, so that the lines of the file keep their numbers; "" where that is not possible.
func joinLines(text string) string {
	if !strings.Contains(text, "\n") {
		return text
	}
	return strings.Join(strings.Fields(text), " ")
}

func hasFunction(e ast.Node) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		_, is := n.(*ast.FuncLit)
		found = found || is
		return true
	})
	return found
}

// order adds a mutant that swaps two checks: both are ifs that return, and neither uses a value of the other.
func (w *walk) order(a, b ast.Stmt) {
	first, ok := check(a)
	second, ok2 := check(b)
	if !ok || !ok2 || strings.Contains(w.text(second), "//") {
		return
	}
	if n := w.add(first, Order, "comes after: %s", w.text(second)); n > 0 {
		text := w.text(second)
		if strings.Count(text, "\n") != 2 || hasFunction(second) {
			w.mutants = w.mutants[:len(w.mutants)-1]
			return
		}
		lines := strings.Split(text, "\n")
		w.wrap(first, fmt.Sprintf("if %s.On(%d) { %s %s } }; ", siteName, n, lines[0], strings.TrimSpace(lines[1])), "")
	}
}

func check(s ast.Stmt) (*ast.IfStmt, bool) {
	i, ok := s.(*ast.IfStmt)
	if !ok || i.Else != nil || len(i.Body.List) != 1 {
		return nil, false
	}
	_, returns := i.Body.List[0].(*ast.ReturnStmt)
	return i, returns
}

// early adds mutants in which a function returns at once, with zero values, and with true where the result is a boolean.
func (w *walk) early(t *ast.FuncType, body *ast.BlockStmt) {
	w.insert(body.Lbrace+1, " "+siteName+".Step(); ")
	if len(body.List) < 2 {
		return
	}
	var zeros []string
	single := types.Type(nil)
	if t.Results != nil {
		for _, f := range t.Results.List {
			if len(f.Names) > 0 {
				zeros = nil
				break
			}
			single = w.typeOf(f.Type)
			zeros = append(zeros, "*new("+joinLines(w.text(f.Type))+")")
		}
	}
	at := body.List[0]
	if n := w.add(at, Early, "the function returns before"); n > 0 {
		w.insert(body.Lbrace+1, fmt.Sprintf(" if %s.On(%d) { return %s }; ", siteName, n, strings.Join(zeros, ", ")))
	}
	if len(zeros) == 1 && types.Identical(single, types.Typ[types.Bool]) {
		if n := w.add(at, Early, "the function returns true before"); n > 0 {
			w.insert(body.Lbrace+1, fmt.Sprintf(" if %s.On(%d) { return true }; ", siteName, n))
		}
	}
}

// loop adds mutants in which a loop is left out, or ends after its first iteration.
func (w *walk) loop(body *ast.BlockStmt) {
	if len(body.List) == 0 {
		return
	}
	if n := w.add(body.List[0], Skip, "the loop around it is left out"); n > 0 {
		w.insert(body.Lbrace+1, fmt.Sprintf(" if %s.On(%d) { break }; ", siteName, n))
	}
	last := body.List[len(body.List)-1]
	if _, ends := last.(*ast.ReturnStmt); ends {
		return
	}
	if n := w.add(body.List[0], Once, "the loop around it ends after its first turn"); n > 0 {
		w.wrap(last, "", fmt.Sprintf("; if %s.On(%d) { break }", siteName, n))
	}
}

// counts adds a call to a loop that counts its iterations, so that an endless one is stopped.
func (w *walk) counts(body *ast.BlockStmt) {
	w.insert(body.Lbrace+1, " "+siteName+".Step(); ")
}

// returned adds mutants of a boolean result, and of a check at the end of a function whose fault is then not returned.
func (w *walk) returned(s *ast.ReturnStmt) {
	for _, e := range s.Results {
		if w.p.Info.Types[e].Value == nil && w.isBool(e) {
			w.condition(e)
		}
	}
	if len(s.Results) != 1 || w.afterIf() {
		return
	}
	t := w.typeOf(s.Results[0])
	p, ok := t.(*types.Pointer)
	if !ok {
		return
	}
	named, ok := p.Elem().(*types.Named)
	if !ok || named.Obj().Name() != "Fault" {
		return
	}
	if n := w.add(s, Swallow, "no fault is returned"); n > 0 {
		w.wrap(s.Results[0], fmt.Sprintf("%s.Zero(%d, ", siteName, n), ")")
	}
}

// afterIf tells whether the statement is the body of an if, whose condition is broken anyway.
func (w *walk) afterIf() bool {
	_, is := w.parent(1).(*ast.IfStmt)
	return is
}
