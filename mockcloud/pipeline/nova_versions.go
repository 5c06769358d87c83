package pipeline

import "plumbline/openapi"

// generation is one of Nova's two version roots.
type generation struct{ id, root, status, updated, media string }

var generations = []generation{
	{"v2.0", "/v2", "SUPPORTED", "2011-01-21T11:33:21Z", "application/vnd.openstack.compute+json;version=2"},
	{"v2.1", "/v2.1", "CURRENT", "2013-07-23T11:33:21Z", "application/vnd.openstack.compute+json;version=2.1"},
}

func (g generation) describe(x *Exchange, newest openapi.Version, more bool) map[string]any {
	min, max := "", ""
	if g.root == "/v2.1" {
		min, max = "2.1", newest.String()
	}
	links := []any{link("self", x.Root+"/compute"+g.root+"/")}
	d := map[string]any{"id": g.id, "status": g.status, "version": max, "min_version": min, "updated": g.updated, "links": links}
	if more {
		d["links"] = append(links, map[string]any{"rel": "describedby", "type": "text/html", "href": "http://docs.openstack.org/"})
		d["media-types"] = g.mediaTypes()
	}
	return d
}

func (g generation) mediaTypes() []any {
	return []any{map[string]any{"base": "application/json", "type": g.media}}
}

func link(rel, href string) map[string]any { return map[string]any{"rel": rel, "href": href} }

// computeRoot answers what is below neither version root: the list of versions at "/", else a choice of both
// (contract 60 §6). Nova sends neither versions nor request ids here.
func computeRoot(x *Exchange, newest openapi.Version) *Response {
	if x.Path == "" || x.Path == "/" {
		var all []any
		for _, g := range generations {
			all = append(all, g.describe(x, newest, false))
		}
		return Answer(200, "versions", all)
	}
	var choices []any
	for _, g := range generations {
		choices = append(choices, map[string]any{
			"id": g.id, "status": g.status, "media-types": g.mediaTypes(),
			"links": []any{link("self", x.Root+"/compute"+g.root+x.Path)},
		})
	}
	return Answer(300, "choices", choices)
}

// computeVersion describes the version root that the request is below.
func computeVersion(x *Exchange, newest openapi.Version) *Response {
	for _, g := range generations {
		if g.root == x.Versioned {
			return Answer(200, "version", g.describe(x, newest, true))
		}
	}
	return Status(404)
}
