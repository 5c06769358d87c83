package kind

import (
	"fmt"
	"strings"
)

// Failure is why an action on a resource did not succeed: the error's type, where in the stack it happened,
// and its text, the way Heat joins them.
type Failure struct {
	Kind string
	path []string
	Text string
}

// Failf is a failure with an error's type and its text.
func Failf(kind, format string, args ...any) *Failure {
	if len(args) > 0 {
		format = fmt.Sprintf(format, args...)
	}
	return &Failure{Kind: kind, Text: format}
}

// InResource says in which resource it happened, unless it is known to be further inside.
func (f *Failure) InResource(resource string) *Failure {
	at := *f
	at.path = append([]string{"resources", resource}, f.path...)
	return &at
}

// String is what a resource's status reason says.
func (f *Failure) String() string {
	var out string
	if f.Kind != "" {
		out = f.Kind + ": "
	}
	if len(f.path) > 0 {
		out += joinPath(f.path) + ": "
	}
	return out + f.Text
}

// StatusReason is what a stack's status reason says.
func (f *Failure) StatusReason(action string) string {
	return "Resource " + action + " failed: " + f.String()
}

// ParseNestedFailure reads a nested stack's status reason again, for the stack around it.
func ParseNestedFailure(action, reason string) *Failure {
	rest, found := strings.CutPrefix(reason, "Resource "+action+" failed: ")
	if parts := strings.SplitN(rest, ": ", 3); found && len(parts) == 3 {
		return &Failure{Kind: parts[0], path: splitPath(parts[1]), Text: parts[2]}
	}
	return &Failure{Text: reason}
}

// joinPath joins a path as Heat does: numbers stand in brackets.
func joinPath(path []string) string {
	var out strings.Builder
	for i, step := range path {
		switch {
		case numeric(step):
			out.WriteString("[" + step + "]")
		case i > 0:
			out.WriteString("." + step)
		default:
			out.WriteString(step)
		}
	}
	return out.String()
}

func splitPath(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '[' || r == ']' })
}

func numeric(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// Named says in which resource it happened where the reason did not tell.
func (f *Failure) Named(resource string) *Failure {
	if len(f.path) > 0 {
		return f
	}
	return f.InResource(resource)
}
