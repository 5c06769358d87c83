package audit

import (
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// shownOnly are fields that the list of servers in detail does not have, or that periodic tasks change between two requests.
var shownOnly = []string{"server_groups", "host_status", "progress", "updated"}

// detailedLikewise checks that the list of servers in detail shows the server once, and just as the server itself is shown, if it
// is at rest. A cloud may take a while until both show what was written.
func detailedLikewise(w *world.World, server *world.Noun, shown *world.Exchange) error {
	if task, there := shown.Get("/server/OS-EXT-STS:task_state"); !there || task != nil {
		return nil
	}
	var differs error
	err := w.AtOnce("observation", "the list of servers shows the server as it is", func() (bool, string, error) {
		list, err := w.Observe(world.Request{
			Actor: shown.Asked.Actor, At: shown.Asked.At, Method: http.MethodGet, Path: "/servers/detail",
			Query: url.Values{"name": {"^" + shown.Text("/server/name") + "$"}},
		}, http.StatusOK)
		if err != nil {
			return false, "", err
		}
		fields := fieldsOf(shown)
		if differs = compareListed(list, server, fields); differs == nil {
			return true, "", nil
		}
		w.LookAnew()
		again, err := fixtures.ShowServer(w, world.Observe, shown.Asked.Actor, server, shown.Asked.At)
		if err != nil {
			return false, "", err
		}
		if task, _ := again.Get("/server/OS-EXT-STS:task_state"); task != nil || !reflect.DeepEqual(fieldsOf(again), fields) {
			differs = nil // it changed meanwhile
			return true, "", nil
		}
		return false, differs.Error(), nil
	})
	if differs != nil {
		return differs
	}
	return err
}

// compareListed compares a server in a list with its fields as it is shown.
func compareListed(list *world.Exchange, server *world.Noun, fields map[string]any) error {
	servers, _ := list.Get("/servers")
	all := slices.DeleteFunc(phrases.ObjectsIn(servers), func(s map[string]any) bool { return s["id"] != server.ID })
	if len(all) != 1 {
		return world.Differ("how often the list of servers has the server", 1, len(all))
	}
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		value, listed := all[0][field]
		if !slices.Contains(shownOnly, field) && (!listed || !reflect.DeepEqual(value, fields[field])) {
			return world.Differ("the server's "+field+" in the list of servers", fields[field], value)
		}
	}
	return nil
}
