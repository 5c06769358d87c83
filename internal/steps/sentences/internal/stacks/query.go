package stacks

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// readsWith reads a list of a stack, or of stacks, with a query in which words stand for ids and names of the scenario.
func readsWith(w *world.World, who, what, query string) error {
	stack := w.Noun("stack", "")
	r, err := readOnlyRequest(stack, what)
	if err != nil {
		return err
	}
	if err := lookBeforeSubject(w); err != nil {
		return err
	}
	before, _ := stack.Facts["before"].(*look)
	words := []string{
		"NAME", stack.RealName, "UNKNOWN", phrases.UnknownID, "USER", ownerName(w, stack), "PROJECT",
		fixtures.ProjectID(w, stack.Owner), "ID", stack.ID,
	}
	for name, seen := range before.resources {
		words = append(words, "PHYSICAL-"+name, seen.physicalID)
	}
	r.Actor = who
	query = strings.NewReplacer(words...).Replace(query)
	if strings.Contains(query, "NEWEST") {
		newest, err := firstIn(w, r.Path+"?"+strings.ReplaceAll(query, "marker=NEWEST", ""), what)
		if err != nil {
			return err
		}
		query = strings.ReplaceAll(query, "NEWEST", newest)
	}
	r.Path += "?" + query
	return aboutStack(w, r)
}

// firstIn is the id of the first member of a list.
func firstIn(w *world.World, path, what string) (string, error) {
	x, err := w.Do(world.Probe, heat("member", http.MethodGet, path, nil))
	if err != nil {
		return "", err
	}
	all := objectsAt(x, "/"+what)
	if len(all) == 0 {
		return "", fmt.Errorf("%s is empty: %d", path, x.Status)
	}
	id, _ := all[0]["id"].(string)
	return id, nil
}

// listCounts checks the count in a list, which is of all matches and not of the page.
func listCounts(w *world.World, n int) error {
	count, _ := w.Last().Get("/count")
	return agree([]expectation{{"how many stacks the list counts", n, count}})
}

// amongDeleted checks that the stack is in the list with deleted stacks, and not in the one without them.
func amongDeleted(w *world.World) error {
	stack, all := w.Noun("stack", ""), []expectation{}
	for _, asked := range []struct {
		query string
		want  []string
	}{{"", []string{}}, {"show_deleted=false&", []string{}}, {"show_deleted=true&", []string{"DELETE_COMPLETE"}}} {
		query := "/stacks?" + asked.query + "name=" + url.QueryEscape(stack.RealName) // a project may have thousands of deleted stacks
		x, err := w.Observe(heat("member", http.MethodGet, query, nil), http.StatusOK)
		if err != nil {
			return err
		}
		all = append(all, expectation{"the states of the stack in the list " + query, asked.want, statesOf(x, stack.ID)})
	}
	return agree(all)
}

// statesOf are the states of the entries of a stack in a list.
func statesOf(x *world.Exchange, id string) []string {
	out := []string{}
	for _, o := range objectsAt(x, "/stacks") {
		if status, ok := o["stack_status"].(string); ok && o["id"] == id {
			out = append(out, status)
		}
	}
	return out
}

// listShows checks that a list of stacks has a stack of the scenario exactly once, in a state.
func listShows(w *world.World, which, state string) error {
	x := w.Last()
	stack, err := named(w, which)
	if err != nil {
		return err
	}
	return agree([]expectation{{"the states of " + which + " in the list", []string{state}, statesOf(x, stack.ID)}})
}

// listsOnly checks the members of a list: resources by name, the scenario's stacks by their names in sentences;
// it ignores other stacks.
func listsOnly(w *world.World, what, words string) error {
	stack, x := w.Noun("stack", ""), w.Last()
	before, _ := stack.Facts["before"].(*look)
	known := map[string]string{stack.ID: "the stack"}
	for name, seen := range before.resources {
		known[seen.physicalID] = "the stack in " + name
	}
	if err := wholeList(w, stack, what, x); err != nil {
		return err
	}
	seen := map[string]bool{}
	if what == "list" {
		for _, o := range objectsAt(x, "/stacks") {
			id, _ := o["id"].(string)
			if name := known[id]; name != "" {
				seen[name] = true
			}
		}
	}
	for _, o := range objectsAt(x, "/"+what) {
		name, _ := o["resource_name"].(string)
		inside, _, _ := strings.Cut(strings.TrimPrefix(name, stack.RealName+"-"), "-")
		switch {
		case name == stack.RealName:
			name = "the stack"
		case strings.HasPrefix(name, stack.RealName+"-"):
			name = "the stack in " + inside
		}
		seen[name] = true
	}
	want := []string{}
	if words != "nothing" {
		want = strings.Split(words, ", ")
	}
	slices.Sort(want)
	return agree([]expectation{{"what is in the list", want, append([]string{}, slices.Sorted(maps.Keys(seen))...)}})
}

// wholeList checks all fields of each member of a list, as its query demands.
func wholeList(w *world.World, stack *world.Noun, what string, x *world.Exchange) error {
	if !wordedAsKnown(w) {
		return nil
	}
	deep := strings.Contains(x.Asked.Path, "nested_depth=") && !strings.Contains(x.Asked.Path, "nested_depth=0")
	switch what {
	case "list":
		return wholePage(w, stack, x)
	case "events":
		if !deep {
			events := objectsAt(x, "/events")
			if strings.Contains(x.Asked.Path, "sort_dir=asc") {
				slices.Reverse(events)
			}
			return wholeEvents(w, stack, events)
		}
		for _, e := range objectsAt(x, "/events") {
			links := linksOf(e)
			if err := agree([]expectation{{"the last link of an event", "root_stack " + homeOf(w, stack), links[len(links)-1]}}); err != nil {
				return err
			}
		}
		return nil
	}
	detailed := strings.Contains(x.Asked.Path, "with_detail=true")
	for _, r := range objectsAt(x, "/resources") {
		_, described := r["description"]
		_, attributes := r["attributes"]
		all := []expectation{
			{"whether a resource is described", detailed, described},
			{"whether a resource in a list has attributes", detailed, attributes},
		}
		name, _ := r["resource_name"].(string)
		_, own := stack.Facts["template"].(object)["resources"].(object)[name]
		if own {
			all = append(all, expectation{"the parent of resource " + name, nil, r["parent_resource"]})
			if err := wholeResource(w, stack, r); err != nil {
				return err
			}
		} else {
			_, deep := stack.Facts["template"].(object)["resources"].(object)["deep"]
			if !deep { // parents at deeper levels are resources of other stacks
				all = append(all, expectation{"the parent of resource " + name, "g", r["parent_resource"]})
			}
		}
		if err := agree(all); err != nil {
			return err
		}
	}
	return nil
}

// wholePage checks a list of stacks: the scenario's own, and the count and the link to the next page if the query demands them.
func wholePage(w *world.World, stack *world.Noun, x *world.Exchange) error {
	newest, last := "~", ""
	for _, o := range objectsAt(x, "/stacks") {
		made, _ := o["creation_time"].(string)
		if made > newest && !strings.Contains(x.Asked.Path, "sort_") {
			return world.Failf("the list has a stack of %s after one of %s: the newest comes first", made, newest)
		}
		newest = made
		last, _ = o["id"].(string)
		if o["id"] == stack.ID {
			if err := wholeStack(w, stack, o, true); err != nil {
				return err
			}
		}
		if project, there := o["project"]; there {
			return world.Failf("the list has the stack's project, unasked: %v", project)
		}
		if o["parent"] != nil && o["tags"] != nil {
			return world.Differ("the tags of a nested stack in the list", nil, o["tags"])
		}
	}
	body, _ := x.JSON.(object)
	_, counts := body["count"]
	next := linksOf(body)
	want := []string{}
	if limit := limitOf(x); limit != "" && limit == strconv.Itoa(len(objectsAt(x, "/stacks"))) {
		want = append(want, "next /"+fixtures.ProjectID(w, stack.Owner)+"/stacks limit="+limit+" marker="+last)
	}
	for i := range next {
		rel, address, _ := strings.Cut(next[i], " ")
		link, err := url.Parse(address)
		if err != nil {
			return world.Differ("the link to the next page", want, next[i])
		}
		if want, got := withoutMarker(x.Asked.Path), withoutMarker(address); want != got {
			return world.Differ("what the link to the next page asks beside the marker", want, got)
		}
		path := link.Path[max(0, strings.LastIndex(link.Path, "/"+fixtures.ProjectID(w, stack.Owner)+"/")):]
		next[i] = rel + " " + path + " limit=" + link.Query().Get("limit") + " marker=" + link.Query().Get("marker")
	}
	return agree([]expectation{
		{"whether the list is counted", strings.Contains(x.Asked.Path, "with_count=true"), counts},
		{"the link to the next page", want, next},
	})
}

// withoutMarker is the sorted query of an address without its marker.
func withoutMarker(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return address
	}
	query := parsed.Query()
	query.Del("marker")
	return query.Encode()
}

// limitOf is the limit in the query of a list.
func limitOf(x *world.Exchange) string {
	address, err := url.Parse(x.Asked.Path)
	if err != nil || address.Query().Get("limit") == "0" {
		return ""
	}
	return address.Query().Get("limit")
}

// listsFirst checks the first event of a list and the number of events.
func listsFirst(w *world.World, count int, name, status string) error {
	events := objectsAt(w.Last(), "/events")
	if len(events) == 0 {
		return world.Failf("the list has no event")
	}
	if name == "the stack" {
		name = w.Noun("stack", "").RealName
	}
	return agree([]expectation{
		{"how many events are listed", count, len(events)},
		{"what the first event is of", name, events[0]["resource_name"]},
		{"the state of the first event", status, events[0]["resource_status"]},
	})
}
