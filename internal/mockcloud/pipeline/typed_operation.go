package pipeline

import (
	"reflect"

	"plumbline/internal/mockcloud/body"
)

// OperationOf declares an operation whose steps share a W: what they pass on to each other, and the request's body in the
// one field that has a `body` tag, which names the key of the object that it is read from ("" for the body itself).
// The document has judged the body before; a field that may be left out or null is a body.Opt.
type OperationOf[W any] struct {
	// Under is the key that the body is read from, instead of the one in the tag: for a W that several resources share.
	Under  string
	Steps  []StepOf[W]
	Answer func(*Exchange, *W) (*Response, *Fault)
	// Reads, Writes, Policy, Blocks and Formats are those of Operation.
	Reads, Writes bool
	Policy        func(*Exchange, *W) *Fault
	Blocks        func(*Exchange, *W) *Fault
	Formats       func(*Exchange, *W) *Fault
}

// Nothing is the W of operations that read no body and whose steps share no values.
type Nothing struct{}

// StepOf is a Step of an OperationOf or an AsyncOf.
type StepOf[W any] struct {
	Name         string
	Requirements []string
	Refuses      int
	Run          func(*Exchange, *W) *Fault
}

// Ignoring adapts a function that does not use the shared W to a step.
func Ignoring[W any](run func(*Exchange) *Fault) func(*Exchange, *W) *Fault {
	return func(x *Exchange, _ *W) *Fault { return run(x) }
}

// Operation is the operation as a service lists it.
func (o OperationOf[W]) Operation() Operation {
	work := binding[W](o.Under)
	out := Operation{Reads: o.Reads, Writes: o.Writes, Steps: steps(o.Steps, work)}
	out.Answer = func(x *Exchange) (*Response, *Fault) { return o.Answer(x, work(x)) }
	if o.Policy != nil {
		out.Policy = func(x *Exchange) *Fault { return o.Policy(x, work(x)) }
	}
	if o.Blocks != nil {
		out.Blocks = func(x *Exchange) *Fault { return o.Blocks(x, work(x)) }
	}
	if o.Formats != nil {
		out.Formats = func(x *Exchange) *Fault { return o.Formats(x, work(x)) }
	}
	return out
}

func steps[W any](typed []StepOf[W], work func(*Exchange) *W) []Step {
	out := make([]Step, len(typed))
	for i, s := range typed {
		run := s.Run
		out[i] = Step{Name: s.Name, Requirements: s.Requirements, Refuses: s.Refuses, Run: func(x *Exchange) *Fault { return run(x, work(x)) }}
	}
	return out
}

// binding answers how an exchange gets its W: made and filled from the body at first use.
func binding[W any](under string) func(*Exchange) *W {
	key, read, at := bodyField(reflect.TypeFor[W]())
	if under != "" {
		key = under
	}
	return func(x *Exchange) *W {
		if x.work == nil {
			w := new(W)
			if read != nil {
				read(x.bodyAt(key), reflect.ValueOf(w).Elem().Field(at))
			}
			x.work = w
		}
		return x.work.(*W)
	}
}

// bodyField finds the field that the body is read into; read is nil where there is none.
func bodyField(t reflect.Type) (key string, read func(any, reflect.Value), at int) {
	if t.Kind() != reflect.Struct {
		return "", nil, 0
	}
	for i := range t.NumField() {
		if key, tagged := t.Field(i).Tag.Lookup("body"); tagged {
			return key, body.ReaderFor(t.Field(i).Type), i
		}
	}
	return "", nil, 0
}

// bodyAt is the body, or what is under one of its keys.
func (x *Exchange) bodyAt(key string) any {
	if key == "" {
		return x.Body
	}
	object, _ := x.Body.(map[string]any)
	return object[key]
}

// AsyncOf declares work that is done later and that carries a P: what Exchange.Later was given for it. Steps may change
// their P for the steps behind them; what is scheduled anew carries what it is given.
type AsyncOf[P any] struct {
	Steps []StepOf[P]
	// Failed runs on a fresh transaction when a step answered a fault, with the P as it was saved.
	Failed func(*Exchange, *P, *Fault)
	// Places are those of Async.
	Places []string
}

// Async is the work as a service lists it.
func (a AsyncOf[P]) Async() Async {
	out := Async{Steps: steps(a.Steps, payload[P]), Places: a.Places}
	if a.Failed != nil {
		out.Failed = func(x *Exchange, f *Fault) { a.Failed(x, payload[P](x), f) }
	}
	return out
}

// payload decodes the payload of the work, once for each attempt.
func payload[P any](x *Exchange) *P {
	if x.work == nil {
		p := new(P)
		if x.Event.Payload != nil {
			*p = Payload[P](x)
		}
		x.work = p
	}
	return x.work.(*P)
}
