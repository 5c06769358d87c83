package world

import (
	"net/http"

	"plumbline/internal/openapi"
)

// Exchange is a request with its answer. It is recorded (redacted) before a step sees it.
type Exchange struct {
	// ID is the exchange's id in the event log.
	ID     string
	Role   Role
	Asked  Request
	URL    string
	Status int
	Header http.Header
	// Body is the answer's body as it came; JSON its decoded value (numbers are float64), nil when it is not JSON.
	Body []byte
	JSON any
	// Version is the microversion of the request, whose document the answer was checked against; zero without one.
	Version openapi.Version
	// Drift are the violations of that document in the answer.
	Drift []*openapi.Violation
	// Unseen: a client program has sent the request, and nobody but the cloud has seen what it named beside the action.
	Unseen bool

	sent     []byte
	response *http.Response
}

// Sent is the body of the request as it was sent.
func (x *Exchange) Sent() []byte { return x.sent }

// Get answers the value at a JSON pointer (RFC 6901) in the body: "/server/key_name"; ok is false where there is none.
func (x *Exchange) Get(pointer string) (value any, ok bool) { return lookup(x.JSON, pointer) }

// Text answers the string at a JSON pointer, "" where there is none or it is not a string.
func (x *Exchange) Text(pointer string) string {
	v, _ := x.Get(pointer)
	s, _ := v.(string)
	return s
}

// Changes are the requests of the case that were accepted and may have changed something, oldest first: those of its Given
// sentences, also where another case sent them, and the subject exchange. Those of its clean-up are not among them.
func (w *World) Changes() []*Exchange { return w.changes }

// keepChange adds an exchange to Changes.
func (w *World) keepChange(x *Exchange, err error) {
	if err != nil || x.Role == Cleanup || x.Status >= 300 || x.Asked.Method == http.MethodGet || x.Asked.Method == http.MethodHead {
		return
	}
	w.changes = append(w.changes, x)
}
