package sentences

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"

	"plumbline/steps/world"
)

func shown(s world.Steps, w *world.World) {
	s.Then(`^the answer shows the server with key (.+)$`, func(key string) error {
		return shows(w.Last(), "/server/key_name", keyValue(w, key))
	})
	s.Then(`^the answer shows the same server$`, func() error { return sameServer(w) })
	s.Then(`^the server has key (.+)$`, func(key string) error { return serverShows(w, "/server/key_name", keyValue(w, key)) })
	s.Given(`^the server has kept key (\w+)$`, func(key string) error { return serverShows(w, "/server/key_name", keyValue(w, key)) })
	s.Then(`^the server has image (\w+)$`, func(image string) error { return serverShows(w, "/server/image/id", imageID(w, image)) })
	s.Then(`^the server still belongs to the `+actor+`$`, func(who string) error {
		return serverShows(w, "/server/user_id", w.Path("{user:"+who+"}"))
	})
	s.Then(`^the server shows a fault saying "(.*)"$`, func(text string) error { return serverFault(w, text) })
	s.Then(`^the answer shows every other parameter$`, func() error { return parametersShown(w, "answered") })
	s.Then(`^the server shows every other parameter$`, func() error { return parametersShown(w, "kept") })
	s.Then(`^the server is unchanged$`, func() error { return unchanged(w) })
	s.Then(`^the server keeps its id and its addresses$`, func() error { return sameAddresses(w) })
	s.Then(`^the newest action of the server is (\S+) by the `+actor+`$`, func(action, who string) error { return newestAction(w, action, who) })
}

// shows compares the value at a JSON pointer of an answer; expected nil wants null, not absence.
func shows(x *world.Exchange, pointer string, expected any) error {
	got, there := x.Get(pointer)
	if !there {
		return world.Failf("the answer has nothing at %s, where %s was expected", pointer, text(expected))
	}
	if !reflect.DeepEqual(got, expected) {
		return world.Differ("the value at "+pointer, expected, got)
	}
	return nil
}

func text(v any) string {
	out, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(out)
}

// serverShows reads the server as its owner and compares one value.
func serverShows(w *world.World, pointer string, expected any) error {
	x, err := w.ShowServer(world.Observe, "", w.Noun("server", ""), "")
	if err != nil {
		return err
	}
	return shows(x, pointer, expected)
}

func sameServer(w *world.World) error {
	x, server := w.Last(), w.Noun("server", "")
	if location := x.Header.Get("Location"); !strings.HasSuffix(location, "/servers/"+server.ID) {
		return world.Differ("the Location header", ".../servers/"+server.ID, location)
	}
	return shows(x, "/server/id", server.ID)
}

func serverFault(w *world.World, want string) error {
	x, err := w.ShowServer(world.Observe, "", w.Noun("server", ""), "")
	if err != nil {
		return err
	}
	if got := x.Text("/server/fault/message"); !strings.Contains(got, want) {
		return world.Differ("the fault of the server", want, got)
	}
	return nil
}

// steady are the fields that a refused request must leave alone; status and task may change by
// themselves while the server is busy.
var steady = []string{"id", "name", "image", "key_name", "metadata", "description", "accessIPv4", "accessIPv6", "user_id", "tenant_id", "locked", "OS-DCF:diskConfig", "flavor"}

// subject sends the exchange that the scenario is about, after a look at the server if there is one
// and nobody has looked yet.
func subject(w *world.World, r world.Request) error {
	if err := lookBefore(w); err != nil {
		return err
	}
	_, err := w.Subject(r)
	return err
}

// lookBefore keeps what server and volumes are, if there are any and nobody has looked yet.
func lookBefore(w *world.World) error {
	if server, err := w.Recall("server", ""); err == nil && server.Facts["before"] == nil {
		before, err := w.ShowServer(world.Probe, "", server, "")
		if err != nil {
			return err
		}
		server.Facts["before"] = before
	}
	return lookAtVolumes(w)
}

// unchanged compares the server with what it was before the subject exchange.
func unchanged(w *world.World) error {
	return sameAs(w, steady)
}

func sameAddresses(w *world.World) error { return sameAs(w, []string{"id", "addresses"}) }

func sameAs(w *world.World, fields []string) error {
	server := w.Noun("server", "")
	before, kept := server.Facts["before"].(*world.Exchange)
	if !kept {
		return errors.New("nobody looked at the server before the request")
	}
	now, err := w.ShowServer(world.Observe, "", server, "")
	if err != nil {
		return err
	}
	for _, field := range fields {
		was, _ := before.Get("/server/" + field)
		if err := shows(now, "/server/"+field, was); err != nil {
			return err
		}
	}
	return nil
}

func newestAction(w *world.World, action, who string) error {
	x, err := w.Observe(world.Request{Actor: "member", At: "2.54", Method: "GET", Path: w.Path("/servers/{server}/os-instance-actions")}, 200)
	if err != nil {
		return err
	}
	if err := shows(x, "/instanceActions/0/action", action); err != nil {
		return err
	}
	return shows(x, "/instanceActions/0/user_id", w.Path("{user:"+who+"}"))
}
