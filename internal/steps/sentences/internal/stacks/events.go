package stacks

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/steps/world"
)

// eventsCount checks how many events of the stack have a state, after a while in which more could come.
func eventsCount(w *world.World, which, resource, state string, want int) error {
	stack, err := named(w, which)
	if err != nil {
		return err
	}
	got := 0
	look := func() (bool, string, error) {
		x, err := w.Observe(heat("member", "GET", path(stack)+"/events", nil), http.StatusOK)
		if err != nil {
			return false, "", err
		}
		if err := wholeAnswer(w, stack, "/events", x); err != nil {
			return false, "", err
		}
		got = 0
		for _, e := range objectsAt(x, "/events") {
			if e["resource_name"] == cmp.Or(resource, stack.RealName) && e["resource_status"] == state {
				got++
			}
		}
		return got >= want, strconv.Itoa(got), nil
	}
	if err := w.Eventually("stack", fmt.Sprintf("%d events of the stack are %s", want, state), look); err != nil {
		return err
	}
	if err := w.Env().Clock.Sleep(w.Context(), groupRests); err != nil {
		return err
	}
	if _, _, err := look(); err != nil {
		return err
	}
	if got != want {
		return world.Differ("how many events of the stack are "+state, want, got)
	}
	return nil
}

// eventsSay checks that the events of a stack or of a resource have these states in this order; others may come between.
func eventsSay(w *world.World, which, resource string, states []string) error {
	stack, err := named(w, which)
	if err != nil {
		return err
	}
	if resource == "" {
		resource = stack.RealName
	}
	x, err := w.Observe(heat("member", "GET", path(stack)+"/events", nil), 200)
	if err != nil {
		return err
	}
	if err := wholeAnswer(w, stack, "/events", x); err != nil {
		return err
	}
	var seen []string
	next := 0
	events := objectsAt(x, "/events")
	slices.Reverse(events) // Heat lists the newest first
	for _, e := range events {
		if e["resource_name"] != resource {
			continue
		}
		state, _ := e["resource_status"].(string)
		seen = append(seen, state)
		if next < len(states) && state == states[next] {
			next++
		}
	}
	for _, state := range states {
		if timesIn(seen, state) != timesIn(states, state) {
			next = 0
		}
	}
	if next < len(states) {
		return world.Differ("the events of "+resource, states, seen)
	}
	return nil
}

// eventsAround checks that the stack's own events of an action come before and after those of its resources.
func eventsAround(w *world.World, action string) error {
	stack := w.Noun("stack", "")
	x, err := w.Observe(heat("member", http.MethodGet, path(stack)+"/events?sort_dir=asc", nil), http.StatusOK)
	if err != nil {
		return err
	}
	var of, states []string
	for _, e := range objectsAt(x, "/events") {
		name, _ := e["resource_name"].(string)
		state, _ := e["resource_status"].(string)
		if strings.HasPrefix(state, action+"_") {
			of, states = append(of, name), append(states, state)
		}
	}
	if len(of) < 4 {
		return world.Differ("how many events tell of "+action, "two of the stack and two of each resource", len(of))
	}
	last := len(of) - 1
	return agree([]expectation{
		{"what the first and the last event of " + action + " are of", []string{stack.RealName, stack.RealName}, []string{of[0], of[last]}},
		{"the first and the last event of " + action, []string{action + "_IN_PROGRESS", action + "_COMPLETE"}, []string{states[0], states[last]}},
	})
}

func timesIn(all []string, one string) (n int) {
	for _, s := range all {
		if s == one {
			n++
		}
	}
	return n
}

// signalRecorded checks for an event of the policy from the subject exchange.
func signalRecorded(w *world.World) error {
	stack := w.Noun("stack", "")
	before, _ := stack.Facts["before"].(*look)
	now, err := eventsOf(w, world.Observe, stack, "up")
	if err != nil {
		return err
	}
	if before == nil || now <= before.signals {
		return world.Failf("the policy has %d events, as before the signal", now)
	}
	return nil
}

// signalDropped checks the text of the newest event of the policy.
func signalDropped(w *world.World, because string) error {
	if err := signalRecorded(w); err != nil {
		return err
	}
	stack := w.Noun("stack", "")
	x, err := w.Observe(heat("member", http.MethodGet, path(stack)+"/resources/up/events", nil), http.StatusOK)
	if err != nil {
		return err
	}
	if err := wholeAnswer(w, stack, "/events", x); err != nil {
		return err
	}
	says := "Signal dropped: stack " + stack.RealName + " is LOCK_COMPLETE"
	if because == "that the group was not scaled" {
		inside, err := part(w, "the stack", "asg")
		if err != nil {
			return err
		}
		shown, err := w.Observe(heat("member", http.MethodGet, "/stacks/"+inside, nil), http.StatusOK, http.StatusFound)
		if err != nil {
			return err
		}
		_, path, _ := strings.Cut(shown.Header.Get("Location")+shown.Text("/stack/links/0/href"), "/stacks/")
		name, _, _ := strings.Cut(path, "/")
		says = "Signal: group asg is not scaled: stack " + name + " is LOCK_COMPLETE"
	}
	return newestSays(x, says)
}

// newestSays checks the text of the newest event of the policy.
func newestSays(x *world.Exchange, says string) error {
	newest := objectsAt(x, "/events")[0]
	return agree([]expectation{
		{"the state in the event of the signal", "SIGNAL_COMPLETE", newest["resource_status"]},
		{"the resource of the event", "up", newest["resource_name"]},
		{"what the event says", says, newest["resource_status_reason"]},
	})
}

// policySays checks the text of the newest event of the policy, where the wording is known.
func policySays(w *world.World, says string) error {
	if err := signalRecorded(w); err != nil || !wordedAsKnown(w) {
		return err
	}
	x, err := w.Observe(heat("member", http.MethodGet, path(w.Noun("stack", ""))+"/resources/up/events", nil), http.StatusOK)
	if err != nil {
		return err
	}
	return newestSays(x, says)
}

// eventsOf counts the events of a resource.
func eventsOf(w *world.World, role world.Role, stack *world.Noun, resource string) (int, error) {
	x, err := w.Do(role, heat("member", http.MethodGet, path(stack)+"/resources/"+resource+"/events", nil))
	if err != nil || x.Status != http.StatusOK {
		return 0, err
	}
	for _, e := range objectsAt(x, "/events") {
		if e["resource_name"] != resource {
			return 0, world.Failf("the events of %s have one of %v", resource, e["resource_name"])
		}
	}
	return len(objectsAt(x, "/events")), nil
}
