package sentences

import (
	"fmt"
	"net/http"

	"plumbline/openapi"
	"plumbline/steps/world"
)

// heat is a request to the orchestration service.
func heat(who, method, path string, body any) world.Request {
	return world.Request{Actor: who, Service: openapi.Orchestration, Method: method, Path: path, Body: body}
}

// stackActions are the words of a stack's action that the one endpoint takes.
var stackActions = map[string]any{
	"lock": object{"level": "all"}, "unlock": nil, "suspend": nil, "resume": nil, "check": nil, "cancel_update": nil, "cancel_without_rollback": nil,
}

// stackRequest is what asks a stack for an action: each of the fifteen of the matrix.
func stackRequest(w *world.World, who string, stack *world.Noun, action string) (world.Request, error) {
	path := stackPath(stack)
	if value, one := stackActions[action]; one {
		return heat(who, http.MethodPost, path+"/actions", object{action: value}), nil
	}
	switch action {
	case "delete":
		return heat(who, http.MethodDelete, path, nil), nil
	case "update", "patch":
		method := map[string]string{"update": http.MethodPut, "patch": http.MethodPatch}[action]
		return heat(who, method, path, object{"template": changedTemplate(stack.Facts["template"].(object)), "timeout_mins": 10}), nil
	case "snapshot":
		return heat(who, http.MethodPost, path+"/snapshots", object{"name": w.Name("snapshot")}), nil
	case "restore":
		return heat(who, http.MethodPost, path+"/snapshots/"+w.Noun("stack snapshot", stack.Name).ID+"/restore", nil), nil
	case "delete_snapshot":
		return heat(who, http.MethodDelete, path+"/snapshots/"+w.Noun("stack snapshot", stack.Name).ID, nil), nil
	case "abandon":
		return heat(who, http.MethodDelete, path+"/abandon", nil), nil
	case "signal":
		return heat(who, http.MethodPost, path+"/resources/up/signal", nil), nil
	case "mark_unhealthy":
		return heat(who, http.MethodPatch, path+"/resources/r", object{"mark_unhealthy": true, "resource_status_reason": "said so"}), nil
	}
	return world.Request{}, fmt.Errorf("a stack is not known to %q", action)
}

// stackReading is a call that changes nothing.
func stackReading(stack *world.Noun, what string) (world.Request, error) {
	path := stackPath(stack)
	switch what {
	case "show":
		return heat("member", http.MethodGet, path, nil), nil
	case "list":
		return heat("member", http.MethodGet, "/stacks", nil), nil
	case "preview":
		return heat("member", http.MethodPut, path+"/preview", object{"template": changedTemplate(stack.Facts["template"].(object))}), nil
	case "resources", "events", "outputs", "template", "export", "snapshots":
		return heat("member", http.MethodGet, path+"/"+what, nil), nil
	}
	return world.Request{}, fmt.Errorf("nothing of a stack is read as %q", what)
}

// aboutStack sends the subject of a scenario, after a look at the stack.
func aboutStack(w *world.World, r world.Request) error {
	if stack, err := w.Recall("stack", ""); err == nil && stack.Facts["before"] == nil {
		before, err := lookAtStack(w, world.Probe, stack)
		if err != nil {
			return err
		}
		stack.Facts["before"] = before
	}
	_, err := w.Subject(r)
	return err
}

// asksStack sends an action to a stack as the subject.
func asksStack(w *world.World, who string, stack *world.Noun, action string) error {
	r, err := stackRequest(w, who, stack, action)
	if err != nil {
		return err
	}
	return aboutStack(w, r)
}

// sendsStackAction sends a body as it is written to the actions of a stack: the one of the scenario, one that
// does not exist, or one that is named wrongly.
func sendsStackAction(w *world.World, who, which, body string) error {
	r, err := addressedStack(w, who, which)
	if err != nil {
		return err
	}
	if body != "nothing" {
		r.Raw = []byte(body)
	}
	return aboutStack(w, r)
}

func addressedStack(w *world.World, who, which string) (world.Request, error) {
	stack := w.Noun("stack", "")
	at := func(name, id string) world.Request {
		return heat(who, http.MethodPost, "/stacks/"+name+"/"+id+"/actions", nil)
	}
	switch which {
	case "the stack":
		return at(stack.RealName, stack.ID), nil
	case "an unknown stack":
		return at(w.Name("never"), unknownID), nil
	case "the stack by another name":
		return at(w.Name("never"), stack.ID), nil
	case "the stack by another id":
		return at(stack.RealName, unknownID), nil
	case "the stack in the member's project":
		r := at(stack.RealName, stack.ID)
		r.Prefix = "/" + w.ProjectID("member")
		return r, nil
	}
	return world.Request{}, fmt.Errorf("no stack is known as %q", which)
}
