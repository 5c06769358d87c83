package pipeline

import (
	"fmt"
	"maps"
	"net/http"

	"plumbline/internal/mockcloud/page"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/undescribed"
)

// Fault is why a request is refused. It is a value; the service renders its own envelope.
type Fault struct {
	Status  int
	Message string
	// Header is sent along, for example WWW-Authenticate.
	Header http.Header
	// Name replaces the name that the status has, or names the error's type, where the service's faults have names.
	Name string
	// Raw is an answer as it is, for faults that come from below the service (HTML pages of the web
	// framework, the token middleware's body); ContentType goes with it.
	Raw         []byte
	ContentType string
	// Bare faults come from below the service's own code: no version headers.
	Bare bool
	// Stage is the stage or step that refused; the pipeline fills it in.
	Stage string
	// Bug tells that the mock broke its own contract.
	Bug bool
	// Ruled tells that a fault rule asked for it: no document has to declare its status.
	Ruled bool
}

func (f *Fault) Error() string { return fmt.Sprintf("%d: %s", f.Status, f.Message) }

// Refuse makes a fault of a status and a formatted message.
func Refuse(status int, format string, args ...any) *Fault {
	if len(args) > 0 {
		format = fmt.Sprintf(format, args...)
	}
	return &Fault{Status: status, Message: format}
}

// BadRequest is 400.
func BadRequest(format string, args ...any) *Fault { return Refuse(400, format, args...) }

// Forbidden is 403.
func Forbidden(format string, args ...any) *Fault { return Refuse(403, format, args...) }

// NotFound is 404.
func NotFound(format string, args ...any) *Fault { return Refuse(404, format, args...) }

// Conflict is 409.
func Conflict(format string, args ...any) *Fault { return Refuse(409, format, args...) }

// Page is a fault as the web framework words it, below the services' own code: HTML, JSON or text by what
// Accept says (docs/contract/60-microversions.md §4).
func Page(x *Exchange, status int, explanation string) *Fault {
	f := &Fault{Status: status, Bare: true, Message: explanation}
	f.ContentType, f.Raw = page.Page{Status: status, Explanation: explanation}.Write(x.Header("Accept"))
	return f
}

// UnroutedFault is the answer to a path, or a method on a path, that no microversion has.
func UnroutedFault(x *Exchange) *Fault { return Page(x, 404, page.NotFound().Explanation) }

// SchemaFault is the service's fault for what the schema of a query or a body refuses.
func (x *Exchange) SchemaFault(v *openapi.Violation, query bool) *Fault {
	return x.service.Violated(x, v, query)
}

// PolicyFault is the service's fault for a rule that does not allow.
func (x *Exchange) PolicyFault(rule string) *Fault { return x.service.Refused(x, rule) }

// Demand answers nil if the policy rule allows the caller, else the service's fault for a refused rule.
func (x *Exchange) Demand(rule string) *Fault {
	if x.Allows(rule) {
		return nil
	}
	return x.PolicyFault(rule)
}

// HeaderUnimplemented names, in an answer, the operation that a real service has and the mock does not perform yet.
const HeaderUnimplemented = "X-Plumbline-Unimplemented"

// Refusal is why an operation that is there is answered without being looked at further: the service took it out, or the
// mock does not perform it yet. Nil for all others.
func (x *Exchange) Refusal() *Fault {
	switch {
	case x.Operation.Unimplemented:
		return x.unimplementedFault()
	case x.Operation.IsGone():
		return Refuse(410, "This resource is no longer available. No forwarding address is given.")
	}
	return nil
}

// undescribedFault is the answer to a path or a method that the documents do not have: f, and where a real service has the operation, a
// header that says so; in a strict mock 501.
func (x *Exchange) undescribedFault(f *Fault) *Fault {
	if x.Route != nil || f.Status != http.StatusNotFound && f.Status != http.StatusMethodNotAllowed {
		return f
	}
	name := undescribed.Find(x.Service, x.Request.Method, x.Path)
	if name == "" {
		return f
	}
	x.tellMissing(name)
	if x.Env.Strict {
		f = x.strictFault()
	}
	told := *f
	told.Header = http.Header{}
	maps.Copy(told.Header, f.Header)
	told.Header.Set(HeaderUnimplemented, name)
	return &told
}

func (x *Exchange) tellMissing(name string) {
	x.missing = name
	if tell := x.Env.Unimplemented; tell != nil {
		tell(x.Service, x.missing, x.Version)
	}
}

func (x *Exchange) strictFault() *Fault {
	return Refuse(http.StatusNotImplemented, "plumbline mock does not implement %s (--strict)", x.missing)
}

// unimplementedFault is the answer to an operation that the documents describe and the mock does not perform yet: what a
// service answers that is older than the operation, and a header that says why; in a strict mock 501.
func (x *Exchange) unimplementedFault() *Fault {
	op := x.Operation
	x.Operation = nil // what follows is no answer of the operation
	x.tellMissing(op.Name())
	f := NotFound("The resource could not be found.")
	switch {
	case x.Env.Strict:
		f = x.strictFault()
	case op.Action != "":
		f = BadRequest("There is no such action: %s", op.Action)
	}
	f.Header = http.Header{HeaderUnimplemented: {x.missing}}
	return f
}
