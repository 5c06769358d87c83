package pipeline

import (
	"fmt"
	"net/http"
)

// Fault is why a request is refused. It is a value; the service renders its own envelope.
type Fault struct {
	Status  int
	Message string
	// Header is sent along, for example WWW-Authenticate.
	Header http.Header
	// Name replaces the fault's name that the status has, or names the error's type (orchestration, network).
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

// PolicyRefuses is compute's 403 for a rule.
func PolicyRefuses(rule string) *Fault {
	return Forbidden("Policy doesn't allow %s to be performed.", rule)
}
