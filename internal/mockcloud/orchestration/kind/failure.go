package kind

import (
	"cmp"
	"fmt"
	"strings"
)

// Failure is the reason why an action on a resource failed: the error's type, the place in the stack, and the text, joined as Heat
// joins them.
type Failure struct {
	Kind string
	path []string
	Text string
	// Action is what the resource was at; "" stands for the stack's action.
	Action string
}

// Failf makes a Failure from an error's type and text.
func Failf(kind, format string, args ...any) *Failure {
	if len(args) > 0 {
		format = fmt.Sprintf(format, args...)
	}
	return &Failure{Kind: kind, Text: format}
}

// InResource is the failure with its place inside of the given resource.
func (f *Failure) InResource(resource string) *Failure {
	at := *f
	at.path = append([]string{"resources", resource}, f.path...)
	return &at
}

// String is the resource's status reason.
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

// StatusReason is the stack's status reason.
func (f *Failure) StatusReason(action string) string {
	return "Resource " + cmp.Or(f.Action, action) + " failed: " + f.String()
}

// ParseNestedFailure reads the failure back from a nested stack's status reason, for the stack around it.
func ParseNestedFailure(reason string) *Failure {
	action, rest, found := strings.Cut(reason, " failed: ")
	found = found && strings.HasPrefix(action, "Resource ")
	if parts := strings.SplitN(rest, ": ", 3); found && len(parts) == 3 {
		return &Failure{Kind: parts[0], path: splitPath(parts[1]), Text: parts[2]}
	}
	return &Failure{Text: reason}
}

// joinPath joins a path as Heat does: numbers are in brackets.
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

// Named is the failure with its place in the given resource, if it has no place yet.
func (f *Failure) Named(resource string) *Failure {
	if len(f.path) > 0 {
		return f
	}
	return f.InResource(resource)
}
