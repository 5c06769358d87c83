package source

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// condition adds mutants in which a condition never holds, or always.
func (w *walk) condition(e ast.Expr) {
	if !w.isBool(e) || w.p.Info.Types[e].Value != nil {
		return
	}
	n := w.add(e, Forget, "never holds")
	if n == 0 {
		return
	}
	w.add(e, Always, "always holds")
	w.wrap(e, fmt.Sprintf("%s.Cond(%d, ", siteName, n), ")")
}

// loopCondition adds a mutant whose loop never runs.
func (w *walk) loopCondition(e ast.Expr) {
	if n := w.add(e, Forget, "never holds"); n > 0 {
		w.wrap(e, fmt.Sprintf("%s.Never(%d, ", siteName, n), ")")
	}
}

// others are the operators that are easily mistaken for each operator.
var others = map[token.Token]struct {
	op Operator
	to token.Token
}{
	token.LSS: {Bound, token.LEQ}, token.LEQ: {Bound, token.LSS}, token.GTR: {Bound, token.GEQ}, token.GEQ: {Bound, token.GTR},
	token.ADD: {Arith, token.SUB}, token.SUB: {Arith, token.ADD},
}

func (w *walk) binary(e *ast.BinaryExpr) {
	if e.Op == token.LAND || e.Op == token.LOR {
		w.connected(e)
		return
	}
	to, known := others[e.Op]
	if known && (to.op == Bound || isInteger(w.typeOf(e))) {
		w.otherwise(e, to.op, w.text(e.X)+" "+to.to.String()+" "+w.text(e.Y), pure(e))
	}
	w.value(e)
}

// value adds a mutant that negates a boolean that is passed on or stored; conditions are mutated where they decide.
func (w *walk) value(e ast.Expr) {
	if !w.isBool(e) {
		return
	}
	switch w.parent(0).(type) {
	case *ast.CallExpr, *ast.AssignStmt, *ast.KeyValueExpr:
		if n := w.add(e, Negate, "negated"); n > 0 {
			w.wrap(e, fmt.Sprintf("%s.Not(%d, ", siteName, n), ")")
		}
	}
}

// connected adds mutants of && and ||: one operand left out, or the other operator.
func (w *walk) connected(e *ast.BinaryExpr) {
	if !w.isBool(e) || !w.isBool(e.X) || !w.isBool(e.Y) {
		return
	}
	n := w.add(e, Operand, "without %s", w.text(e.X))
	if n == 0 {
		return
	}
	w.add(e, Operand, "without %s", w.text(e.Y))
	word, other := "And", "||"
	if e.Op == token.LOR {
		word, other = "Or", "&&"
	}
	w.add(e, Connect, "with %s", other)
	w.wrap(e, fmt.Sprintf("%s.%s(%d, ", siteName, word, n), "})")
	between := string(w.file.Source[w.offset(e.X.End()):w.offset(e.Y.Pos())])
	w.replace(e.X.End(), e.Y.Pos(), ","+strings.Repeat("\n", strings.Count(between, "\n"))+" func() bool { return ")
}

// otherwise adds a mutant that replaces an expression by another one of the same type.
func (w *walk) otherwise(e ast.Expr, op Operator, other string, harmless bool) {
	if hasFunction(e) || strings.Contains(other, "//") {
		return
	}
	t := types.Default(w.typeOf(e))
	n := w.add(e, op, "%s", other)
	if n == 0 {
		return
	}
	if harmless {
		w.wrap(e, fmt.Sprintf("%s.Pick(%d, ", siteName, n), ", "+joinLines(other)+")")
		return
	}
	spelled := w.spell(t, e.Pos())
	if spelled == "" {
		w.mutants = w.mutants[:len(w.mutants)-1]
		return
	}
	w.wrap(e, fmt.Sprintf("%s.Late(%d, ", siteName, n), fmt.Sprintf(", func() %s { return %s })", spelled, joinLines(other)))
}

// call adds mutants that swap neighbouring arguments of one type, and one with x for f(x) where both have the same type.
func (w *walk) call(c *ast.CallExpr) {
	w.value(c)
	tv := w.p.Info.Types[c.Fun]
	if tv.IsType() || quietCalls[w.calledFrom(c)] || tv.IsBuiltin() && w.calledFrom(c) != "min" {
		return
	}
	for i := range len(c.Args) - 1 {
		w.swapped(c, i)
	}
	if s, ok := c.Fun.(*ast.SelectorExpr); ok && harmless[s.Sel.Name] {
		return
	}
	if len(c.Args) != 1 || c.Ellipsis.IsValid() || !pure(c.Args[0]) {
		return
	}
	from, to := w.typeOf(c.Args[0]), w.typeOf(c)
	if to == nil || w.p.Info.Types[c.Args[0]].Value != nil || !types.Identical(from, to) {
		return
	}
	w.otherwise(c, Unwrap, w.text(c.Args[0]), true)
}

func (w *walk) swapped(c *ast.CallExpr, i int) {
	a, b := c.Args[i], c.Args[i+1]
	if !pure(a) || !pure(b) || w.text(a) == w.text(b) || c.Ellipsis.IsValid() && i+2 == len(c.Args) {
		return
	}
	if w.p.Info.Types[a].Value != nil || w.p.Info.Types[b].Value != nil || w.sentence(c.Args[0]) {
		return
	}
	t := w.typeOf(a)
	if _, function := t.Underlying().(*types.Signature); function || !types.Identical(t, w.typeOf(b)) {
		return
	}
	n := w.add(c, Arguments, "%s and %s change places", w.text(a), w.text(b))
	if n == 0 {
		return
	}
	w.wrap(a, fmt.Sprintf("%s.Pick(%d, ", siteName, n), ", "+joinLines(w.text(b))+")")
	w.wrap(b, fmt.Sprintf("%s.Pick(%d, ", siteName, n), ", "+joinLines(w.text(a))+")")
}

// field adds a mutant that reads another field of the same type.
func (w *walk) field(s *ast.SelectorExpr) {
	if !pure(s.X) || w.p.Info.Types[s].Value != nil {
		return
	}
	switch parent := w.parent(0).(type) {
	case *ast.SelectorExpr: // a field of a struct in a struct, or a method that may need an address
		if _, is := w.typeOf(s).Underlying().(*types.Pointer); !is {
			return
		}
		_ = parent
	case *ast.CallExpr:
		if parent.Fun == s {
			return
		}
	}
	switch w.typeOf(s).Underlying().(type) {
	case *types.Basic, *types.Pointer, *types.Slice, *types.Map:
	default:
		if n, ok := w.typeOf(s).(*types.Named); !ok || n.Obj().Name() != "Time" {
			return
		}
	}
	other := w.sibling(s)
	if other == "" {
		return
	}
	if c, at := w.compared(s); c != nil {
		w.comparedWith(c, s, at, Field, w.text(s.X)+"."+other)
		return
	}
	w.otherwise(s, Field, w.text(s.X)+"."+other, true)
}

// compared is the comparison in which an expression is one side, if it can be evaluated twice: the mutant makes a
// difference where the comparison has another result, not where just the side has another value.
func (w *walk) compared(e ast.Expr) (c *ast.BinaryExpr, left bool) {
	c, ok := w.parent(0).(*ast.BinaryExpr)
	if !ok || !pure(c) || !w.isBool(c) || strings.Contains(w.text(c), "//") {
		return nil, false
	}
	return c, c.X == e
}

// comparedWith adds a mutant that replaces one side of a comparison.
func (w *walk) comparedWith(c *ast.BinaryExpr, side ast.Expr, left bool, op Operator, other string) {
	n := w.add(side, op, "%s", other)
	if n == 0 {
		return
	}
	text := w.text(c.X) + " " + c.Op.String() + " " + other
	if left {
		text = other + " " + c.Op.String() + " " + w.text(c.Y)
	}
	w.wrap(c, fmt.Sprintf("%s.Pick(%d, ", siteName, n), ", "+joinLines(text)+")")
}

// sibling is the next field of the same struct and type, "" when there is none.
func (w *walk) sibling(s *ast.SelectorExpr) string {
	chosen, ok := w.p.Info.Selections[s]
	if !ok || chosen.Kind() != types.FieldVal || len(chosen.Index()) != 1 {
		return ""
	}
	fields, ok := under(chosen.Recv()).(*types.Struct)
	if !ok {
		return ""
	}
	n := fields.NumFields()
	for i := 1; i < n; i++ {
		f := fields.Field((chosen.Index()[0] + i) % n)
		if !f.Embedded() && twins[f.Name()] != s.Sel.Name && types.Identical(f.Type(), chosen.Obj().Type()) &&
			(f.Exported() || f.Pkg() == w.p.Types) {
			return f.Name()
		}
	}
	return ""
}
