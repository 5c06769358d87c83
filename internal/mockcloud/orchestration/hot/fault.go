package hot

import "fmt"

// Fault is an error in a template or its parameters. Type is the exception type in Heat's error body, Message its text.
type Fault struct {
	Type, Message string
	// Name and Path are the error's name and place in the template, if it has them; Message does not contain them.
	Name, Path string
	// Among are the resources that the error is about.
	Among []string
}

func (f *Fault) Error() string { return f.Text(": ") }

// Text is the whole text: name, path and message, joined by colon. Heat's engine joins them with ": "; errors that its API reports
// have ": : ", because the API joins them once more.
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

// at sets the error's name and path.
func (f *Fault) at(name, path string) *Fault {
	f.Name, f.Path = name, path
	return f
}

// said is an error whose text is passed to the client unchanged.
type said string

func (s said) Error() string { return string(s) }

func clientError(format string, args ...any) error { return said(fmt.Sprintf(format, args...)) }

// ClientError is an error whose text is passed to the client unchanged, in Heat's own words.
func ClientError(format string, args ...any) error { return clientError(format, args...) }
