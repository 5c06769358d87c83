package image

import (
	"plumbline/internal/mockcloud/pipeline"
)

// minors are the versions that Glance lists besides the current one: 2.14 and 2.16 never had an entry of their own.
var minors = []string{"15", "13", "12", "11", "10", "9", "8", "7", "6", "5", "4", "3", "2", "1", "0"}

// discover answers every path outside v2 with the list of versions, without a token: 200 for /versions,
// 300 for all others.
func discover(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	status := 300
	if x.Path == "/versions" {
		status = 200
	}
	entry := func(minor, state string) versionView {
		return versionView{"v2." + minor, state, []pipeline.Link{{Rel: "self", Href: x.Root + Prefix + "/v2/"}}}
	}
	list := []versionView{entry("17", "CURRENT")}
	for _, m := range minors {
		list = append(list, entry(m, "SUPPORTED"))
	}
	return pipeline.Answer(status, "versions", list), nil
}

type versionView struct {
	ID     string          `json:"id"`
	Status string          `json:"status"`
	Links  []pipeline.Link `json:"links"`
}
