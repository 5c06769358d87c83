package hypervisors

import (
	"fmt"
	"slices"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// pair are the names in sentences of the two servers on a host.
var pair = []string{"", "second"}

// bootTwo boots two servers on a host, as the admin, who may force the host.
func bootTwo(w *world.World, host string) error {
	place := fixtures.Host(w, host)
	for _, name := range pair {
		if _, err := fixtures.BootServer(w, fixtures.ServerSpec{Name: name, Actor: "admin", Zone: place.Zone + ":" + place.Host}); err != nil {
			return err
		}
	}
	return nil
}

// showsBoth checks that the hypervisor of a host lists both servers, each by its name on the hypervisor, and that no other
// does. It may list further servers.
func showsBoth(w *world.World, host string) error {
	node := fixtures.HypervisorNamed(w, host).Node
	for _, name := range pair {
		server := w.Noun("server", name)
		x, err := fixtures.ShowServer(w, world.Observe, "admin", server, "")
		if err != nil {
			return err
		}
		want := []string{node + " " + x.Text("/server/OS-EXT-SRV-ATTR:instance_name")}
		var got []string
		for _, h := range shownHypervisors(w) {
			for _, s := range phrases.ObjectsIn(h["servers"]) {
				if s["uuid"] == server.ID {
					got = append(got, fmt.Sprintf("%v %v", h["hypervisor_hostname"], s["name"]))
				}
			}
		}
		if !slices.Equal(want, got) {
			return world.Differ("the hypervisors that show the server, and its name there", want, got)
		}
	}
	return nil
}
