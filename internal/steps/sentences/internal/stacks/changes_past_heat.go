package stacks

import (
	"context"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// serverAction is a request of an action on the server of a stack.
func serverAction(w *world.World, who, which, action string) (world.Request, error) {
	id, err := part(w, which, "server")
	var value any
	switch action {
	case "reboot":
		value = object{"type": "HARD"}
	case "rebuild":
		value = object{"imageRef": fixtures.Image(w)}
	case "os-getConsoleOutput":
		value = object{}
	}
	return world.Request{Actor: who, At: "2.9", Method: http.MethodPost, Path: "/servers/" + id + "/action", Body: object{action: value}}, err
}

func serverOfStack(w *world.World, who, which, action string) error {
	r, err := serverAction(w, who, which, action)
	if err != nil {
		return err
	}
	return aboutStack(w, r)
}

// actOnServer locks, stops, reboots or deletes the server of a stack with a request to compute, not to Heat.
func actOnServer(w *world.World, who, what, which string) error {
	if what == "deleted" {
		return deleteServerOf(w, who, which)
	}
	action := map[string]string{"locked": "lock", "unlocked": "unlock", "rebooted": "reboot", "stopped": "os-stop"}[what]
	r, err := serverAction(w, who, which, action)
	if err != nil {
		return err
	}
	if _, err := w.Setup(r, http.StatusAccepted); err != nil {
		return err
	}
	if action == "reboot" {
		return serverOfStackBecomes(w, which, "ACTIVE")
	}
	if action == "os-stop" {
		return serverOfStackBecomes(w, which, "SHUTOFF")
	}
	if action == "unlock" {
		return nil
	}
	undo, err := serverAction(w, who, which, "unlock")
	w.CleanUp("lock of a server", undo.Path, "", w.Delete(undo))
	return err
}

// deleteServerOf deletes the server of a stack with requests to compute, and waits until it is gone.
func deleteServerOf(w *world.World, who, which string) error {
	id, err := part(w, which, "server")
	if err != nil {
		return err
	}
	return fixtures.DeleteServer(w, world.Setup, who, id)
}

func serverOfStackBecomes(w *world.World, which, status string) error {
	id, err := part(w, which, "server")
	if err != nil {
		return err
	}
	return fixtures.AwaitServer(w, &world.Noun{Kind: "server", ID: id, Owner: "member", Facts: map[string]any{}}, "server-action", status)
}

// protect sets or clears the protection of an image with a request to the image service.
func protect(id string, value bool) world.Request {
	return world.PatchImage("member", id, "replace", "protected", value)
}

func protectImage(w *world.World, which string) error {
	id, err := part(w, which, "image")
	if err != nil {
		return err
	}
	if _, err := w.Setup(protect(id, true), http.StatusOK); err != nil {
		return err
	}
	w.CleanUp("protection of an image", id, "", func(ctx context.Context) error { return w.Delete(protect(id, false))(ctx) })
	return nil
}

// unprotectImage takes the protection from the image of a stack with a request to the image service.
func unprotectImage(w *world.World, which string) error {
	id, err := part(w, which, "image")
	if err != nil {
		return err
	}
	_, err = w.Setup(protect(id, false), http.StatusOK)
	return err
}

// imageGone deletes the image of a stack with requests to the image service, also one that is protected.
func imageGone(w *world.World, which string) error {
	id, err := part(w, which, "image")
	if err != nil {
		return err
	}
	if _, err := w.Setup(protect(id, false), http.StatusOK); err != nil {
		return err
	}
	_, err = w.Setup(world.Request{Actor: "member", Service: openapi.Image, Method: http.MethodDelete, Path: "/images/" + id},
		http.StatusNoContent)
	return err
}

// markUnhealthy marks a resource of a stack as unhealthy.
func markUnhealthy(w *world.World, name, which string) error {
	stack, err := named(w, which)
	if err != nil {
		return err
	}
	body := object{"mark_unhealthy": true, "resource_status_reason": "said so"}
	_, err = w.Setup(heat("member", http.MethodPatch, path(stack)+"/resources/"+name, body), http.StatusOK)
	return err
}

func deleteImage(w *world.World, who, which string) error {
	id, err := part(w, which, "image")
	if err != nil {
		return err
	}
	return aboutStack(w, world.Request{Actor: who, Service: openapi.Image, Method: http.MethodDelete, Path: "/images/" + id})
}

func renameNetwork(w *world.World, who string) error {
	id, err := part(w, "the stack", "network")
	if err != nil {
		return err
	}
	return aboutStack(w, world.Request{
		Actor: who, Service: openapi.Network, Method: http.MethodPut, Path: "/networks/" +
			id, Body: object{"network": object{"name": w.Name("net")}},
	})
}

// findUnhealthy checks for the mark that the subject exchange put on a resource.
func findUnhealthy(w *world.World) error {
	x, err := w.Observe(heat("member", http.MethodGet, path(w.Noun("stack", ""))+"/resources/r", nil), http.StatusOK)
	if err != nil {
		return err
	}
	if err := x.Shows("/resource/resource_status_reason", "said so"); err != nil {
		return err
	}
	return x.Shows("/resource/resource_status", "CHECK_FAILED")
}

// sameResources checks that the stack has the same resources as before, in any state.
func sameResources(w *world.World) error {
	before, now, err := lookAgain(w, "the stack")
	if err != nil {
		return err
	}
	if was, is := before.physical(), now.physical(); !reflect.DeepEqual(was, is) {
		return world.Differ("the resources of the stack", was, is)
	}
	return nil
}

func (l *look) physical() map[string]string {
	out := map[string]string{}
	for name, r := range l.resources {
		out[name] = r.physicalID
	}
	return out
}

// neededBy checks which resources of the stack require another one (required_by).
func neededBy(w *world.World, name, others string) error {
	x, err := w.Observe(heat("member", http.MethodGet, path(w.Noun("stack", ""))+"/resources/"+name, nil), http.StatusOK)
	if err != nil {
		return err
	}
	list, _ := x.Get("/resource/required_by")
	needing, _ := list.([]any)
	got := []string{}
	for _, one := range needing {
		got = append(got, phrases.Text(one))
	}
	slices.Sort(got)
	want := []string{}
	for one := range strings.SplitSeq(others, ", ") {
		want = append(want, phrases.Text(one))
	}
	return agree([]expectation{{"what needs resource " + name, want, got}})
}
