package hypervisors

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// takeFirst lists the hypervisors as set-up and remembers the first one as {hypervisor:taken}, and the ids after it.
func takeFirst(w *world.World, who, at string) error {
	x, err := w.Setup(world.Request{Actor: who, Method: "GET", Path: "/os-hypervisors", At: at}, 200)
	if err != nil {
		return err
	}
	list, _ := x.Get("/hypervisors")
	ids := idsOf(phrases.ObjectsIn(list))
	if len(ids) < 2 {
		return fmt.Errorf("the list has %d hypervisors, which leaves none to go on with", len(ids))
	}
	w.Remember(&world.Noun{Kind: "hypervisor", Name: "taken", ID: ids[0], Owner: who, Facts: map[string]any{"after": ids[1:], "at": at}})
	return nil
}

// idsOf are the uuids of hypervisors, or their numbers as in a path.
func idsOf(hypervisors []map[string]any) (out []string) {
	for _, h := range hypervisors {
		switch id := h["id"].(type) {
		case float64:
			out = append(out, fmt.Sprintf("%.0f", id))
		default:
			out = append(out, fmt.Sprint(id))
		}
	}
	return out
}

// comparePage compares a page with the ids after the taken one, in order: all of them, or the next one only.
func comparePage(w *world.World, shown []map[string]any, one bool) error {
	want, _ := w.Noun("hypervisor", "taken").Facts["after"].([]string)
	if one {
		want = want[:1]
	}
	if got := idsOf(shown); !slices.Equal(want, got) {
		return world.Differ("the hypervisors after the one that was taken", want, got)
	}
	return nil
}

// linkLeads follows the link of the answer to the next page.
func linkLeads(w *world.World, one bool) error {
	href := w.Last().Text("/hypervisors_links/0/href")
	link, err := url.Parse(href)
	if err != nil || href == "" {
		return world.Failf("the link to the next page is %q", href)
	}
	at := strings.Index(link.Path, "/os-hypervisors")
	if asked, _, _ := strings.Cut(w.Last().Asked.Path, "?"); at < 0 || link.Path[at:] != asked {
		return world.Differ("where the link leads", asked, link.Path)
	}
	taken := w.Noun("hypervisor", "taken")
	version, _ := taken.Facts["at"].(string)
	x, err := w.Observe(world.Request{Actor: taken.Owner, Method: "GET", Path: link.Path[at:], Query: link.Query(), At: version}, 200)
	if err != nil {
		return err
	}
	list, _ := x.Get("/hypervisors")
	return comparePage(w, phrases.ObjectsIn(list), one)
}

// oneShows checks the fields of the hypervisor of a host in the answer.
func oneShows(w *world.World, host string, want map[string]any) error {
	uuid := fixtures.HypervisorNamed(w, host).UUID
	for _, h := range shownHypervisors(w) {
		if h["id"] != uuid {
			continue
		}
		for _, key := range []string{"state", "status"} {
			if h[key] != want[key] {
				return world.Differ("the "+key+" of the hypervisor of "+host, want[key], h[key])
			}
		}
		return nil
	}
	return world.Failf("the answer does not have the hypervisor of %s", host)
}

// showsServer checks that exactly one hypervisor of the answer lists the server.
func showsServer(w *world.World) error {
	server := w.Noun("server", "")
	x, err := fixtures.ShowServer(w, world.Observe, "admin", server, "")
	if err != nil {
		return err
	}
	want := []string{x.Text("/server/OS-EXT-SRV-ATTR:hypervisor_hostname")}
	var got []string
	for _, h := range shownHypervisors(w) {
		for _, s := range phrases.ObjectsIn(h["servers"]) {
			if s["uuid"] == server.ID {
				got = append(got, fmt.Sprint(h["hypervisor_hostname"]))
			}
		}
	}
	if !slices.Equal(want, got) {
		return world.Differ("the hypervisors that show the server", want, got)
	}
	return nil
}
