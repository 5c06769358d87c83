package openapi

import (
	"fmt"
	"maps"
	"strings"

	"plumbline/internal/openapi/node"
)

// A path item may be an alias of another one: `/os-volumes_boot: {$ref: '#/paths/~1servers'}`. Requests find the same
// operations under both paths; lists of operations have them once, under the path that describes them.

const pathPrefix = "#/paths/"

// pathItem answers the path item of a path, and whether the path is an alias. It is nil for a broken reference.
func pathItem(tree map[string]any, v any) (item map[string]any, alias bool) {
	item, _ = v.(map[string]any)
	ref, alias := item["$ref"].(string)
	if !alias {
		return item, false
	}
	name, ok := strings.CutPrefix(ref, pathPrefix)
	if !ok {
		return nil, true
	}
	item = node.Object(tree, "paths", Unescape(name))
	if item["$ref"] != nil {
		return nil, true
	}
	return item, true
}

// aliased answers a path item as it is exported under the path of an alias: ids of operations begin with the alias's first
// segment, so that they are unique.
func (d *Document) aliased(path string, v any) (map[string]any, error) {
	item, _ := pathItem(d.Tree, v)
	if item == nil {
		return nil, fmt.Errorf("%s is an alias that leads to no path", path)
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	resource := strings.ReplaceAll(first, "_", "-")
	item = maps.Clone(item)
	for key, v := range item {
		if op, ok := v.(map[string]any); ok && methodNames[key] != "" {
			item[key] = renamed(op, resource)
		}
	}
	if actions := node.Object(item, ActionsKey); actions != nil {
		actions = maps.Clone(actions)
		for name := range actions {
			actions[name] = renamed(node.Object(actions, name), resource)
		}
		item[ActionsKey] = actions
	}
	return item, nil
}

func renamed(op map[string]any, resource string) map[string]any {
	op = maps.Clone(op)
	_, verb, _ := strings.Cut(node.Text(op, "operationId"), ".")
	op["operationId"] = resource + "." + verb
	return op
}
