package steps

import (
	"fmt"
	"reflect"
	"regexp"
	"runtime/debug"
	"sync"

	"github.com/cucumber/godog"

	"plumbline/internal/steps/world"
)

// registrar registers sentences with the runner: each expression is compiled once per process, and each step function is
// guarded, so that a panic becomes its error.
type registrar struct {
	sc   *godog.ScenarioContext
	only vocabulary
	// there tells whether the resources of a sentence exist already: the sentence is then skipped.
	there func() bool
}

func (r registrar) step(expr, fn any) {
	if text, ok := expr.(string); ok && r.only != nil && !r.only[text] {
		return
	}
	there := r.there
	if anew, ok := fn.(world.Anew); ok {
		fn, there = (func() error)(anew), func() bool { return false }
	}
	r.sc.Step(compiled(expr), guarded(fn, there))
}

var expressions sync.Map

func compiled(expr any) any {
	text, ok := expr.(string)
	if !ok {
		return expr
	}
	if found, ok := expressions.Load(text); ok {
		return found
	}
	re := regexp.MustCompile(text)
	expressions.Store(text, re)
	return re
}

// Given implements world.Steps. Keywords do not restrict matches: an "And" may follow any of them.
func (r registrar) Given(expr, fn any) { r.step(expr, fn) }

// When implements world.Steps.
func (r registrar) When(expr, fn any) { r.step(expr, fn) }

// Then implements world.Steps.
func (r registrar) Then(expr, fn any) { r.step(expr, fn) }

var errorType = reflect.TypeFor[error]()

// guarded wraps a step function of any signature whose last result is an error.
func guarded(fn any, passOver func() bool) any {
	v := reflect.ValueOf(fn)
	t := v.Type()
	if t.Kind() != reflect.Func || t.NumOut() != 1 || t.Out(0) != errorType {
		panic(fmt.Sprintf("a step function must return exactly an error: %s", t))
	}
	return reflect.MakeFunc(t, func(args []reflect.Value) (out []reflect.Value) {
		if passOver() {
			return []reflect.Value{reflect.Zero(errorType)}
		}
		defer func() {
			if p := recover(); p != nil {
				out = []reflect.Value{reflect.ValueOf(asError(p)).Convert(errorType)}
			}
		}()
		return v.Call(args)
	}).Interface()
}

func asError(p any) error {
	if err, ok := world.Stopped(p); ok {
		return err
	}
	return fmt.Errorf("the step panicked: %v\n%s", p, debug.Stack())
}
