package openapi

import (
	"slices"
	"strconv"
	"sync"

	"plumbline/internal/openapi/node"
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

// UnimplementedKey is what a document writes where the mock does not perform an operation yet.
const UnimplementedKey = "x-plumbline-unimplemented"

// States is what a server must be in for an operation (x-openstack-states).
type States struct {
	// VM lists the allowed vm_state values; nil allows any.
	VM []string
	// Task lists the allowed task_state values, "" standing for null; nil allows any.
	Task []string
	// Launched demands that launched_at is set.
	Launched bool
	// Host demands that the server is on a host: before the states are looked at (host: true), or HostLast after them (host: last).
	Host, HostLast bool
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
	// UniqueKeys tells that a body with a key twice is refused (x-openstack-unique-keys: true).
	UniqueKeys bool
	Query      QueryMode
	// Unimplemented tells that the mock does not perform the operation yet (x-plumbline-unimplemented: true).
	Unimplemented bool
	// Tree is the operation object as plain values; callers must not change it.
	Tree map[string]any

	Doc  *Document
	Item map[string]any // the path item, for its parameters

	bodyOnce  sync.Once
	bodyKept  *bodySchema
	queryOnce sync.Once
	queryKept *querySchema
	statuses  []int
	responses []responseSlot // by the index of statuses
}

// responseSlot compiles the declaration of a status when it is first asked for.
type responseSlot struct {
	once sync.Once
	kept *response
}

func (o *Operation) Body() *bodySchema {
	o.bodyOnce.Do(func() { o.bodyKept = o.compileBody() })
	return o.bodyKept
}

func (o *Operation) CompiledQuery() *querySchema {
	o.queryOnce.Do(func() { o.queryKept = o.compileQuery() })
	return o.queryKept
}

// Response answers the compiled declaration of a status, nil when there is none.
func (o *Operation) Response(status int) *response {
	i, ok := slices.BinarySearch(o.statuses, status)
	if !ok {
		return nil
	}
	slot := &o.responses[i]
	slot.once.Do(func() { slot.kept = o.compileResponse(node.Object(o.Tree, "responses", strconv.Itoa(status))) })
	return slot.kept
}

func newOperation(d *Document, l *listedOperation) *Operation {
	tree := l.tree
	o := &Operation{
		ID: node.Text(tree, "operationId"), Method: l.method, Path: l.path, Action: l.action,
		Public: node.IsTrue(tree, "x-openstack-public"), Policy: node.Text(tree,
			"x-openstack-policy"), States: statesOf(node.Object(tree, "x-openstack-states")),
		Locked: node.Text(tree, "x-openstack-locked") == "reject", UniqueKeys: node.IsTrue(tree,
			"x-openstack-unique-keys"), Query: QueryMode(node.Text(tree, "x-openstack-query")),
		Unimplemented: node.IsTrue(tree, UnimplementedKey),
		Tree:          tree, Doc: d, Item: l.item,
	}
	if o.Policy == PolicyNone {
		o.Policy = ""
	}
	if o.Query == "" {
		o.Query = QueryOpen
	}
	responses := node.Object(tree, "responses")
	o.statuses = make([]int, 0, len(responses))
	for key, v := range responses {
		status, err := strconv.Atoi(key)
		if _, ok := v.(map[string]any); ok && err == nil {
			o.statuses = append(o.statuses, status)
		}
	}
	o.responses = make([]responseSlot, len(o.statuses))
	slices.Sort(o.statuses)
	return o
}

func statesOf(m map[string]any) *States {
	if m == nil {
		return nil
	}
	s := &States{VM: node.Strings(m, "vm"), Launched: node.IsTrue(m, "launched"), Host: node.IsTrue(m, "host"), HostLast: m["host"] == "last"}
	for _, t := range node.List(m, "task") {
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

// Name says which operation it is, as people write it: "GET /servers/{server_id}", with the action in brackets.
func (o *Operation) Name() string {
	if o.Action != "" {
		return o.Method + " " + o.Path + " (" + o.Action + ")"
	}
	return o.Method + " " + o.Path
}

// IsGone tells that the service took the operation out and answers 410 in its place.
func (o *Operation) IsGone() bool {
	return len(o.statuses) > 0 && o.statuses[0] >= 400 && o.HasStatus(410)
}

// Statuses lists the declared statuses, ascending.
func (o *Operation) Statuses() []int { return slices.Clone(o.statuses) }

// HasStatus tells whether the operation declares the status.
func (o *Operation) HasStatus(status int) bool {
	_, ok := slices.BinarySearch(o.statuses, status)
	return ok
}
