package source

import (
	"go/ast"
	"go/token"
	"go/types"
)

// spell writes a type as the file can at a place: "" when it cannot, for example without an import of its package.
func (w *walk) spell(t types.Type, at token.Pos) string {
	spelled := true
	scope := w.p.Types.Scope().Innermost(at)
	if scope == nil {
		scope = w.p.Types.Scope()
	}
	text := types.TypeString(t, func(p *types.Package) string {
		if p == w.p.Types {
			return ""
		}
		for _, i := range w.file.Syntax.Imports {
			name := importName(w.p.Info, i)
			if name == nil || name.Imported() != p {
				continue
			}
			if _, found := scope.LookupParent(name.Name(), at); found == name {
				return name.Name()
			}
		}
		spelled = false
		return "?"
	})
	if !spelled {
		return ""
	}
	return text
}

// importName is the name of an import in its file.
func importName(info *types.Info, i *ast.ImportSpec) *types.PkgName {
	if i.Name != nil {
		name, _ := info.Defs[i.Name].(*types.PkgName)
		return name
	}
	name, _ := info.Implicits[i].(*types.PkgName)
	return name
}

// pure tells whether an expression can be evaluated a second time with the same result and without a panic.
func pure(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	case *ast.ParenExpr:
		return pure(e.X)
	case *ast.SelectorExpr:
		return pure(e.X)
	case *ast.StarExpr:
		return pure(e.X)
	case *ast.IndexExpr:
		return pure(e.X) && pure(e.Index)
	case *ast.UnaryExpr:
		return e.Op != token.ARROW && e.Op != token.AND && pure(e.X)
	case *ast.BinaryExpr:
		return pure(e.X) && pure(e.Y) && e.Op != token.LAND && e.Op != token.LOR
	case *ast.CallExpr:
		id, ok := e.Fun.(*ast.Ident)
		return ok && (id.Name == "len" || id.Name == "cap") && len(e.Args) == 1 && pure(e.Args[0])
	}
	return false
}

// isBool tells whether an expression is a plain boolean.
func (w *walk) isBool(e ast.Expr) bool {
	t := w.typeOf(e)
	return t != nil && (types.Identical(t, types.Typ[types.Bool]) || types.Identical(t, types.Typ[types.UntypedBool]))
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}
