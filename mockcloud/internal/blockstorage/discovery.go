package blockstorage

import (
	"strings"

	"plumbline/mockcloud/internal/blockstorage/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/openapi"
)

// updated is when the newest microversion that shipped was added.
const updated = "2023-08-31T00:00:00Z"

// versions is the list with the one version there is.
func versions(x *pipeline.Exchange) []any {
	return []any{map[string]any{
		"id": "v3.0", "status": "CURRENT", "version": x.Env.Maximum(openapi.BlockStorage).String(), "min_version": "3.0", "updated": updated,
		"links": []any{
			map[string]any{"rel": "describedby", "type": "text/html", "href": "https://docs.openstack.org/"},
			map[string]any{"rel": "self", "href": x.Root + record.Prefix + "/v3/"},
		},
		"media-types": []any{map[string]any{"base": "application/json", "type": "application/vnd.openstack.volume+json;version=3"}},
	}}
}

// discover answers the service's root without a token, whatever the method: the list, as a choice.
func discover(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	if strings.Trim(x.Path, "/") != "" {
		return nil, pipeline.Unrouted(x)
	}
	if f := microversion().Run(x); f != nil {
		return nil, f
	}
	return pipeline.Answer(300, "versions", versions(x)), nil
}

func versionRoom() pipeline.Room {
	return pipeline.Room{Operations: map[string]pipeline.Operation{"versions.show": {Answer: showVersion}}}
}

func showVersion(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	x.DoNotKeep()
	return pipeline.Answer(200, "versions", versions(x)), nil
}
