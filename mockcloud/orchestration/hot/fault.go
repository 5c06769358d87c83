package hot

import "fmt"

// Fault is what is wrong with a template or its parameters. Type is the name that Heat's error body
// carries, Message its text.
type Fault struct{ Type, Message string }

func (f *Fault) Error() string { return f.Type + ": " + f.Message }

func invalid(format string, args ...any) *Fault {
	return &Fault{Type: "StackValidationFailed", Message: fmt.Sprintf(format, args...)}
}

// said is an error whose text goes to the client as it is.
type said string

func (s said) Error() string { return string(s) }

func saying(format string, args ...any) error { return said(fmt.Sprintf(format, args...)) }
