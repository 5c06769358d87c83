package source

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
)

// constant adds a mutant with another number or word.
func (w *walk) constant(e ast.Expr, tv types.TypeAndValue) {
	t := tv.Type
	basic, ok := t.Underlying().(*types.Basic)
	if !ok {
		if _, isInterface := t.Underlying().(*types.Interface); !isInterface {
			return
		}
		t = types.Default(constantType(tv.Value))
		basic = t.(*types.Basic)
	}
	if array, is := w.parent(0).(*ast.ArrayType); is && array.Len == e {
		return
	}
	spelled := w.spell(types.Default(t), e.Pos())
	if spelled == "" {
		return
	}
	other := ""
	switch tv.Value.Kind() {
	case constant.Bool:
		other = fmt.Sprint(!constant.BoolVal(tv.Value))
	case constant.Int:
		other = w.otherNumber(e, t, tv.Value)
	case constant.String:
		other = w.otherWord(e, t, tv.Value)
	}
	if other == "" || basic.Info()&types.IsConstType == 0 {
		return
	}
	if c, at := w.compared(e); c != nil {
		w.comparedWith(c, e, at, Constant, other)
		return
	}
	if n := w.add(e, Constant, "%s", other); n > 0 {
		w.wrap(e, fmt.Sprintf("%s.Pick[%s](%d, ", siteName, spelled, n), ", "+other+")")
	}
}

func constantType(v constant.Value) types.Type {
	switch v.Kind() {
	case constant.Bool:
		return types.Typ[types.Bool]
	case constant.String:
		return types.Typ[types.String]
	case constant.Int:
		return types.Typ[types.Int]
	}
	return types.Typ[types.Float64]
}

// otherNumber is the mutant's number: one more, twice a duration, or the next named constant.
func (w *walk) otherNumber(e ast.Expr, t types.Type, v constant.Value) string {
	if next := w.nextName(e, t); next != "" {
		return next
	}
	if named, ok := t.(*types.Named); ok && named.Obj().Name() == "Duration" {
		if constant.Sign(v) == 0 {
			return ""
		}
		return "2 * (" + w.text(e) + ")"
	}
	next := constant.BinaryOp(v, token.ADD, constant.MakeInt64(1))
	if _, fits := constant.Int64Val(next); !fits {
		next = constant.BinaryOp(v, token.SUB, constant.MakeInt64(1))
	}
	return next.ExactString()
}

// otherWord is the mutant's word: the next constant of the same type, or an unknown word. It is "" for sentences, which are
// for people, and for names that are looked up.
func (w *walk) otherWord(e ast.Expr, t types.Type, v constant.Value) string {
	if next := w.nextName(e, t); next != "" {
		return next
	}
	if w.isName(e) {
		return ""
	}
	text := constant.StringVal(v)
	if strings.ContainsAny(text, " %\n<") {
		return ""
	}
	return fmt.Sprintf("%q", text+"x")
}

// isName tells whether a word is looked up as a name (an argument, a key, an index): another word would find nothing, which
// any row that reaches it notices.
func (w *walk) isName(e ast.Expr) bool {
	switch parent := w.parent(0).(type) {
	case *ast.CallExpr, *ast.IndexExpr:
		return true
	case *ast.KeyValueExpr:
		return parent.Key == e
	case *ast.CompositeLit:
		return len(parent.Elts) > 1
	}
	return false
}

// nextName is the constant declared after a named one, of the same type: another state, another action.
func (w *walk) nextName(e ast.Expr, t types.Type) string {
	prefix := ""
	id, ok := e.(*ast.Ident)
	if s, selected := e.(*ast.SelectorExpr); selected {
		id, ok, prefix = s.Sel, true, w.text(s.X)+"."
	}
	if !ok {
		return ""
	}
	c, ok := w.p.Info.Uses[id].(*types.Const)
	if !ok || c.Pkg() == nil || c.Parent() != c.Pkg().Scope() {
		return ""
	}
	if _, basic := t.(*types.Basic); basic && c.Pkg() != w.p.Types && c.Pkg().Name() != "state" {
		return ""
	}
	var best, lowest *types.Const
	for _, name := range c.Pkg().Scope().Names() {
		o, ok := c.Pkg().Scope().Lookup(name).(*types.Const)
		if !ok || o == c || !types.Identical(o.Type(), c.Type()) || prefix != "" && !o.Exported() ||
			constant.Compare(o.Val(), token.EQL, c.Val()) {
			continue
		}
		if o.Pos() > c.Pos() && (best == nil || o.Pos() < best.Pos()) {
			best = o
		}
		if lowest == nil || o.Pos() < lowest.Pos() {
			lowest = o
		}
	}
	if best == nil {
		best = lowest
	}
	if best == nil {
		return ""
	}
	return prefix + best.Name()
}

// literal adds mutants of a composite literal without one of its fields or elements.
func (w *walk) literal(c *ast.CompositeLit) {
	t := w.typeOf(c)
	switch u := under(t).(type) {
	case *types.Struct, *types.Map:
		for _, e := range c.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				w.emptied(u, kv, t)
			}
		}
	case *types.Slice:
		if address, is := w.parent(0).(*ast.UnaryExpr); is && address.Op == token.AND || len(c.Elts) < 2 || isStep(u.Elem()) || c.Type == nil {
			return
		}
		for i, e := range c.Elts {
			if _, keyed := e.(*ast.KeyValueExpr); keyed {
				return
			}
			if n := w.add(e, Shorter, "the list is without it"); n > 0 {
				w.wrap(c, fmt.Sprintf("%s.Without(%d, %d, ", siteName, n, i), ")")
			}
			if i+1 < len(c.Elts) && ordered(u.Elem()) {
				if n := w.add(e, Order, "comes after %s", w.text(c.Elts[i+1])); n > 0 {
					w.wrap(c, fmt.Sprintf("%s.Swapped(%d, %d, ", siteName, n, i), ")")
				}
			}
		}
	}
}

// ordered tells whether a list of such elements is likely a list of checks: functions, or structs with a function.
func ordered(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Struct:
		for i := range u.NumFields() {
			if _, ok := u.Field(i).Type().Underlying().(*types.Signature); ok {
				return true
			}
		}
	}
	return false
}

// emptied adds a mutant with the zero value for a field or key.
func (w *walk) emptied(in types.Type, kv *ast.KeyValueExpr, literal types.Type) {
	var to types.Type
	switch in := in.(type) {
	case *types.Map:
		to = in.Elem()
	case *types.Struct:
		id, ok := kv.Key.(*ast.Ident)
		if !ok || quietFields[id.Name] || id.Name == "Name" && isStep(literal) {
			return
		}
		for i := range in.NumFields() {
			if in.Field(i).Name() == id.Name {
				to = in.Field(i).Type()
			}
		}
	}
	if to == nil || w.sentence(kv.Value) {
		return
	}
	if _, function := to.Underlying().(*types.Signature); function {
		return
	}
	if lit, ok := kv.Value.(*ast.CompositeLit); ok && (lit.Type == nil || len(lit.Elts) == 0) {
		return
	}
	tv := w.p.Info.Types[kv.Value]
	if tv.IsNil() || tv.Value != nil && zero(tv.Value) {
		return
	}
	spelled := w.spell(to, kv.Pos())
	if spelled == "" {
		return
	}
	if n := w.add(kv, Empty, "left empty"); n > 0 {
		w.wrap(kv.Value, fmt.Sprintf("%s.Zero[%s](%d, ", siteName, spelled, n), ")")
	}
}

func zero(v constant.Value) bool {
	switch v.Kind() {
	case constant.Bool:
		return !constant.BoolVal(v)
	case constant.String:
		return constant.StringVal(v) == ""
	}
	return constant.Sign(v) == 0
}
