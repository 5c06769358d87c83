package sentences

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

func lists(s world.Steps, w *world.World) {
	s.Given(`^the `+phrases.Actor+` has read the lists of servers$`, func(who string) error { return listsRead(w, who) })
	s.Then(`^the list of servers shows the server to the `+phrases.Actor+` as it is$`, func(who string) error { return listedWhole(w, who) })
	s.Then(`^the list of servers shows the server to the `+phrases.Actor+` with key (\w+) already$`,
		func(who, key string) error { return listedWithKey(w, who, key) })
	s.Then(`^the `+phrases.Actor+` finds the server by key (\w+) and not by key (\w+)$`,
		func(who, key, other string) error { return foundByKey(w, who, key, other) })
	s.Given(`^the server has the tag (\S+)$`, func(tag string) error {
		server := w.Noun("server", "")
		_, err := w.Setup(world.Request{
			Actor: server.Owner, At: "2.26", Method: http.MethodPut, Path: "/servers/" + server.ID + "/tags/" + tag,
		}, http.StatusCreated, http.StatusNoContent)
		return err
	})
	s.Then(`^the servers in the answer (include|leave out) the (newer )?server$`, func(what, which string) error {
		server := w.Noun("server", strings.TrimSpace(which))
		listed, err := listedOnPages(w, server.ID)
		if err != nil {
			return err
		}
		if listed != (what == "include") {
			return world.Differ("that the servers in the answer include "+server.ID, !listed, listed)
		}
		return nil
	})
	s.Then(`^the servers in the answer are sorted by (created|id), (ascending|descending)$`, func(field, direction string) error {
		return sortedBy(w, field, direction == "ascending")
	})
	s.Then(`^the link to the next page of servers leads on from the last server of the answer$`, func() error { return leadsOn(w.Last()) })
	s.Then(`^the detailed list of servers shows the server as the answer does$`, func() error { return listedAsAnswered(w) })
	s.Given(`^the `+phrases.Actor+` has deleted the server$`, func(who string) error { return deleted(w, who) })
	s.Then(`^the `+phrases.Actor+` sees the server as the answer shows it$`, func(who string) error { return seenAlike(w, who) })
	s.Given(`^a server of a flavor with swap and an ephemeral disk, which the admin has made$`, func() error {
		flavor, err := fixtures.LargerFlavor(w)
		if err != nil {
			return err
		}
		_, err = fixtures.BootServer(w, fixtures.ServerSpec{Extra: map[string]any{"flavorRef": flavor}})
		return err
	})
	s.Then(`^the server in the answer shows the values of its flavor$`, func() error { return flavorShown(w) })
}

// listsRead reads all servers and those of the server's name, as rows ask for them later: whoever keeps answers has them now, and parts
// of one may be taken for another.
func listsRead(w *world.World, who string) error {
	server := w.Noun("server", "")
	shown, err := fixtures.ShowServer(w, world.Setup, who, server, "")
	if err != nil {
		return err
	}
	all, named := url.Values{}, url.Values{"name": {shown.Text("/server/name")}}
	if who == "admin" {
		all.Set("all_tenants", "1")
		named.Set("all_tenants", "1")
	}
	for _, path := range []string{"/servers", "/servers/detail"} {
		for _, query := range []url.Values{all, named, named} {
			_, err := w.Setup(world.Request{
				Actor: who, At: w.Max().String(), Method: http.MethodGet, Path: path + "?" + query.Encode(),
			}, http.StatusOK)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// deleted deletes the server for good.
func deleted(w *world.World, who string) error {
	server := w.Noun("server", "")
	if err := fixtures.DeleteServer(w, world.Setup, who, server.ID); err != nil {
		return err
	}
	server.Facts["gone"] = true
	return nil
}

// sortedBy checks that no server of the scenario has a value of the field that belongs in front of the one before it in the answer. Nova
// lists servers that are just being scheduled first, whatever the order, and others may make some. Where a page has but one of the
// scenario's servers, all that it has are compared.
func sortedBy(w *world.World, field string, ascending bool) error {
	servers, _ := w.Last().Get("/servers")
	var own, all []string
	for _, listed := range phrases.ObjectsIn(servers) {
		value, _ := listed[field].(string)
		all = append(all, value)
		if slices.ContainsFunc(w.Nouns("server"), func(n *world.Noun) bool { return n.ID == listed["id"] }) {
			own = append(own, value)
		}
	}
	if len(own) < 2 {
		own = all
	}
	if len(own) < 2 {
		return world.Differ("the number of servers in the answer", "2 or more", len(own))
	}
	for i, after := range own[1:] {
		if before := own[i]; before == "" || after == "" || before != after && (before < after) != ascending {
			return world.Differ("the order of the servers in the answer by "+field, "sorted", []string{before, after})
		}
	}
	return nil
}

// mostPages bounds how many pages of a list are followed: the servers of a row are its newest ones.
const mostPages = 50

// mostAgain bounds how often a list is begun anew because the server that a page ended with is gone.
const mostAgain = 10

// listedOnPages tells whether the list that was asked for has a server: the answer, or a page that follows. Each page is asked for as the
// first was, with the marker of the link: a link of Nova keeps only one of two values of a parameter.
func listedOnPages(w *world.World, id string) (bool, error) {
	x := w.Last()
	path, first, _ := strings.Cut(x.Asked.Path, "?")
	whole, err := url.ParseQuery(first)
	if err != nil {
		return false, err
	}
	maps.Copy(whole, x.Asked.Query)
	for page, again := 0, 0; page < mostPages; page++ {
		if serverListed(x, id) != nil {
			return true, nil
		}
		next, err := url.Parse(x.Text("/servers_links/0/href"))
		if _, some := x.Get("/servers/0"); err != nil || next.Query().Get("marker") == "" || !some {
			break
		}
		query := maps.Clone(whole)
		query.Set("marker", next.Query().Get("marker"))
		r := world.Request{Actor: x.Asked.Actor, At: x.Asked.At, Method: http.MethodGet, Path: path, Query: query}
		if x, err = w.Observe(r, http.StatusOK, http.StatusBadRequest); err != nil {
			return false, err
		}
		if x.Status == http.StatusOK {
			continue
		}
		if again++; again > mostAgain {
			return false, fmt.Errorf("the servers change too often for their list to be read: GET %s answers %s", path, x.Summary())
		}
		r.Query = whole
		if x, err = w.Observe(r, http.StatusOK); err != nil {
			return false, err
		}
	}
	return false, nil
}

// flavorShown compares the flavor in the answer about a server (2.47) with the flavor itself.
func flavorShown(w *world.World) error {
	asked := w.Last()
	server, err := w.Observe(world.Request{
		Actor: "member", At: "2.46", Method: http.MethodGet, Path: fixtures.Path(w, "/servers/{server}"),
	}, http.StatusOK)
	if err != nil {
		return err
	}
	flavor, err := w.Observe(world.Request{
		Actor: "member", At: w.Newest("2.75"), Method: http.MethodGet, Path: "/flavors/" + server.Text("/server/flavor/id"),
	}, http.StatusOK)
	if err != nil {
		return err
	}
	for _, field := range []struct{ shown, own string }{
		{"original_name", "name"},
		{"vcpus", "vcpus"},
		{"ram", "ram"},
		{"disk", "disk"},
		{"ephemeral", "OS-FLV-EXT-DATA:ephemeral"},
		{"swap", "swap"},
	} {
		want, _ := flavor.Get("/flavor/" + field.own)
		if want == "" {
			want = 0.0 // no swap, below 2.75
		}
		if err := asked.Shows("/server/flavor/"+field.shown, want); err != nil {
			return err
		}
	}
	return nil
}

// leadsOn tells whether the link to the next page is one of the list that was asked for, with the last server of the answer as
// its marker.
func leadsOn(x *world.Exchange) error {
	link, err := url.Parse(x.Text("/servers_links/0/href"))
	if err != nil {
		return err
	}
	if asked, _, _ := strings.Cut(x.Asked.Path, "?"); !strings.HasSuffix(link.Path, asked) {
		return world.Differ("the path of the link to the next page", asked, link.Path)
	}
	servers, _ := x.Get("/servers")
	all, _ := servers.([]any)
	last := x.Text(fmt.Sprintf("/servers/%d/id", len(all)-1))
	if got := link.Query().Get("marker"); last == "" || got != last {
		return world.Differ("the marker of the link to the next page", last, got)
	}
	return nil
}

// shownOnly are fields that a shown server has and none in a list (Zed).
var shownOnly = []string{"server_groups"}

// listedWhole compares each field of a server in the detailed list with the same field in GET /servers/{id}, and so its id, name and
// links in the short one. Every user who may see the server finds it in both; values that change between the requests are read again.
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
		for _, list := range []struct {
			path  string
			shown map[string]any
		}{{"/servers/detail", want}, {"/servers", map[string]any{"id": want["id"], "name": want["name"], "links": want["links"]}}} {
			x, err := w.Observe(world.Request{
				Actor: who, At: w.Max().String(), Method: http.MethodGet, Path: list.path + "?" + query.Encode(),
			}, http.StatusOK)
			if err != nil {
				return false, "", err
			}
			got := serverListed(x, server.ID)
			if got == nil {
				return false, "it is not in the list " + list.path, nil
			}
			if differ := differing(list.shown, got); len(differ) > 0 {
				return false, phrases.Text(differ), nil
			}
		}
		return true, "", nil
	})
}

// listedAsAnswered compares each field of the server in the answer with the same field in the detailed list, which the same user reads
// at the same microversion.
func listedAsAnswered(w *world.World) error {
	asked := w.Last()
	shown, _ := asked.Get("/server")
	fields, _ := shown.(map[string]any)
	return w.AtOnce("observation", "the detailed list shows the server as the answer does", func() (bool, string, error) {
		x, err := w.Observe(world.Request{
			Actor: asked.Asked.Actor, At: asked.Asked.At, Method: http.MethodGet, Path: "/servers/detail",
			Query: url.Values{"name": {asked.Text("/server/name")}},
		}, http.StatusOK)
		if err != nil {
			return false, "", err
		}
		got := serverListed(x, asked.Text("/server/id"))
		if got == nil {
			return false, "it is not in the list", nil
		}
		differ := differing(fields, got)
		return len(differ) == 0, phrases.Text(differ), nil
	})
}

// seenAlike compares each field of the server in the answer with what another user is shown at the same microversion.
func seenAlike(w *world.World, who string) error {
	asked := w.Last()
	shown, _ := asked.Get("/server")
	fields, _ := shown.(map[string]any)
	return w.AtOnce("observation", "the server as the "+who+" sees it", func() (bool, string, error) {
		x, err := w.Observe(world.Request{Actor: who, At: asked.Asked.At, Method: http.MethodGet, Path: asked.Asked.Path}, http.StatusOK)
		if err != nil {
			return false, "", err
		}
		other, _ := x.Get("/server")
		same, _ := other.(map[string]any)
		differ := differing(fields, same)
		return len(differ) == 0, phrases.Text(differ), nil
	})
}

// listedWithKey looks once at the server in the detailed list: an accepted rebuild shows the new key from its answer on, so that no later
// look could make up for this one.
func listedWithKey(w *world.World, who, key string) error {
	server := w.Noun("server", "")
	query := url.Values{"name": {server.RealName}}
	if who == "admin" {
		query.Set("all_tenants", "1")
	}
	x, err := w.Observe(world.Request{
		Actor: who, At: w.Max().String(), Method: http.MethodGet, Path: "/servers/detail?" + query.Encode(),
	}, http.StatusOK)
	if err != nil {
		return err
	}
	if got, want := serverListed(x, server.ID)["key_name"], phrases.KeyValue(w, key); got != want {
		return world.Differ("the key of the server in the list", want, got)
	}
	return nil
}

// foundByKey looks for the server in the lists of servers with a key, and with another one.
func foundByKey(w *world.World, who, key, other string) error {
	server := w.Noun("server", "")
	for _, name := range []string{key, other} {
		want := name == key
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
