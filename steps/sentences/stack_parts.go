package sentences

import (
	"context"
	"net/http"
	"reflect"

	"plumbline/openapi"
	"plumbline/steps/world"
)

// serverAction is an action on the server of the stack.
func serverAction(w *world.World, who, action string) (world.Request, error) {
	id, err := stackPart(w, "server")
	value := map[string]any{"reboot": object{"type": "HARD"}}[action]
	return world.Request{Actor: who, At: "2.9", Method: http.MethodPost, Path: "/servers/" + id + "/action", Body: object{action: value}}, err
}

func serverOfStack(w *world.World, who, action string) error {
	r, err := serverAction(w, who, action)
	if err != nil {
		return err
	}
	return aboutStack(w, r)
}

// actOnServer locks or reboots the server of the stack as its owner, past Heat.
func actOnServer(w *world.World, what string) error {
	action := map[string]string{"locked": "lock", "rebooted": "reboot"}[what]
	r, err := serverAction(w, "member", action)
	if err != nil {
		return err
	}
	if _, err := w.Setup(r, http.StatusAccepted); err != nil {
		return err
	}
	if action == "reboot" {
		return serverOfStackBecomes(w, "ACTIVE")
	}
	undo, err := serverAction(w, "member", "unlock")
	w.CleanUp("lock of a server", undo.Path, "", w.Delete(undo))
	return err
}

func serverOfStackBecomes(w *world.World, status string) error {
	id, err := stackPart(w, "server")
	if err != nil {
		return err
	}
	return w.AwaitServer(&world.Noun{Kind: "server", ID: id, Owner: "member", Facts: map[string]any{}}, "server-action", status)
}

// protect sets whether the image of the stack is protected, past Heat.
func protect(id string, value bool) world.Request {
	return world.Request{
		Actor: "member", Service: openapi.Image, Method: http.MethodPatch, Path: "/images/" + id,
		Header: http.Header{"Content-Type": {"application/openstack-images-v2.1-json-patch"}},
		Body:   []any{object{"op": "replace", "path": "/protected", "value": value}},
	}
}

func protectImage(w *world.World) error {
	id, err := stackPart(w, "image")
	if err != nil {
		return err
	}
	if _, err := w.Setup(protect(id, true), http.StatusOK); err != nil {
		return err
	}
	w.CleanUp("protection of an image", id, "", func(ctx context.Context) error { return w.Delete(protect(id, false))(ctx) })
	return nil
}

func deleteImage(w *world.World, who string) error {
	id, err := stackPart(w, "image")
	if err != nil {
		return err
	}
	return aboutStack(w, world.Request{Actor: who, Service: openapi.Image, Method: http.MethodDelete, Path: "/images/" + id})
}

func renameNetwork(w *world.World, who string) error {
	id, err := stackPart(w, "network")
	if err != nil {
		return err
	}
	return aboutStack(w, world.Request{
		Actor: who, Service: openapi.Network, Method: http.MethodPut, Path: "/networks/" + id, Body: object{"network": object{"name": w.Name("net")}},
	})
}

// unhealthy looks for the mark that the subject put on a resource.
func unhealthy(w *world.World) error {
	x, err := w.Observe(heat("member", http.MethodGet, stackPath(w.Noun("stack", ""))+"/resources/r", nil), http.StatusOK)
	if err != nil {
		return err
	}
	return shows(x, "/resource/resource_status", "CHECK_FAILED")
}

// sameResources compares which resources the stack has, whatever their states.
func sameResources(w *world.World) error {
	before, now, err := lookAgain(w)
	if err != nil {
		return err
	}
	if was, is := before.physical(), now.physical(); !reflect.DeepEqual(was, is) {
		return world.Differ("the resources of the stack", was, is)
	}
	return nil
}

func (l *stackLook) physical() map[string]string {
	out := map[string]string{}
	for name, r := range l.resources {
		out[name] = r.physicalID
	}
	return out
}
