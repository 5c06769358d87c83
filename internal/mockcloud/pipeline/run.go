package pipeline

import (
	"cmp"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"

	"plumbline/internal/mockcloud/shares"
)

// run takes an exchange through the stages and the operation. It always answers something to write.
func (s *serving) run(x *Exchange, rest string) (out *rendered) {
	defer func() {
		if p := recover(); p != nil {
			x.note("panic: %v\n%s", p, debug.Stack())
			out = s.fault(x, s.unexpectedFault("Panic"))
		}
		if x.Txn != nil && !x.inner {
			x.Txn.Abort()
		}
	}()
	if !s.place(x, rest) {
		if s.Discovery == nil {
			return s.fault(x, UnroutedFault(x))
		}
		resp, f := s.Discovery(x)
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
			return s.fault(x, x.undescribedFault(f))
		}
		s.env.Shares.Stage(s.stages[i].Name)
		if x.hit != nil {
			return x.hit
		}
	}
	return s.perform(x)
}

// unexpectedFault is the fault for a bug of the mock, in the words of the service.
func (s *serving) unexpectedFault(class string) *Fault {
	f := &Fault{Status: 500, Message: "The mock cloud made a mistake: " + class, Bug: true}
	if s.Unexpected != nil {
		f.Message = s.Unexpected(class)
	}
	return f
}

// nameGap says in a fault what the mock lacks, where overlays from outside describe more than it does.
func (s *serving) nameGap(f *Fault, x *Exchange, gap string) {
	if x.Env.Documents != nil {
		f.Message = "An overlay from outside asks for what this mock has no behaviour for: " + gap
	}
}

// match finds the route, without a project id that stands in front of the path if there is none with it.
func (x *Exchange) match(known *routing) {
	x.Route, x.Params, x.Allowed = known.Match(x.Request.Method, x.Path)
	if x.Route == nil && x.service.HeadIsGet && x.Request.Method == http.MethodHead {
		x.Route, x.Params, x.Allowed = known.Match(http.MethodGet, x.Path)
	}
	if x.Route != nil {
		x.Public = known.public[x.Route]
		return
	}
	first, rest, found := strings.Cut(x.Path[1:], "/")
	if !found || !projectID(first) {
		return
	}
	if rt, params, allowed := known.Match(x.Request.Method, "/"+rest); rt != nil || allowed != nil {
		x.Route, x.Params, x.Allowed, x.PathProject, x.Public = rt, params, allowed, first, known.public[rt]
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
		return s.fault(x, UnroutedFault(x))
	}
	impl, ok := s.Operations[x.Operation.ID]
	if !ok {
		x.note("operation %s has no behaviour", x.Operation.ID)
		f := s.unexpectedFault("NotImplementedError")
		s.nameGap(f, x, fmt.Sprintf("the operation %s (%s %s) is described", x.Operation.ID, x.Request.Method, x.Path))
		return s.fault(x, f)
	}
	if f := x.operationFault(); f != nil {
		return s.fault(x, f)
	}
	s.open(x)
	if f := runSteps(x, x.Operation.ID, impl.Steps); f != nil {
		return s.fault(x, f)
	}
	s.env.Shares.AddLap(shares.Transaction)
	resp, f := impl.Answer(x)
	if f != nil {
		f.Stage = cmp.Or(f.Stage, StageAnswer)
		return s.fault(x, f)
	}
	s.env.Shares.AddLap(shares.Render)
	out := s.render(x, resp)
	s.env.Shares.AddLap(shares.Check)
	if out.bug || x.inner || !x.Txn.Writes() {
		return out
	}
	x.Env.performScheduled(x.Txn)
	if err := x.Txn.Commit(); err != nil {
		return s.fault(x, x.saveFault(err))
	}
	if x.Txn.Scheduled() {
		x.Env.FindNextDue()
	}
	s.env.Shares.AddLap(shares.Transaction)
	return out
}

// runSteps runs steps in order up to the first fault; fault rules may strike any of them.
func runSteps(x *Exchange, operation string, steps []Step) *Fault {
	for i := range steps {
		if f := x.ruleFault(operation, steps[i].Name); f != nil {
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

// FindOperation finds the operation at the exchange's version; false when there is none.
func (x *Exchange) FindOperation() bool {
	x.Operation = nil
	if x.Document != nil && x.Route != nil {
		x.Operation = x.Document.Lookup(x.Route, x.Action)
	}
	return x.Operation != nil
}

// DeclaredOperation answers the service's declaration (steps and answer) of the exchange's operation.
func (x *Exchange) DeclaredOperation() Operation { return x.service.Operations[x.Operation.ID] }

// Find opens the transaction and looks up what the path names, outermost first. Fault rules strike before.
func (x *Exchange) Find() *Fault {
	if f := x.operationFault(); f != nil {
		return f
	}
	x.service.open(x)
	for _, p := range x.Params {
		if look := x.service.Lookups[p.Name]; look != nil {
			if f := look(x, p.Value); f != nil {
				return f
			}
		}
	}
	return nil
}

// saveFault is the answer to a request whose transaction could not be saved: nothing was changed, and it is said loudly.
func (x *Exchange) saveFault(err error) *Fault {
	x.note("%s", alarm(err))
	return &Fault{Status: 503, Message: "The mock cloud could not save this and has changed nothing: " + err.Error(), Bug: true, Stage: "save"}
}

// alarm logs for the operator that the mock cannot save, and answers the logged text.
func alarm(err error) string {
	slog.Error("the mock cloud cannot save what it is asked to, and refuses it", "error", err)
	return "not saved: " + err.Error()
}
