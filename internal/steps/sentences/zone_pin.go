package sentences

import (
	"fmt"
	"net/http"
	"slices"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

// pinShown is the microversion from which a server shows the zone that it is pinned to.
var pinShown = openapi.MustVersion("2.96")

// pinnedTo checks the zone that the server is pinned to: "AZ1", "(none)", `""` for the empty name. Below 2.96 no field
// shows it, and it is found out by trial (@needs:pin): by the hosts that the server may be sent to, or by closing its zone.
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
	by, find := "by the hosts that it may be sent to", func() (any, error) { return pinByHosts(w, expected) }
	if w.Env().Target.Known[target.Pin].Disruptive {
		by, find = "by where it can go", func() (any, error) { return pinByClosing(w) }
	}
	var got any
	err := w.Trial(func() (err error) {
		got, err = find()
		return err
	})
	if err != nil {
		return err
	}
	if got != expected {
		return world.Differ("the zone that the server is pinned to, "+by, expected, got)
	}
	return nil
}

// noneOfThese is what pinByHosts answers for a server that may be sent to no zone with a host.
const noneOfThese = "a zone without hosts"

// pinByHosts finds the zone that the server is pinned to from 2.91 on: an unshelve to a host outside of that zone is refused and
// changes nothing (docs/contract/20-unshelve-host.md §4, row 15). One zone refuses the server and another one takes it: it is pinned to
// that one. Two zones take it: it is pinned to none. The zone that is expected is asked second, so that a pin costs one move.
func pinByHosts(w *world.World, expected any) (any, error) {
	server := w.Noun("server", "")
	zones := w.Env().Target.Places.Zones()
	if at := slices.IndexFunc(zones, func(zone string) bool { return zone == expected }); at >= 0 {
		zones[at], zones[1] = zones[1], zones[at]
	}
	taken, refused := "", false
	for _, zone := range zones {
		switch accepted, err := isSentTo(w, server, fixtures.HostsOf(w, zone)[0]); {
		case err != nil:
			return nil, err
		case !accepted:
			refused = true
		case taken != "":
			return nil, nil
		default:
			taken = zone
		}
		if taken != "" && refused {
			return taken, nil
		}
	}
	return noneOfThese, nil
}

// pinByClosing finds the zone that the server is pinned to. It shelves the server and unshelves it to any place: a pinned
// server comes back in its zone. Then it shelves the server again and closes that zone: a pinned server cannot come back,
// another one comes back elsewhere. (A pin to a zone without hosts has no effect on the scheduler, and counts as none here.)
func pinByClosing(w *world.World) (any, error) {
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
	if err := fixtures.CloseZone(w, zone); err != nil {
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

// isSentTo offloads the server and asks for it to be unshelved to a host, as canBeSent does. It answers whether that was accepted, and
// waits for a server that it was accepted for.
func isSentTo(w *world.World, server *world.Noun, host string) (accepted bool, err error) {
	if err := offloadFirst(w, server); err != nil {
		return false, err
	}
	x, err := w.Observe(unshelveRequest(w, "admin", "it", "2.91", map[string]any{"unshelve": map[string]any{"host": host}}),
		http.StatusAccepted, http.StatusConflict, http.StatusBadRequest)
	if err != nil || x.Status != http.StatusAccepted {
		return false, err
	}
	return true, fixtures.AwaitServer(w, server, "shelve", "ACTIVE", "SHELVED_OFFLOADED")
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
