package sentences

import (
	"fmt"
	"net/http"

	"plumbline/internal/openapi"
	"plumbline/steps/internal/fixtures"
	"plumbline/steps/internal/sentences/internal/phrases"
	"plumbline/steps/internal/world"
)

// pinShown is the microversion from which a server shows the zone that it is pinned to.
var pinShown = openapi.MustVersion("2.96")

// pinnedTo checks the zone that the server is pinned to: "AZ1", "(none)", `""` for the empty name. Below 2.96 no field
// shows it, and it is found out by trial (@needs:pin).
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
	var got any
	err := w.Trial(func() (err error) {
		got, err = pinByTrial(w)
		return err
	})
	if err != nil {
		return err
	}
	if got != expected {
		return world.Differ("the zone that the server is pinned to, by where it can go", expected, got)
	}
	return nil
}

// pinByTrial finds the zone that the server is pinned to. It shelves the server and unshelves it to any place: a pinned
// server comes back in its zone. Then it shelves the server again and closes that zone: a pinned server cannot come back,
// another one comes back elsewhere. (A pin to a zone without hosts has no effect on the scheduler, and counts as none here.)
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
	if err := fixtures.CloseHosts(w, fixtures.HostsOf(w, zone)...); err != nil {
		return nil, err
	}
	status, err := fixtures.Unshelve(w, server)
	if err != nil {
		return nil, err
	}
	if status == "SHELVED_OFFLOADED" {
		return zone, nil
	}
	return nil, nil
}

// canBeSent offloads the server and unshelves it to a host as the admin, without naming a zone: the request is refused if
// the server is pinned to a zone without that host.
func canBeSent(w *world.World, host string) error {
	return w.Trial(func() error {
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
	})
}

// zoneBefore is the zone that the server was in before it was shelved.
func zoneBefore(w *world.World) string {
	zone, _ := w.Noun("server", "").Facts["zone"].(string)
	return zone
}

// offloadFirst offloads the server unless it is offloaded, so that it can be sent elsewhere; later checks do not
// compare its earlier state.
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
