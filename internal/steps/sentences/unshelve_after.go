package sentences

import (
	"fmt"
	"slices"
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
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

// newestOf reads the newest action of the server with its events, oldest first, as the admin, who sees more fields.
func newestOf(w *world.World) (*world.Exchange, []map[string]any, error) {
	x, events, err := phrases.NewestAction(w, "admin", w.Newest(hostsAt))
	slices.Reverse(events)
	return x, events, err
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
				return true, "", x.Shows("/instanceAction/message", "Error")
			}
			return true, "", x.Shows("/instanceAction/message", nil)
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
		x, events, err := newestOf(w)
		if err != nil {
			return false, "", err
		}
		for _, e := range events {
			if e["event"] != event {
				continue
			}
			if e["host"] == host && x.Text("/instanceAction/project_id") == now.Text("/server/tenant_id") {
				return true, "", now.Shows("/server/hostId", e["hostId"])
			}
			return e["host"] == host, fmt.Sprint(e["host"]), nil
		}
		return false, "no such event", nil
	})
}
