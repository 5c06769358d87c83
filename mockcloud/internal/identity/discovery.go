package identity

import (
	"plumbline/mockcloud/pipeline"
)

// discover answers the root: 300 with all versions and where the only one is (docs/contract/60-microversions.md §6).
func discover(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	if path := x.Path; path != "" && path != "/" {
		return nil, unknownPath()
	}
	answer := pipeline.Answer(300, "versions", map[string]any{"values": []any{version(x)}})
	return answer.With("Location", x.Root+Prefix+"/v3/"), nil
}

func showVersion(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "version", version(x)), nil
}

func version(x *pipeline.Exchange) map[string]any {
	return map[string]any{
		"id": "v3.14", "status": "stable", "updated": "2020-04-07T00:00:00Z",
		"links": []any{map[string]any{"rel": "self", "href": x.Root + Prefix + "/v3/"}},
		"media-types": []any{map[string]any{
			"base": "application/json", "type": "application/vnd.openstack.identity-v3+json",
		}},
	}
}
