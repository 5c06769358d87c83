package sentences

import (
	"fmt"
	"net/http"
	"strings"

	"plumbline/steps/internal/fixtures"
	"plumbline/steps/internal/sentences/internal/phrases"
	"plumbline/steps/internal/world"
)

func states(s world.Steps, w *world.World) {
	s.Given(`^the admin lets the project have (\d+) (metadata items|injected files)$`, func(most int, what string) error {
		return fixtures.LimitProject(w, strings.ReplaceAll(what, " ", "_"), most)
	})
	s.Given(`^the `+phrases.Actor+` has put the server into ERROR$`, func(who string) error {
		return fixtures.ActSetup(w, who, w.Noun("server", ""), "os-resetState", map[string]any{"state": "error"}, "ERROR")
	})
	s.Given(`^the server is (ACTIVE|as it is|SHUTOFF|PAUSED|SUSPENDED|VERIFY_RESIZE|locked by its owner|`+
		`being (?:rebuilt|stopped|rebooted)|shelved(?: and locked)?)$`,
		func(state string) error {
			return bringToState(w, w.Noun("server", ""), state)
		})
	s.Given(`^the `+phrases.Actor+` has (locked|unlocked) the server(?: for the reason "(.*)")?$`, func(who, did, reason string) error {
		return lockServer(w, who, did, reason)
	})
	s.Then(`^the server is (locked|not locked)$`, func(is string) error { return phrases.ServerShows(w, "/server/locked", is == "locked") })
}

// bringToState brings an ACTIVE server to the state in a table.
func bringToState(w *world.World, server *world.Noun, state string) error {
	switch state {
	case "ACTIVE", "as it is", "not locked":
		return nil
	case "SHUTOFF":
		return fixtures.ActSetup(w, "member", server, "os-stop", nil, "SHUTOFF")
	case "PAUSED":
		return fixtures.ActSetup(w, "member", server, "pause", nil, "PAUSED")
	case "SUSPENDED":
		return fixtures.ActSetup(w, "member", server, "suspend", nil, "SUSPENDED")
	case "VERIFY_RESIZE": // after a migration, which needs no second flavor
		return fixtures.ActSetup(w, "admin", server, "migrate", nil, "VERIFY_RESIZE")
	case "locked by its owner":
		return sendAction(w, server, "lock", nil)
	case "being rebuilt":
		return keepBusy(w, server)
	case "being stopped":
		return beginLooked(w, server, "os-stop", nil)
	case "being rebooted":
		return beginLooked(w, server, "reboot", map[string]any{"type": "SOFT"})
	case "shelved":
		return shelve(w, server)
	case "shelved and locked":
		if err := shelve(w, server); err != nil {
			return err
		}
		return sendAction(w, server, "lock", nil)
	}
	return fmt.Errorf("no way is known to bring a server to the state %q", state)
}

// sendAction sends a server action as the owner and does not wait for its end.
func sendAction(w *world.World, server *world.Noun, action string, args any) error {
	_, err := w.Setup(world.Request{
		Actor: server.Owner, At: "2.37", Method: "POST", Path: "/servers/" + server.ID + "/action", Body: map[string]any{action: args},
	})
	return err
}

// lockServer locks or unlocks the server as an actor that may.
func lockServer(w *world.World, who, did, reason string) error {
	action, args := map[string]string{"locked": "lock", "unlocked": "unlock"}[did], any(nil)
	if reason != "" {
		args = map[string]any{"locked_reason": reason}
	}
	_, err := w.Setup(world.Request{
		Actor: who, At: w.Newest("2.73"), Method: http.MethodPost, Path: fixtures.Path(w,
			"/servers/{server}/action"), Body: map[string]any{action: args},
	}, http.StatusAccepted)
	return err
}

// keepBusy begins a rebuild. Its answer is the server's state before the next request, which then needs no look of its own:
// the work may be over soon.
func keepBusy(w *world.World, server *world.Noun) error {
	x, err := beginAction(w, server, "rebuild", map[string]any{"imageRef": fixtures.Image(w)})
	if err == nil {
		server.Facts["before"] = x
	}
	return err
}

// beginLooked begins an action on a server that was looked at before, so that the next request needs no look.
func beginLooked(w *world.World, server *world.Noun, action string, args any) error {
	if err := phrases.LookBefore(w); err != nil {
		return err
	}
	_, err := beginAction(w, server, action, args)
	server.Facts["busy"] = true
	return err
}

// beginAction sends an action as the owner. It must be still under way when the next request comes.
func beginAction(w *world.World, server *world.Noun, action string, args any) (*world.Exchange, error) {
	x, err := w.Setup(world.Request{
		Actor: server.Owner, At: w.Max().String(), Method: "POST", Path: "/servers/" + server.ID + "/action",
		Body: map[string]any{action: args},
	}, 202)
	if err == nil {
		fixtures.GoesOn(w, server, x)
	}
	return x, err
}

// shelve shelves a server; the cloud's configuration decides whether it stays on its host or is offloaded at once.
func shelve(w *world.World, server *world.Noun) error {
	if err := sendAction(w, server, "shelve", nil); err != nil {
		return err
	}
	return fixtures.AwaitServer(w, server, "shelve", "SHELVED", "SHELVED_OFFLOADED")
}
