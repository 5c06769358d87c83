package sentences

import (
	"fmt"
	"net/http"
	"strings"

	"plumbline/steps/internal/fixtures"
	"plumbline/steps/internal/world"
	"plumbline/steps/sentences/internal/phrases"
)

// staysOnHost compares the host with the one before the subject exchange, by its hostId, which every user sees.
func staysOnHost(w *world.World) error { return phrases.SameAs(w, []string{"id", "hostId"}) }

func noFault(w *world.World) error {
	x, err := fixtures.ShowServer(w, world.Observe, "", w.Noun("server", ""), "")
	if err != nil {
		return err
	}
	if fault, there := x.Get("/server/fault"); there {
		return world.Differ("the fault of the server", nil, fault)
	}
	return nil
}

// newestOf reads the newest action of the server with its events, as the admin, who sees more fields.
func newestOf(w *world.World) (*world.Exchange, []map[string]any, error) {
	list, err := w.Observe(world.Request{
		Actor: "member", At: "2.54", Method: "GET",
		Path: fixtures.Path(w, "/servers/{server}/os-instance-actions"),
	}, 200)
	if err != nil {
		return nil, nil, err
	}
	x, err := w.Observe(world.Request{
		Actor: "admin", At: w.Newest(hostsAt), Method: "GET",
		Path: fixtures.Path(w, "/servers/{server}/os-instance-actions/") + list.Text("/instanceActions/0/request_id"),
	}, 200)
	if err != nil {
		return nil, nil, err
	}
	events, _ := x.Get("/instanceAction/events")
	all, _ := events.([]any)
	var out []map[string]any
	for i := len(all) - 1; i >= 0; i-- {
		e, _ := all[i].(map[string]any)
		out = append(out, e)
	}
	return x, out, nil
}

// actionEnded waits until an event of the newest action has a result.
func actionEnded(w *world.World, result, event string) error {
	return w.Eventually("observation", fmt.Sprintf("the event %s ended in %s", event, result), func() (bool, string, error) {
		x, events, err := newestOf(w)
		if err != nil {
			return false, "", err
		}
		seen := []string{}
		for _, e := range events {
			seen = append(seen, fmt.Sprintf("%v %v", e["event"], e["result"]))
			if e["event"] != event || e["result"] != result {
				continue
			}
			if result == "Error" {
				return true, "", phrases.Shows(x, "/instanceAction/message", "Error")
			}
			return true, "", phrases.Shows(x, "/instanceAction/message", nil)
		}
		return false, strings.Join(seen, ", "), nil
	})
}

// actionEvents waits until the newest action has exactly these events, each ended in Success.
func actionEvents(w *world.World, list string) error {
	want := strings.Split(list, ", ")
	return w.Eventually("observation", "the events of the action are "+list, func() (bool, string, error) {
		_, events, err := newestOf(w)
		if err != nil {
			return false, "", err
		}
		var got []string
		ended := true
		for _, e := range events {
			got = append(got, fmt.Sprint(e["event"]))
			ended = ended && e["result"] == "Success"
		}
		return ended && strings.Join(got, ", ") == strings.Join(want, ", "), strings.Join(got, ", "), nil
	})
}

// hostsAt is the microversion from which administrators see the hosts of events.
const hostsAt = "2.62"

// eventOfHost checks that an event of the newest action names the server's host.
func eventOfHost(w *world.World, event string) error {
	now, err := fixtures.ShowServer(w, world.Observe, "admin", w.Noun("server", ""), "")
	if err != nil {
		return err
	}
	host := now.Text("/server/OS-EXT-SRV-ATTR:host")
	return w.Eventually("observation", fmt.Sprintf("the event %s is of the host %s", event, host), func() (bool, string, error) {
		_, events, err := newestOf(w)
		if err != nil {
			return false, "", err
		}
		for _, e := range events {
			if e["event"] == event {
				return e["host"] == host, fmt.Sprint(e["host"]), nil
			}
		}
		return false, "no such event", nil
	})
}

// placed are the fields of a server's place and state, and of its pin.
var placed = []string{
	"status", "OS-EXT-STS:vm_state", "OS-EXT-STS:task_state", "OS-EXT-AZ:availability_zone", "hostId", "OS-EXT-SRV-ATTR:host",
	"OS-EXT-SRV-ATTR:hypervisor_hostname", "pinned_availability_zone", "locked",
}

// listedAsShown compares the server's entry in GET /servers/detail with GET /servers/{id}, in the fields placed, as far as
// one of the two shows them to the actor. An administrator lists all projects, since the server may belong to another one.
func listedAsShown(w *world.World, who string) error {
	server := w.Noun("server", "")
	return comesToShow(w, "the list tells the same of the server", func() error {
		shown, err := fixtures.ShowServer(w, world.Observe, who, server, "")
		if err != nil {
			return err
		}
		list := world.Request{Actor: who, Method: http.MethodGet, Path: "/servers/detail", At: w.Max().String()}
		if who == "admin" {
			list.Query = map[string][]string{"all_tenants": {"1"}}
		}
		x, err := w.Observe(list, http.StatusOK)
		if err != nil {
			return err
		}
		entry := serverListed(x, server.ID)
		if entry == nil {
			return world.Differ("the list of servers", "an entry for "+server.ID, nil)
		}
		for _, field := range placed {
			expected, there := shown.Get("/server/" + field)
			got, listed := entry[field]
			if got != expected || there != listed {
				return world.Differ(field+" of the server in the list", expected, got)
			}
		}
		return nil
	})
}

// serverListed is a server's entry in a list of servers, nil for none.
func serverListed(x *world.Exchange, id string) map[string]any {
	servers, _ := x.Get("/servers")
	all, _ := servers.([]any)
	for _, s := range all {
		if entry, _ := s.(map[string]any); entry["id"] == id {
			return entry
		}
	}
	return nil
}
