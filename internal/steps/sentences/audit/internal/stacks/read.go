package stacks

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/world"
)

// deep is more than the depth of any nested stack of a scenario.
const deep = "5"

// stack is a stack of the tree, as lists show it.
type stack struct {
	id, name string
	// around is the stack that it is nested in, nil for the scenario's own.
	around *stack
	// status is "" where no list shows the stack; why is the reason for it.
	status    string
	why       string
	resources []resource
	// lockings are the accepted locks and unlocks that apply to the stack, with what the events tell of each.
	lockings []*locking
}

// resource is a resource in a list.
type resource struct {
	Name   string `json:"resource_name"`
	ID     string `json:"physical_resource_id"`
	Type   string `json:"resource_type"`
	Status string `json:"resource_status"`
	// Updated is when it came to its status.
	Updated time.Time `json:"updated_time"`
	Links   []link    `json:"links"`
}

// event is an event in a list.
type event struct {
	ID     string    `json:"id"`
	Name   string    `json:"resource_name"`
	Status string    `json:"resource_status"`
	Time   time.Time `json:"event_time"`
	Links  []link    `json:"links"`
	// stack is the id of the event's stack.
	stack string
}

type link struct {
	Href string `json:"href"`
	Rel  string `json:"rel"`
}

// linked is the name and the id of the stack that a link leads to.
func linked(links []link, rel string) (name, id string) {
	for _, l := range links {
		if l.Rel == rel {
			_, path, _ := strings.Cut(l.Href, "/stacks/")
			name, id, _ = strings.Cut(path, "/")
			id, _, _ = strings.Cut(id, "/")
		}
	}
	return name, id
}

// read decodes the answer to a request to the orchestration service; ok is false where it is not 200.
func (a *audit) read(path string, query url.Values, into any) (ok bool, err error) {
	x, err := a.w.Do(world.Observe, world.Request{
		Actor: a.root.Owner, Service: openapi.Orchestration, Method: http.MethodGet, Path: path, Query: query,
	})
	if err != nil || x.Status != http.StatusOK {
		return false, err
	}
	if err := json.Unmarshal(x.Body, into); err != nil {
		return false, world.Failf("GET %s answers what is no such list: %v", path, err)
	}
	return true, nil
}

// readTree reads the resources at every depth, and from a list the states of the stacks that hold them.
func (a *audit) readTree() error {
	a.tree = nil
	var inside struct{ Resources []resource }
	ok, err := a.read(a.root.StackPath()+"/resources", url.Values{"nested_depth": {deep}}, &inside)
	if err != nil || !ok {
		return err
	}
	tree := []*stack{{id: a.root.ID, name: a.root.RealName}}
	for at := 0; at < len(tree); at++ {
		for _, r := range inside.Resources {
			if _, id := linked(r.Links, "stack"); id != tree[at].id {
				continue
			}
			tree[at].resources = append(tree[at].resources, r)
			if name, id := linked(r.Links, "nested"); id != "" {
				tree = append(tree, &stack{id: id, name: name, around: tree[at]})
			}
		}
	}
	a.tree = tree
	return a.readStatus()
}

// readStatus reads the states of the stacks of the tree from a list, and drops the tree where its root is gone.
func (a *audit) readStatus() error {
	tree := a.tree
	a.tree = nil
	query := url.Values{"show_nested": {"true"}}
	for _, s := range tree {
		query.Add("id", s.id)
		s.status = ""
	}
	var list struct {
		Stacks []struct {
			ID     string
			Status string `json:"stack_status"`
			Reason string `json:"stack_status_reason"`
		}
	}
	if ok, err := a.read("/stacks", query, &list); err != nil || !ok {
		return err
	}
	for _, shown := range list.Stacks {
		at := slices.IndexFunc(tree, func(s *stack) bool { return s.id == shown.ID })
		if at < 0 {
			return world.Failf("the list of %d stacks by their ids has another one, %s", len(tree), shown.ID)
		}
		if tree[at].status != "" {
			return world.Failf("the list of stacks has %s twice", tree[at].name)
		}
		tree[at].status, tree[at].why = shown.Status, shown.Reason
	}
	if tree[0].status != "" {
		a.tree = tree
	}
	return nil
}

// readEvents reads the events of locks and unlocks of the whole tree.
func (a *audit) readEvents() error {
	var list struct{ Events []event }
	ok, err := a.read(a.root.StackPath()+"/events", url.Values{"nested_depth": {deep}, "resource_action": {lock, unlock}}, &list)
	if err != nil {
		return err
	}
	if !ok {
		return world.Failf("the events of a stack that is there cannot be read")
	}
	a.events = list.Events
	slices.Reverse(a.events) // the newest comes first
	seen := map[string]bool{}
	for i := range a.events {
		e := &a.events[i]
		if seen[e.ID] {
			return world.Failf("the list of events has %s of %s twice", e.ID, e.Name)
		}
		seen[e.ID] = true
		_, e.stack = linked(e.Links, "stack")
	}
	return nil
}

// String names a stack in messages.
func (s *stack) String() string { return fmt.Sprintf("stack %s", s.name) }
