package sentences

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// launchedAnew checks that the server's launch time is later than before the request.
func launchedAnew(w *world.World) error {
	before, _ := w.Noun("server", "").Facts["before"].(*world.Exchange)
	now, err := fixtures.ShowServer(w, world.Observe, "", w.Noun("server", ""), "")
	if err != nil {
		return err
	}
	was, is := before.Text("/server/OS-SRV-USG:launched_at"), now.Text("/server/OS-SRV-USG:launched_at")
	if is <= was { // the texts sort by time
		return world.Differ("when the server was launched", "after "+was, is)
	}
	return nil
}

// onHypervisor reads the servers that hypervisors list, as an administrator: they show the place where a server ends, too
// (docs/contract/20-unshelve-host.md §3).
func onHypervisor(w *world.World) error {
	server := w.Noun("server", "")
	now, err := fixtures.ShowServer(w, world.Observe, "admin", server, "")
	if err != nil {
		return err
	}
	all, refused, err := fixtures.HypervisorDetails(w, world.Observe, "2.53", url.Values{"with_servers": {"true"}})
	if err != nil {
		return err
	}
	if refused != nil {
		return world.Failf("GET /os-hypervisors/detail answers %s", refused.Summary())
	}
	var hosts []string
	for _, h := range all {
		for _, s := range phrases.ObjectsIn(h["servers"]) {
			if s["uuid"] == server.ID {
				service, _ := h["service"].(map[string]any)
				hosts = append(hosts, fmt.Sprint(service["host"]))
			}
		}
	}
	if host := now.Text("/server/OS-EXT-SRV-ATTR:host"); len(hosts) != 1 || hosts[0] != host {
		return world.Differ("the hosts whose hypervisors have the server", []string{host}, hosts)
	}
	return nil
}

// takenFrom are the hypervisors from which placement says that the server takes something, by their uuids. Providers that are no
// hypervisor, such as shared storage, are left out.
func takenFrom(w *world.World) ([]string, error) {
	x, err := w.Observe(world.Request{
		Actor: "admin", Service: openapi.Placement, At: claimsAt, Method: http.MethodGet, Path: "/allocations/" + w.Noun("server", "").ID,
	}, http.StatusOK)
	if err != nil {
		return nil, err
	}
	all, err := fixtures.Hypervisors(w)
	if err != nil {
		return nil, err
	}
	found, _ := x.Get("/allocations")
	allocations, _ := found.(map[string]any)
	var out []string
	for _, provider := range slices.Sorted(maps.Keys(allocations)) {
		for _, h := range all {
			if h.UUID == provider {
				out = append(out, provider)
			}
		}
	}
	return out, nil
}

// takesHere checks that the server takes something from the hypervisor of its host, and from no other one.
func takesHere(w *world.World) error {
	now, err := fixtures.ShowServer(w, world.Observe, "admin", w.Noun("server", ""), "")
	if err != nil {
		return err
	}
	all, err := fixtures.Hypervisors(w)
	if err != nil {
		return err
	}
	want := []string{all[now.Text("/server/OS-EXT-SRV-ATTR:host")].UUID}
	return comesToTake(w, want)
}

// comesToTake waits for placement, which is told a moment after the server is there.
func comesToTake(w *world.World, want []string) error {
	return w.Eventually("observation", fmt.Sprintf("the server takes something from the hypervisors %v", want), func() (bool, string, error) {
		got, err := takenFrom(w)
		return err == nil && slices.Equal(got, want), fmt.Sprint(got), err
	})
}
