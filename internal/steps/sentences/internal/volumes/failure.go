package volumes

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

func Failures(s world.Steps, w *world.World) {
	s.Given(`^a rebuild of the server waits for its root volume, which could not be written$`, func() error { return waitInVain(w) })
	s.Given(`^a rebuild of the server has come to the task (\w+)$`, func(task string) error { return rebuildUntil(w, task) })
	s.Given(`^a rebuild of the server has failed because its root volume could not be written, as the (admin) has told$`,
		func(who string) error {
			return failReimage(w, who)
		})
	s.Given(`^block storage refuses with (\d+) to write an image to the root volume$`, func(status int) error {
		return w.AddFault(world.FaultRule{Operation: "volumes.reimage", Resource: w.Noun("volume", phrases.Root).ID, Status: status})
	})
	s.Given(`^a rebuild of the server with image (\w+) has found no host$`, func(image string) error { return findNoHost(w, image) })
	s.Given(`^block storage refuses with (\d+) to take the old attachment from the root volume$`, func(status int) error {
		return refuseRelease(w, status)
	})
	s.Given(`^block storage refuses with (\d+) to (connect|complete) attachments$`, func(status int, what string) error {
		rule := map[string]world.FaultRule{
			"connect":  {Operation: "attachments.update", Step: "the connector names a host"},
			"complete": {Operation: "attachments.complete", Step: "find the volume"},
		}[what]
		rule.Resource, rule.Status = w.Noun("volume", phrases.Root).ID, status
		return w.AddFault(rule)
	})
	s.Given(`^block storage refuses with (\d+) to reserve the root volume anew$`, func(status int) error {
		return w.AddFault(world.FaultRule{
			Operation: "servers.rebuild.reserve", Step: "reserve the volumes anew",
			Resource: w.Noun("server", "").ID, Status: status,
		})
	})
	s.Then(`^half a minute later nobody waits for the event any more$`, func() error { return waitsNoMore(w) })
	s.Then(`^a minute later the server is still (\w+)$`, func(status string) error { return stillAfter(w, time.Minute, status) })
	s.When(`^the `+phrases.Actor+` asks block storage at (\S+) to write image (\w+) to the root volume(, though it is reserved)?$`,
		func(who, at, image, reserved string) error {
			return askToWrite(w, who, at, phrases.ImageID(w, image), reserved != "")
		})
	s.Then(`^some seconds later the rebuild is not given up$`, func() error { return notGivenUp(w) })
	s.Given(`^block storage is older than 3\.68$`, func() error { return holdBack(w) })
	s.Then(`^the rebuild is recorded as failed$`, func() error { return recordedAs(w, "Error", "Error") })
	s.Then(`^the rebuild is recorded without an end$`, func() error {
		w.Noun("server", "").Facts["without end"] = true // the checks after each scenario do not wait for the end
		return recordedAs(w, nil, nil)
	})
}

// waitInVain rebuilds with an image that cannot be written, until the volume is in error: the compute service then waits
// for an event that never comes.
func waitInVain(w *world.World) error {
	image, err := phrases.MakeImage(w, "unwritable", phrases.Unwritable)
	if err != nil {
		return err
	}
	server := w.Noun("server", "")
	r := phrases.RebuildRequest(server.Owner, server.ID, reimageAt)
	r.Body = map[string]any{"rebuild": OnVolume(w, map[string]any{"imageRef": image.ID})}
	if _, err := w.Setup(r, http.StatusAccepted); err != nil {
		return err
	}
	return fixtures.AwaitVolume(w, w.Noun("volume", phrases.Root), "server-action", "error")
}

// rebuildUntil rebuilds with image B, on a target with a stepped clock, until the server has the task.
func rebuildUntil(w *world.World, task string) error {
	if err := phrases.LookBefore(w); err != nil {
		return err
	}
	server := w.Noun("server", "")
	r := phrases.RebuildRequest(server.Owner, server.ID, reimageAt)
	r.Body = map[string]any{"rebuild": OnVolume(w, map[string]any{"imageRef": phrases.ImageID(w, "B")})}
	begun, err := w.Setup(r, http.StatusAccepted)
	if err != nil {
		return err
	}
	fixtures.GoesOn(w, server, begun)
	server.Facts["busy"] = true
	return phrases.AwaitTask(w, server, task, "rebuild")
}

// failReimage sends the event of a failed reimage as an admin, after waitInVain.
func failReimage(w *world.World, who string) error {
	if err := waitInVain(w); err != nil {
		return err
	}
	r := world.Request{
		Actor: who, At: reimageAt, Method: http.MethodPost, Path: "/os-server-external-events",
		Body: eventBody(w, "volume-reimaged", "failed", "the server"),
	}
	if _, err := w.Setup(r, http.StatusOK); err != nil {
		return err
	}
	return fixtures.AwaitServer(w, w.Noun("server", ""), "rebuild", "ERROR")
}

// findNoHost rebuilds the server with an image that no host can run, and waits until that has failed.
func findNoHost(w *world.World, image string) error {
	server := w.Noun("server", "")
	r := phrases.RebuildRequest(server.Owner, server.ID, phrases.SetupVersion)
	fields := map[string]any{"imageRef": phrases.ImageID(w, image)}
	if len(w.Nouns("volume")) > 0 {
		r.At, fields = reimageAt, OnVolume(w, fields)
	}
	r.Body = map[string]any{"rebuild": fields}
	if _, err := w.Setup(r, http.StatusAccepted); err != nil {
		return err
	}
	return fixtures.AwaitServer(w, server, "rebuild", "ERROR")
}

// askToWrite sends the reimage request that the compute service sends, with reimage_reserved only if reserved is true.
func askToWrite(w *world.World, who, at, image string, reserved bool) error {
	fields := map[string]any{"image_id": image}
	if reserved {
		fields["reimage_reserved"] = true
	}
	r := fixtures.BlockStorage(w, who, http.MethodPost, "/volumes/"+w.Noun("volume", phrases.Root).ID+"/action",
		map[string]any{"os-reimage": fields})
	if r.At = at; who == "outsider" {
		r.Prefix = fixtures.Path(w, "/{project:outsider}")
	}
	return phrases.Subject(w, r)
}

// refuseRelease makes the target refuse to delete the server's present attachment.
func refuseRelease(w *world.World, status int) error {
	now, err := fixtures.Attachments(w, world.Setup, w.Noun("volume", phrases.Root))
	if err != nil {
		return err
	}
	if len(now) != 1 {
		return fmt.Errorf("the root volume has %d attachments", len(now))
	}
	return w.AddFault(world.FaultRule{Operation: "attachments.delete", Resource: now[0].ID, Status: status})
}

// stillAfter checks the status of the server after a wait.
func stillAfter(w *world.World, d time.Duration, status string) error {
	if err := w.Env().Clock.Sleep(w.Context(), d); err != nil {
		return err
	}
	return phrases.ServerShows(w, "/server/status", status)
}

// waitsNoMore checks that the server is not rebuilt any more half a minute later: an image of less than a GiB is waited for for 20 s
// (docs/contract/40-volume-rebuild.md §2).
func waitsNoMore(w *world.World) error {
	if err := w.Env().Clock.Sleep(w.Context(), time.Minute/2); err != nil {
		return err
	}
	x, err := fixtures.ShowServer(w, world.Observe, "", w.Noun("server", ""), "")
	if err != nil {
		return err
	}
	if status := x.Text("/server/status"); status == "REBUILD" {
		return world.Differ("the server", "waits no more", status)
	}
	return nil
}

// aWhile is long enough for an event to have its effect, and much shorter than the time-out for the event (20 s).
const aWhile = 3 * time.Second

// notGivenUp checks that the server has no error after some seconds. A compute service that gives up at its own time-out
// restores the former state.
func notGivenUp(w *world.World) error {
	if err := w.Env().Clock.Sleep(w.Context(), aWhile); err != nil {
		return err
	}
	x, err := fixtures.ShowServer(w, world.Observe, "", w.Noun("server", ""), "")
	if err != nil {
		return err
	}
	status, stepped := x.Text("/server/status"), w.Env().Target.Capabilities()[target.SteppedClock].Present
	if status == "ERROR" || stepped && status != "REBUILD" {
		return world.Differ("the server", "still waits", status+" "+x.Text("/server/fault/message"))
	}
	// A mock finishes each step before the next one: once the event has arrived the task is another one.
	if task := x.Text("/server/OS-EXT-STS:task_state"); w.Env().Target.Control != nil && status == "REBUILD" && task != "rebuilding" {
		return world.Differ("the task of the server that waits", "rebuilding", task)
	}
	return nil
}

// holdBack makes a mock offer block storage without reimaging until the case ends; nothing is changed on a target that is older anyway.
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

// recordedAs compares the newest action, a rebuild, with what is expected of its message and of the host's event. Where a result
// is expected, the action has to end first.
func recordedAs(w *world.World, message, result any) error {
	read := phrases.EndedAction
	if result == nil {
		read = phrases.NewestAction
	}
	x, events, err := read(w, "member", phrases.SetupVersion)
	if err != nil {
		return err
	}
	if err := x.Shows("/instanceAction/action", "rebuild"); err != nil {
		return err
	}
	if err := x.Shows("/instanceAction/message", message); err != nil {
		return err
	}
	for _, e := range events {
		if e["event"] != "compute_rebuild_instance" {
			continue
		}
		if e["result"] != result {
			return world.Differ("the result of the event compute_rebuild_instance", result, e["result"])
		}
		return nil
	}
	return world.Differ("the events of the action", "one is compute_rebuild_instance", events)
}
