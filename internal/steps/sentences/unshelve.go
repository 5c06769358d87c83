package sentences

import (
	"fmt"
	"net/http"

	"github.com/cucumber/godog"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

func unshelves(s world.Steps, w *world.World) {
	s.When(`^the `+phrases.Actor+` unshelves (it|an unknown server) at (\S+) with zone (.+?)(?: and host (.+))?$`,
		func(who, which, at, zone, host string) error {
			return phrases.Subject(w, unshelveRequest(w, who, which, at, unshelveBody(w, zone, host)))
		})
	s.When(`^the `+phrases.Actor+` unshelves (it|an unknown server) at (\S+) by the body$`,
		func(who, which, at string, body *godog.DocString) error {
			r := unshelveRequest(w, who, which, at, nil)
			r.Raw = []byte(phrases.Fill(w, body.Content))
			return phrases.Subject(w, r)
		})
	s.When(`^the `+phrases.Actor+` shelves it at (\S+)$`, func(who, at string) error {
		return phrases.Subject(w, unshelveRequest(w, who, "it", at, map[string]any{"shelve": nil}))
	})
	s.Given(`^the `+phrases.Actor+` has begun to (unshelve|offload) it$`, func(who, what string) error {
		return beginOnServer(w, who, map[string]string{"unshelve": "unshelve", "offload": "shelveOffload"}[what])
	})
	s.Given(`^the `+phrases.Actor+` has begun to unshelve it, which has come to the task (\w+)$`, func(who, task string) error {
		if err := beginOnServer(w, who, "unshelve"); err != nil {
			return err
		}
		return phrases.AwaitTask(w, w.Noun("server", ""), task, "shelve")
	})
	s.Given(`^the `+phrases.Actor+` has unshelved it with zone (.+?) and host (.+)$`, func(who, zone, host string) error {
		if _, err := w.Setup(unshelveRequest(w, who, "it", "2.91", unshelveBody(w, zone, host)), http.StatusAccepted); err != nil {
			return err
		}
		return fixtures.AwaitServer(w, w.Noun("server", ""), "shelve", "ACTIVE")
	})
	s.Then(`^the server ends on (.+), pinned to (.+)$`, func(where, pin string) error {
		if err := endsOn(w, where); err != nil {
			return err
		}
		return pinnedTo(w, pin)
	})
	s.Then(`^the server ends on ([^,]+)$`, func(where string) error { return endsOn(w, where) })
	s.Then(`^the server is pinned to (.+)$`, func(pin string) error { return pinnedTo(w, pin) })
	s.Then(`^the server can be sent to (host\d), which is in another zone$`, func(host string) error { return canBeSent(w, host) })
	s.Then(`^the server is still (\S+)$`, func(status string) error { return stillIs(w, status) })
	s.Then(`^the server stays where it was$`, func() error { return staysOnHost(w) })
	s.Then(`^the server shows no fault$`, func() error { return noFault(w) })
	s.Then(`^the action ended in (\w+) at (\S+)$`, func(result, event string) error { return actionEnded(w, result, event) })
	s.Then(`^the event (\S+) is of the server's host$`, func(event string) error { return eventOfHost(w, event) })
	s.Then(`^the events of the action are, newest last, (.+)$`, func(list string) error { return actionEvents(w, list) })
}

func unshelveRequest(w *world.World, who, which, at string, body any) world.Request {
	id := phrases.UnknownID
	if which == "it" {
		id = w.Noun("server", "").ID
	}
	return world.Request{Actor: who, At: at, Method: http.MethodPost, Path: "/servers/" + id + "/action", Body: body}
}

// unshelveBody makes the body from the columns of a table: absent leaves a key out, null sends null; where both are absent
// the value of unshelve is null.
func unshelveBody(w *world.World, zone, host string) map[string]any {
	inner := map[string]any{}
	switch zone {
	case "absent":
	case "null":
		inner["availability_zone"] = nil
	default:
		inner["availability_zone"] = phrases.ZoneName(w, zone)
	}
	if host != "absent" && host != "" {
		inner["host"] = phrases.HostName(w, host)
	}
	if len(inner) == 0 {
		return map[string]any{"unshelve": nil}
	}
	return map[string]any{"unshelve": inner}
}

// beginOnServer sends a request for an action without arguments on the server and does not wait.
func beginOnServer(w *world.World, who, action string) error {
	return beginWork(w, unshelveRequest(w, who, "it", "2.77", map[string]any{action: nil}))
}

// beginWork sends a request to the server and does not wait for its work. The state before it counts as the one before the next request.
func beginWork(w *world.World, r world.Request) error {
	server := w.Noun("server", "")
	before, err := fixtures.ShowServer(w, world.Probe, "", server, "")
	if err != nil {
		return err
	}
	server.Facts["before"], server.Facts["busy"] = before, true
	x, err := w.Setup(r, http.StatusAccepted)
	if err != nil {
		return err
	}
	fixtures.GoesOn(w, server, x)
	return nil
}

// endsOn waits until the server has no task and compares its place then: "host1", "AZ1", "any host", "another zone" than
// before, "(shelved)" for a server that stayed offloaded.
func endsOn(w *world.World, where string) error {
	status, err := settledStatus(w, w.Noun("server", ""))
	if err != nil {
		return err
	}
	if where == "(shelved)" {
		if status != "SHELVED_OFFLOADED" {
			return world.Differ("the server ends", "SHELVED_OFFLOADED", status)
		}
		return nil
	}
	return comesToShow(w, "the server is on "+where, func() error { return isOn(w, where) })
}

// isOn compares the place without waiting.
func isOn(w *world.World, where string) error {
	x, err := fixtures.ShowServer(w, world.Observe, "admin", w.Noun("server", ""), "")
	if err != nil {
		return err
	}
	if status := x.Text("/server/status"); status != "ACTIVE" {
		return world.Differ("the server ends", "ACTIVE on "+where, status)
	}
	switch where {
	case "any host":
		if x.Text("/server/OS-EXT-SRV-ATTR:host") == "" {
			return world.Failf("the server is ACTIVE on no host")
		}
		return nil
	case "host0", "host1", "host2", "the other host":
		return x.Shows("/server/OS-EXT-SRV-ATTR:host", phrases.HostName(w, where))
	case "another zone":
		if zone := x.Text("/server/OS-EXT-AZ:availability_zone"); zone == "" || zone == zoneBefore(w) {
			return world.Differ("the zone that the server ends in", "another one than "+zoneBefore(w), zone)
		}
		return nil
	}
	return x.Shows("/server/OS-EXT-AZ:availability_zone", fixtures.Zone(w, where))
}

// comesToShow repeats an observation until it holds, since a cloud may for a moment answer its state before the last write.
// The last observation is the one that fails.
func comesToShow(w *world.World, what string, look func() error) error {
	var last error
	err := w.AtOnce("observation", what, func() (bool, string, error) {
		last = look()
		if last != nil && !world.IsFailure(last) {
			return false, "", last
		}
		return last == nil, fmt.Sprint(last), nil
	})
	if last != nil {
		return last
	}
	return err
}

// settledStatus waits until the server has no task, or an error, and answers its status.
func settledStatus(w *world.World, server *world.Noun) (status string, err error) {
	err = w.Eventually("shelve", "the server has nothing to do", func() (bool, string, error) {
		x, err := fixtures.ShowServer(w, world.Observe, "", server, "")
		if err != nil {
			return false, "", err
		}
		status = x.Text("/server/status")
		task, _ := x.Get("/server/OS-EXT-STS:task_state")
		return task == nil || status == "ERROR", fmt.Sprintf("%s, task %v", status, task), nil
	})
	return status, err
}

// stillIs checks the status without waiting: a refused request begins no work.
func stillIs(w *world.World, status string) error {
	x, err := fixtures.ShowServer(w, world.Observe, "", w.Noun("server", ""), "")
	if err != nil {
		return err
	}
	if err := x.Shows("/server/status", status); err != nil {
		return err
	}
	if err := x.Shows("/server/OS-EXT-STS:task_state", nil); err != nil {
		return err
	}
	if err := phrases.Unchanged(w); err != nil {
		return err
	}
	before, _ := w.Noun("server", "").Facts["before"].(*world.Exchange)
	if _, shown := before.Get("/server/pinned_availability_zone"); shown {
		return phrases.SameAs(w, []string{"pinned_availability_zone"})
	}
	return nil
}
