package volumes

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// about is what an event of a sentence is about.
const about = `(the server|an unknown server|the server and an unknown server|an unknown server and the server|the server without a tag|` +
	`another volume of the server|the data volume of the server|the other server)`

func Events(s world.Steps, w *world.World) {
	s.When(`^the (\w+|service user) sends the event ([a-z]+-[a-z-]+) with status ([a-z-]+) for `+about+` at (\S+)$`,
		func(who, name, status, about, at string) error { return sendEvent(w, who, name, status, about, at) })
	s.Then(`^the (second )?event in the answer is (\w+) with code (\d+)$`, func(second, status string, code int) error {
		n := 0
		if second != "" {
			n = 1
		}
		return eventAnswered(w.Last(), n, status, code)
	})
	s.Then(`^block storage has told the compute service at (\S+) that the root volume was reimaged$`,
		func(at string) error { return findEvent(w, at) })
	s.Then(`^block storage has told the compute service nothing about the root volume$`, func() error { return toldNothing(w) })
}

// reimageAt is the compute microversion of Given sentences about root volumes.
const reimageAt = "2.93"

func sendEvent(w *world.World, who, name, status, about, at string) error {
	if who == "service user" {
		who = "service"
	}
	return phrases.Subject(w,
		world.Request{Actor: who, At: at, Method: http.MethodPost, Path: "/os-server-external-events", Body: eventBody(w, name, status, about)})
}

// eventBody is the body of an external event about the root volume, usually volume-reimaged.
func eventBody(w *world.World, name, status, about string) map[string]any {
	event := map[string]any{"name": name, "server_uuid": w.Noun("server", "").ID, "tag": w.Noun("volume", phrases.Root).ID, "status": status}
	switch about {
	case "an unknown server":
		event["server_uuid"] = phrases.UnknownID
	case "the server and an unknown server", "an unknown server and the server":
		other := maps.Clone(event)
		other["server_uuid"] = phrases.UnknownID
		both := []any{event, other}
		if about == "an unknown server and the server" {
			slices.Reverse(both)
		}
		return map[string]any{"events": both}
	case "the other server":
		event["server_uuid"] = w.Noun("server", "beside").ID
	case "another volume of the server":
		event["tag"] = phrases.UnknownID
	case "the data volume of the server":
		event["tag"] = w.Noun("volume", data).ID
	case "the server without a tag":
		delete(event, "tag")
	}
	return map[string]any{"events": []any{event}}
}

// eventAnswered checks the outcome of the n-th event of a request, and that the answer has it as it was sent.
func eventAnswered(x *world.Exchange, n int, status string, code int) error {
	sent, _ := x.Asked.Body.(map[string]any)
	events, _ := sent["events"].([]any)
	if n >= len(events) {
		return fmt.Errorf("only %d events were sent", len(events))
	}
	want := maps.Clone(events[n].(map[string]any))
	want["status"], want["code"] = status, float64(code)
	return x.Shows(fmt.Sprintf("/events/%d", n), want)
}

// findEvent looks for the event in the journal of a mock: sent by the service itself, at this microversion, and answered 200.
func findEvent(w *world.World, at string) error {
	volume := w.Noun("volume", phrases.Root).ID
	said, err := w.Env().Target.Control.Journal(w.Context(), "server-external-events.create", volume)
	if err != nil {
		return err
	}
	if len(said) != 1 {
		return world.Differ("the events about the volume", "1", len(said))
	}
	if got := said[0]; got.Microversion != at || got.Status != http.StatusOK || got.UserID == fixtures.UserID(w, "member") {
		return world.Differ("the event about the volume", "at "+at+", 200, by the service's own user", got)
	}
	if want := phrases.Text(eventBody(w, "volume-reimaged", "completed", "the server")); !sameJSON(said[0].RequestBody, want) {
		return world.Differ("the body of the event", want, said[0].RequestBody)
	}
	return nil
}

// toldNothing checks that no event about the root volume was sent within some seconds after it was written.
func toldNothing(w *world.World) error {
	if err := w.Env().Clock.Sleep(w.Context(), aWhile); err != nil {
		return err
	}
	if _, err := fixtures.ShowVolume(w, world.Observe,
		w.Noun("volume", phrases.Root)); err != nil { // a mock finishes due work when it gets a request
		return err
	}
	said, err := w.Env().Target.Control.Journal(w.Context(), "server-external-events.create", w.Noun("volume", phrases.Root).ID)
	if err == nil && len(said) > 0 {
		err = world.Differ("the events about the volume", "none", said)
	}
	return err
}

// OnVolume adds the parameter with which a rebuild writes the image to the root volume; the shipped API does so without one.
func OnVolume(w *world.World, fields map[string]any) map[string]any {
	if w.Profile() == openapi.Specified {
		fields["reimage_boot_volume"] = true
	}
	return fields
}

// sameJSON compares texts as decoded JSON.
func sameJSON(a, b string) bool {
	var x, y any
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && reflect.DeepEqual(x, y)
}
