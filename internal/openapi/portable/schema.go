package portable

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// schema answers a copy of a schema and of those in it, in a form that any tool takes.
func schema(v any) any {
	s, ok := v.(map[string]any)
	if !ok || s["$ref"] != nil {
		return v
	}
	s = maps.Clone(s)
	for key, inner := range s {
		switch key {
		case "properties":
			s[key] = schemas(inner)
		case "items", "additionalProperties", "not":
			s[key] = schema(inner)
		case "allOf", "anyOf", "oneOf":
			s[key] = list(inner)
		}
	}
	knownFormat(s)
	onlyItsType(s)
	if pattern, ok := s["pattern"].(string); ok {
		s["pattern"] = ecma(pattern)
	}
	return nullBesideAType(s)
}

// schemas rewrites each of several named schemas.
func schemas(v any) any {
	named, ok := v.(map[string]any)
	if !ok {
		return v
	}
	out := make(map[string]any, len(named))
	for name, s := range named {
		out[name] = schema(s)
	}
	return out
}

func list(v any) any {
	schemas, ok := v.([]any)
	if !ok {
		return v
	}
	out := make([]any, len(schemas))
	for i, s := range schemas {
		out[i] = schema(s)
	}
	return out
}

// onlyItsType takes values of other types out of an enumeration: they never fit beside the type.
func onlyItsType(s map[string]any) {
	values, ok := s["enum"].([]any)
	kind, typed := s["type"].(string)
	if !ok || !typed {
		return
	}
	fitting := slices.DeleteFunc(slices.Clone(values), func(v any) bool {
		switch v.(type) {
		case nil:
			return true // nullable says so; generators take no null among the values of a type
		case string:
			return kind != "string"
		case bool:
			return kind != "boolean"
		case map[string]any:
			return kind != "object"
		case []any:
			return kind != "array"
		}
		return kind != "integer" && kind != "number"
	})
	if len(fitting) > 0 {
		s["enum"] = fitting
	}
}

// knownFormat turns a format of OpenStack's own into an extension: no other tool knows it, and a generator can join no two of them.
func knownFormat(s map[string]any) {
	if format, has := s["format"].(string); has && !known[format] {
		delete(s, "format")
		s["x-openstack-format"] = format
	}
}

// known are formats that OpenAPI and JSON Schema name.
var known = map[string]bool{
	"int32": true, "int64": true, "float": true, "double": true, "byte": true, "binary": true, "date": true, "date-time": true,
	"password": true, "uuid": true, "uri": true, "email": true, "hostname": true, "ipv4": true, "ipv6": true,
}

var codepoint = regexp.MustCompile(`\\x\{([0-9A-Fa-f]+)\}`)

// ecma writes the code points of a pattern as ECMA 262 does, the dialect that OpenAPI prescribes.
func ecma(pattern string) string {
	return codepoint.ReplaceAllStringFunc(pattern, func(s string) string {
		digits := strings.ToUpper(codepoint.FindStringSubmatch(s)[1])
		if len(digits) > 4 {
			return `\u{` + digits + `}`
		}
		return fmt.Sprintf(`\u%04s`, digits)
	})
}

// nullBesideAType moves nullable to where a type stands: without one OpenAPI gives it no meaning.
func nullBesideAType(s map[string]any) any {
	if s["nullable"] != true || s["type"] != nil {
		return s
	}
	delete(s, "nullable")
	for _, key := range []string{"anyOf", "oneOf"} {
		parts, ok := s[key].([]any)
		if !ok {
			continue
		}
		for i, part := range parts {
			if p, ok := part.(map[string]any); ok && p["type"] != nil && p["enum"] == nil {
				p = maps.Clone(p)
				p["nullable"] = true
				parts[i] = p
				return s
			}
		}
		s[key] = append(parts, null())
		return s
	}
	switch {
	case s["allOf"] != nil, s["enum"] != nil, s["not"] != nil:
		return map[string]any{"anyOf": []any{s, null()}}
	}
	return s // anything fits, and null is part of that
}

// null is the schema that only null fits.
func null() map[string]any {
	return map[string]any{"type": "string", "nullable": true, "enum": []any{nil}}
}
