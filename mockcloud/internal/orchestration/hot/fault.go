package hot

import "fmt"

// Fault is what is wrong with a template or its parameters. Type is the name that Heat's error body
// carries, Message its text.
type Fault struct {
	Type, Message string
	// Name and Path are the error's name and where it is, for those that have one; they are not in Message.
	Name, Path string
	// Among are the resources that it is about.
	Among []string
}

func (f *Fault) Error() string { return f.Type + ": " + f.Text(": ") }

// Text is the whole text. Heat's engine puts name and path before the message with a colon; its API does so once more,
// so that what comes from there has ": : " between.
func (f *Fault) Text(colon string) string {
	var out string
	if f.Name != "" {
		out = f.Name + colon
	}
	if f.Path != "" {
		out += f.Path + colon
	}
	return out + f.Message
}

func invalid(format string, args ...any) *Fault {
	return &Fault{Type: "StackValidationFailed", Message: fmt.Sprintf(format, args...)}
}

// at says where a fault is.
func (f *Fault) at(name, path string) *Fault {
	f.Name, f.Path = name, path
	return f
}

// said is an error whose text goes to the client as it is.
type said string

func (s said) Error() string { return string(s) }

func clientError(format string, args ...any) error { return said(fmt.Sprintf(format, args...)) }

// ClientError is an error whose text goes to the client as it is: Heat's own words.
func ClientError(format string, args ...any) error { return clientError(format, args...) }

// CallError is what is wrong with a call of a function.
type CallError struct {
	Function string
	Err      error
}

func (e *CallError) Error() string { return e.Err.Error() }

// Unwrap is the error itself.
func (e *CallError) Unwrap() error { return e.Err }
