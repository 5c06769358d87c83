package portable

import (
	"cmp"
	"maps"
	"strings"

	"plumbline/internal/openapi/node"
)

// About is what a document does not say itself.
type About struct {
	// Service is the service type, which names the service in the header of microversions.
	Service string
	// Version is the microversion of the document, "" for a service without microversions.
	Version string
	// Endpoint is an address at which the service may be found.
	Endpoint string
}

// Names of the components that Tree adds.
const (
	tokenScheme  = "XAuthToken"
	microversion = "OpenStackAPIVersion"
)

// methods are the keys of a path item that are operations.
var methods = map[string]bool{
	"get": true, "head": true, "put": true, "post": true, "delete": true, "patch": true, "options": true, "trace": true,
}

// Tree answers a copy of a tree in which servers, the token, the microversion, licence and tags are said, and each schema is
// one that any tool takes. The tree itself is not changed.
func Tree(tree map[string]any, about About) map[string]any {
	out := maps.Clone(tree)
	out["info"] = info(node.Object(tree, "info"))
	out["servers"] = []any{map[string]any{
		"url":         "{endpoint}",
		"description": "The endpoint that the catalogue of the identity service has",
		"variables":   map[string]any{"endpoint": map[string]any{"default": about.Endpoint}},
	}}
	out["security"] = []any{map[string]any{tokenScheme: []any{}}}
	components := value(node.Object(tree, "components"))
	out["components"] = withScheme(components, about)
	paths := map[string]any{}
	tags := map[string]any{}
	for path, item := range node.Object(tree, "paths") {
		paths[path] = pathItem(item, about, tags)
	}
	out["paths"] = paths
	var list []any
	for _, name := range node.SortedKeys(tags) {
		list = append(list, map[string]any{"name": name})
	}
	out["tags"] = list
	return out
}

func info(was map[string]any) map[string]any {
	out := maps.Clone(was)
	if out == nil {
		out = map[string]any{}
	}
	if out["license"] == nil {
		out["license"] = map[string]any{"name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"}
	}
	return out
}

func withScheme(components any, about About) map[string]any {
	out, _ := components.(map[string]any)
	out = maps.Clone(out)
	if out == nil {
		out = map[string]any{}
	}
	schemes := maps.Clone(node.Object(out, "securitySchemes"))
	if schemes == nil {
		schemes = map[string]any{}
	}
	schemes[tokenScheme] = map[string]any{
		"type": "apiKey", "in": "header", "name": "X-Auth-Token", "description": "A token of the identity service",
	}
	out["securitySchemes"] = schemes
	if about.Version != "" {
		parameters := maps.Clone(node.Object(out, "parameters"))
		if parameters == nil {
			parameters = map[string]any{}
		}
		parameters[microversion] = map[string]any{
			"name": "OpenStack-API-Version", "in": "header",
			"description": "The microversion that this document describes; without the header a service takes its oldest one",
			"schema":      map[string]any{"type": "string", "enum": []any{about.Service + " " + about.Version}},
		}
		out["parameters"] = parameters
	}
	return out
}

func pathItem(was any, about About, tags map[string]any) any {
	item, ok := value(was).(map[string]any)
	if !ok {
		return was
	}
	item = maps.Clone(item)
	for key, v := range item {
		op, isOperation := v.(map[string]any)
		if isOperation && methods[key] {
			item[key] = operation(op, tags)
		}
	}
	if about.Version != "" {
		header := map[string]any{"$ref": "#/components/parameters/" + microversion}
		item["parameters"] = append([]any{header}, node.List(item, "parameters")...)
	}
	return item
}

func operation(was map[string]any, tags map[string]any) map[string]any {
	op := maps.Clone(was)
	id := node.Text(op, "operationId")
	if tag, _, _ := strings.Cut(id, "."); tag != "" && op["tags"] == nil {
		op["tags"], tags[tag] = []any{tag}, true
	}
	if op["summary"] == nil {
		first, _, _ := strings.Cut(node.Text(op, "description"), "\n")
		op["summary"] = cmp.Or(first, strings.ReplaceAll(id, ".", " "))
	}
	if node.IsTrue(op, "x-openstack-public") {
		op["security"] = []any{}
	}
	return op
}

// value answers a copy of a value in which each schema was rewritten.
func value(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, inner := range v {
			switch {
			case key == "schema":
				inner = schema(inner)
			case key == "schemas":
				inner = schemas(inner)
			case key != "example" && key != "examples" && !strings.HasPrefix(key, "x-"):
				inner = value(inner)
			}
			out[key] = inner
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, inner := range v {
			out[i] = value(inner)
		}
		return out
	}
	return v
}
