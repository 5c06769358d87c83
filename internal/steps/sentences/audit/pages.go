package audit

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// pagesFit checks that a list of servers which the scenario asked for whole is the same when it is asked for page by page: the first page
// of one has its first server and leads to the second one (docs/contract/60-microversions.md §8, MVN-28). Servers may come and go between
// two requests: the whole list is then read again.
func pagesFit(w *world.World, x *world.Exchange) error {
	path, asked := splitQuery(x.Asked)
	if path != "/servers" && path != "/servers/detail" || x.Asked.Method != http.MethodGet || x.Status != http.StatusOK ||
		x.Version.IsZero() || x.Asked.Header != nil || x.Asked.Address != "" || len(serverIDs(x)) == 0 {
		return nil
	}
	for _, key := range []string{"limit", "marker", "changes-since"} {
		if asked.Has(key) {
			return nil
		}
	}
	return w.AtOnce("observation", "the list of servers is the same page by page", func() (bool, string, error) {
		whole, err := w.Observe(x.Asked, http.StatusOK)
		if err != nil {
			return false, "", err
		}
		all, marker := serverIDs(whole), ""
		for i := range min(2, len(all)) {
			page, err := w.Do(world.Observe, onePage(x.Asked, marker))
			if err != nil {
				return false, "", err
			}
			if differs := pageFits(page, path, all[i:i+1]); differs != "" {
				return false, differs, nil
			}
			marker = all[i]
		}
		return true, "", nil
	})
}

// splitQuery is the path of a request without its query, and that query.
func splitQuery(r world.Request) (path string, query url.Values) {
	path, text, _ := strings.Cut(r.Path, "?")
	query, _ = url.ParseQuery(text) // what cannot be read was not answered either
	for key, values := range r.Query {
		query[key] = append(query[key], values...)
	}
	return path, query
}

// onePage is a request for one item of a list, the first one or that after a marker.
func onePage(r world.Request, marker string) world.Request {
	r.Path, r.Query = splitQuery(r)
	r.Query.Set("limit", "1")
	if marker != "" {
		r.Query.Set("marker", marker)
	}
	return r
}

// pageFits says what a page of the list of servers has otherwise than these servers and a link that goes on after them.
func pageFits(page *world.Exchange, path string, want []string) string {
	if page.Status != http.StatusOK {
		return page.Summary()
	}
	if got := serverIDs(page); !slices.Equal(want, got) {
		return fmt.Sprintf("a page of %v, where the whole list has %v", got, want)
	}
	links, _ := page.Get("/servers_links")
	return linkFits(links, path, want[len(want)-1])
}

func serverIDs(list *world.Exchange) (ids []string) {
	servers, _ := list.Get("/servers")
	for _, s := range phrases.ObjectsIn(servers) {
		ids = append(ids, fmt.Sprint(s["id"]))
	}
	return ids
}
