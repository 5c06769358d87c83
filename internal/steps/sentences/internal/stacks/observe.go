package stacks

import (
	"fmt"
	"net/http"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/world"
)

// heatNames checks that the message of a refusal names the locked stack and its state.
func heatNames(w *world.World, which, state string) error {
	stack, err := named(w, which)
	if err != nil {
		return err
	}
	for _, part := range []string{stack.RealName, state} {
		if err := heatFault(w, "any", part); err != nil {
			return err
		}
	}
	return nil
}

// heatFault checks Heat's whole envelope: code and title outside, type and message inside. kind "any" matches any type.
func heatFault(w *world.World, kind, message string) error {
	x := w.Last()
	if err := w.Fault(x, "error", message); err != nil {
		return err
	}
	if code, _ := x.Get("/code"); code != float64(x.Status) {
		return world.Differ("the fault's code", x.Status, code)
	}
	for _, at := range []string{"/title", "/explanation", "/error/type", "/error/message"} {
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

// answersNull checks that an action of Heat is answered with null.
func answersNull(w *world.World) error {
	if got := strings.TrimSpace(string(w.Last().Body)); got != "null" {
		return world.Differ("the body of the answer", "null", got)
	}
	if kind := w.Last().Header.Get("Content-Type"); kind != "application/json" && !strings.HasPrefix(kind, "application/json;") {
		return world.Differ("the type of the answer", "application/json", kind)
	}
	return nil
}

// awaitStack waits until a stack has a status. A FAILED status that is not the one ends the waiting.
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
		if got != want {
			if err := hidesFailure(w, role, stack, got, want); err != nil {
				return false, got, err
			}
		}
		if got == want && w.Observing() {
			return true, got, wholeAnswer(w, stack, "", x)
		}
		return got == want, got, nil
	})
	if err != nil || w.Observing() {
		return err
	}
	return settleStack(w)
}

// hidesFailure is a failure where a stack that is waited for to fail tells that the action is complete, although it has failed at one of
// its resources (docs/contract/00-overview.md §5). The stack is looked at once more after its resources.
func hidesFailure(w *world.World, role world.Role, stack *world.Noun, got, want string) error {
	action, complete := strings.CutSuffix(got, "_COMPLETE")
	if !complete || want != action+"_FAILED" {
		return nil
	}
	x, err := w.Do(role, heat("member", http.MethodGet, path(stack)+"/resources", nil))
	if err != nil {
		return err
	}
	for _, r := range objectsAt(x, "/resources") {
		if r["resource_status"] != want {
			continue
		}
		again, err := showStack(w, role, stack)
		if err == nil && again.Text("/stack/stack_status") == got {
			err = world.Differ(fmt.Sprintf("the status of the stack, whose resource %v is %s", r["resource_name"], want), want, got)
		}
		return err
	}
	return nil
}

// hasEarlierTemplate checks that the stack has its template from before the update.
func hasEarlierTemplate(w *world.World) error {
	stack := w.Noun("stack", "")
	x, err := w.Observe(heat("member", http.MethodGet, path(stack)+"/template", nil), http.StatusOK)
	if err != nil {
		return err
	}
	return agree([]expectation{{"the template of the stack", stack.Facts["earlier"], x.JSON}})
}

// awaitEnd waits until no work is under way in the stack, whether it succeeded or not.
func awaitEnd(w *world.World) error {
	role := world.Setup
	if w.Observing() {
		role = world.Observe
	}
	return w.Eventually("stack", "the stack is at work no more", func() (bool, string, error) {
		x, err := showStack(w, role, w.Noun("stack", ""))
		if err != nil {
			return false, "", err
		}
		got := x.Text("/stack/stack_status")
		return !strings.HasSuffix(got, "_IN_PROGRESS"), got, nil
	})
}

// settleStack waits for the moment that Heat keeps its own lock on a stack after it has written the state; another action
// in that moment is refused.
func settleStack(w *world.World) error { return w.Env().Clock.Sleep(w.Context(), settles) }

// checkStatus checks the status of a stack without waiting for it.
func checkStatus(w *world.World, which, want string) error {
	stack, err := named(w, which)
	if err != nil {
		return err
	}
	x, err := showStack(w, world.Observe, stack)
	if err != nil {
		return err
	}
	if err := x.Shows("/stack/stack_status", want); err != nil {
		return err
	}
	return wholeAnswer(w, stack, "", x)
}

// resourcesAre checks the status of one resource of a stack, or of every resource, at least one.
func resourcesAre(w *world.World, which, name, status string) error {
	stack, err := named(w, which)
	if err != nil {
		return err
	}
	x, err := w.Observe(heat("member", "GET", path(stack)+"/resources", nil), 200)
	if err != nil {
		return err
	}
	if err := wholeAnswer(w, stack, "/resources", x); err != nil {
		return err
	}
	seen := 0
	for _, r := range objectsAt(x, "/resources") {
		if name != "" && r["resource_name"] != name {
			continue
		}
		seen++
		if r["resource_status"] != status {
			return world.Differ(fmt.Sprintf("the state of resource %v", r["resource_name"]), status, r["resource_status"])
		}
		if err := shownAsListed(w, stack, r); err != nil {
			return err
		}
	}
	if seen == 0 {
		return world.Failf("%s has no resource %s", which, name)
	}
	return nil
}

// shownAsListed checks that a resource by itself has the state that the list of the stack's resources tells.
func shownAsListed(w *world.World, stack *world.Noun, listed object) error {
	x, err := w.Observe(heat("member", "GET", fmt.Sprintf("%s/resources/%v", path(stack), listed["resource_name"]), nil), 200)
	if err != nil {
		return err
	}
	return x.Shows("/resource/resource_status", listed["resource_status"])
}

// awaitResource waits until a resource of the stack has a state.
func awaitResource(w *world.World, name, want string) error {
	return w.Eventually("stack", "the resource "+name+" is "+want, func() (bool, string, error) {
		x, err := w.Observe(heat("member", "GET", path(w.Noun("stack", ""))+"/resources/"+name, nil), 200)
		if err != nil {
			return false, "", err
		}
		got := x.Text("/resource/resource_status")
		return got == want, got, nil
	})
}

// showsNoResources checks that a deleted stack lists no resources, if Heat still shows it.
func showsNoResources(w *world.World, which string) error {
	stack, err := named(w, which)
	if err != nil {
		return err
	}
	x, err := w.Observe(heat("member", "GET", path(stack)+"/resources", nil), http.StatusOK, http.StatusNotFound)
	if err != nil || x.Status == http.StatusNotFound {
		return err
	}
	return agree([]expectation{{"how many resources " + which + " has", 0, len(objectsAt(x, "/resources"))}})
}

// part is the physical id of a resource of a stack.
func part(w *world.World, which, name string) (string, error) {
	stack, err := named(w, which)
	if err != nil {
		return "", err
	}
	x, err := w.Do(world.Probe, heat("member", "GET", path(stack)+"/resources/"+name, nil))
	if err != nil {
		return "", err
	}
	if id := x.Text("/resource/physical_resource_id"); id != "" {
		return id, nil
	}
	return "", fmt.Errorf("%s has no resource %s: %d %s", which, name, x.Status, x.Message())
}

// serverLocked checks whether the server of a stack is locked.
func serverLocked(w *world.World, which string, want bool) error {
	id, err := part(w, which, "server")
	if err != nil {
		return err
	}
	x, err := w.Observe(world.Request{Actor: "member", At: "2.9", Method: "GET", Path: "/servers/" + id}, 200)
	if err != nil {
		return err
	}
	return x.Shows("/server/locked", want)
}

// imageProtected checks whether the image of a stack is protected.
func imageProtected(w *world.World, which string, want bool) error {
	id, err := part(w, which, "image")
	if err != nil {
		return err
	}
	return imageIs(w, id, want)
}

// imageIsGone checks that the image of a stack is not shown any more.
func imageIsGone(w *world.World, which string) error {
	id, err := part(w, which, "image")
	if err != nil {
		return err
	}
	_, err = w.Observe(world.Request{Actor: "member", Service: openapi.Image, Method: "GET", Path: "/images/" + id}, 404)
	return err
}

// imageIs checks whether an image is protected.
func imageIs(w *world.World, id string, want bool) error {
	x, err := w.Observe(world.Request{Actor: "member", Service: openapi.Image, Method: "GET", Path: "/images/" + id}, 200)
	if err != nil {
		return err
	}
	return x.Shows("/protected", want)
}

// groupSize checks how many members the scaling group has. It waits for growth; that the size stays is checked again after a while.
func groupSize(w *world.World, which string, want int, still bool) error {
	stack, err := named(w, which)
	if err != nil {
		return err
	}
	role := world.Setup
	if w.Observing() {
		role = world.Observe
	}
	look := func() (bool, string, error) {
		x, err := w.Do(role, heat("member", "GET", path(stack)+"/outputs/size", nil))
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

// hasGrown waits until the stack's group has that many members and no work under way: resources at work are not locked.
func hasGrown(w *world.World, want int) error {
	if err := groupSize(w, "the stack", want, false); err != nil {
		return err
	}
	group, err := named(w, "the nested stack")
	if err != nil {
		return err
	}
	return awaitStack(w, group, "UPDATE_COMPLETE")
}

// refusedDeleted checks the answer to a request to lock or unlock a deleted stack: 409 while Heat shows the stack, then 404.
func refusedDeleted(w *world.World) error {
	x, err := showStack(w, world.Observe, w.Noun("stack", ""))
	if err != nil {
		return err
	}
	switch {
	case x.Status == http.StatusNotFound:
		return w.Answered(http.StatusNotFound)
	case x.Text("/stack/stack_status") != "DELETE_COMPLETE":
		return world.Differ("the status of the stack", "DELETE_COMPLETE", x.Text("/stack/stack_status"))
	}
	return w.Answered(http.StatusConflict)
}

// handleHeard checks how many signals a wait handle has kept: each is an entry of its metadata.
func handleHeard(w *world.World, what string) error {
	want := map[string]int{"nothing": 0, "one signal": 1}[what]
	x, err := w.Observe(heat("member", http.MethodGet, path(w.Noun("stack", ""))+"/resources/r/metadata", nil), http.StatusOK)
	if err != nil {
		return err
	}
	kept, _ := x.Get("/metadata")
	if signals, _ := kept.(object); len(signals) != want {
		return world.Differ("how many signals the wait handle has kept", want, kept)
	}
	return nil
}
