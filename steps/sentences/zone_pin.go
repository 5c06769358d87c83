package sentences

import (
	"fmt"
	"net/http"

	"plumbline/openapi"
	"plumbline/steps/internal/fixtures"
	"plumbline/steps/internal/world"
	"plumbline/steps/sentences/internal/phrases"
)

// pinShown is the microversion from which a server shows what it is pinned to.
var pinShown = openapi.MustVersion("2.96")

// pinnedTo judges what the server is pinned to: "AZ1", "(none)", `""` for the empty name. Below 2.96 nothing shows
// it, and it is found out by trial (@needs:pin).
func pinnedTo(w *world.World, want string) error {
	var expected any
	if want != "(none)" {
		expected = phrases.ZoneName(w, want)
	}
	if !w.Max().Less(pinShown) {
		return comesToShow(w, "the server is pinned to "+want, func() error {
			return phrases.ServerShows(w, "/server/pinned_availability_zone", expected)
		})
	}
	got, err := pinByTrial(w)
	if err != nil {
		return err
	}
	if got != expected {
		return world.Differ("the zone that the server is pinned to, by where it can go", expected, got)
	}
	return nil
}

// pinByTrial shelves the server and lets it come back anywhere: if it is pinned, it is pinned to the zone that it
// came back in. Then it is shelved again and its zone closed: a pinned server stays away, another one goes
// elsewhere. (A pin to a zone that has no hosts of its own is none to the scheduler, and none here.)
func pinByTrial(w *world.World) (any, error) {
	server := w.Noun("server", "")
	if err := offloadFirst(w, server); err != nil {
		return nil, err
	}
	if status, err := fixtures.Unshelve(w, server); err != nil || status != "ACTIVE" {
		return nil, fmt.Errorf("the trial of what the server is pinned to began with an unshelve that left it %s: %w", status, err)
	}
	x, err := fixtures.ShowServer(w, world.Observe, "admin", server, "")
	if err != nil {
		return nil, err
	}
	zone := x.Text("/server/OS-EXT-AZ:availability_zone")
	if err := fixtures.Offload(w, server); err != nil {
		return nil, err
	}
	open, err := fixtures.CloseHosts(w, fixtures.HostsOf(w, zone)...)
	if err != nil {
		return nil, err
	}
	status, err := fixtures.Unshelve(w, server)
	if err != nil {
		return nil, err
	}
	if err := open(); err != nil {
		return nil, err
	}
	if status == "SHELVED_OFFLOADED" {
		return zone, nil
	}
	return nil, nil
}

// canBeSent offloads the server and has the admin send it to a host without naming a zone: a server that is pinned to a
// zone which the host is not in would be refused.
func canBeSent(w *world.World, host string) error {
	server := w.Noun("server", "")
	if err := offloadFirst(w, server); err != nil {
		return err
	}
	x, err := w.Observe(unshelveRequest(w, "admin", "it", "2.91", unshelveBody(w, "absent", host)))
	if err != nil {
		return err
	}
	if x.Status != http.StatusAccepted {
		return world.Differ("the answer to sending the server to "+host, http.StatusAccepted, x.Status)
	}
	return endsOn(w, host)
}

// zoneBefore is the zone that the server was in before it was shelved.
func zoneBefore(w *world.World) string {
	zone, _ := w.Noun("server", "").Facts["zone"].(string)
	return zone
}

// offloadFirst offloads the server unless it is, so that it can be sent elsewhere: what it was before is not compared any more.
func offloadFirst(w *world.World, server *world.Noun) error {
	server.Facts["moved"] = true
	x, err := fixtures.ShowServer(w, world.Observe, "", server, "")
	if err != nil {
		return err
	}
	if x.Text("/server/status") == "SHELVED_OFFLOADED" {
		return nil
	}
	return fixtures.Offload(w, server)
}
