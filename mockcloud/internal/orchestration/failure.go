package orchestration

import (
	"fmt"
	"strings"

	"plumbline/mockcloud/pipeline"
)

// failure is why an action on a resource did not succeed: the error's type, where in the stack it happened,
// and its text, the way Heat joins them.
type failure struct {
	kind string
	path []string
	text string
}

func fails(kind, format string, args ...any) *failure {
	if len(args) > 0 {
		format = fmt.Sprintf(format, args...)
	}
	return &failure{kind: kind, text: format}
}

// of says in which resource it happened, unless it is known to be further inside.
func (f *failure) of(resource string) *failure {
	at := *f
	at.path = append([]string{"resources", resource}, f.path...)
	return &at
}

// String is what a resource's status reason says.
func (f *failure) String() string {
	var out string
	if f.kind != "" {
		out = f.kind + ": "
	}
	if len(f.path) > 0 {
		out += dotted(f.path) + ": "
	}
	return out + f.text
}

// during is what a stack's status reason says.
func (f *failure) during(action string) string {
	return "Resource " + action + " failed: " + f.String()
}

// inside reads a nested stack's status reason again, for the stack around it.
func inside(action, reason string) *failure {
	rest, found := strings.CutPrefix(reason, "Resource "+action+" failed: ")
	if parts := strings.SplitN(rest, ": ", 3); found && len(parts) == 3 {
		return &failure{kind: parts[0], path: undotted(parts[1]), text: parts[2]}
	}
	return &failure{text: reason}
}

// dotted joins a path as Heat does: numbers stand in brackets.
func dotted(path []string) string {
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

func undotted(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '[' || r == ']' })
}

func numeric(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// refusal is the failure of a request to another service, in the words of that service's client.
func refusal(kind string, reply pipeline.Reply) *failure {
	text := "Unknown"
	if reply.Fault != nil {
		text = reply.Fault.Message
	}
	return fails(kind, "%s (HTTP %d)", strings.TrimSuffix(text, "\n"), reply.Status)
}

// raised names the error that clients of other services make of a status.
func raised(status int) string {
	switch status {
	case 400:
		return "BadRequest"
	case 401:
		return "Unauthorized"
	case 403:
		return "Forbidden"
	case 404:
		return "NotFound"
	case 409:
		return "Conflict"
	}
	return "ClientException"
}
