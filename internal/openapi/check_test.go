package openapi_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/python"
	"plumbline/internal/openapi/schema"
)

func value(t testing.TB, s string) any {
	t.Helper()
	var v any
	require.NoError(t, json.Unmarshal([]byte(s), &v))
	return v
}

// TestViolationsSpeakPython has the texts that a Nova of the Zed release answered, and where it saw the problem.
func TestViolationsSpeakPython(t *testing.T) {
	const image = `"imageRef": "70a599e0-31e7-49b7-b260-868f441e862b"`
	rebuild := operation(t, "2.3", "servers.rebuild")
	for body, want := range map[string]string{
		`null`:                                   "/: None is not of type 'object'",
		`[]`:                                     "/: [] is not of type 'object'",
		`{}`:                                     "/: 'rebuild' is a required property",
		`{"rebuild": null}`:                      "/rebuild: None is not of type 'object'",
		`{"rebuild": {}}`:                        "/rebuild: 'imageRef' is a required property",
		`{"rebuild": {"foo": 1, "bar": 2}}`:      "/rebuild: 'imageRef' is a required property",
		`{"rebuild": {"imageRef": "nope"}}`:      "/rebuild/imageRef: 'nope' is not a 'uuid'",
		`{"rebuild": {"imageRef": "n", "x": 1}}`: "/rebuild/imageRef: 'n' is not a 'uuid'",
		`{"rebuild": {"imageRef": 5}}`:           "/rebuild/imageRef: 5 is not of type 'string'",
		`{"rebuild": {` + image + `, "x": 1}}`:   "/rebuild: Additional properties are not allowed ('x' was unexpected)",
		`{"rebuild": {` + image + `}, "zz": 1, "aa": 2}`: "/: Additional properties are not allowed ('aa', 'zz' were unexpected)",
		`{"rebuild": {` + image + `, "key_name": ""}}`:   "/rebuild/key_name: '' is not valid under any of the given schemas",
		`{"rebuild": {` + image + `, "key_name": 5}}`:    "/rebuild/key_name: 5 is not valid under any of the given schemas",
		`{"rebuild": {` + image + `, "name": ""}}`:       "/rebuild/name: '' is too short",
		`{"rebuild": {` + image + `, "name": " a"}}`: "/rebuild/name: An invalid 'name' value was provided. " +
			"The name must be: printable characters. Can not start or end with whitespace.",
		`{"rebuild": {` + image + `, "mode": "x"}}`:           "/rebuild/mode: 'x' is not one of ['AUTO', 'MANUAL']",
		`{"rebuild": {` + image + `, "description": 5}}`:      "/rebuild/description: 5 is not of type 'string', 'null'",
		`{"rebuild": {` + image + `, "tags": ["a", "a"]}}`:    "/rebuild/tags: ['a', 'a'] has non-unique elements",
		`{"rebuild": {` + image + `, "tags": ["a", "b", 1]}}`: "/rebuild/tags/2: 1 is not of type 'string'",
		`{"rebuild": {` + image + `, "tags": ["a","b","c"]}}`: "/rebuild/tags: ['a', 'b', 'c'] is too long",
		`{"rebuild": {` + image + `, "count": 0}}`:            "/rebuild/count: 0 is less than the minimum of 1",
		`{"rebuild": {` + image + `, "count": "x"}}`:          "/rebuild/count: 'x' does not match '^[0-9]*$'",
		`{"rebuild": {` + image + `, "count": 1.5}}`:          "/rebuild/count: 1.5 is not of type 'integer', 'string'",
		`{"rebuild": {` + image + `, "count": true}}`:         "/rebuild/count: True is not of type 'integer', 'string'",
		`{"rebuild": {` + image + `, "metadata": {"a": 5}}}`:  "/rebuild/metadata/a: 5 is not of type 'string'",
		`{"rebuild": {` + image +
			`, "metadata": {"a/b": ""}}}`: "/rebuild/metadata: 'a/b' does not match any of the regexes: '^[a-z]{1,9}$'",
		`{"rebuild": {` + image +
			`, "metadata": {"X": 1, "Y": 1}}}`: "/rebuild/metadata: 'X', 'Y' do not match any of the regexes: '^[a-z]{1,9}$'",
		`{"rebuild": {` + image + `, "metadata": {"X": 1, "a": 1}}}`: "/rebuild/metadata/a: 1 is not of type 'string'",
	} {
		v := rebuild.CheckBody(value(t, body))
		if assert.NotNil(t, v, body) {
			assert.Equal(t, want, v.Error(), body)
		}
	}
	for _, body := range []string{
		`{"rebuild": {` + image + `}}`,
		`{"rebuild": {` + image + `, "key_name": null, "description": null, "name": "ä b", "metadata": {"a": ""}, "count": "12", "tags": []}}`,
		`{"rebuild": {"imageRef": "{70A599E0-31e7-49b7-b260-868f441e862b}"}}`,
	} {
		assert.Nil(t, rebuild.CheckBody(value(t, body)), body)
	}
}

func TestAViolationSaysWhereAndWhat(t *testing.T) {
	v := operation(t, "2.1", "servers.rebuild").CheckBody(value(t, `{"rebuild": {"imageRef": "nope"}}`))
	require.NotNil(t, v)
	assert.Equal(t, []string{"rebuild", "imageRef"}, v.Path)
	assert.Equal(t, "format", v.Keyword)
	assert.Equal(t, "nope", v.Value)
	assert.False(t, v.Bare)
	v = operation(t, "2.1", "servers.rebuild").CheckBody(
		value(t, `{"rebuild": {"imageRef": "70a599e0-31e7-49b7-b260-868f441e862b", "name": "a "}}`))
	require.NotNil(t, v)
	assert.True(t, v.Bare)
	v = operation(t, "2.1", "servers.rebuild").CheckBody(map[string]any{})
	require.NotNil(t, v)
	assert.Empty(t, v.Path)
	assert.Equal(t, "required", v.Keyword)
}

func TestOperationsWithoutABodyTakeAny(t *testing.T) {
	show := operation(t, "2.1", "servers.show")
	assert.Nil(t, show.CheckBody(nil))
	assert.Nil(t, show.CheckBody(5.0))
	declared, required := show.HasBody()
	assert.False(t, declared || required)
	declared, required = operation(t, "2.1", "servers.start").HasBody()
	assert.True(t, declared && required)
	assert.Nil(t, operation(t, "2.1", "servers.start").CheckBody(value(t, `{"os-start": {"any": "thing"}}`)))
}

// TestTheRealCloudsWords are answers of a Zed Nova to bodies against the built-in documents.
func TestTheRealCloudsWords(t *testing.T) {
	c, err := openapi.Builtin(openapi.Compute, openapi.Shipped)
	require.NoError(t, err)
	const image = `"imageRef": "70a599e0-31e7-49b7-b260-868f441e862b"`
	for _, row := range []struct{ at, operation, body, want string }{
		{
			"2.53", "servers.rebuild", `{"rebuild": {` + image + `, "key_name": "k2"}}`,
			"Additional properties are not allowed ('key_name' was unexpected)",
		},
		{
			"2.53", "servers.rebuild", `{"rebuild": {` + image + `, "key_name": null}}`,
			"Additional properties are not allowed ('key_name' was unexpected)",
		},
		{"2.54", "servers.rebuild", `{"rebuild": {` + image + `, "key_name": null}}`, ""},
		{"2.54", "servers.rebuild", `{"rebuild": {` + image + `, "key_name": ""}}`, "'' is not valid under any of the given schemas"},
		{"2.93", "servers.rebuild", `{"rebuild": {` + image + `, "user_data": "abc"}}`, "'abc' is not valid under any of the given schemas"},
		{"2.93", "servers.rebuild", `{"rebuild": {` + image + `, "user_data": "!!"}}`, ""},
		{
			"2.93", "servers.rebuild",
			`{"rebuild": {` + image + `, "trusted_image_certificates": null, "user_data": null, "description": null}}`, "",
		},
		{"2.93", "servers.rebuild", `{"rebuild": {` + image + `, "trusted_image_certificates": []}}`, "[] is too short"},
		{
			"2.93", "servers.rebuild", `{"rebuild": {` + image + `, "metadata": {"": "x"}}}`,
			"'' does not match any of the regexes: '^[a-zA-Z0-9-_:. ]{1,255}$'",
		},
		{
			"2.89", "servers.rebuild", `{"rebuild": {` + image + `, "hostname": "nn"}}`,
			"Additional properties are not allowed ('hostname' was unexpected)",
		},
		{"2.90", "servers.rebuild", `{"rebuild": {` + image + `, "hostname": "nn"}}`, ""},
		{"2.91", "servers.unshelve", `{"unshelve": {}}`, ""},
		{"2.90", "servers.unshelve", `{"unshelve": {}}`, "'availability_zone' is a required property"},
		{"2.90", "servers.unshelve", `{"unshelve": {"availability_zone": null}}`, "None is not of type 'string'"},
		{"2.91", "servers.unshelve", `{"unshelve": {"host": null}}`, "{'host': None} is not valid under any of the given schemas"},
		{"2.91", "servers.unshelve", `{"unshelve": {"foo": 1}}`, "{'foo': 1} is not valid under any of the given schemas"},
		{"2.77", "servers.unshelve", `{"unshelve": "x"}`, "'x' is not of type 'object', 'null'"},
		{"2.93", "servers.lock", `{"lock": 5}`, "5 is not of type 'object', 'null'"},
		{"2.90", "servers.update", `{"server": {"accessIPv4": "x"}}`, "'x' is not a 'ipv4'"},
		{
			"2.36", "servers.create", `{"server": {"name": "x", "flavorRef": "1", ` + image + `, "networks": "none"}}`,
			"'none' is not of type 'array'",
		},
		{"2.37", "servers.create", `{"server": {"name": "x", "flavorRef": "1", ` + image + `}}`, "'networks' is a required property"},
		{"2.37", "servers.create", `{"server": {"name": "x", "flavorRef": "1", ` + image + `, "networks": "none"}}`, ""},
		{
			"2.93", "servers.create", `{"server": {"name": "x", "flavorRef": 5.5, ` + image + `, "networks": "none"}}`,
			"5.5 is not of type 'string', 'integer'",
		},
		{"2.93", "servers.create", `{"server": {"networks": "auto", "foo": 1}}`, "'name' is a required property"},
	} {
		d := at(t, c, row.at)
		op := d.Operation(row.operation)
		require.NotNil(t, op, "%s at %s", row.operation, row.at)
		v := op.CheckBody(value(t, row.body))
		if row.want == "" {
			assert.Nil(t, v, "%s %s", row.at, row.body)
		} else if assert.NotNil(t, v, "%s %s", row.at, row.body) {
			assert.Equal(t, row.want, v.Message, "%s %s", row.at, row.body)
		}
	}
}

func TestPythonRepr(t *testing.T) {
	for in, want := range map[string]string{
		`null`: "None", `true`: "True", `false`: "False", `5`: "5", `-1.5`: "-1.5", `1e20`: "1e+20", `0.00001`: "1e-05", `0`: "0",
		`"it's"`: `"it's"`, `"it's \"q\""`: `'it\'s "q"'`, `"a\tb\u0007\n\\"`: `'a\tb\x07\n\\'`,
		`"ä\u00ad\ud83d\ude00"`: `'ä\xad😀'`, `"\u200b"`: `'\u200b'`,
		`[1, "a", null]`: "[1, 'a', None]", `{"b": [], "a": {}}`: "{'a': {}, 'b': []}",
	} {
		assert.Equal(t, want, python.Repr(value(t, in)), in)
	}
	assert.Equal(t, "a", python.Str("a"))
	assert.Equal(t, "None", python.Str(nil))
	assert.Equal(t, "1", python.Repr(1))
}

func TestFormats(t *testing.T) {
	for format, row := range map[string]struct{ good, bad string }{
		"uuid": {"70a599e0-31e7-49b7-b260-868f441e862b|70a599e031e749b7b260868f441e862b|urn:uuid:70a599e0-31e7-49b7-b260-868f441e862b|{70A599E0-31E7-49B7-B260-868F441E862B}", "|nope|70a599e0-31e7-49b7-b260-868f441e862|70a599e0-31e7-49b7-b260-868f441e862g|70a599e0-31e7-49b7-b260-868f441e862bb"},
		"date-time": {
			"2020|2020-01|2020-1-1|20200101|2020-01-01|2020-01-01T10|2020-01-01 " +
				"10:00|2020-01-01T10:00:00Z|2020-01-01T10:00:00+0100|2020-01-01T10:00:00.123456789Z|2020-01-01T10:00:00.000000|2020-02-29",
			"nope||202|2020-02-30|2021-02-29|2020-13-01|2020-01-01T24:00:00Z|2020-01-01T10:00:60Z|2020-01-01T|2020-01-01T10:00:00+1|2020-W01|2020-001",
		},
		"base64":             {"|YWJj|YWI=|YQ==|!!|YW Jj", "abc|a|YQ=|YWI"},
		"ipv4":               {"1.2.3.4", "|x|1.2.3|256.1.1.1|::1"},
		"ipv6":               {"::1|80fe::", "|x|1.2.3.4|fe80::1%eth0"},
		"uri":                {"http://x/y|urn:x", "|x|/x"},
		"regex":              {"a|(?=a)|\\Z|[[:alpha:]]|(?P<n>a)", "[|(|*|a**|a{2,1}|\\|[z-a]|\\1"},
		"name":               {"a|a b|あ|é", " a|a |a\tb|a\u200bb|😀|\u00adx|\u2003a"},
		"key-pair-name":      {"a-_ b", "a@b|a.b|a/b|あ"},
		"key-pair-name-2.92": {"a-_ b@c.d", "a/b|a:b"},
	} {
		fsys := folder()
		fsys["overlays/2.2.yaml"] = change("2.2", "x",
			"\n  - {target: $.components.schemas.Rebuild, update: {properties: {probe: {type: string, format: "+format+"}}}}")
		op := at(t, load(t, fsys, openapi.Shipped), "2.2").Operation("servers.rebuild")
		check := func(s string) *schema.Violation {
			return op.CheckBody(map[string]any{"rebuild": map[string]any{"imageRef": "70a599e031e749b7b260868f441e862b", "probe": s}})
		}
		for s := range strings.SplitSeq(row.good, "|") {
			assert.Nil(t, check(s), "%s %q", format, s)
		}
		for s := range strings.SplitSeq(row.bad, "|") {
			assert.NotNil(t, check(s), "%s %q", format, s)
		}
	}
}

func TestASchemaThatCannotBeUsedIsAViolationNotAPanic(t *testing.T) {
	for name, broken := range map[string]string{
		"a reference to nothing": "{$ref: '#/components/schemas/Nope'}",
		"a reference to itself":  "{$ref: '#/components/schemas/Loop'}",
		"a wrong pattern":        "{type: string, pattern: '['}",
		"an unknown keyword":     "{type: string, const: 1}",
	} {
		fsys := folder()
		fsys["overlays/2.2.yaml"] = change("2.2", "x", `
  - {target: $.components.schemas, update: {Loop: {type: object, properties: {a: {$ref: '#/components/schemas/Loop'}}}}}
  - {target: $.components.schemas.Rebuild, update: {properties: {probe: `+broken+`}}}`)
		op := at(t, load(t, fsys, openapi.Shipped), "2.2").Operation("servers.rebuild")
		v := op.CheckBody(map[string]any{})
		require.NotNil(t, v, name)
		assert.Equal(t, "schema", v.Keyword, name)
	}
}
