package phrases

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

func Shown(s world.Steps, w *world.World) {
	s.Then(`^the answer shows the server with key (.+)$`, func(key string) error {
		return w.Last().Shows("/server/key_name", KeyValue(w, key))
	})
	s.Then(`^the answer shows the same server$`, func() error { return sameServer(w) })
	s.Then(`^the server has key (.+)$`, func(key string) error { return ServerShows(w, "/server/key_name", KeyValue(w, key)) })
	s.Then(`^the server has image (\w+)$`, func(image string) error { return hasImage(w, ImageID(w, image)) })
	s.Then(`^the server still belongs to the `+Actor+`$`, func(who string) error {
		return ServerShows(w, "/server/user_id", fixtures.Path(w, "{user:"+who+"}"))
	})
	s.Then(`^the server shows a fault saying "(.*)"$`, func(text string) error { return ServerFault(w, text) })
	s.Then(`^the server shows a fault (\d+) saying "(.*)"$`, func(code int, text string) error {
		if err := ServerFault(w, text); err != nil {
			return err
		}
		return ServerShows(w, "/server/fault/code", code)
	})
	s.Then(`^the admin sees details of the fault, the member none$`, func() error { return faultDetails(w, true) })
	s.Then(`^neither the admin nor the member sees details of the fault$`, func() error { return faultDetails(w, false) })
	s.Then(`^the answer shows every other parameter$`, func() error { return parametersShown(w, "answered") })
	s.Then(`^the server shows every other parameter$`, func() error { return parametersShown(w, "kept") })
	s.Then(`^the server is unchanged$`, func() error { return Unchanged(w) })
	s.Then(`^the server keeps its id and its addresses$`, func() error { return sameAddresses(w) })
	s.Then(`^the newest action of the server is (\S+) by the `+Actor+`$`,
		func(action, who string) error { return newestAction(w, action, who) })
}

func Text(v any) string {
	out, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(out)
}

// ServerShows reads the server as its owner and compares one value.
func ServerShows(w *world.World, pointer string, expected any) error {
	x, err := fixtures.ShowServer(w, world.Observe, "", w.Noun("server", ""), "")
	if err != nil {
		return err
	}
	return x.Shows(pointer, expected)
}

// hasImage compares the server's image, and from 2.98 on the image properties that a running server shows. After a rebuild
// that found no host a real Nova shows the old image with the properties of the new one.
func hasImage(w *world.World, id string) error {
	x, err := fixtures.ShowServer(w, world.Observe, "", w.Noun("server", ""), "")
	if err != nil {
		return err
	}
	if base, shown := x.Get("/server/image/properties/base_image_ref"); shown && base != id && x.Text("/server/status") == "ACTIVE" {
		return world.Differ("the image that the server's image properties are of", id, base)
	}
	return x.Shows("/server/image/id", id)
}

func sameServer(w *world.World) error {
	x, server := w.Last(), w.Noun("server", "")
	location := x.Header.Get("Location")
	if at, err := url.Parse(location); err != nil || at.Host == "" || !strings.HasSuffix(at.Path, "/servers/"+server.ID) {
		return world.Differ("the Location header", "http://.../servers/"+server.ID, location)
	}
	return x.Shows("/server/id", server.ID)
}

// ServerFault waits for the fault: compute stores it a moment after the status.
func ServerFault(w *world.World, want string) error {
	want = Fill(w, want)
	return w.Eventually("observation", "the fault of the server says "+strconv.Quote(want), func() (bool, string, error) {
		x, err := fixtures.ShowServer(w, world.Observe, "", w.Noun("server", ""), "")
		if err != nil {
			return false, "", err
		}
		got := x.Text("/server/fault/message")
		return strings.Contains(got, want), strconv.Quote(got), nil
	})
}

// faultDetails checks whether the fault has details: only administrators may see them.
func faultDetails(w *world.World, toAdmin bool) error {
	for _, seen := range []struct {
		by   string
		want bool
	}{{"admin", toAdmin}, {"member", false}} {
		x, err := fixtures.ShowServer(w, world.Observe, seen.by, w.Noun("server", ""), "")
		if err != nil {
			return err
		}
		if got, there := x.Get("/server/fault/details"); there != seen.want {
			return world.Differ("details of the fault for the "+seen.by, map[bool]string{true: "some", false: "none"}[seen.want], got)
		}
	}
	return nil
}

// Steady are the fields that a refused request must leave alone; status and task may change by
// themselves while the server is busy.
var Steady = []string{
	"id", "name", "image", "key_name", "metadata", "description", "accessIPv4", "accessIPv6", "user_id",
	"tenant_id", "locked", "OS-DCF:diskConfig", "flavor",
}

// Subject sends the exchange that the scenario is about, after a look at the server if there is one and it was not looked at yet.
func Subject(w *world.World, r world.Request) error {
	if err := LookBefore(w); err != nil {
		return err
	}
	_, err := w.Subject(r)
	return err
}

// LookBefore remembers the state of server and volumes, if there are any and it was not done yet; not that of a server that was deleted.
func LookBefore(w *world.World) error {
	if server, err := w.Recall("server", ""); err == nil && server.Facts["before"] == nil && server.Facts["gone"] == nil {
		before, err := fixtures.ShowServer(w, world.Probe, "", server, "")
		if err != nil {
			return err
		}
		server.Facts["before"] = before
	}
	return lookAtVolumes(w)
}

// AwaitTask steps a mock's clock until the server has the task, at most for the wait with the name.
func AwaitTask(w *world.World, server *world.Noun, task, wait string) error {
	clock := w.Env().Clock
	step, err := w.Env().Target.Control.Step()
	if err != nil {
		return err
	}
	for deadline := clock.Now().Add(w.Env().Timeouts[wait]); clock.Now().Before(deadline); {
		x, err := fixtures.ShowServer(w, world.Setup, "", server, "")
		if err != nil || x.Text("/server/OS-EXT-STS:task_state") == task {
			return err
		}
		if err := clock.Sleep(w.Context(), step); err != nil {
			return err
		}
	}
	return fmt.Errorf("the server never came to the task %s", task)
}

// Unchanged compares the server with its state before the subject exchange.
func Unchanged(w *world.World) error {
	return SameAs(w, Steady)
}

func sameAddresses(w *world.World) error { return SameAs(w, []string{"id", "addresses"}) }

// everShown are fields that a server has at every microversion.
var everShown = []string{"id", "addresses", "status", "metadata", "hostId"}

func SameAs(w *world.World, fields []string) error {
	server := w.Noun("server", "")
	before, kept := server.Facts["before"].(*world.Exchange)
	if !kept {
		return errors.New("nobody looked at the server before the request")
	}
	now, err := fixtures.ShowServer(w, world.Observe, "", server, "")
	if err != nil {
		return err
	}
	for _, field := range fields {
		was, shown := before.Get("/server/" + field)
		if _, still := now.Get("/server/" + field); !shown && !still && !slices.Contains(everShown, field) {
			continue // the target's microversions are older than the field
		}
		if err := now.Shows("/server/"+field, was); err != nil {
			return err
		}
	}
	return nil
}

func newestAction(w *world.World, action, who string) error {
	x, err := w.Observe(world.Request{
		Actor: "member", At: "2.54", Method: "GET",
		Path: fixtures.Path(w, "/servers/{server}/os-instance-actions"),
	}, 200)
	if err != nil {
		return err
	}
	if err := x.Shows("/instanceActions/0/action", action); err != nil {
		return err
	}
	return x.Shows("/instanceActions/0/user_id", fixtures.Path(w, "{user:"+who+"}"))
}
