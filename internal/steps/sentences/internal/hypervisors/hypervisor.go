package hypervisors

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/cucumber/godog"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// hostList matches the hosts of a sentence: "host1", "host1 and host2", "no host".
const hostList = `host\d(?: and host\d)*|no host`

func Hypervisors(s world.Steps, w *world.World) {
	s.Given(`^an aggregate of (`+hostList+`) for (.+?)(?: under the key (\S+))?$`, func(list, whom, key string) error {
		return assign(w, list, whom, key)
	})
	s.Given(`^an aggregate of (host\d) in its zone for the project$`, func(host string) error {
		_, err := fixtures.AssignInZone(w, map[string]any{"filter_tenant_id": fixtures.ProjectID(w, "admin")}, host)
		return err
	})
	s.Given(`^the aggregate is for (.+) now$`, func(whom string) error { return reassign(w, whom) })
	s.Given(`^(host\d) has come into the aggregate, too$`,
		func(host string) error { return fixtures.AddToAggregate(w, w.Noun("aggregate", ""), host) })
	s.Given(`^no hypervisor is assigned to the project$`, func() error { fixtures.OnlyAssigning(w); return nil })
	s.Given(`^the compute service of (host\d) is down$`, func(host string) error { return fixtures.ForceDown(w, fixtures.Host(w, host).Host) })
	s.Given(`^the operator lets administrators of projects list all hypervisors$`, func() error {
		fixtures.OnlyAssigning(w)
		w.Remember(&world.Noun{Kind: fixtures.ListsAllHypervisors})
		return fixtures.ChangeSettings(w, map[string]any{"list_all_hypervisors": true})
	})
	s.Given(`^the `+phrases.Actor+` has listed the hypervisors at (\S+) and taken the only one$`,
		func(who, at string) error { return takeOnly(w, who, at) })
	s.Given(`^the `+phrases.Actor+` has listed the hypervisors at (\S+) and taken the first$`,
		func(who, at string) error { return takeFirst(w, who, at) })
	s.Given(`^the `+phrases.Actor+` has listed the hypervisors at (\S+)$`, func(who, at string) error {
		_, err := w.Setup(phrases.Request(w, who, "GET", "/os-hypervisors", at), http.StatusOK)
		return err
	})
	s.Given(`^the compute service of (host\d) is disabled without a reason$`,
		func(host string) error { return fixtures.CloseSilently(w, fixtures.Host(w, host).Host) })
	s.Given(`^the compute service of (host\d) is (disabled|disabled with a reason|down) in the old way$`, func(host, how string) error {
		way := map[string]string{
			"disabled": fixtures.DisableOld, "disabled with a reason": fixtures.DisableLogOld, "down": fixtures.ForceDownOld,
		}[how]
		return fixtures.ChangeOld(w, fixtures.Host(w, host).Host, way)
	})
	s.Given(`^the compute service of (host\d) is disabled and enabled again( in the old way)?$`, func(host, old string) error {
		if err := fixtures.CloseHosts(w, fixtures.Host(w, host).Host); err != nil {
			return err
		}
		return fixtures.EnableAgain(w, fixtures.Host(w, host).Host, old != "")
	})
	s.Given(`^the compute service of (host\d) is disabled and down$`, func(host string) error {
		if err := fixtures.CloseHosts(w, fixtures.Host(w, host).Host); err != nil {
			return err
		}
		return fixtures.ForceDown(w, fixtures.Host(w, host).Host)
	})
	s.When(`^the `+phrases.Actor+` lists the hypervisors at (\S+)(?: by (\S+))?$`, func(who, at, query string) error {
		path := "/os-hypervisors"
		if query != "" {
			path += query
		}
		return phrases.Subject(w, phrases.Request(w, who, "GET", path, at))
	})
	s.Then(`^the hypervisors in the answer are those of (all hosts|hosts named like (?:the end of )?host\d|`+hostList+`)$`, func(list string) error { return hypervisorsAre(w, list) })
	s.Then(`^the hypervisors in the answer are the (rest|next one) of that list$`, func(how string) error {
		return comparePage(w, shownHypervisors(w), how == "next one")
	})
	s.Then(`^the link of the answer leads to the (rest|next one) of that list$`,
		func(how string) error { return linkLeads(w, how == "next one") })
	s.Then(`^the hypervisor of (host\d) in the answer is (up|down) and (enabled|disabled)$`, func(host, state, status string) error {
		return oneShows(w, host, map[string]any{"state": state, "status": status})
	})
	s.Given(`^two servers on (host\d)$`, func(host string) error { return bootTwo(w, host) })
	s.Then(`^the hypervisor of (host\d) in the answer shows both servers, and no other does$`,
		func(host string) error { return showsBoth(w, host) })
	s.Then(`^no hypervisor in the answer shows servers$`, func() error {
		for _, h := range shownHypervisors(w) {
			if shown, there := h["servers"]; there {
				return world.Differ("the servers of a hypervisor", "not told", shown)
			}
		}
		return nil
	})
	// Before 2.75 the key is there for a hypervisor with servers only (50-hypervisors-project-admin.md §0, HYP-01).
	s.Then(`^no hypervisor in the answer shows an empty list of servers$`, func() error {
		for _, h := range shownHypervisors(w) {
			if shown, there := h["servers"]; there && len(phrases.ObjectsIn(shown)) == 0 {
				return world.Differ("the servers of a hypervisor that has none", "not told", shown)
			}
		}
		return nil
	})
	s.Then(`^no hypervisor in the answer tells of servers$`, func() error {
		return judgeEach(w, func(h map[string]any) error {
			if shown, there := h["servers"]; there {
				return world.Differ("the servers of a hypervisor, which are not asked for", "not told", shown)
			}
			return nil
		})
	})
	s.Then(`^the hypervisor of the server's host shows the server, and no other does$`, func() error { return showsServer(w) })
	s.Then(`^the answer has (\d+) hypervisors?$`, func(n int) error {
		if got := len(shownHypervisors(w)); got != n {
			return world.Differ("the number of hypervisors", n, got)
		}
		return nil
	})
	s.Then(`^each hypervisor in the answer has exactly the fields$`, func(list *godog.DocString) error {
		return eachHas(w, strings.Fields(list.Content))
	})
	s.Then(`^each hypervisor in the answer is shown by (number|uuid)$`, func(form string) error { return idsAre(w, form) })
	s.Then(`^of each hypervisor in the answer only (.+) have values$`, func(list string) error { return onlyValues(w, splitFields(list)) })
	s.Then(`^each hypervisor in the answer is (up|down) and (enabled|disabled)$`, func(state, status string) error {
		return eachShows(w, map[string]any{"state": state, "status": status})
	})
	s.Then(`^the answer has (no )?hypervisors_links( that are null)?$`,
		func(none, null string) error { return linksAre(w, none != "", null != "") })
}

// splitFields splits "id, state and status".
func splitFields(list string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(list, " and ", ","), func(r rune) bool { return r == ',' || r == ' ' })
}

// hostsIn lists the hosts in a sentence.
func hostsIn(list string) []string {
	if list == "no host" {
		return nil
	}
	return splitFields(list)
}

// assignment is the metadata of an aggregate for the projects of a sentence.
func assignment(w *world.World, whom, key string) (map[string]any, error) {
	metadata := map[string]any{}
	if whom != "nobody" {
		ids := map[string]string{
			"the project":       fixtures.ProjectID(w, "admin"),
			"the other project": fixtures.ProjectID(w, "outsider"), "a project that is none": phrases.UnknownID,
		}
		ids["a project whose id begins like the project's"] = ids["the project"] + "0"
		ids["a project whose id is the beginning of the project's"] = ids["the project"][:max(0, len(ids["the project"])-1)]
		var of []string
		for name := range strings.SplitSeq(whom, ", ") {
			id, known := ids[name]
			if !known {
				return nil, fmt.Errorf("no project is known as %q", name)
			}
			of = append(of, id)
		}
		metadata[key] = strings.Join(of, ",")
	}
	return metadata, nil
}

// reassign changes whom the scenario's newest aggregate is for: for nobody its key is taken away.
func reassign(w *world.World, whom string) error {
	const key = "filter_tenant_id"
	metadata, err := assignment(w, whom, key)
	if err != nil {
		return err
	}
	if len(metadata) == 0 {
		metadata[key] = nil
	}
	return fixtures.SetAggregateMetadata(w, w.Noun("aggregate", ""), metadata)
}

// assign makes an aggregate for each of the projects in a sentence: "the project", "the other project", several of them in
// order with commas between, "nobody".
func assign(w *world.World, list, whom, key string) error {
	if key == "" {
		key = "filter_tenant_id"
	}
	metadata, err := assignment(w, whom, key)
	if err != nil {
		return err
	}
	_, err = fixtures.Assign(w, metadata, hostsIn(list)...)
	return err
}

// shownHypervisors are the hypervisors in the answer.
func shownHypervisors(w *world.World) []map[string]any {
	if one, there := w.Last().Get("/hypervisor"); there {
		return phrases.ObjectsIn([]any{one})
	}
	list, _ := w.Last().Get("/hypervisors")
	all, ok := list.([]any)
	if !ok {
		return nil
	}
	out := []map[string]any{}
	for _, item := range all {
		h, _ := item.(map[string]any)
		out = append(out, h)
	}
	return out
}

// hypervisorsAre compares the ids in the answer with those of hosts, in any order.
func hypervisorsAre(w *world.World, list string) error {
	all, err := fixtures.Hypervisors(w)
	if err != nil {
		return err
	}
	var want, got []string
	add := func(h fixtures.Hypervisor) { want = append(want, h.UUID) }
	name, like := strings.CutPrefix(list, "hosts named like ")
	switch {
	case like:
		for _, h := range namedLike(w, all, name) {
			add(h)
		}
	case list == "all hosts":
		for _, h := range all {
			add(h)
		}
	default:
		for _, name := range hostsIn(list) {
			add(all[fixtures.Host(w, name).Host])
		}
	}
	for _, shown := range shownHypervisors(w) {
		id := fmt.Sprint(shown["id"])
		for _, h := range all {
			if shown["id"] == h.Number {
				id = h.UUID
			}
		}
		got = append(got, id)
	}
	slices.Sort(want)
	slices.Sort(got)
	if shownHypervisors(w) == nil || !slices.Equal(want, got) {
		return world.Differ("the hypervisors in the answer", want, got)
	}
	return nil
}

// namedLike are the hypervisors whose names hold that of a host, or that without its first letter: on a cloud with node1 and node10 the
// first finds both.
func namedLike(w *world.World, all map[string]fixtures.Hypervisor, name string) (out []fixtures.Hypervisor) {
	host, end := strings.CutPrefix(name, "the end of ")
	part := fixtures.HypervisorNamed(w, host).Node
	if end {
		part = phrases.Tail(part)
	}
	for _, h := range all {
		if strings.Contains(strings.ToLower(h.Node), strings.ToLower(part)) {
			out = append(out, h)
		}
	}
	return out
}

func eachHas(w *world.World, want []string) error {
	slices.Sort(want)
	return judgeEach(w, func(h map[string]any) error {
		var got []string
		for key := range h {
			got = append(got, key)
		}
		slices.Sort(got)
		if !slices.Equal(want, got) {
			return world.Differ("the fields of a hypervisor", want, got)
		}
		return nil
	})
}

func idsAre(w *world.World, form string) error {
	return judgeEach(w, func(h map[string]any) error {
		_, number := h["id"].(float64)
		if number != (form == "number") {
			return world.Differ("the id of a hypervisor", form, h["id"])
		}
		return nil
	})
}

func onlyValues(w *world.World, keys []string) error {
	return judgeEach(w, func(h map[string]any) error {
		for key, value := range h {
			if (value != nil) != slices.Contains(keys, key) {
				return world.Differ("what a hypervisor shows", strings.Join(keys, ", ")+" and nothing else", h)
			}
		}
		for _, key := range keys {
			if h[key] == nil {
				return world.Failf("a hypervisor shows no %s", key)
			}
		}
		return nil
	})
}

func eachShows(w *world.World, want map[string]any) error {
	return judgeEach(w, func(h map[string]any) error {
		for key, value := range want {
			if h[key] != value {
				return world.Differ("the "+key+" of a hypervisor", value, h[key])
			}
		}
		return nil
	})
}

// judgeEach checks all hypervisors in the answer; an empty list is a failure.
func judgeEach(w *world.World, judge func(map[string]any) error) error {
	all := shownHypervisors(w)
	if len(all) == 0 {
		return world.Failf("the answer has no hypervisors")
	}
	for _, h := range all {
		if err := judge(h); err != nil {
			return err
		}
	}
	return nil
}

func linksAre(w *world.World, none, null bool) error {
	links, there := w.Last().Get("/hypervisors_links")
	switch {
	case none && there:
		return world.Differ("hypervisors_links", "no such key", links)
	case none:
		return nil
	case !there || (links == nil) != null:
		return world.Differ("hypervisors_links", map[bool]string{true: "null", false: "a link to the next page"}[null], links)
	}
	return nil
}

// takeOnly lists the hypervisors as set-up and remembers the only one as {hypervisor:taken}.
func takeOnly(w *world.World, who, at string) error {
	x, err := w.Setup(world.Request{Actor: who, Method: "GET", Path: "/os-hypervisors", At: at}, 200)
	if err != nil {
		return err
	}
	if _, more := x.Get("/hypervisors/1"); more || x.Text("/hypervisors/0/id") == "" {
		return fmt.Errorf("the list does not hold exactly one hypervisor")
	}
	w.Remember(&world.Noun{Kind: "hypervisor", Name: "taken", ID: x.Text("/hypervisors/0/id"), Owner: who})
	return nil
}
