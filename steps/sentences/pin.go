package sentences

import (
	"fmt"

	"plumbline/openapi"
	"plumbline/steps/world"
)

// pinShown is the microversion from which a server shows what it is pinned to.
var pinShown = openapi.MustVersion("2.96")

// pinnedTo judges what the server is pinned to: "AZ1", "(none)", `""` for the empty name. Below 2.96 nothing shows
// it, and it is found out by trial (@needs:pin).
func pinnedTo(w *world.World, want string) error {
	var expected any
	if want != "(none)" {
		expected = zoneName(w, want)
	}
	if !w.Max().Less(pinShown) {
		return serverShows(w, "/server/pinned_availability_zone", expected)
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
	if err := away(w, server); err != nil {
		return nil, err
	}
	if status, err := w.Unshelve(server); err != nil || status != "ACTIVE" {
		return nil, fmt.Errorf("the trial of what the server is pinned to began with an unshelve that left it %s: %w", status, err)
	}
	x, err := w.ShowServer(world.Observe, "admin", server, "")
	if err != nil {
		return nil, err
	}
	zone := x.Text("/server/OS-EXT-AZ:availability_zone")
	if err := w.Offload(server); err != nil {
		return nil, err
	}
	open, err := w.CloseHosts(w.HostsOf(zone)...)
	if err != nil {
		return nil, err
	}
	status, err := w.Unshelve(server)
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

// away offloads the server unless it is.
func away(w *world.World, server *world.Noun) error {
	x, err := w.ShowServer(world.Observe, "", server, "")
	if err != nil {
		return err
	}
	if x.Text("/server/status") == "SHELVED_OFFLOADED" {
		return nil
	}
	return w.Offload(server)
}
