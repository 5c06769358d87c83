package identity

import (
	"plumbline/internal/mockcloud/pipeline"
)

type versionView struct {
	ID      string               `json:"id"`
	Status  string               `json:"status"`
	Updated string               `json:"updated"`
	Links   []pipeline.Link      `json:"links"`
	Media   []pipeline.MediaType `json:"media-types"`
}

// versionList is the form of the root's answer, in which the list of versions is inside of another object.
type versionList struct {
	Values []*versionView `json:"values"`
}

// discover answers the root: 300 with all versions and the URL of the only one (docs/contract/60-microversions.md §6).
func discover(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	if path := x.Path; path != "" && path != "/" {
		return nil, unknownPath()
	}
	answer := pipeline.Answer(300, "versions", versionList{[]*versionView{version(x)}})
	return answer.WithHeader("Location", x.Root+Prefix+"/v3/"), nil
}

func showVersion(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "version", version(x)), nil
}

func version(x *pipeline.Exchange) *versionView {
	return &versionView{
		ID: "v3.14", Status: "stable", Updated: "2020-04-07T00:00:00Z", Links: []pipeline.Link{{Rel: "self", Href: x.Root + Prefix + "/v3/"}},
		Media: []pipeline.MediaType{{Base: "application/json", Type: "application/vnd.openstack.identity-v3+json"}},
	}
}
