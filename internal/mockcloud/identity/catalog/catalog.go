// Package catalog has the services of a cloud, their endpoints and regions, which of them a project has, and policies stored for others.
package catalog

import (
	"crypto/md5" //nolint:gosec // ids, not secrets
	"encoding/hex"
	"strings"

	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
)

// OperationSets holds the operations on the catalogue and its parts.
func OperationSets() []pipeline.OperationSet {
	return []pipeline.OperationSet{
		services.Operations(), endpoints.Operations(), regionOperationSet(), policies.Operations(), endpointGroups.Operations(),
		{Operations: catalogOperations},
		{Operations: filterOperations},
		{Operations: policyOperations()},
	}
}

// offered is one service that is there from the beginning. Path is the part of its URL after scheme and host; with PerProject the
// project's id follows.
type offered struct {
	kind, name, path string
	perProject       bool
}

// offers are the services that the mock serves, in the order of the catalogue.
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

// Service is one service of the catalogue, with its endpoints.
type Service struct {
	ID        string     `json:"id"`
	Type      string     `json:"type"`
	Name      string     `json:"name"`
	Endpoints []Endpoint `json:"endpoints"`
}

// Endpoint is an endpoint in the catalogue.
type Endpoint struct {
	ID        string  `json:"id"`
	Interface string  `json:"interface"`
	RegionID  *string `json:"region_id"`
	Region    *string `json:"region"`
	URL       string  `json:"url"`
}

// Of is the catalogue of enabled services and endpoints. Endpoints with the project in their URL are left out for tokens without a
// project.
func Of(x *pipeline.Exchange, projectID string) []Service {
	out := []Service{}
	at := map[string]int{}
	for s := range allServices(x) {
		if s.Enabled {
			at[s.ID] = len(out)
			out = append(out, Service{ID: s.ID, Type: s.Type})
			if s.Name != nil {
				out[len(out)-1].Name = *s.Name
			}
		}
	}
	for e := range allEndpoints(x) {
		i, listed := at[e.ServiceID]
		if !listed || !e.Enabled || projectID == "" && strings.Contains(e.URL, "_id)s") {
			continue
		}
		out[i].Endpoints = append(out[i].Endpoints, Endpoint{e.ID, e.Interface, e.RegionID, e.RegionID, fill(e.URL, projectID, x)})
	}
	shown := out[:0]
	for _, s := range out {
		if len(s.Endpoints) > 0 {
			shown = append(shown, s)
		}
	}
	return shown
}

// fill puts the caller's project and user in the place of their names in a URL.
func fill(url, projectID string, x *pipeline.Exchange) string {
	if !strings.Contains(url, ")s") {
		return url
	}
	user := ""
	if x.Caller != nil {
		user = x.Caller.UserID
	}
	url = strings.ReplaceAll(url, "$(", "%(")
	return strings.NewReplacer("%(project_id)s", projectID, "%(tenant_id)s", projectID, "%(user_id)s", user).Replace(url)
}

type catalogView struct {
	Catalog []Service    `json:"catalog"`
	Links   record.Links `json:"links"`
}

var catalogOperations = map[string]pipeline.Operation{
	"catalog.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		c := x.Caller
		if c.ProjectID == "" {
			return nil, pipeline.Forbidden("You are not authorized to perform the requested action.")
		}
		return pipeline.Body(200, catalogView{Of(x, c.ProjectID), record.SelfLinks(x, "/auth/catalog")}), nil
	}},
}
