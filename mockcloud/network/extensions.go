package network

import (
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
	"extensions.list": {Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		all := []any{}
		for _, e := range extensions {
			all = append(all, viewExtension(e))
		}
		return pipeline.Answer(200, "extensions", all), nil
	}},
	"extensions.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		for _, e := range extensions {
			if e[0] == x.Params.Get("alias") {
				return pipeline.Answer(200, "extension", viewExtension(e)), nil
			}
		}
		return nil, fault(404, "HTTPNotFound", "Extension with alias %s does not exist", x.Params.Get("alias"))
	}},
}

func viewExtension(e [2]string) map[string]any {
	return map[string]any{"alias": e[0], "name": e[1], "description": e[1], "updated": "2016-01-01T00:00:00-00:00", "links": []any{}}
}
