package compute

import (
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// generation is one of the two versioned roots (contract 60 §6).
type generation struct {
	id, status, path, updated, media string
	microversions                    bool
}

var generations = []generation{
	{id: "v2.0", status: "SUPPORTED", path: "/v2", updated: "2011-01-21T11:33:21Z", media: "2"},
	{id: "v2.1", status: "CURRENT", path: "/v2.1", updated: "2013-07-23T11:33:21Z", media: "2.1", microversions: true},
}

func (c *compute) versionOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{"versions.show": {Answer: c.showVersion}}
}

func (c *compute) showVersion(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	for _, g := range generations {
		if g.path != x.Versioned {
			continue
		}
		v := c.describe(x, g, serviceRoot(x))
		v["media-types"] = g.mediaTypes()
		v["links"] = append(v["links"].([]any), map[string]any{
			"rel": "describedby", "type": "text/html", "href": "http://docs.openstack.org/",
		})
		return pipeline.Answer(200, "version", v), nil
	}
	return nil, pipeline.NotFound("The resource could not be found.")
}

// describe is what the list of versions says about one.
func (c *compute) describe(x *pipeline.Exchange, g generation, root string) map[string]any {
	newest, oldest := "", ""
	if g.microversions {
		newest, oldest = x.Env.Maximum(openapi.Compute).String(), "2.1"
	}
	return map[string]any{
		"id": g.id, "status": g.status, "version": newest, "min_version": oldest, "updated": g.updated,
		"links": []any{link("self", root+g.path+"/")},
	}
}

func (g generation) mediaTypes() []any {
	return []any{map[string]any{
		"base": "application/json", "type": "application/vnd.openstack.compute+json;version=" + g.media,
	}}
}

// outside answers what is under no versioned root: the list of versions at the service's root, and the
// choice between the versions elsewhere (300).
func (c *compute) outside(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	root, path := x.Root+"/compute", strings.Trim(strings.TrimPrefix(x.Request.URL.Path, "/compute"), "/")
	if path == "" {
		versions := []any{}
		for _, g := range generations {
			versions = append(versions, c.describe(x, g, root))
		}
		return pipeline.Answer(200, "versions", versions), nil
	}
	choices := []any{}
	for _, g := range generations {
		choices = append(choices, map[string]any{
			"id": g.id, "status": g.status, "media-types": g.mediaTypes(),
			"links": []any{link("self", root+g.path+"/"+path)},
		})
	}
	return pipeline.Answer(300, "choices", choices), nil
}
