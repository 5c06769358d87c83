package sentences

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

func discovery(s world.Steps, w *world.World) {
	s.Then(`^the answer lists version (\S+) as (\S+)$`, func(id, status string) error { return listed(w.Last(), id, status, "", "") })
	s.Then(`^the answer lists version (\S+) as (\S+) from (\S+) to the newest$`, func(id, status, from string) error {
		return listed(w.Last(), id, status, from, phrases.Fill(w, "{newest}"))
	})
	s.Then(`^the answer is version (\S+) as (\S+)$`, func(id, status string) error { return isVersion(w.Last(), id, status, "", "") })
	s.Then(`^the answer is version (\S+) as (\S+) from (\S+) to the newest$`, func(id, status, from string) error {
		return isVersion(w.Last(), id, status, from, phrases.Fill(w, "{newest}"))
	})
	s.Then(`^the answer is version (\S+) without microversions$`, func(id string) error { return versionless(w.Last(), id) })
	s.Then(`^version (\S+) of the answer links to itself$`,
		func(id string) error { return linksToItself(w, versionIn(entries(w.Last()), id), id) })
	s.Then(`^the answer leads to where version (\S+) of it is$`, func(id string) error { return leadsTo(w.Last(), versionIn(entries(w.Last()), id)) })
	s.Then(`^each resource of the answer links to itself below (\S+)$`, func(path string) error { return resourcesLink(w, path) })
	s.Then(`^the version of the answer links to itself as (\S+)$`, func(id string) error { return linksToItself(w, single(w.Last()), id) })
	s.Then(`^the version of the answer links to itself$`, func() error { return linksToItself(w, single(w.Last()), "v2.1") })
	s.Then(`^the answer offers (\S+) as a choice$`, func(id string) error { return offers(w.Last(), id) })
	s.When(`^the `+phrases.Actor+` imports a key pair (through /v2|at 2\.1) with a body key that nobody knows$`, func(who, way string) error {
		return importOddly(w, who, way)
	})
	s.Then(`^the `+phrases.Actor+` has the key pair of the answer$`, func(who string) error { return hasAnswered(w, who) })
}

// entries are the versions in a discovery document: in "versions" itself, or in "values" below it.
func entries(x *world.Exchange) []any {
	list, _ := x.Get("/versions")
	if nested, ok := x.Get("/versions/values"); ok {
		list = nested
	}
	found, _ := list.([]any)
	return found
}

// versionIn finds a version by id; "v3" also matches "v3.14", and of several matches the CURRENT one.
func versionIn(list []any, id string) map[string]any {
	var found map[string]any
	for _, item := range list {
		entry, _ := item.(map[string]any)
		got, _ := entry["id"].(string)
		if got == id {
			return entry
		}
		if strings.HasPrefix(got, id+".") && (found == nil || entry["status"] == "CURRENT") {
			found = entry
		}
	}
	return found
}

func single(x *world.Exchange) map[string]any {
	v, _ := x.Get("/version")
	entry, _ := v.(map[string]any)
	return entry
}

func listed(x *world.Exchange, id, status, from, to string) error {
	return describes(versionIn(entries(x), id), id, status, from, to)
}

func isVersion(x *world.Exchange, id, status, from, to string) error {
	return describes(versionIn([]any{single(x)}, id), id, status, from, to)
}

// describes compares an entry of the document; from and to are compared where they are not "".
func describes(entry map[string]any, id, status, from, to string) error {
	if entry == nil {
		return world.Failf("the answer has no version %s", id)
	}
	if entry["status"] != status {
		return world.Differ("the status of version "+id, status, entry["status"])
	}
	if from != "" && entry["min_version"] != from {
		return world.Differ("the oldest microversion", from, entry["min_version"])
	}
	if to != "" && entry["version"] != to {
		return world.Differ("the newest microversion", to, entry["version"])
	}
	return nil
}

func versionless(x *world.Exchange, id string) error {
	entry := single(x)
	if entry["id"] != id || entry["version"] != "" || entry["min_version"] != "" {
		return world.Differ("the version of the answer", id+" without microversions", entry)
	}
	return nil
}

// linksToItself checks for a link "self" on the host that answered, to the folder of a version ("v2.1") below the service's own: a
// host may have several services, each in a folder.
func linksToItself(w *world.World, entry map[string]any, version string) error {
	links, _ := entry["links"].([]any)
	asked, err := url.Parse(w.Last().URL)
	if err != nil {
		return err
	}
	folder := strings.TrimSuffix(asked.Path, w.Last().Asked.Path)
	for _, item := range links {
		link, _ := item.(map[string]any)
		href, _ := link["href"].(string)
		at, err := url.Parse(href)
		if link["rel"] == "self" && err == nil && at.Host == asked.Host && at.Path == folder+"/"+version+"/" {
			return nil
		}
	}
	return world.Differ("the links of the version", "self at "+asked.Host+folder+"/"+version+"/", links)
}

// leadsTo checks that an answer sends who asked on to the address that it tells of a version.
func leadsTo(x *world.Exchange, entry map[string]any) error {
	links, _ := entry["links"].([]any)
	to := x.Header.Get("Location")
	for _, item := range links {
		if link, _ := item.(map[string]any); link["rel"] == "self" && link["href"] == to {
			return nil
		}
	}
	return world.Differ("the Location header", links, to)
}

// resourcesLink checks that an answer lists resources, each with a link to its collection below a path of the service.
func resourcesLink(w *world.World, path string) error {
	x := w.Last()
	asked, err := url.Parse(x.URL)
	if err != nil {
		return err
	}
	folder := strings.TrimSuffix(asked.Path, x.Asked.Path)
	list, _ := x.Get("/resources")
	all := phrases.ObjectsIn(list)
	if len(all) == 0 {
		return world.Failf("the answer lists no resources")
	}
	for _, resource := range all {
		collection, _ := resource["collection"].(string)
		links := phrases.ObjectsIn(resource["links"])
		isOwn := func(link map[string]any) bool {
			href, _ := link["href"].(string)
			at, err := url.Parse(href)
			return link["rel"] == "self" && err == nil && at.Host == asked.Host && collection != "" && at.Path == folder+path+collection
		}
		if !slices.ContainsFunc(links, isOwn) {
			return world.Differ("the links of "+collection, "self at "+asked.Host+folder+path+collection, links)
		}
	}
	return nil
}

// offers checks that a path without a version is offered at a version: by its id, with a link to the same path below it.
func offers(x *world.Exchange, id string) error {
	list, _ := x.Get("/choices")
	choices, _ := list.([]any)
	entry := versionIn(choices, id)
	if entry == nil {
		return world.Differ("the choices", id, list)
	}
	links, _ := entry["links"].([]any)
	for _, item := range links {
		link, _ := item.(map[string]any)
		href, _ := link["href"].(string)
		if at, err := url.Parse(href); link["rel"] == "self" && err == nil && strings.HasSuffix(at.Path, "/"+id+x.Asked.Path) {
			return nil
		}
	}
	return world.Differ("the links of the choice", "self under /"+id+x.Asked.Path, links)
}

// importOddly imports a key pair with a key in the body that no version of the API has.
func importOddly(w *world.World, who, way string) error {
	material, err := fixtures.PublicKey(w)
	if err != nil {
		return err
	}
	name := w.Name("odd")
	r := world.Request{Actor: who, At: "2.1", Method: http.MethodPost, Path: "/os-keypairs", Body: map[string]any{
		"keypair": map[string]any{"name": name, "public_key": material, "nope": 1},
	}}
	if way == "through /v2" {
		r.At, r.Root, r.Path = "", true, "/v2/os-keypairs"
	}
	w.CleanUp("keypair", name, name, w.Delete(world.Request{Actor: who, Method: http.MethodDelete, Path: keyPath(name), At: "2.1"}))
	return phrases.Subject(w, r)
}

func hasAnswered(w *world.World, who string) error {
	_, err := w.Observe(world.Request{Actor: who, Method: http.MethodGet, Path: keyPath(w.Last().Text("/keypair/name")), At: "2.1"}, 200)
	return err
}
