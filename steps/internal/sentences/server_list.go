package sentences

import (
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"

	"plumbline/steps/internal/fixtures"
	"plumbline/steps/internal/sentences/internal/phrases"
	"plumbline/steps/internal/world"
)

func lists(s world.Steps, w *world.World) {
	s.Then(`^the list of servers shows the server to the `+phrases.Actor+` as it is$`, func(who string) error { return listedWhole(w, who) })
	s.Then(`^the `+phrases.Actor+` finds the server by key (\w+) and not by key (\w+)$`,
		func(who, key, other string) error { return foundByKey(w, who, key, other) })
}

// shownOnly are fields that a shown server has and none in a list (Zed).
var shownOnly = []string{"server_groups"}

// listedWhole compares each field of a server in the detailed list with the same field in GET /servers/{id}. Every user who
// may see the server finds it in the list; values that change between the two requests are read again.
func listedWhole(w *world.World, who string) error {
	server := w.Noun("server", "")
	return w.AtOnce("observation", "the list of servers shows the server to the "+who+" as it is", func() (bool, string, error) {
		x, err := fixtures.ShowServer(w, world.Observe, who, server, "")
		if err != nil {
			return false, "", err
		}
		shown, _ := x.Get("/server")
		want, _ := shown.(map[string]any)
		query := url.Values{"name": {x.Text("/server/name")}}
		if who == "admin" {
			query.Set("all_tenants", "1")
		}
		list, err := w.Observe(world.Request{
			Actor: who, At: w.Max().String(), Method: http.MethodGet, Path: "/servers/detail?" + query.Encode(),
		}, http.StatusOK)
		if err != nil {
			return false, "", err
		}
		got := serverListed(list, server.ID)
		if got == nil {
			return false, "it is not in the list", nil
		}
		differ := differing(want, got)
		return len(differ) == 0, phrases.Text(differ), nil
	})
}

// foundByKey looks for the server in the lists of servers with a key, and with another one.
func foundByKey(w *world.World, who, key, other string) error {
	server := w.Noun("server", "")
	for name, want := range map[string]bool{key: true, other: false} {
		query := url.Values{"key_name": {fixtures.RealName(w, "keypair", name)}}
		list, err := w.Observe(world.Request{Actor: who, At: "2.1", Method: http.MethodGet, Path: "/servers?" + query.Encode()}, http.StatusOK)
		if err != nil {
			return err
		}
		if found := serverListed(list, server.ID) != nil; found != want {
			return world.Differ("the server is in the list of servers with key "+name, want, found)
		}
	}
	return nil
}

// differing are the fields with different values: as shown, and as listed.
func differing(shown, listed map[string]any) map[string][2]any {
	out := map[string][2]any{}
	for _, fields := range []map[string]any{shown, listed} {
		for _, field := range slices.Sorted(maps.Keys(fields)) {
			if !slices.Contains(shownOnly, field) && !reflect.DeepEqual(shown[field], listed[field]) {
				out[field] = [2]any{shown[field], listed[field]}
			}
		}
	}
	return out
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
