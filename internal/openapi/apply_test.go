package openapi

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi/node"
	"plumbline/internal/openapi/overlay"
)

// small is a tree with maps, lists of text and lists of maps.
const small = `{
  "info": {"title": "t", "version": "2.1"},
  "paths": {"/servers/{id}": {"get": {"tags": ["a", "b"], "parameters": [{"name": "x"}, {"name": "y"}]}}, "/flavors": {"get": {"tags": []}}},
  "components": {"schemas": {"S": {"type": "object", "required": ["a"], "properties": {"a": {"type": "string", "enum": ["p", "q"]}, "b": {"type": "integer"}}}}}
}`

func decode(t *testing.T, s string) map[string]any {
	t.Helper()
	var m map[string]any
	require.NoError(t, json.Unmarshal([]byte(s), &m))
	return m
}

func overlayWith(actions string) string {
	return "overlay: 1.0.0\ninfo: {title: t, version: '2.2'}\nx-speakeasy-jsonpath: rfc9535\nactions:\n" + actions
}

func compiled(t *testing.T, actions string) *overlay.CompiledOverlay {
	t.Helper()
	ov, err := overlay.ParseOverlay("overlays/2.2.yaml", []byte(overlayWith(actions)))
	require.NoError(t, err)
	c, err := overlay.CompileOverlay(ov)
	require.NoError(t, err)
	return c
}

func TestOverlaysChangeWhatTheyTarget(t *testing.T) {
	for name, row := range map[string]struct{ actions, at, want string }{
		"a map is merged": {
			"- {target: $.components.schemas.S.properties, update: {c: {type: number}}}",
			"components.schemas.S.properties.c", `{"type":"number"}`,
		},
		"a merge goes down": {
			"- {target: $.components, update: {schemas: {S: {properties: {b: {minimum: 1}}}}}}",
			"components.schemas.S.properties.b", `{"type":"integer","minimum":1}`,
		},
		"a list is appended to": {
			"- {target: $.components.schemas.S, update: {required: [b]}}",
			"components.schemas.S.required", `["a","b"]`,
		},
		"a list can be the target": {
			"- {target: $.components.schemas.S.required, update: [b]}",
			"components.schemas.S.required", `["a","b"]`,
		},
		"a plain value is replaced": {"- {target: $.info, update: {version: '2.2'}}", "info.version", `"2.2"`},
		"a removal takes a key out": {
			"- {target: $.components.schemas.S.properties.a, remove: true}",
			"components.schemas.S.properties", `{"b":{"type":"integer"}}`,
		},
		"a removal takes an entry out": {
			"- {target: '$.components.schemas.S.required[0]', remove: true}",
			"components.schemas.S.required", `[]`,
		},
		"a filter selects an entry": {
			"- {target: \"$.paths['/servers/{id}'].get.parameters[?@.name == 'x']\", remove: true}",
			"paths./servers/{id}.get.parameters", `[{"name":"y"}]`,
		},
		"a filter selects text": {
			"- {target: \"$.paths['/servers/{id}'].get.tags[?@ == 'b']\", remove: true}",
			"paths./servers/{id}.get.tags", `["a"]`,
		},
		"all entries at once": {
			"- {target: \"$.paths['/servers/{id}'].get.parameters[*]\", remove: true}",
			"paths./servers/{id}.get.parameters", `[]`,
		},
		"an entry of a list is merged": {
			"- {target: \"$.paths['/servers/{id}'].get.parameters[1]\", update: {in: query}}",
			"paths./servers/{id}.get.parameters", `[{"name":"x"},{"name":"y","in":"query"}]`,
		},
		"a wildcard reaches every path": {"- {target: '$.paths[*].get', update: {tags: [z]}}", "paths./flavors.get.tags", `["z"]`},
		"removing, then giving anew, replaces": {"- {target: $.components.schemas.S.required, remove: true}\n- {target: " +
			"$.components.schemas.S, update: {required: [b]}}", "components.schemas.S.required", `["b"]`},
	} {
		t.Run(name, func(t *testing.T) {
			tree := decode(t, small)
			got, changed, err := overlay.Apply(tree, compiled(t, row.actions))
			require.NoError(t, err)
			assert.NotContains(t, changed, false)
			have, err := json.Marshal(descend(got, row.at))
			require.NoError(t, err)
			assert.JSONEq(t, row.want, string(have))
			assert.Equal(t, decode(t, small), tree, "the original is untouched")
		})
	}
}

func descend(tree any, path string) any {
	for len(path) > 0 {
		m := tree.(map[string]any)
		for k := range m { // keys have dots and slashes: take the one that fits
			if path == k || len(path) > len(k) && path[:len(k)] == k && path[len(k)] == '.' {
				tree, path = m[k], path[min(len(path), len(k)+1):]
				break
			}
		}
	}
	return tree
}

func TestOverlaysAreStrict(t *testing.T) {
	for name, row := range map[string]struct{ actions, want string }{
		"a target that selects nothing": {
			"- {target: $.info, update: {version: '2.2'}}\n- {target: \"$.paths['/nope']\", update: {a: 1}}",
			"overlays/2.2.yaml: action 2 ($.paths['/nope']): the target selects nothing",
		},
		"a removal of what is not there": {"- {target: $.info.nope, remove: true}", "the target selects nothing"},
		"a filter that selects nothing": {
			"- {target: \"$.paths['/servers/{id}'].get.tags[?@ == 'z']\", remove: true}",
			"the target selects nothing",
		},
		"a duplicate in required": {"- {target: $.components.schemas.S, update: {required: [a]}}", "required lists a twice"},
		"a duplicate in a new required": {"- {target: $.components.schemas, update: {T: {}}}\n- {target: " +
			"$.components.schemas.T, update: {required: [x, x]}}", "required lists x twice"},
		"a duplicate in enum": {"- {target: $.components.schemas.S.properties.a, update: {enum: [q]}}", "enum lists q twice"},
		"a map where a list is": {
			"- {target: $.components.schemas.S, update: {required: {x: 1}}}",
			"a map cannot be merged into a list: remove first",
		},
		"a plain value where a map is":       {"- {target: $, update: {info: x}}", "a plain value cannot be merged into a map: remove first"},
		"the whole document removed":         {"- {target: $, remove: true}", "the whole document cannot be removed"},
		"the whole document but with a list": {"- {target: $, update: [1]}", "can only be updated with a map"},
	} {
		t.Run(name, func(t *testing.T) {
			tree := decode(t, small)
			_, _, err := overlay.Apply(tree, compiled(t, row.actions))
			assert.ErrorContains(t, err, row.want)
			assert.Equal(t, decode(t, small), tree)
		})
	}
}

func TestAnUpdateThatChangesNothingIsTold(t *testing.T) {
	_, changed, err := overlay.Apply(decode(t, small),
		compiled(t, "- {target: $.info, update: {title: t}}\n- {target: $.info, update: {title: u}}"))
	require.NoError(t, err)
	assert.Equal(t, []bool{false, true}, changed)
}

func TestVersionsShareWhatDidNotChange(t *testing.T) {
	tree := decode(t, small)
	got, _, err := overlay.Apply(tree, compiled(t, "- {target: $.components.schemas.S.properties.b, update: {minimum: 1}}"))
	require.NoError(t, err)
	same := func(path ...string) bool {
		return reflect.ValueOf(node.Object(tree, path...)).Pointer() == reflect.ValueOf(node.Object(got, path...)).Pointer()
	}
	for _, shared := range [][]string{{"info"}, {"paths"}, {"components", "schemas", "S", "properties", "a"}} {
		assert.True(t, same(shared...), "%v is shared", shared)
	}
	for _, copied := range [][]string{{"components"}, {"components", "schemas", "S", "properties", "b"}} {
		assert.False(t, same(copied...), "%v is copied", copied)
	}
}

func TestWhatIsNotAnOverlay(t *testing.T) {
	action := "actions: [{target: $.info, update: {a: 1}}]\n"
	for name, row := range map[string]struct{ source, want string }{
		"empty":                {"", "the file is empty"},
		"a list":               {"[]", "an overlay is a map"},
		"another version":      {"overlay: 1.1.0\ninfo: {title: t, version: '1'}\n" + action, "overlay must be 1.0.0"},
		"an unknown key":       {"overlay: 1.0.0\nextends: x\ninfo: {title: t, version: '1'}\n" + action, `unknown key "extends"`},
		"another path dialect": {"overlay: 1.0.0\nx-speakeasy-jsonpath: legacy\ninfo: {title: t, version: '1'}\n" + action, "must be rfc9535"},
		"no title":             {"overlay: 1.0.0\ninfo: {version: '1'}\n" + action, "a title and a version"},
		"a version as number":  {"overlay: 1.0.0\ninfo: {title: t, version: 2.10}\n" + action, "quote the version"},
		"no actions":           {"overlay: 1.0.0\ninfo: {title: t, version: '1'}\nactions: []\n", "at least one action"},
		"an unknown action":    {overlayWith("- {target: $.info, replace: 1}"), `action 1: unknown key "replace"`},
		"no target":            {overlayWith("- {update: 1}"), "a target is missing"},
		"neither":              {overlayWith("- {target: $.info}"), "exactly one of update and remove"},
		"both":                 {overlayWith("- {target: $.info, remove: true, update: 1}"), "exactly one of update and remove"},
		"remove as text":       {overlayWith("- {target: $.info, remove: 'yes'}"), "remove must be true or false"},
		"a key twice":          {overlayWith("- {target: $.info, update: {a: 1, a: 2}}"), `key "a" appears twice`},
		"two documents":        {overlayWith("- {target: $.info, update: 1}") + "\n---\n{}", "more than one YAML document"},
		"a tab":                {"overlay:\t1.0.0\n\tx", "o.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := overlay.ParseOverlay("o.yaml", []byte(row.source))
			require.Error(t, err)
			assert.ErrorContains(t, err, row.want)
			assert.ErrorContains(t, err, "o.yaml")
		})
	}
}

func TestTargetsThatCannotBe(t *testing.T) {
	for _, target := range []string{"info", "@.info", "$.[", "$['a"} {
		_, err := overlay.CompileOverlay(overlay.Overlay{Name: "o.yaml", Actions: []overlay.OverlayAction{{Target: target, Update: 1.0}}})
		assert.ErrorContains(t, err, "o.yaml: action 1", target)
	}
}

func TestRemovingSeveralEntriesKeepsTheOthers(t *testing.T) {
	entries := ""
	for i := range 12 {
		entries += fmt.Sprintf(`{"n":%d,"odd":%t},`, i, i%2 == 1)
	}
	tree := decode(t, `{"l":[`+entries[:len(entries)-1]+`]}`)
	got, _, err := overlay.Apply(tree, compiled(t, "- {target: '$.l[?@.odd == true]', remove: true}"))
	require.NoError(t, err)
	assert.Len(t, got["l"], 6)
	for _, e := range got["l"].([]any) {
		assert.Equal(t, false, e.(map[string]any)["odd"])
	}
}
