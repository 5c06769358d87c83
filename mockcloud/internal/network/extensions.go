package network

import (
	"slices"

	"plumbline/mockcloud/pipeline"
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

var extensionOperations = map[string]pipeline.Operation{
	"extensions.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		x.DoNotKeep() // settings are no records
		all := []any{}
		for _, e := range offered(x) {
			all = append(all, viewExtension(e))
		}
		return pipeline.Answer(200, "extensions", all), nil
	}},
	"extensions.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		x.DoNotKeep()
		for _, e := range offered(x) {
			if e[0] == x.Params.Get("alias") {
				return pipeline.Answer(200, "extension", viewExtension(e)), nil
			}
		}
		return nil, fault(404, "HTTPNotFound", "Extension with alias %s does not exist", x.Params.Get("alias"))
	}},
}

// resourceGroups lets ports ask for several resources at once, where the operator has that.
var resourceGroups = [2]string{"port-resource-request-groups", "Support for requesting multiple groups of resources and traits in Port"}

func offered(x *pipeline.Exchange) [][2]string {
	if x.Env.Settings().ResourceGroups {
		return append(slices.Clone(extensions), resourceGroups)
	}
	return extensions
}

func viewExtension(e [2]string) map[string]any {
	return map[string]any{"alias": e[0], "name": e[1], "description": e[1], "updated": "2016-01-01T00:00:00-00:00", "links": []any{}}
}
