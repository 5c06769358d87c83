package pipeline

import "net/http"

// HeaderUnimplemented names, in an answer, the operation that a real service has and the mock does not perform yet.
const HeaderUnimplemented = "X-Plumbline-Unimplemented"

// Refusal is why an operation that is there is answered without being looked at further: the service took it out, or the
// mock does not perform it yet. Nil for all others.
func (x *Exchange) Refusal() *Fault {
	switch {
	case x.Operation.Unimplemented:
		return x.unimplemented()
	case x.Operation.Gone():
		return Refuse(410, "This resource is no longer available. No forwarding address is given.")
	}
	return nil
}

// unimplemented is the answer to an operation that the documents describe and the mock does not perform yet: what a
// service answers that is older than the operation, and a header that says why; in a strict mock 501.
func (x *Exchange) unimplemented() *Fault {
	op := x.Operation
	x.missing = op.Name()
	x.Operation = nil // what follows is no answer of the operation
	if tell := x.Env.Unimplemented; tell != nil {
		tell(x.Service, x.missing, x.Version)
	}
	f := NotFound("The resource could not be found.")
	switch {
	case x.Env.Strict:
		f = Refuse(501, "plumbline mock does not implement %s (--strict)", x.missing)
	case op.Action != "":
		f = BadRequest("There is no such action: %s", op.Action)
	}
	f.Header = http.Header{HeaderUnimplemented: {x.missing}}
	return f
}
