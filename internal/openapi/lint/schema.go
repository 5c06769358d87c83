package lint

import (
	"crypto/sha256"
	"slices"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/node"
	"plumbline/internal/openapi/schema"
)

// schema checks one schema and the schemas in it, each distinct one once. answered: objects of it are in successful
// answers, and must declare whether they may have further keys.
func (l *linter) schema(d *openapi.Document, tree map[string]any, where string, answered bool) {
	if tree == nil {
		return
	}
	inlined, err := d.Inline(tree, 0)
	if err != nil {
		l.add(d.Version, where, "%v", err)
		return
	}
	key := schema.ContentSum([]any{inlined, answered})
	if l.schemas[key] {
		return
	}
	l.schemas[key] = true
	l.walk(d.Version, node.Object(inlined), where, answered)
}

func (l *linter) walk(v openapi.Version, s map[string]any, where string, answered bool) {
	properties := node.Object(s, "properties")
	l.lists(v, s, where)
	if properties != nil && s["type"] != "object" {
		l.add(v, where, "properties without type: object")
	}
	extra, given := s["additionalProperties"]
	if answered && properties != nil && !given {
		l.add(v, where, "an answered object must say additionalProperties (false, unless it is free-form)")
	}
	for _, name := range node.Strings(s, "required") {
		p, listed := properties[name]
		if !listed && extra == false {
			l.add(v, where, "%q is required but not among the properties", name)
		}
		if node.Text(p, "x-openstack-field-policy") != "" {
			l.add(v, where, "%q is required but not everybody sees it (x-openstack-field-policy)", name)
		}
	}
	if format := node.Text(s, "format"); format != "" && schema.Formats[format] == nil && !schema.UncheckedFormats[format] {
		l.add(v, where, "format %q is not known", format)
	}
	for _, name := range node.SortedKeys(properties) {
		l.walk(v, node.Object(properties, name), where+"/"+name, answered)
	}
	for _, key := range []string{"items", "additionalProperties", "not"} {
		if below := node.Object(s, key); below != nil {
			l.walk(v, below, where+"/"+key, answered && key != "not")
		}
	}
	for _, key := range []string{"oneOf", "anyOf", "allOf"} {
		for _, e := range node.List(s, key) {
			l.walk(v, node.Object(e), where+"/"+key, answered && key != "allOf")
		}
	}
}

// lists checks that required and enum are lists without repetition.
func (l *linter) lists(v openapi.Version, s map[string]any, where string) {
	for _, key := range []string{"required", "enum"} {
		given, there := s[key]
		if !there {
			continue
		}
		entries, ok := given.([]any)
		if !ok {
			l.add(v, where, "%s is not a list", key)
			continue
		}
		var seen [][sha256.Size]byte
		for _, e := range entries {
			sum := schema.ContentSum(e)
			if slices.Contains(seen, sum) {
				l.add(v, where, "%s lists %v twice", key, e)
			}
			seen = append(seen, sum)
		}
	}
}
