package openapi

import (
	"slices"
	"strconv"
	"sync"
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

// PolicyNone is what a document writes as x-openstack-policy where no rule is asked.
const PolicyNone = "none"

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
	// Policy is the rule name (x-openstack-policy), "" when no rule is asked (written none).
	Policy string
	// Public tells that no token is asked for (x-openstack-public: true).
	Public bool
	// States is nil where the operation does not look at states.
	States *States
	// Locked tells that a locked resource refuses the operation (x-openstack-locked: reject).
	Locked bool
	Query  QueryMode
	// Tree is the operation object as plain values; callers must not change it.
	Tree map[string]any

	doc       *Document
	item      map[string]any // the path item, for its parameters
	body      func() *bodySchema
	query     func() *querySchema
	statuses  []int
	responses map[int]func() *response
}

func newOperation(d *Document, path, method, action string, item, tree map[string]any) *Operation {
	o := &Operation{
		ID: text(tree, "operationId"), Method: method, Path: path, Action: action,
		Public: truth(tree, "x-openstack-public"), Policy: text(tree, "x-openstack-policy"), States: statesOf(object(tree, "x-openstack-states")),
		Locked: text(tree, "x-openstack-locked") == "reject", Query: QueryMode(text(tree, "x-openstack-query")),
		Tree: tree, doc: d, item: item,
	}
	if o.Policy == PolicyNone {
		o.Policy = ""
	}
	if o.Query == "" {
		o.Query = QueryOpen
	}
	o.body = sync.OnceValue(o.compileBody)
	o.query = sync.OnceValue(o.compileQuery)
	o.responses = map[int]func() *response{}
	for key, v := range object(tree, "responses") {
		status, err := strconv.Atoi(key)
		declared, ok := v.(map[string]any)
		if err != nil || !ok {
			continue
		}
		o.statuses = append(o.statuses, status)
		o.responses[status] = sync.OnceValue(func() *response { return o.compileResponse(declared) })
	}
	slices.Sort(o.statuses)
	return o
}

func statesOf(m map[string]any) *States {
	if m == nil {
		return nil
	}
	s := &States{VM: words(m, "vm"), Launched: truth(m, "launched"), Host: truth(m, "host")}
	for _, t := range list(m, "task") {
		if t == nil {
			t = ""
		}
		if name, ok := t.(string); ok {
			s.Task = append(s.Task, name)
		}
	}
	return s
}

// Success lists the declared statuses below 400, ascending.
func (o *Operation) Success() []int {
	n, _ := slices.BinarySearch(o.statuses, 400)
	return slices.Clone(o.statuses[:n])
}

// Statuses lists the declared statuses, ascending.
func (o *Operation) Statuses() []int { return slices.Clone(o.statuses) }

// HasStatus tells whether the operation declares the status.
func (o *Operation) HasStatus(status int) bool { return o.responses[status] != nil }
