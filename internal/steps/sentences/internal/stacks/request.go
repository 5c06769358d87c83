package stacks

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

// heat is a request to the orchestration service.
func heat(who, method, path string, body any) world.Request {
	return world.Request{Actor: who, Service: openapi.Orchestration, Method: method, Path: path, Body: body}
}

// actions are the bodies of the actions of a stack at its actions endpoint.
var actions = map[string]any{
	"lock": object{"level": "all"}, "unlock": nil, "suspend": nil, "resume": nil, "check": nil, "cancel_update": nil,
	"cancel_without_rollback": nil,
}

// stackRequest is the request of an action of a stack: any of the sixteen of the matrix, and others.
func stackRequest(w *world.World, who string, stack *world.Noun, action string) (world.Request, error) {
	path := path(stack)
	if value, one := actions[action]; one {
		return heat(who, http.MethodPost, path+"/actions", object{action: value}), nil
	}
	switch action {
	case "delete":
		return heat(who, http.MethodDelete, path, nil), nil
	case "update", "patch":
		if action == "patch" && stack.Facts["changed"] == nil {
			stack.Facts["patched"] = true
		}
		stack.Facts["changed"] = true
		method := map[string]string{"update": http.MethodPut, "patch": http.MethodPatch}[action]
		body := object{"template": changedTemplate(stack.Facts["template"].(object)), "timeout_mins": 10}
		if files, there := stack.Facts["files"].(object); there {
			body["files"] = files
		}
		return heat(who, method, path, body), nil
	case "fail":
		stack.Facts["changed"] = true
		template := changedTemplate(stack.Facts["template"].(object))
		template["resources"].(object)["bad"] = resourceOf("OS::Heat::TestResource", object{"fail": true})
		body := object{"template": template, "timeout_mins": 10}
		if files, there := stack.Facts["files"].(object); there {
			body["files"] = files
		}
		return heat(who, http.MethodPut, path, body), nil
	case "snapshot":
		return heat(who, http.MethodPost, path+"/snapshots", object{"name": w.Name("snapshot")}), nil
	case "restore":
		stack.Facts["changed"] = true
		return heat(who, http.MethodPost, path+"/snapshots/"+w.Noun("stack snapshot", stack.Name).ID+"/restore", nil), nil
	case "delete_snapshot":
		return heat(who, http.MethodDelete, path+"/snapshots/"+w.Noun("stack snapshot", stack.Name).ID, nil), nil
	case "abandon":
		return heat(who, http.MethodDelete, path+"/abandon", nil), nil
	case "signal":
		return heat(who, http.MethodPost, path+"/resources/up/signal", nil), nil
	case "signal_by_id":
		looked, err := lookAtStack(w, world.Probe, stack)
		return heat(who, http.MethodPost, path+"/resources/"+looked.idOf("up")+"/signal", nil), err
	case "alarm":
		return heat(who, http.MethodPost, path+"/resources/up/signal", alarm()), nil
	case "clear_hook":
		return heat(who, http.MethodPost, path+"/resources/r/signal", object{"unset_hook": "pre-update"}), nil
	case "signal_value":
		return heat(who, http.MethodPost, path+"/resources/r/signal", nil), nil
	case "mark_unknown":
		return heat(who, http.MethodPatch, path+"/resources/nothing", object{"mark_unhealthy": true}), nil
	case "mark_healthy":
		return heat(who, http.MethodPatch, path+"/resources/r", object{"mark_unhealthy": false}), nil
	case "mark_by_id":
		looked, err := lookAtStack(w, world.Probe, stack)
		if err != nil {
			return world.Request{}, err
		}
		marked := looked.resources["r"]
		if server, there := looked.resources["server"]; there {
			marked = server
		}
		return heat(who, http.MethodPatch, path+"/resources/"+marked.physicalID, object{"mark_unhealthy": true}), nil
	case "mark_unhealthy":
		name, err := oneResource(w, stack)
		return heat(who, http.MethodPatch, path+"/resources/"+name, object{"mark_unhealthy": true, "resource_status_reason": "said so"}), err
	}
	return world.Request{}, fmt.Errorf("a stack is not known to %q", action)
}

// oneResource is the name of a resource that the stack has: "r" in all stacks of scenarios but some that are nested.
func oneResource(w *world.World, stack *world.Noun) (string, error) {
	if stack.Facts["parent"] == nil {
		return "r", nil
	}
	looked, err := lookAtStack(w, world.Probe, stack)
	if err != nil || looked.resources["r"].physicalID != "" || len(looked.resources) == 0 {
		return "r", err
	}
	return slices.Sorted(maps.Keys(looked.resources))[0], nil
}

// alarm is the body of an alarm that signals a policy.
func alarm() object { return object{"previous": "ok", "current": "alarm", "reason": "too busy"} }

// aboutStack sends the subject exchange of a scenario, after a look at the stack and the nested ones that the scenario knows.
func aboutStack(w *world.World, r world.Request) error {
	if err := lookBeforeSubject(w); err != nil {
		return err
	}
	_, err := w.Subject(r)
	return err
}

// lookBeforeSubject remembers the states of the stack and the nested ones that the scenario knows, before the subject exchange.
func lookBeforeSubject(w *world.World) error {
	for _, name := range []string{"", "nested", "other", "middle", "innermost", "deepest"} {
		stack, err := w.Recall("stack", name)
		if err != nil || stack.Facts["before"] != nil {
			continue
		}
		before, err := lookAtStack(w, world.Probe, stack)
		var hidden *notShown
		if errors.As(err, &hidden) && stack.Facts["meant"] == "DELETE_COMPLETE" {
			continue // a cloud may hide deleted stacks
		}
		if err != nil {
			return err
		}
		if meant, ok := stack.Facts["meant"].(string); ok && before.status != meant {
			return fmt.Errorf("the stack is %s and not %s any more: the work was over too soon to be met", before.status, meant)
		}
		stack.Facts["before"] = before
	}
	return nil
}

// runHeat runs the heat command on the stack, as the subject of the scenario.
func runHeat(w *world.World, who, command, options string) error {
	if err := lookBeforeSubject(w); err != nil {
		return err
	}
	words := []string{command, w.Noun("stack", "").ID}
	if options != "no options" {
		words = append(words, options)
	}
	return phrases.Run(w, who, w.Env().Target.Capabilities()[target.HeatClientLocks].Evidence, words...)
}

// asksStack sends an action to a stack as the subject.
func asksStack(w *world.World, who, which, action string) error {
	stack, err := named(w, which)
	if err != nil {
		return err
	}
	r, err := stackRequest(w, who, stack, action)
	if err != nil {
		return err
	}
	return aboutStack(w, r)
}

// sendsStackAction sends a body, as it is written, to the actions of a stack: the scenario's, one that does not exist,
// or one with a wrong name.
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
		return at(w.Name("never"), phrases.UnknownID), nil
	case "the stack by another name":
		return at(w.Name("never"), stack.ID), nil
	case "the stack by another id":
		return at(stack.RealName, phrases.UnknownID), nil
	case "the stack in the member's project":
		r := at(stack.RealName, stack.ID)
		r.Prefix = "/" + fixtures.ProjectID(w, "member")
		return r, nil
	case "the nested stack", "the middle stack", "the innermost stack":
		inside, err := named(w, which)
		if err != nil {
			return world.Request{}, err
		}
		w.CleanUp("lock", inside.ID, inside.RealName, unlockAsOwner(w, inside))
		return at(inside.RealName, inside.ID), nil
	}
	return world.Request{}, fmt.Errorf("no stack is known as %q", which)
}
