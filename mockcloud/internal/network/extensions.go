package network

import (
	"iter"
	"slices"

	"plumbline/mockcloud/internal/collection"
	"plumbline/mockcloud/internal/pipeline"
)

// extensions are those that clients and compute look for: alias, name.
var extensions = [][2]string{
	{"auto-allocated-topology", "Auto Allocated Topology Services"},
	{"availability_zone", "Availability Zone"},
	{"binding", "Port Binding"},
	{"binding-extended", "Port Bindings Extended"},
	{"empty-string-filtering", "Empty String Filtering Extension"},
	{"external-net", "Neutron external network"},
	{"filter-validation", "Filter parameters validation"},
	{"multi-provider", "Multi Provider Network"},
	{"net-mtu", "Network MTU"},
	{"network_availability_zone", "Network Availability Zone"},
	{"pagination", "Pagination support"},
	{"port-security", "Port Security"},
	{"project-id", "project_id field enabled"},
	{"provider", "Provider Network"},
	{"quotas", "Quota management support"},
	{"quota_details", "Quota details management support"},
	{"router", "Neutron L3 Router"},
	{"security-group", "security-group"},
	{"sorting", "Sorting support"},
	{"standard-attr-description", "standard-attr-description"},
	{"standard-attr-revisions", "Resource revision numbers"},
	{"standard-attr-timestamp", "Resource timestamps"},
}

var extensionList = collection.Of[extensionView, pipeline.Nothing, pipeline.Nothing]{
	In: &collection.Service{Missing: missing}, Noun: "extension", Plural: "extensions", Param: "alias",
	Derived: func(x *pipeline.Exchange) iter.Seq[*extensionView] {
		x.DoNotKeep() // settings are no records
		var all []*extensionView
		for _, e := range offered(x) {
			all = append(all, &extensionView{Alias: e[0], Name: e[1], Description: e[1], Updated: "2016-01-01T00:00:00-00:00"})
		}
		return slices.Values(all)
	},
	ID: func(e *extensionView) string { return e.Alias },
}

type extensionView struct {
	Alias       string   `json:"alias"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Updated     string   `json:"updated"`
	Links       []string `json:"links"`
}

// resourceGroups lets ports ask for several resources at once, where the operator has that.
var resourceGroups = [2]string{"port-resource-request-groups", "Support for requesting multiple groups of resources and traits in Port"}

func offered(x *pipeline.Exchange) [][2]string {
	if x.Env.Settings().ResourceGroups {
		return append(slices.Clone(extensions), resourceGroups)
	}
	return extensions
}
