package world

import "github.com/gavv/httpexpect/v2"

// Answered judges the status of the subject exchange.
func (w *World) Answered(status int) error { panic("pending") }

// Check runs httpexpect assertions on an answer and returns the first failed one as a Failure.
func (w *World) Check(x *Exchange, assertions func(*httpexpect.Response)) error { panic("pending") }

// Fault judges the error envelope of an answer: its name ("badRequest"; for keystone, glance and heat
// "error"), that its code is the status, and that its message contains text ("" for any message).
func (w *World) Fault(x *Exchange, name, text string) error { panic("pending") }
