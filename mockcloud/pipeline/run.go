package pipeline

import (
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"

	"plumbline/openapi"
)

// run takes an exchange through the stages and the operation. It always answers something to write.
func (s *serving) run(x *Exchange, rest string) (out *rendered) {
	defer func() {
		if p := recover(); p != nil {
			x.note("panic: %v\n%s", p, debug.Stack())
			out = s.fault(x, &Fault{Status: 500, Message: unexpected("Panic"), Bug: true})
		}
		if x.Txn != nil && !x.inner {
			x.Txn.Abort()
		}
	}()
	if !s.place(x, rest) {
		if s.Outside == nil {
			return s.fault(x, Unrouted(x))
		}
		resp, f := s.Outside(x)
		if f != nil {
			return s.fault(x, f)
		}
		return s.render(x, resp)
	}
	if s.routing != nil {
		known, err := s.routing()
		if err != nil {
			return s.fault(x, &Fault{Status: 500, Message: err.Error(), Bug: true})
		}
		x.match(known)
	}
	for i := range s.stages {
		if f := s.stages[i].Run(x); f != nil {
			if f.Stage == "" {
				f.Stage = s.stages[i].Name
			}
			return s.fault(x, f)
		}
		s.env.Shares.stage(s.stages[i].Name)
		if x.hit != nil {
			return x.hit
		}
	}
	return s.perform(x)
}

// unexpected is Nova's text for what nobody foresaw.
func unexpected(class string) string {
	return "Unexpected API Error. Please report this at http://bugs.launchpad.net/nova/ and attach the Nova API log if possible.\n<class '" + class + "'>"
}

// match finds the route, without a project id that stands in front of the path if there is none with it.
func (x *Exchange) match(known *routing) {
	x.Route, x.Params, x.methods = known.Match(x.Request.Method, x.Path)
	if x.Route != nil {
		x.public = known.public[x.Route]
		return
	}
	first, rest, found := strings.Cut(x.Path[1:], "/")
	if !found || !projectID(first) {
		return
	}
	if rt, params, methods := known.Match(x.Request.Method, "/"+rest); rt != nil || methods != nil {
		x.Route, x.Params, x.methods, x.PathProject, x.public = rt, params, methods, first, known.public[rt]
	}
}

// projectID tells whether a path segment can be a project's id: hexadecimal digits and hyphens.
func projectID(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') && c != '-' {
			return false
		}
	}
	return s != ""
}

// perform runs the operation's steps and makes its answer; it commits when the answer is ready.
func (s *serving) perform(x *Exchange) *rendered {
	if x.Operation == nil {
		return s.fault(x, Unrouted(x))
	}
	impl, ok := s.Operations[x.Operation.ID]
	if !ok {
		x.note("operation %s has no behaviour", x.Operation.ID)
		return s.fault(x, &Fault{Status: 500, Message: unexpected("NotImplementedError"), Bug: true})
	}
	if f := x.strike(); f != nil {
		return s.fault(x, f)
	}
	s.open(x)
	if f := runSteps(x, x.Operation.ID, impl.Steps); f != nil {
		return s.fault(x, f)
	}
	s.env.Shares.lap(ShareTransaction)
	resp, f := impl.Answer(x)
	if f != nil {
		return s.fault(x, f)
	}
	s.env.Shares.lap(ShareRender)
	out := s.render(x, resp)
	s.env.Shares.lap(ShareCheck)
	if out.bug || x.inner || !x.Txn.Writes() {
		return out
	}
	x.Env.finish(x.Txn)
	if err := x.Txn.Commit(); err != nil {
		return s.fault(x, x.unsaved(err))
	}
	if x.Txn.Scheduled() {
		x.Env.Settle()
	}
	s.env.Shares.lap(ShareTransaction)
	return out
}

// runSteps runs steps in order up to the first fault; fault rules may strike any of them.
func runSteps(x *Exchange, operation string, steps []Step) *Fault {
	for i := range steps {
		if f := x.Env.Faults.strike(x, operation, steps[i].Name); f != nil {
			f.Stage = steps[i].Name
			return f
		}
		if f := steps[i].Run(x); f != nil {
			if f.Stage == "" {
				f.Stage = steps[i].Name
			}
			return f
		}
	}
	return nil
}

// strike lets fault rules for the operation as a whole strike, once and before the transaction: a delay
// must not hold others up.
func (x *Exchange) strike() *Fault {
	if x.struck || x.Txn != nil && !x.inner {
		return nil
	}
	x.struck = true
	return x.Env.Faults.strike(x, x.Operation.ID, "")
}

// open starts the transaction that the operation needs.
func (s *serving) open(x *Exchange) {
	if x.Txn != nil {
		return
	}
	impl := s.Operations[x.Operation.ID]
	reads := x.Request.Method == http.MethodGet || x.Request.Method == http.MethodHead
	if reads && !impl.Writes || impl.Reads {
		x.Txn = x.Env.Store.Read()
		x.watch = x.Txn.Watch()
		return
	}
	x.Txn = x.Env.Store.Write()
}

// note makes the journal entry of the exchange a loud one.
func (x *Exchange) note(format string, args ...any) {
	x.noted = append(x.noted, fmt.Sprintf(format, args...))
}

// operation finds the operation at the exchange's version.
func (x *Exchange) operation() *openapi.Operation {
	if x.Document == nil || x.Route == nil {
		return nil
	}
	return x.Document.Lookup(x.Route, x.Action)
}
