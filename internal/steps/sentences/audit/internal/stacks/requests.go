package stacks

import (
	"encoding/json"
	"regexp"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/world"
)

// request is an accepted request of the scenario to a stack, or to what a resource stands for.
type request struct {
	// stack is the id of the stack that the request is to, "" for the scenario's own.
	stack string
	// action is LOCK, UNLOCK, DELETE, SIGNAL, or CHANGE for any other that changes a stack; "" for a request past the stack.
	action string
	// level is that of a lock.
	level string
	// thing is the id of the server or image of a request past the stack.
	thing string
}

const (
	lock, unlock, deletion, signal, change = "LOCK", "UNLOCK", "DELETE", "SIGNAL", "CHANGE"
	levelAll                               = "all"
)

var (
	toStack = regexp.MustCompile(`^/stacks/[^/]+/([^/]+)(/.*)?$`)
	toThing = regexp.MustCompile(`^/(?:servers|images)/([^/]+)(?:/action)?$`)
)

// requestsOf are the accepted requests of the scenario that matter to the audit, oldest first.
func requestsOf(w *world.World) (out []*request) {
	for _, x := range w.Changes() {
		if r := requestOf(x); r != nil {
			out = append(out, r)
		}
	}
	return out
}

func requestOf(x *world.Exchange) *request {
	if x.Asked.Address != "" { // a webhook, which names no stack
		return &request{action: signal}
	}
	if x.Asked.Service != openapi.Orchestration {
		if to := toThing.FindStringSubmatch(x.Asked.Path); to != nil {
			return &request{thing: to[1]}
		}
		return nil
	}
	to := toStack.FindStringSubmatch(x.Asked.Path)
	if to == nil {
		return nil // the creation of a stack
	}
	r := &request{stack: to[1], action: change}
	switch below := to[2]; {
	case below == "/actions":
		r.readAction(x.Sent())
	case below == "" && x.Asked.Method == "DELETE", below == "/abandon":
		r.action = deletion
	case strings.HasSuffix(below, "/signal"):
		r.action = signal
	case strings.HasPrefix(below, "/preview"), strings.HasPrefix(below, "/snapshots/") && x.Asked.Method == "DELETE":
		return nil
	}
	return r
}

// readAction reads a lock with its level, or an unlock, from the body of a request; without a level a lock is of all.
func (r *request) readAction(sent []byte) {
	var body map[string]json.RawMessage
	if json.Unmarshal(sent, &body) != nil {
		return
	}
	if _, there := body["unlock"]; there {
		r.action = unlock
	}
	if value, there := body["lock"]; there {
		options := struct{ Level string }{levelAll}
		if json.Unmarshal(value, &options) == nil {
			r.action, r.level = lock, options.Level
		}
	}
}

func (r *request) locks() bool { return r.action == lock || r.action == unlock }

// grows tells whether a request may have brought about resources.
func (r *request) grows() bool { return r.action == change || r.action == signal }

// isTo tells whether a request is to the stack itself.
func (a *audit) isTo(r *request, s *stack) bool {
	return r.stack == s.id || r.stack == "" && s.around == nil
}

// covers tells whether a request applies to a stack: it is to the stack or to one around it.
func (a *audit) covers(r *request, s *stack) bool {
	if r.action == "" {
		return false
	}
	for ; s != nil; s = s.around {
		if a.isTo(r, s) {
			return true
		}
	}
	return false
}
