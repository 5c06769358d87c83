package identity

import (
	"crypto/md5" //nolint:gosec // ids, not secrets
	"encoding/hex"

	"plumbline/mockcloud/internal/pipeline"
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

// catalog is the catalogue as a client at x.Root sees it. Services with the project in their URL are
// left out of tokens without a project.
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
