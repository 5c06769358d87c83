package openapi

import (
	"net/http"
	"net/url"
)

// QueryMode says what a service does with query keys that the operation does not list.
type QueryMode string

const (
	// QueryOpen drops unknown keys.
	QueryOpen QueryMode = "open"
	// QueryClosed refuses unknown keys ("Additional properties are not allowed ('foo' was unexpected)").
	QueryClosed QueryMode = "closed"
	// QueryUnderscore refuses unknown keys that do not begin with "_" ("'foo' does not match any of the regexes: '^_'").
	QueryUnderscore QueryMode = "underscore"
)

// States is what a server must be in for an operation (x-openstack-states).
type States struct {
	// VM lists the allowed vm_state values; nil allows any.
	VM []string
	// Task lists the allowed task_state values, "" standing for null; nil allows any.
	Task []string
	// Launched demands that launched_at is set, Host that the server is on a host.
	Launched, Host bool
}

// Operation is one operation of a document; a server action is an operation of its own.
type Operation struct {
	ID     string
	Method string
	Path   string
	// Action is the body key that selects the operation, "" for ordinary operations.
	Action string
	// Policy is the rule name (x-openstack-policy), "" when any caller may, PolicyNone is given explicitly in documents.
	Policy string
	// States is nil where the operation does not look at states.
	States *States
	// Locked tells that a locked resource refuses the operation (x-openstack-locked: reject).
	Locked bool
	Query  QueryMode
	// Tree is the operation object as plain values; callers must not change it.
	Tree map[string]any
}

// CheckBody checks a decoded request body (numbers as float64); nil when it is allowed.
func (o *Operation) CheckBody(value any) *Violation { panic("pending") }

// CheckQuery checks query parameters; nil when they are allowed.
func (o *Operation) CheckQuery(q url.Values) *Violation { panic("pending") }

// CheckResponse checks an answer against what the operation declares for its status: the status itself,
// required headers and the decoded body (nil: no body). It answers every violation found.
func (o *Operation) CheckResponse(status int, h http.Header, body any) []*Violation {
	panic("pending")
}

// Success lists the declared 2xx (and 300) statuses, ascending.
func (o *Operation) Success() []int { panic("pending") }

// HasStatus tells whether the operation declares the status.
func (o *Operation) HasStatus(status int) bool { panic("pending") }

// Project keeps of value what the response schema of the status lists, and drops fields whose
// x-openstack-field-policy granted refuses. Maps and slices of the result may be shared with value
// where nothing had to go.
func (o *Operation) Project(status int, value any, granted func(rule string) bool) any {
	panic("pending")
}

// FieldPolicies lists the distinct x-openstack-field-policy rules of the status's response schema, sorted.
func (o *Operation) FieldPolicies(status int) []string { panic("pending") }
