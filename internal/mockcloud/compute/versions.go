package compute

import (
	"strings"

	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// generation is one of the two versioned roots (docs/contract/60-microversions.md §6).
type generation struct {
	id, status, path, updated, media string
	microversions                    bool
}

var generations = []generation{
	{id: "v2.0", status: "SUPPORTED", path: "/v2", updated: "2011-01-21T11:33:21Z", media: "2"},
	{id: "v2.1", status: "CURRENT", path: "/v2.1", updated: "2013-07-23T11:33:21Z", media: "2.1", microversions: true},
}

// versionOperationSet holds the operations that describe versions.
func versionOperationSet() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: versionOperations()}
}

func versionOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{"versions.show": {Answer: showVersion}, "versions.find": {Answer: findVersion}}
}

func showVersion(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	for _, g := range generations {
		if g.path != x.Versioned {
			continue
		}
		v := describe(x, g, record.ServiceRoot(x))
		v.MediaTypes = g.mediaTypes()
		v.Links = append(v.Links, pipeline.Link{Rel: "describedby", Type: "text/html", Href: "http://docs.openstack.org/"})
		return pipeline.Answer(200, "version", v), nil
	}
	return nil, pipeline.NotFound("The resource could not be found.")
}

// findVersion describes the version that the path names; only v2.1 is found.
func findVersion(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	if x.Params.Get("version_id") != "v2.1" {
		return nil, pipeline.NotFound("The resource could not be found.")
	}
	return showVersion(x)
}

// versionView is one version; its media types are included only when that version alone is shown.
type versionView struct {
	ID         string               `json:"id"`
	Status     string               `json:"status"`
	Newest     string               `json:"version"`
	Oldest     string               `json:"min_version"`
	Updated    string               `json:"updated"`
	Links      []pipeline.Link      `json:"links"`
	MediaTypes []pipeline.MediaType `json:"media-types,omitzero"`
}

// choice is a version in the answer to a request outside the versioned roots (300).
type choice struct {
	ID         string               `json:"id"`
	Status     string               `json:"status"`
	MediaTypes []pipeline.MediaType `json:"media-types"`
	Links      []pipeline.Link      `json:"links"`
}

// describe is a version's entry in the list of versions.
func describe(x *pipeline.Exchange, g generation, root string) *versionView {
	v := &versionView{ID: g.id, Status: g.status, Updated: g.updated, Links: []pipeline.Link{{Rel: "self", Href: root + g.path + "/"}}}
	if g.microversions {
		v.Newest, v.Oldest = x.Env.Maximum(openapi.Compute).String(), "2.1"
	}
	return v
}

func (g generation) mediaTypes() []pipeline.MediaType {
	return []pipeline.MediaType{{Base: "application/json", Type: "application/vnd.openstack.compute+json;version=" + g.media}}
}

// answerUnversioned answers paths outside the versioned roots: the list of versions at the service's root, and elsewhere the choice
// between the versions (300).
func answerUnversioned(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	root, path := x.Root+"/compute", strings.Trim(strings.TrimPrefix(x.Request.URL.Path, "/compute"), "/")
	if path == "" {
		var versions []*versionView
		for _, g := range generations {
			versions = append(versions, describe(x, g, root))
		}
		return pipeline.Answer(200, "versions", versions), nil
	}
	var choices []choice
	for _, g := range generations {
		choices = append(choices, choice{
			ID: g.id, Status: g.status, MediaTypes: g.mediaTypes(), Links: []pipeline.Link{{Rel: "self", Href: root + g.path + "/" + path}},
		})
	}
	return pipeline.Answer(300, "choices", choices), nil
}
