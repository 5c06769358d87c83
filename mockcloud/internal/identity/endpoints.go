package identity

import (
	"plumbline/mockcloud/pipeline"
)

// endpointOperations show the catalogue's parts to administrators. They cannot be changed: the mock
// serves what it serves.
var endpointOperations = map[string]pipeline.Operation{
	"services.list":  listed("services", services, func(v map[string]any, x *pipeline.Exchange) bool { return both(x, v, "type", "name") }),
	"services.show":  shown("service", "service_id", services),
	"endpoints.list": listed("endpoints", endpoints, func(v map[string]any, x *pipeline.Exchange) bool { return both(x, v, "interface", "service_id") }),
	"endpoints.show": shown("endpoint", "endpoint_id", endpoints),
	"regions.list":   listed("regions", regions, func(map[string]any, *pipeline.Exchange) bool { return true }),
	"regions.show":   shown("region", "region_id", regions),
}

func both(x *pipeline.Exchange, v map[string]any, one, two string) bool {
	return matches(x, one, v[one].(string)) && matches(x, two, v[two].(string))
}

func listed(plural string, all func(*pipeline.Exchange) []map[string]any, which func(map[string]any, *pipeline.Exchange) bool) pipeline.Operation {
	return pipeline.Operation{Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		var items []any
		for _, v := range all(x) {
			if which(v, x) {
				items = append(items, v)
			}
		}
		return enclose(x, plural, items)
	}}
}

func shown(noun, param string, all func(*pipeline.Exchange) []map[string]any) pipeline.Operation {
	return pipeline.Operation{Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		for _, v := range all(x) {
			if v["id"] == x.Params.Get(param) {
				return pipeline.Answer(200, noun, v), nil
			}
		}
		return nil, missing(noun, x.Params.Get(param))
	}}
}

func services(x *pipeline.Exchange) []map[string]any {
	var out []map[string]any
	for _, o := range offers {
		out = append(out, map[string]any{
			"id": id(o.kind), "type": o.kind, "name": o.name, "enabled": true, "links": self(x, "/services/"+id(o.kind)),
		})
	}
	return out
}

func endpoints(x *pipeline.Exchange) []map[string]any {
	var out []map[string]any
	for _, o := range offers {
		url := x.Root + o.path
		if o.perProject {
			url += "/%(project_id)s"
		}
		for _, i := range interfaces {
			own := id(o.kind + "/" + i)
			out = append(out, map[string]any{
				"id": own, "interface": i, "service_id": id(o.kind), "url": url, "enabled": true,
				"region": x.Env.Region, "region_id": x.Env.Region, "links": self(x, "/endpoints/"+own),
			})
		}
	}
	return out
}

func regions(x *pipeline.Exchange) []map[string]any {
	return []map[string]any{{
		"id": x.Env.Region, "description": "", "parent_region_id": nil, "links": self(x, "/regions/"+x.Env.Region),
	}}
}
