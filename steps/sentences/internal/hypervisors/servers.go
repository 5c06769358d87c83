package hypervisors

import (
	"fmt"
	"slices"

	"plumbline/steps/internal/fixtures"
	"plumbline/steps/internal/world"
	"plumbline/steps/sentences/internal/phrases"
)

// pair are what sentences call the two servers on a host.
var pair = []string{"", "second"}

// bootTwo has the admin force two servers onto a host.
func bootTwo(w *world.World, host string) error {
	place := fixtures.Host(w, host)
	for _, name := range pair {
		if _, err := fixtures.BootServer(w, fixtures.ServerSpec{Name: name, Actor: "admin", Zone: place.Zone + ":" + place.Host}); err != nil {
			return err
		}
	}
	return nil
}

// showsBoth wants both servers among those of one hypervisor, each by the name that the hypervisor has for it, and nowhere
// else. Others may be on it as well.
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
