package mockcloud_test

import "strings"

// words are tried for texts: names, times, addresses, templates, and what is hard to digest.
var words = []string{
	"a", "", "x", "cirros-a", "m1.tiny", "az1", "az1:host1", "host1", "nova", "network", "none", "auto",
	"2020-01-01T00:00:00Z", "1.2.3.4", "10.0.0.0/24", "true", "-1", "99999999999999999999",
	"name:asc", "id", "é\u0000", "%", "in:a,b", "ACTIVE", "available", "error", strings.Repeat("n",
		256), "YWI=", "/dev/vdb", "member", "default",
	"heat_template_version: 2018-08-31\nresources: {a: {type: OS::Heat::None}}\n",
	"heat_template_version: 2018-08-31\nresources: {a: {type: OS::Heat::TestResource, properties: {value: {get_attr: [b, " +
		"output]}}}, b: {type: OS::Heat::TestResource, properties: {value: {get_attr: [a, output]}}}}\n",
	"heat_template_version: 2018-08-31\nresources: {a: {type: OS::No::Such}}\n", "resources: [", "{}", "&a [*a]",
}

// value draws what a schema allows, as far as it knows how; patterns and formats are left to chance.
func (g *generator) value(m map[string]any, depth int) any {
	m = g.resolve(m)
	if m["nullable"] == true && g.IntN(6) == 0 || depth > 8 {
		return nil
	}
	if enum := of[[]any](m["enum"]); len(enum) > 0 {
		return enum[g.IntN(len(enum))]
	}
	for _, key := range []string{"oneOf", "anyOf", "allOf"} {
		if some := of[[]any](m[key]); len(some) > 0 && m["properties"] == nil {
			return g.value(of[map[string]any](some[g.IntN(len(some))]), depth+1)
		}
	}
	switch of[string](m["type"]) {
	case "string":
		return g.text()
	case "integer", "number":
		low, _ := m["minimum"].(float64)
		return low + float64(g.IntN(4))
	case "boolean":
		return g.IntN(2) == 0
	case "array":
		out := []any{}
		for range g.IntN(3) {
			out = append(out, g.value(of[map[string]any](m["items"]), depth+1))
		}
		return out
	}
	return g.object(m, depth)
}

func (g *generator) text() string {
	if g.IntN(2) == 0 {
		return g.pick()
	}
	return words[g.IntN(len(words))]
}

func (g *generator) object(m map[string]any, depth int) any {
	properties := of[map[string]any](m["properties"])
	required := map[string]bool{}
	for _, r := range of[[]any](m["required"]) {
		required[of[string](r)] = true
	}
	out := map[string]any{}
	for _, key := range sorted(properties) {
		if required[key] || g.IntN(4) == 0 {
			out[key] = g.value(of[map[string]any](properties[key]), depth+1)
		}
	}
	if more, ok := m["additionalProperties"].(map[string]any); ok && g.IntN(2) == 0 {
		out[g.pick()] = g.value(more, depth+1)
	}
	return out
}

// spoiled breaks one thing in a value, at any depth.
func (g *generator) spoiled(v any) any {
	switch at := v.(type) {
	case map[string]any:
		keys := sorted(at)
		if len(keys) == 0 || g.IntN(8) == 0 {
			at["no_such_key"] = 1
			return at
		}
		key := keys[g.IntN(len(keys))]
		if g.IntN(6) == 0 {
			delete(at, key)
			return at
		}
		at[key] = g.spoiled(at[key])
		return at
	case []any:
		if len(at) > 0 && g.IntN(2) == 0 {
			at[0] = g.spoiled(at[0])
			return at
		}
		return append(at, map[string]any{"a": nil})
	}
	broken := []any{
		nil, true, -1, 1e30, 2.5, "", "é\u0000",
		[]any{},
		map[string]any{},
		[]any{map[string]any{"a": []any{}}},
		words[g.IntN(len(words))],
	}
	return broken[g.IntN(len(broken))]
}
