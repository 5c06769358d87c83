package world

import (
	"fmt"
	"strings"

	"github.com/gavv/httpexpect/v2"
)

// Answered checks the status of the subject exchange.
func (w *World) Answered(status int) error {
	x := w.Last()
	if err := w.Check(x, func(r *httpexpect.Response) { r.Status(status) }); err != nil {
		return &Failure{
			Message:  fmt.Sprintf("%s %s as %s", x.Asked.Method, x.Asked.Path, x.Asked.Actor),
			Expected: fmt.Sprint(status), Got: x.Summary(),
		}
	}
	return nil
}

// Check runs httpexpect assertions on an answer and returns the first failed one as a Failure.
func (w *World) Check(x *Exchange, assertions func(*httpexpect.Response)) error {
	c := &collector{}
	assertions(x.fresh(c))
	if c.first != nil {
		return c.first
	}
	return nil
}

// Shows compares the value at a JSON pointer (RFC 6901) of the body with the expected one: nil means null, not absent. Numbers,
// maps and structs of any type are expected as the JSON that they become. A difference is a Failure.
//
// The pointer finds the value, and httpexpect's Value compares it. Its Path and HasValue would find it as well, but they
// copy the whole body first, for each assertion: see the package.
func (x *Exchange) Shows(pointer string, expected any) error {
	got, there := x.Get(pointer)
	if !there {
		return Failf("the answer has nothing at %s, where %s was expected", pointer, show(expected))
	}
	c := &collector{}
	httpexpect.NewValueC(httpexpect.Config{AssertionHandler: c}, got).IsEqual(expected)
	if c.first == nil {
		return nil
	}
	c.first.Message = "the value at " + pointer
	return c.first
}

// Fault checks the error envelope of an answer: its name ("badRequest"; for keystone, neutron and heat "error"), that its
// code is the status, and that its message contains text ("" for any message).
func (w *World) Fault(x *Exchange, name, text string) error {
	got, fault := x.fault()
	if fault == nil {
		return &Failure{Message: "the answer has no error envelope", Expected: name, Got: shorten(x.Body)}
	}
	if got != name {
		return Differ("the fault's name", name, got)
	}
	// Heat's and Neutron's envelopes ("error") have no code inside.
	if code, there := fault["code"]; code != float64(x.Status) && (there || name != "error" && name != "errors") {
		return Differ("the fault's code", x.Status, code)
	}
	if message := x.Message(); !strings.Contains(message, text) {
		return Differ("the fault's message", text, message)
	}
	return nil
}

func shorten(body []byte) string {
	const most = 200
	if len(body) <= most {
		return string(body)
	}
	return string(body[:most]) + "…"
}
