package source

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"
)

// SilentFunctions are functions that get no mutants, with the reason.
var SilentFunctions = map[string]string{
	"internal/mockcloud/pipeline.Exchange.saveFault":          "the data directory",
	"internal/mockcloud/pipeline.alarm":                       "the data directory",
	"internal/mockcloud/pipeline.serving.piece":               "keeps items of lists; kept and fresh ones are compared by a property test",
	"internal/mockcloud/pipeline.Fault.Error":                 "faults are answered by their parts; the text is for logs",
	"internal/mockcloud/orchestration/walk.run.pause":         looksAgain,
	"internal/mockcloud/orchestration/walk.quietTime":         looksAgain,
	"internal/mockcloud/orchestration/walk.run.scheduleAgain": looksAgain,
	"internal/mockcloud/orchestration/walk.countRead":         looksAgain,
	"internal/mockcloud/orchestration/walk.wakeParent":        looksAgain,
}

const looksAgain = "how soon the engine looks again at work that goes on; how long work takes is the lifecycle's, no specification's"

// SilentFiles are files that get no mutants, with the reason.
var SilentFiles = map[string]string{
	"internal/mockcloud/pipeline/mutant.go":        "makes the mutants of tables",
	"internal/mockcloud/pipeline/mutated_steps.go": "makes the mutants of tables",
	"internal/mockcloud/pipeline/fault_rules.go":   "fault rules are the control API's",
	"internal/mockcloud/pipeline/kept_answers.go":  "keeps answers; kept and fresh ones are compared by a property test",
}

// quietCalls are calls whose arguments are texts for people, by package or function.
var quietCalls = map[string]bool{
	"fmt": true, "errors": true, "slog": true, "log": true, "strconv": true, "panic": true,
	"make": true, "regexp": true,
}

// quietFields are fields of literals with descriptions: no behaviour depends on them.
var quietFields = map[string]bool{"Message": true, "Requirements": true, "Refuses": true, "Stage": true}

// silent tells whether an expression and all below it get no mutants.
func (w *walk) silent(e ast.Expr) bool {
	switch parent := w.parent(0).(type) {
	case *ast.CallExpr:
		if e == parent.Fun {
			return false
		}
		if quietCalls[w.calledFrom(parent)] {
			return true
		}
		for _, a := range parent.Args { // the format and its operands
			if w.sentence(a) {
				return true
			}
			if a == e {
				return false
			}
		}
	case *ast.KeyValueExpr:
		id, ok := parent.Key.(*ast.Ident)
		if lit, is := w.parent(1).(*ast.CompositeLit); ok && is {
			if _, isStruct := under(w.typeOf(lit)).(*types.Struct); isStruct {
				return e == parent.Key || quietFields[id.Name] || id.Name == "Name" && isStep(w.typeOf(lit))
			}
			if _, isMap := under(w.typeOf(lit)).(*types.Map); !isMap {
				return e == parent.Key
			}
		}
	case *ast.AssignStmt:
		for _, l := range parent.Lhs {
			if l == e {
				return true
			}
		}
	case *ast.IncDecStmt:
		return true
	case *ast.UnaryExpr:
		return parent.Op.String() == "&" && !isLiteral(e)
	case *ast.RangeStmt:
		return e == parent.Key || e == parent.Value
	case *ast.SelectorExpr:
		return e == parent.Sel
	}
	return false
}

func isLiteral(e ast.Expr) bool {
	_, ok := e.(*ast.CompositeLit)
	return ok
}

func under(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	t = t.Underlying()
	if p, ok := t.(*types.Pointer); ok {
		return p.Elem().Underlying()
	}
	return t
}

// isStep tells whether a type is a step or stage of the pipeline. Steps are left out and swapped by package mutation's mutants.
func isStep(t types.Type) bool {
	named, ok := t.(*types.Named)
	return ok && (named.Obj().Name() == "Step" || named.Obj().Name() == "Stage")
}

// sentence tells whether an expression is text for people: a constant with a space.
func (w *walk) sentence(e ast.Expr) bool {
	v := w.p.Info.Types[e].Value
	return v != nil && v.Kind() == constant.String && strings.ContainsAny(constant.StringVal(v), " %\n")
}

// calledFrom is the package of a called function, or the name of a built-in one.
func (w *walk) calledFrom(c *ast.CallExpr) string {
	switch f := c.Fun.(type) {
	case *ast.Ident:
		if _, builtin := w.p.Info.Uses[f].(*types.Builtin); builtin {
			return f.Name
		}
	case *ast.SelectorExpr:
		if id, ok := f.X.(*ast.Ident); ok {
			if p, ok := w.p.Info.Uses[id].(*types.PkgName); ok {
				return p.Imported().Name()
			}
		}
	}
	return ""
}

// harmless are functions whose result equals their argument as far as a request can show: a copy, or the same text for ids.
var harmless = map[string]bool{"Clone": true, "PathEscape": true, "QueryEscape": true}

// twins are fields that always have the same value in the mock: reading one for the other is no fault.
var twins = map[string]string{"Host": "Node", "Node": "Host"}
