package sentences

import (
	"context"
	"fmt"
	"net/http"

	"plumbline/openapi"
	"plumbline/steps/world"
)

func volumeFailures(s world.Steps, w *world.World) {
	s.Given(`^a rebuild of the server waits for its root volume, which could not be written$`, func() error { return waitInVain(w) })
	s.Given(`^a rebuild of the server has failed because its root volume could not be written, as the (admin) has told$`, func(who string) error {
		return failReimage(w, who)
	})
	s.Given(`^block storage refuses to write an image to the root volume$`, func() error {
		return w.AddFault(world.FaultRule{Operation: "volumes.reimage", Resource: w.Noun("volume", root).ID, Status: http.StatusInternalServerError})
	})
	s.Given(`^block storage is older than 3\.68$`, func() error { return holdBack(w) })
	s.Then(`^the rebuild is recorded as failed$`, func() error { return recordedAs(w, "Error", "Error") })
	s.Then(`^the rebuild is recorded without an end$`, func() error { return recordedAs(w, nil, nil) })
}

// unwritable is an image that the image and the compute service take, and that block storage fails to unpack.
var unwritable = imageKind{properties: map[string]any{"container_format": "compressed"}}

// waitInVain rebuilds with an image that cannot be written, until the volume is in error: the compute service now waits
// for an event that nobody sends.
func waitInVain(w *world.World) error {
	image, err := makeImage(w, "unwritable", unwritable)
	if err != nil {
		return err
	}
	server := w.Noun("server", "")
	r := rebuildRequest(server.Owner, server.ID, reimageAt)
	r.Body = map[string]any{"rebuild": onVolume(w, map[string]any{"imageRef": image.ID})}
	if _, err := w.Setup(r, http.StatusAccepted); err != nil {
		return err
	}
	return w.AwaitVolume(w.Noun("volume", root), "server-action", "error")
}

// failReimage lets an admin send the event that says so.
func failReimage(w *world.World, who string) error {
	if err := waitInVain(w); err != nil {
		return err
	}
	r := world.Request{Actor: who, At: reimageAt, Method: http.MethodPost, Path: "/os-server-external-events", Body: eventBody(w, "volume-reimaged", "failed", "the server")}
	if _, err := w.Setup(r, http.StatusOK); err != nil {
		return err
	}
	return w.AwaitServer(w.Noun("server", ""), "rebuild", "ERROR")
}

// holdBack lets a mock offer block storage without reimaging until the case ends; a target that is older needs nothing.
func holdBack(w *world.World) error {
	control := w.Env().Target.Control
	if control == nil {
		return nil
	}
	if err := control.HoldBack(w.Context(), string(openapi.BlockStorage), "3.67"); err != nil {
		return err
	}
	w.CleanUp("microversion", string(openapi.BlockStorage), "3.67", func(ctx context.Context) error {
		return control.HoldBack(ctx, string(openapi.BlockStorage), "")
	})
	return nil
}

// recordedAs compares the message of the newest action, a rebuild, and the result of what the host did.
func recordedAs(w *world.World, message, result any) error {
	path := w.Path("/servers/{server}/os-instance-actions")
	list, err := w.Observe(world.Request{Actor: "member", At: setupVersion, Method: http.MethodGet, Path: path}, http.StatusOK)
	if err != nil {
		return err
	}
	if err := shows(list, "/instanceActions/0/action", "rebuild"); err != nil {
		return err
	}
	x, err := w.Observe(world.Request{Actor: "member", At: setupVersion, Method: http.MethodGet, Path: path + "/" + list.Text("/instanceActions/0/request_id")}, http.StatusOK)
	if err != nil {
		return err
	}
	if err := shows(x, "/instanceAction/message", message); err != nil {
		return err
	}
	events, _ := x.Get("/instanceAction/events")
	all, _ := events.([]any)
	for i := range all {
		if at := fmt.Sprintf("/instanceAction/events/%d/", i); x.Text(at+"event") == "compute_rebuild_instance" {
			return shows(x, at+"result", result)
		}
	}
	return world.Differ("the events of the action", "one is compute_rebuild_instance", events)
}
