package sentences

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

func states(s world.Steps, w *world.World) {
	s.Given(`^the admin lets the project have (\d+) (metadata items|injected files|injected file (?:path|content) bytes)$`,
		func(most int, what string) error {
			return fixtures.LimitProject(w, strings.ReplaceAll(what, " ", "_"), most)
		})
	s.Given(`^the `+phrases.Actor+` has put the server into ERROR$`, func(who string) error {
		return fixtures.ActSetup(w, who, w.Noun("server", ""), "os-resetState", map[string]any{"state": "error"}, "ERROR")
	})
	s.Given(`^the server is (ACTIVE|as it is|SHUTOFF|PAUSED|SUSPENDED|RESCUE|SOFT_DELETED|VERIFY_RESIZE|`+
		`locked by its owner|being [a-z ]+|shelved(?: and locked)?)$`,
		func(state string) error {
			return bringToState(w, w.Noun("server", ""), state)
		})
	s.Given(`^the `+phrases.Actor+` has (locked|unlocked) the server(?: for the reason "(.*)")?$`, func(who, did, reason string) error {
		return lockServer(w, who, did, reason)
	})
	s.Then(`^the server is (locked|not locked)$`, func(is string) error { return phrases.ServerShows(w, "/server/locked", is == "locked") })
}

// reachedBy are the server actions that bring an ACTIVE server to a status. A migration needs no second flavor.
var reachedBy = map[string]serverAction{
	"SHUTOFF":       {name: "os-stop"},
	"PAUSED":        {name: "pause"},
	"SUSPENDED":     {name: "suspend"},
	"RESCUE":        {name: "rescue"},
	"VERIFY_RESIZE": {actor: "admin", name: "migrate"},
}

// tasksOf are the server actions whose tasks leave a server in the state that the tables name, with the status from which each begins.
var tasksOf = map[string]serverAction{
	"being stopped":    {name: "os-stop"},
	"being started":    {from: "SHUTOFF", name: "os-start"},
	"being rebooted":   {name: "reboot", args: map[string]any{"type": "SOFT"}},
	"being reset":      {name: "reboot", args: map[string]any{"type": "HARD"}},
	"being paused":     {name: "pause"},
	"being unpaused":   {from: "PAUSED", name: "unpause"},
	"being suspended":  {name: "suspend"},
	"being resumed":    {from: "SUSPENDED", name: "resume"},
	"being rescued":    {name: "rescue", accepted: http.StatusOK},
	"being unrescued":  {from: "RESCUE", name: "unrescue"},
	"being shelved":    {name: "shelve"},
	"being migrated":   {actor: "admin", name: "migrate"},
	"being moved back": {from: "VERIFY_RESIZE", name: "revertResize"},
	"being kept moved": {from: "VERIFY_RESIZE", name: "confirmResize", accepted: http.StatusNoContent},
}

// serverAction is a server action of an actor, the owner of the server if none is named, on a server of a status (ACTIVE if none is).
// accepted is its status, 202 if none is given.
type serverAction struct {
	actor, from, name string
	args              any
	accepted          int
}

// keptDeleted is the time in seconds for which a cloud keeps servers that are deleted softly: longer than any row takes.
const keptDeleted = 3600

// bringToState brings an ACTIVE server to the state in a table.
func bringToState(w *world.World, server *world.Noun, state string) error {
	if by, is := reachedBy[state]; is {
		return fixtures.ActSetup(w, by.actor, server, by.name, by.args, state)
	}
	if by, is := tasksOf[state]; is {
		if by.from != "" {
			if err := bringToState(w, server, by.from); err != nil {
				return err
			}
		}
		return beginLooked(w, server, by)
	}
	switch state {
	case "ACTIVE", "as it is", "not locked":
		return nil
	case "SOFT_DELETED":
		if err := fixtures.ChangeSettings(w, map[string]any{"reclaim_instance_interval": keptDeleted}); err != nil {
			return err
		}
		return softDelete(w, server)
	case "locked by its owner":
		return sendAction(w, server, "lock", nil)
	case "being rebuilt":
		return keepBusy(w, server)
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
	x, err := beginAction(w, server, serverAction{name: "rebuild", args: map[string]any{"imageRef": fixtures.Image(w)}})
	if err == nil {
		server.Facts["before"] = x
	}
	return err
}

// beginLooked begins an action on a server that was looked at before, so that the next request needs no look.
func beginLooked(w *world.World, server *world.Noun, action serverAction) error {
	if err := phrases.LookBefore(w); err != nil {
		return err
	}
	_, err := beginAction(w, server, action)
	server.Facts["busy"] = true
	return err
}

// beginAction sends an action. It must be still under way when the next request comes.
func beginAction(w *world.World, server *world.Noun, action serverAction) (*world.Exchange, error) {
	x, err := w.Setup(world.Request{
		Actor: cmp.Or(action.actor, server.Owner), At: w.Max().String(), Method: http.MethodPost, Path: "/servers/" + server.ID + "/action",
		Body: map[string]any{action.name: action.args},
	}, cmp.Or(action.accepted, http.StatusAccepted))
	if err == nil {
		fixtures.GoesOn(w, server, x)
		server.Facts[fixtures.Shelving] = action.name == "shelve"
	}
	return x, err
}

// softDelete deletes a server on a cloud that keeps it for a while.
func softDelete(w *world.World, server *world.Noun) error {
	r := world.Request{Actor: server.Owner, At: "2.1", Method: http.MethodDelete, Path: "/servers/" + server.ID}
	if _, err := w.Setup(r, http.StatusNoContent); err != nil {
		return err
	}
	return fixtures.AwaitServer(w, server, "server-action", "SOFT_DELETED")
}

// shelve shelves a server; the cloud's configuration decides whether it stays on its host or is offloaded at once.
func shelve(w *world.World, server *world.Noun) error {
	if err := sendAction(w, server, "shelve", nil); err != nil {
		return err
	}
	return fixtures.AwaitServer(w, server, "shelve", "SHELVED", "SHELVED_OFFLOADED")
}
