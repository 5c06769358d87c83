package mutants

import (
	"fmt"
	"strings"
)

// document is a service's version document, which needs no token.
type document struct {
	path   string // with the mock's prefix, without a slash at the end
	status int
	list   string // the path to the versions: "versions", "versions.values", "choices"; "version" for a single one
	id     string // the version that rows look at
}

var documents = []document{
	{"/compute", 200, "versions", "v2.1"},
	{"/compute/v2.1", 200, "version", "v2.1"},
	{"/compute/nope", 300, "choices", "v2.1"},
	{"/compute/v2", 200, "version", "v2.0"},
	{"/identity", 300, "versions.values", "v3"},
	{"/identity/v3", 200, "version", "v3"},
	{"/image", 300, "versions", "v2"},
	{"/image/versions", 200, "versions", "v2"},
	{"/network", 200, "versions", "v2.0"},
	{"/orchestration", 300, "versions", "v1.0"},
	{"/volume", 300, "versions", "v3.0"},
}

// discovery breaks each service's version document, and the rule that it needs no token.
func discovery(b *deriver) error {
	for _, d := range documents {
		at := func(change func(*answer)) wire {
			return wire{answer: func(c *call, a *answer) {
				if c.place() == d.path && c.Method == "GET" && a.status < 400 {
					change(a)
				}
			}}
		}
		list := []named{
			{"status", "is answered with another status", "MVN-16", at(func(a *answer) {
				if a.status = 300; d.status == 300 {
					a.status = 200
				}
			})},
			{"token", "wants a token", "MVN-16", wire{answer: func(c *call, a *answer) {
				if c.place() == d.path && c.Header.Get("X-Auth-Token") == "" {
					a.refuse(401, "error", "The request you have made requires authentication.")
				}
			}}},
			{"version", "does not tell of the version " + d.id, "MVN-16", at(d.each(func(v map[string]any) { v["id"] = "v9" }))},
		}
		if d.list != "choices" && d.id != "v2.0" || d.path == "/network" {
			list = append(list, named{
				"state", "says something else of the version's status", "MVN-16",
				at(d.each(func(v map[string]any) { v["status"] = "EXPERIMENTAL" })),
			})
		}
		if strings.HasPrefix(d.path, "/compute") && d.list != "choices" {
			list = append(list, d.microversions(at)...)
		}
		for i := range list {
			list[i].broken = fmt.Sprintf("GET %s %s", d.path, list[i].broken)
			list[i].id = strings.TrimPrefix(d.path, "/") + "/" + list[i].id
		}
		b.addNamed(classDiscovery, list)
	}
	return nil
}

func (d document) microversions(at func(func(*answer)) wire) []named {
	set := func(key string, value any) wire { return at(d.each(func(v map[string]any) { v[key] = value })) }
	if d.id == "v2.0" {
		return []named{
			{"newest", "offers microversions", "MVN-16", set("version", "2.104")},
			{"oldest", "offers microversions from the first", "MVN-16", set("min_version", "2.1")},
		}
	}
	return []named{
		{"newest", "offers another newest microversion", "MVN-16", set("version", "2.9")},
		{"oldest", "offers another oldest microversion", "MVN-16", set("min_version", "2.2")},
		{"self", "links the version to somewhere else", "MVN-16", at(d.each(func(v map[string]any) {
			links, _ := v["links"].([]any)
			for _, l := range links {
				if m, ok := l.(map[string]any); ok && m["rel"] == "self" {
					m["href"] = "http://elsewhere.example/v2.1/"
				}
			}
		}))},
	}
}

// each changes the version that rows look at, in each form of the document.
func (d document) each(change func(version map[string]any)) func(*answer) {
	return func(a *answer) {
		body := a.json()
		at := valueBelow(body, strings.Split(d.list, ".")...)
		list, isList := at.([]any)
		if !isList {
			list = []any{at}
		}
		for _, e := range list {
			if v, ok := e.(map[string]any); ok {
				if id, _ := v["id"].(string); strings.HasPrefix(id, d.id) {
					change(v)
				}
			}
		}
		a.write(body)
	}
}
