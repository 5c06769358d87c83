package identity

import (
	"crypto/md5" //nolint:gosec // ids, not secrets
	"encoding/hex"

	"plumbline/mockcloud/internal/pipeline"
)

// offered is one service of the catalogue. Path is the part of its URL after scheme and host; with PerProject the project's id
// follows.
type offered struct {
	kind, name, path string
	perProject       bool
}

// offers are the services in the catalogue, by type; the mock serves all of them.
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

// id makes an id for a record that is not in the state; it is the same in each run.
func id(name string) string {
	sum := md5.Sum([]byte("plumbline/" + name)) //nolint:gosec // see above
	return hex.EncodeToString(sum[:])
}

// catalogService is one service of the catalogue, with an endpoint for each interface.
type catalogService struct {
	ID        string            `json:"id"`
	Type      string            `json:"type"`
	Name      string            `json:"name"`
	Endpoints []catalogEndpoint `json:"endpoints"`
}

type catalogEndpoint struct {
	ID        string `json:"id"`
	Interface string `json:"interface"`
	RegionID  string `json:"region_id"`
	Region    string `json:"region"`
	URL       string `json:"url"`
}

// catalog is the catalogue with URLs as the client at x.Root needs them. Services with the project in their URL are left out for
// tokens without a project.
func catalog(x *pipeline.Exchange, projectID string) []catalogService {
	out := []catalogService{}
	for _, o := range offers {
		url := x.Root + o.path
		if o.perProject {
			if projectID == "" {
				continue
			}
			url += "/" + projectID
		}
		s := catalogService{ID: id(o.kind), Type: o.kind, Name: o.name}
		for _, i := range interfaces {
			s.Endpoints = append(s.Endpoints, catalogEndpoint{id(o.kind + "/" + i), i, x.Env.Region, x.Env.Region, url})
		}
		out = append(out, s)
	}
	return out
}

type catalogView struct {
	Catalog []catalogService `json:"catalog"`
	Links   pageLinks        `json:"links"`
}

var catalogOperations = map[string]pipeline.Operation{
	"catalog.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		c := x.Caller
		if c.ProjectID == "" && c.DomainID == "" && !c.System {
			return nil, pipeline.Forbidden("You are not authorized to perform the requested action.")
		}
		return pipeline.Body(200, catalogView{catalog(x, c.ProjectID), pages(x)}), nil
	}},
}
