package sentences

import (
	"fmt"
	"net/http"

	"plumbline/steps/internal/fixtures"
	"plumbline/steps/internal/world"
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
	x, err := w.Observe(world.Request{
		Actor: "admin", At: "2.53", Method: http.MethodGet, Path: "/os-hypervisors/detail",
		Query: map[string][]string{"with_servers": {"true"}},
	}, http.StatusOK)
	if err != nil {
		return err
	}
	listed, _ := x.Get("/hypervisors")
	all, _ := listed.([]any)
	var hosts []string
	for i := range all {
		h := fmt.Sprintf("/hypervisors/%d", i)
		servers, _ := x.Get(h + "/servers")
		its, _ := servers.([]any)
		for k := range its {
			if x.Text(fmt.Sprintf("%s/servers/%d/uuid", h, k)) == server.ID {
				hosts = append(hosts, x.Text(h+"/service/host"))
			}
		}
	}
	if host := now.Text("/server/OS-EXT-SRV-ATTR:host"); len(hosts) != 1 || hosts[0] != host {
		return world.Differ("the hosts whose hypervisors have the server", []string{host}, hosts)
	}
	return nil
}
