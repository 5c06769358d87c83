package openapi

import (
	"crypto/sha256"
	"slices"
)

// schema checks one schema and what is below it, each distinct one once. answered tells that objects of it
// are answers of a success, which must say what else they may hold.
func (l *linter) schema(d *Document, tree map[string]any, where string, answered bool) {
	if tree == nil {
		return
	}
	inlined, err := d.inline(tree, 0)
	if err != nil {
		l.add(d.Version, where, "%v", err)
		return
	}
	key := contentSum([]any{inlined, answered})
	if l.schemas[key] {
		return
	}
	l.schemas[key] = true
	l.walk(d.Version, object(inlined), where, answered)
}

func (l *linter) walk(v Version, s map[string]any, where string, answered bool) {
	properties := object(s, "properties")
	l.lists(v, s, where)
	if properties != nil && s["type"] != "object" {
		l.add(v, where, "properties without type: object")
	}
	extra, given := s["additionalProperties"]
	if answered && properties != nil && !given {
		l.add(v, where, "an answered object must say additionalProperties (false, unless it is free-form)")
	}
	for _, name := range words(s, "required") {
		p, listed := properties[name]
		if !listed && extra == false {
			l.add(v, where, "%q is required but not among the properties", name)
		}
		if text(p, "x-openstack-field-policy") != "" {
			l.add(v, where, "%q is required but not everybody sees it (x-openstack-field-policy)", name)
		}
	}
	if format := text(s, "format"); format != "" && formats[format] == nil && !uncheckedFormats[format] {
		l.add(v, where, "format %q is not known", format)
	}
	for _, name := range sortedKeys(properties) {
		l.walk(v, object(properties, name), where+"/"+name, answered)
	}
	for _, key := range []string{"items", "additionalProperties", "not"} {
		if below := object(s, key); below != nil {
			l.walk(v, below, where+"/"+key, answered && key != "not")
		}
	}
	for _, key := range []string{"oneOf", "anyOf", "allOf"} {
		for _, e := range list(s, key) {
			l.walk(v, object(e), where+"/"+key, answered && key != "allOf")
		}
	}
}

// lists checks that required and enum are lists without repetition.
func (l *linter) lists(v Version, s map[string]any, where string) {
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
			sum := contentSum(e)
			if slices.Contains(seen, sum) {
				l.add(v, where, "%s lists %v twice", key, e)
			}
			seen = append(seen, sum)
		}
	}
}
