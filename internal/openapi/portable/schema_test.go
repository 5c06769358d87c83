package portable

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What is rewritten in a schema, and what stays.
func TestSchemasThatAnyToolTakes(t *testing.T) {
	for _, row := range []struct{ name, from, to string }{
		{"a reference stays", `{"$ref": "#/x"}`, `{"$ref": "#/x"}`},
		{"nullable beside a type stays", `{"type": "string", "nullable": true}`, `{"type": "string", "nullable": true}`},
		{"anything, null too", `{"nullable": true, "description": "d"}`, `{"description": "d"}`},
		{
			"null beside alternatives goes to the first that has a type",
			`{"nullable": true, "anyOf": [{"$ref": "#/x"}, {"type": "string"}]}`,
			`{"anyOf": [{"$ref": "#/x"}, {"type": "string", "nullable": true}]}`,
		},
		{
			"exactly one alternative takes null",
			`{"nullable": true, "oneOf": [{"type": "string"}, {"type": "object"}]}`,
			`{"oneOf": [{"type": "string", "nullable": true}, {"type": "object"}]}`,
		},
		{
			"null is an alternative of its own where none has a type",
			`{"nullable": true, "anyOf": [{"$ref": "#/x"}]}`,
			`{"anyOf": [{"$ref": "#/x"}, {"type": "string", "nullable": true, "enum": [null]}]}`,
		},
		{
			"null beside all of several",
			`{"nullable": true, "allOf": [{"$ref": "#/x"}]}`,
			`{"anyOf": [{"allOf": [{"$ref": "#/x"}]}, {"type": "string", "nullable": true, "enum": [null]}]}`,
		},
		{
			"values of other types never fitted",
			`{"type": "string", "enum": [true, "on", 1, {}, []]}`,
			`{"type": "string", "enum": ["on"]}`,
		},
		{"numbers", `{"type": "integer", "enum": [1, "1", true]}`, `{"type": "integer", "enum": [1]}`},
		{"booleans", `{"type": "boolean", "enum": [1, "1", true]}`, `{"type": "boolean", "enum": [true]}`},
		{
			"null among the values is what nullable says",
			`{"type": "integer", "nullable": true, "enum": [0, null]}`,
			`{"type": "integer", "nullable": true, "enum": [0]}`,
		},
		{"only null", `{"type": "string", "nullable": true, "enum": [null]}`, `{"type": "string", "nullable": true, "enum": [null]}`},
		{"code points", `{"pattern": "^[\\x{0}-\\x{FFFF}]\\x{10000}$"}`, `{"pattern": "^[\\u0000-\\uFFFF]\\u{10000}$"}`},
		{"formats that everybody knows", `{"type": "string", "format": "uuid"}`, `{"type": "string", "format": "uuid"}`},
		{"formats of OpenStack", `{"type": "string", "format": "cidr"}`, `{"type": "string", "x-openstack-format": "cidr"}`},
		{
			"properties may be called like keywords",
			`{"properties": {"nullable": {"type": "boolean"}, "enum": {"nullable": true}}, "items": {"nullable": true}}`,
			`{"properties": {"nullable": {"type": "boolean"}, "enum": {}}, "items": {}}`,
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, err := json.Marshal(schema(parse(t, row.from)))
			require.NoError(t, err)
			assert.JSONEq(t, row.to, string(got))
		})
	}
}

func parse(t *testing.T, text string) (v any) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(text), &v))
	return v
}

// What operations have in common is said, and the tree that was given is not changed.
func TestATreeSaysWhatOperationsHaveInCommon(t *testing.T) {
	const text = `{
		"info": {"title": "t", "version": "1"},
		"paths": {"/things": {
			"get": {"operationId": "things.list", "x-openstack-public": true, "description": "Lists things.\nAll of them."},
			"post": {"operationId": "things.create", "summary": "s", "requestBody": {"content": {"a": {"schema": {"nullable": true},
				"example": {"schema": {"nullable": true}}}}}}
		}},
		"components": {"schemas": {"Any": {"nullable": true}}, "responses": {"R": {"x-y": {"schema": {"nullable": true}}}}}
	}`
	given := parse(t, text).(map[string]any)
	got, err := json.Marshal(Tree(given, About{Service: "compute", Version: "2.54", Endpoint: "http://c"}))
	require.NoError(t, err)
	assert.JSONEq(t, `{
		"info": {"title": "t", "version": "1", "license": {"name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"}},
		"servers": [{"url": "{endpoint}", "description": "The endpoint that the catalogue of the identity service has",
			"variables": {"endpoint": {"default": "http://c"}}}],
		"security": [{"XAuthToken": []}],
		"tags": [{"name": "things"}],
		"paths": {"/things": {
			"parameters": [{"$ref": "#/components/parameters/OpenStackAPIVersion"}],
			"get": {"operationId": "things.list", "x-openstack-public": true, "description": "Lists things.\nAll of them.",
				"summary": "Lists things.", "tags": ["things"], "security": []},
			"post": {"operationId": "things.create", "summary": "s", "tags": ["things"],
				"requestBody": {"content": {"a": {"schema": {}, "example": {"schema": {"nullable": true}}}}}}
		}},
		"components": {
			"schemas": {"Any": {}}, "responses": {"R": {"x-y": {"schema": {"nullable": true}}}},
			"securitySchemes": {"XAuthToken": {"type": "apiKey", "in": "header", "name": "X-Auth-Token",
				"description": "A token of the identity service"}},
			"parameters": {"OpenStackAPIVersion": {"name": "OpenStack-API-Version", "in": "header",
				"description": "The microversion that this document describes; without the header a service takes its oldest one",
				"schema": {"type": "string", "enum": ["compute 2.54"]}}}
		}
	}`, string(got))
	assert.Equal(t, parse(t, text), any(given))
}
