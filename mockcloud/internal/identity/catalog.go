package identity

import (
	"crypto/md5" //nolint:gosec // ids, not secrets
	"encoding/hex"

	"plumbline/mockcloud/pipeline"
)

// offered is one service of the catalogue. Path is below scheme and host; PerProject services have the
// project's id at the end.
type offered struct {
	kind, name, path string
	perProject       bool
}

// offers are the services that the mock serves and clients find in the catalogue, by type.
var offers = []offered{
	{kind: "compute", name: "nova", path: "/compute/v2.1"},
	{kind: "identity", name: "keystone", path: "/identity/v3"},
	{kind: "image", name: "glance", path: "/image"},
	{kind: "block-storage", name: "cinder", path: "/volume/v3", perProject: true},
	{kind: "volumev3", name: "cinderv3", path: "/volume/v3", perProject: true},
	{kind: "network", name: "neutron", path: "/network"},
	{kind: "placement", name: "placement", path: "/placement"},
	{kind: "orchestration", name: "heat", path: "/orchestration/v1", perProject: true},
}

var interfaces = []string{"admin", "internal", "public"}

// id makes the id of something that has none in the state: the same in each run.
func id(name string) string {
	sum := md5.Sum([]byte("plumbline/" + name)) //nolint:gosec // see above
	return hex.EncodeToString(sum[:])
}

// catalog is the catalogue as a client at x.Root sees it. Services with the project in their URL are
// left out of tokens without a project.
func catalog(x *pipeline.Exchange, projectID string) []any {
	out := []any{}
	for _, o := range offers {
		url := x.Root + o.path
		if o.perProject {
			if projectID == "" {
				continue
			}
			url += "/" + projectID
		}
		endpoints := []any{}
		for _, i := range interfaces {
			endpoints = append(endpoints, map[string]any{
				"id": id(o.kind + "/" + i), "interface": i, "region_id": x.Env.Region, "region": x.Env.Region, "url": url,
			})
		}
		out = append(out, map[string]any{"id": id(o.kind), "type": o.kind, "name": o.name, "endpoints": endpoints})
	}
	return out
}

var catalogOperations = map[string]pipeline.Operation{
	"catalog.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		c := x.Caller
		if c.ProjectID == "" && c.DomainID == "" && !c.System {
			return nil, pipeline.Forbidden("You are not authorized to perform the requested action.")
		}
		return pipeline.Body(200, map[string]any{"catalog": catalog(x, c.ProjectID), "links": pages(x)}), nil
	}},
}
