package blockstorage

import (
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// updated is the date of the newest microversion that has shipped.
const updated = "2023-08-31T00:00:00Z"

// version is a version of the API as discovery shows it.
type version struct {
	ID         string               `json:"id"`
	Status     string               `json:"status"`
	Version    string               `json:"version"`
	MinVersion string               `json:"min_version"`
	Updated    string               `json:"updated"`
	Links      []pipeline.Link      `json:"links"`
	MediaTypes []pipeline.MediaType `json:"media-types"`
}

// versions is the list of versions, with the only one.
func versions(x *pipeline.Exchange) []version {
	return []version{{
		ID: "v3.0", Status: "CURRENT", Version: x.Env.Maximum(openapi.BlockStorage).String(), MinVersion: "3.0", Updated: updated,
		Links: []pipeline.Link{
			{Rel: "describedby", Type: "text/html", Href: "https://docs.openstack.org/"},
			{Rel: "self", Href: x.Root + record.Prefix + "/v3/"},
		},
		MediaTypes: []pipeline.MediaType{{Base: "application/json", Type: "application/vnd.openstack.volume+json;version=3"}},
	}}
}

// discover answers the service's root without a token, for every method: the list of versions with status 300.
func discover(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	if strings.Trim(x.Path, "/") != "" {
		return nil, pipeline.UnroutedFault(x)
	}
	if f := microversion().Run(x); f != nil {
		return nil, f
	}
	return pipeline.Answer(300, "versions", versions(x)), nil
}

func versionOperationSet() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{"versions.show": {Answer: showVersion}}}
}

func showVersion(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	x.DoNotKeep()
	return pipeline.Answer(200, "versions", versions(x)), nil
}
