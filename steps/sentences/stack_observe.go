package sentences

import (
	"fmt"
	"slices"
	"strings"

	"plumbline/openapi"
	"plumbline/steps/world"
)

// heatFault judges Heat's envelope whole: code and title outside, type and message inside. type "any" is any.
func heatFault(w *world.World, kind, message string) error {
	x := w.Last()
	if err := w.Fault(x, "error", message); err != nil {
		return err
	}
	if code, _ := x.Get("/code"); code != float64(x.Status) {
		return world.Differ("the fault's code", x.Status, code)
	}
	for _, at := range []string{"/title", "/explanation", "/error/type"} {
		if x.Text(at) == "" {
			return world.Failf("the fault has no text at %s", at)
		}
	}
	if _, there := x.Get("/error/traceback"); !there {
		return world.Failf("the fault has no traceback, which may be null")
	}
	if got := x.Text("/error/type"); kind != "any" && got != kind {
		return world.Differ("the fault's type", kind, got)
	}
	return nil
}

// answersNull judges how actions of Heat answer.
func answersNull(w *world.World) error {
	if got := strings.TrimSpace(string(w.Last().Body)); got != "null" {
		return world.Differ("the body of the answer", "null", got)
	}
	return nil
}

// awaitStack waits until a stack has a status. A failure where none is wanted ends the waiting.
func awaitStack(w *world.World, stack *world.Noun, want string) error {
	role := world.Setup
	if w.Observing() {
		role = world.Observe
	}
	err := w.Eventually("stack", "the stack is "+want, func() (bool, string, error) {
		x, err := showStack(w, role, stack)
		if err != nil {
			return false, "", err
		}
		got := x.Text("/stack/stack_status")
		if x.Status == 404 && want == "DELETE_COMPLETE" {
			return true, "gone", nil
		}
		if got != want && strings.HasSuffix(got, "_FAILED") && strings.HasPrefix(want, strings.TrimSuffix(got, "FAILED")) {
			reason := got + ": " + x.Text("/stack/stack_status_reason")
			if w.Observing() {
				return false, got, world.Differ("the stack becomes", want, reason)
			}
			return false, got, fmt.Errorf("the stack becomes %s, not %s", reason, want)
		}
		return got == want, got, nil
	})
	if err != nil || w.Observing() {
		return err
	}
	return settleStack(w)
}

// settleStack gives Heat the moment that it keeps its own lock on a stack after the state is written; another
// action in that moment is refused.
func settleStack(w *world.World) error { return w.Env().Clock.Sleep(w.Context(), stackSettles) }

// resourcesAre judges the state of every resource of a stack.
func resourcesAre(w *world.World, stack *world.Noun, status string) error {
	x, err := w.Observe(heat("member", "GET", stackPath(stack)+"/resources", nil), 200)
	if err != nil {
		return err
	}
	for _, r := range objectsAt(x, "/resources") {
		if r["resource_status"] != status {
			return world.Differ(fmt.Sprintf("the state of resource %v", r["resource_name"]), status, r["resource_status"])
		}
	}
	return nil
}

// stackPart is the physical id of a resource of the stack.
func stackPart(w *world.World, name string) (string, error) {
	x, err := w.Do(world.Probe, heat("member", "GET", stackPath(w.Noun("stack", ""))+"/resources/"+name, nil))
	if err != nil {
		return "", err
	}
	if id := x.Text("/resource/physical_resource_id"); id != "" {
		return id, nil
	}
	return "", fmt.Errorf("the stack has no resource %s: %d %s", name, x.Status, x.Message())
}

// serverLocked reads whether the server of the stack is locked.
func serverLocked(w *world.World, want bool) error {
	id, err := stackPart(w, "server")
	if err != nil {
		return err
	}
	x, err := w.Observe(world.Request{Actor: "member", At: "2.9", Method: "GET", Path: "/servers/" + id}, 200)
	if err != nil {
		return err
	}
	return shows(x, "/server/locked", want)
}

// imageProtected reads whether the image of the stack is protected.
func imageProtected(w *world.World, want bool) error {
	id, err := stackPart(w, "image")
	if err != nil {
		return err
	}
	x, err := w.Observe(world.Request{Actor: "member", Service: openapi.Image, Method: "GET", Path: "/images/" + id}, 200)
	if err != nil {
		return err
	}
	return shows(x, "/protected", want)
}

// groupSize reads how many members the scaling group has. Growing takes its time; staying is looked at again
// after a while.
func groupSize(w *world.World, want int, still bool) error {
	look := func() (bool, string, error) {
		x, err := w.Observe(heat("member", "GET", stackPath(w.Noun("stack", ""))+"/outputs/size", nil), 200)
		if err != nil {
			return false, "", err
		}
		got, _ := x.Get("/output/output_value")
		return fmt.Sprint(got) == fmt.Sprint(want), fmt.Sprint(got), nil
	}
	if !still {
		return w.Eventually("stack", fmt.Sprintf("the group has %d members", want), look)
	}
	if err := w.Env().Clock.Sleep(w.Context(), groupRests); err != nil {
		return err
	}
	same, got, err := look()
	if err == nil && !same {
		err = world.Differ("the members of the group", want, got)
	}
	return err
}

// eventsSay looks for states of a stack or of a resource among its events, in this order, other events between.
func eventsSay(w *world.World, resource string, states []string) error {
	stack := w.Noun("stack", "")
	if resource == "" {
		resource = stack.RealName
	}
	x, err := w.Observe(heat("member", "GET", stackPath(stack)+"/events", nil), 200)
	if err != nil {
		return err
	}
	var seen []string
	next := 0
	events := objectsAt(x, "/events")
	slices.Reverse(events) // Heat lists the newest first
	for _, e := range events {
		if e["resource_name"] != resource {
			continue
		}
		state, _ := e["resource_status"].(string)
		seen = append(seen, state)
		if next < len(states) && state == states[next] {
			next++
		}
	}
	if next < len(states) {
		return world.Differ("the events of "+resource, states, seen)
	}
	return nil
}
