package pipeline

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/tokens"
	"plumbline/internal/openapi"
)

// Caller is who makes the request.
type Caller = policy.Caller

// Exchange is one request on its way through a service; or, without a Request, one event that is due.
type Exchange struct {
	// Request is nil for an event. Its body is in Raw.
	Request *http.Request
	Service openapi.Service
	Env     *Env
	// Root is scheme and host as the client reached them ("http://127.0.0.1:8774"); Base the service's
	// versioned root on it ("http://127.0.0.1:8774/library/v1"), without a slash at the end.
	Root, Base string
	// Version root and path below it: "/v1", "/books/x".
	Versioned, Path string
	// Ending is what a path ended in and does not count (Spelling.Endings).
	Ending string
	// PathProject is the project id in the URL, "" when there is none.
	PathProject string
	RequestID   string
	Caller      *Caller

	Route     *openapi.Route
	Params    openapi.Params
	Version   openapi.Version
	Document  *openapi.Document
	Operation *openapi.Operation
	// Action is the body's key where the route has actions.
	Action string
	// Raw is the body as it came; Body as decoded (numbers as float64), nil without one.
	Raw  []byte
	Body any
	// Query is the decoded query; keys that the operation does not know are gone after the stage Schema.
	Query url.Values

	Txn *state.Txn
	// Target is the owner that policy rules compare with the caller: the caller's project until a look-up sets another.
	Target policy.Target
	// Event is the event that is due, nil for a request.
	Event *state.Event
	// due is when the work was due of which the exchange is a part, zero for a client's request.
	due time.Time

	// Allowed lists the methods of the path, for a request whose method is not among them.
	Allowed []string
	// Public tells that the route needs no token.
	Public bool
	// Unversioned requests have no microversion; unknown keys of their bodies are dropped instead of refused.
	Unversioned bool

	service  *serving
	started  time.Time
	token    *tokens.Grant
	echo     *version
	bare     bool // the answer has no version headers
	inner    bool // a service's call inside another exchange's transaction
	subject  any
	work     any
	watch    *state.Watch
	volatile bool
	hit      *rendered
	bodyRead bool
	ruled    bool
	noted    []string
	missing  string   // the operation that the mock does not perform, if that is what was asked for
	rules    []string // the fault rules that struck it
	drift    []*openapi.Violation
}

// SetSubject is called by a look-up with the record that it found and the record's owner.
func (x *Exchange) SetSubject(record any, owner policy.Target) { x.subject, x.Target = record, owner }

// Subject is the record that the last look-up found; it panics when that was of another type: a bug.
func Subject[T any](x *Exchange) *T { return x.subject.(*T) }

// SubjectOrNil is Subject for steps that also serve operations without one: nil then.
func SubjectOrNil[T any](x *Exchange) *T {
	r, _ := x.subject.(*T)
	return r
}

// Now is the clock's time; in work that was due before, it is the time at which it was: nobody has asked in the meantime. In a reading
// request it also marks the answer as one that must not be kept.
func (x *Exchange) Now() time.Time {
	x.volatile = true
	return x.moment()
}

func (x *Exchange) moment() time.Time {
	if x.due.IsZero() {
		return x.Env.Clock.Now()
	}
	return x.due
}

// Late is how much later than it was due work is done; 0 for requests.
func (x *Exchange) Late() time.Duration { return x.Env.Clock.Now().Sub(x.moment()) }

// DoNotKeep marks the answer as depending on something other than records, so that it is not kept.
func (x *Exchange) DoNotKeep() { x.volatile = true }

// Allows tells whether a policy rule, by its name, allows the caller to act on the exchange's target.
func (x *Exchange) Allows(rule string) bool { return x.AllowsFor(rule, x.Target) }

// AllowsFor tells whether a policy rule, by its name, allows the caller to act on the given target.
func (x *Exchange) AllowsFor(rule string, t policy.Target) bool {
	return x.Env.Policy.Allows(rule, x.Caller, t)
}

// Payload answers the payload of the event that is due. Its type may have exported fields only: events are saved as JSON.
func Payload[T any](x *Exchange) T {
	saved, ok := x.Event.Payload.(state.SavedPayload)
	if !ok {
		return x.Event.Payload.(T)
	}
	var p T
	if err := json.Unmarshal(saved, &p); err != nil {
		panic(fmt.Sprintf("work %s was saved with what it cannot read: %v", x.Event.Kind, err))
	}
	return p
}

// Header is a header of the request, "" for an event.
func (x *Exchange) Header(name string) string {
	if x.Request == nil {
		return ""
	}
	return x.Request.Header.Get(name)
}
