package openapi_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/lint"
)

func problemsOf(t *testing.T, fsys fstest.MapFS, p openapi.Profile) []string {
	t.Helper()
	var out []string
	for _, problem := range lint.Lint(load(t, fsys, p)) {
		out = append(out, problem.String())
	}
	return out
}

func TestTheTestFolderIsClean(t *testing.T) {
	for _, p := range openapi.Profiles() {
		assert.Empty(t, problemsOf(t, folder(), p))
	}
}

// TestEachRuleOfLintIsBroken breaks one rule at a time.
func TestEachRuleOfLintIsBroken(t *testing.T) {
	server := func(update string) string {
		return "\n  - {target: $.components.schemas.Server, update: " + update + "}"
	}
	list := func(update string) string {
		return "\n  - {target: \"$.paths['/servers'].get\", update: " + update + "}"
	}
	for name, row := range map[string]struct{ file, content, want string }{
		"an overlay without effect": {"overlays/2.4.yaml", "overlay: 1.0.0\ninfo: {title: t, version: " +
			"'2.4'}\nactions: [{target: $.info, update: {version: '2.4', " +
			"x-openstack-change: x}}]", "2.4 (shipped): overlays/2.4.yaml: nothing outside info changes"},
		"an overlay that hides an effect": {"overlays/2.2.yaml", "overlay: 1.0.0\ninfo: {title: t, version: " +
			"'2.2'}\nactions: [{target: $.info, update: {version: '2.2', x-openstack-change: x, x-openstack-change-scope: " +
			"behaviour}}, {target: $.components.schemas.Server.properties, update: {z: {type: string}}}]", "something outside info changes"},
		"an unknown scope": {"overlays/2.4.yaml", "overlay: 1.0.0\ninfo: {title: t, version: '2.4'}\nactions: " +
			"[{target: $.info, update: {version: '2.4', x-openstack-change: x, " +
			"x-openstack-change-scope: some}}]", "one of schema, behaviour, elsewhere"},
		"an action without effect": {
			"overlays/2.2.yaml",
			string(change("2.2", "x",
				server("{type: object}")+server("{properties: {z: {type: string}}}")).Data), "action 2 ($.components.schemas.Server) changes nothing",
		},
		"no sentence": {
			"overlays/2.2.yaml",
			"overlay: 1.0.0\ninfo: {title: t, version: '2.2'}\nactions: [{target: $.info, update: {version: " +
				"'2.2'}}]", "no action on $.info says x-openstack-change",
		},
		"no version": {"overlays/2.2.yaml", "overlay: 1.0.0\ninfo: {title: t, version: '2.2'}\nactions: " +
			"[{target: $.info, update: {x-openstack-change: x}}]", `no action on $.info sets version "2.2"`},
		"a wrong version": {"overlays/2.2.yaml", "overlay: 1.0.0\ninfo: {title: t, version: '2.3'}\nactions: " +
			"[{target: $.info, update: {version: '2.3', x-openstack-change: x}}]", `info.version is "2.3", not "2.2"`},
		"removed but required": {
			"overlays/2.2.yaml",
			string(change("2.2", "x",
				"\n  - {target: $.components.schemas.Server.properties.name, remove: true}").Data), `"name" is required but not among the properties`,
		},
		"required and hidden": {
			"overlays/2.2.yaml", string(change("2.2", "x", server("{required: [host]}")).Data),
			`"host" is required but not everybody sees it`,
		},
		"an extension": {
			"overlays/2.2.yaml",
			string(change("2.2", "x", list("{x-openstack-strict: true}")).Data), "unknown extension x-openstack-strict",
		},
		"a query mode": {
			"overlays/2.2.yaml",
			string(change("2.2", "x", list("{x-openstack-query: loose}")).Data), "x-openstack-query is loose",
		},
		"a lock rule": {
			"overlays/2.2.yaml",
			string(change("2.2", "x", list("{x-openstack-locked: maybe}")).Data), "x-openstack-locked is maybe",
		},
		"a state": {
			"overlays/2.2.yaml",
			string(change("2.2", "x", list("{x-openstack-states: {vm: [ACTIVE]}}")).Data), "ACTIVE is not a vm_state",
		},
		"a key of states": {
			"overlays/2.2.yaml",
			string(change("2.2", "x", list("{x-openstack-states: {states: [active]}}")).Data), `unknown key "states"`,
		},
		"no policy": {
			"overlays/2.2.yaml",
			string(change("2.2", "x",
				"\n  - {target: \"$.paths['/servers'].get['x-openstack-policy']\", remove: true}").Data),
			"servers.list: x-openstack-policy is missing",
		},
		"an id twice": {
			"overlays/2.2.yaml",
			string(change("2.2", "x",
				"\n  - {target: \"$.paths['/servers/detail'].get\", update: {operationId: servers.list}}").Data),
			"servers.list: the operationId is at",
		},
		"an id of another form": {
			"overlays/2.2.yaml",
			string(change("2.2", "x", list("{operationId: listServers}")).Data), "an operationId is <resource>.<verb>",
		},
		"no success": {
			"overlays/2.2.yaml",
			string(change("2.2", "x", "\n  - {target: \"$.paths['/servers'].get.responses['200']\", remove: true}").Data), "no status below 400",
		},
		"a reference to nothing": {
			"overlays/2.2.yaml",
			string(change("2.2", "x",
				server("{properties: {z: {$ref: '#/components/schemas/Nope'}}}")).Data), "$ref #/components/schemas/Nope leads nowhere",
		},
		"a format": {
			"overlays/2.2.yaml",
			string(change("2.2", "x", server("{properties: {z: {type: string, format: hex}}}")).Data), `format "hex" is not known`,
		},
		"an open answer": {
			"overlays/2.2.yaml",
			string(change("2.2", "x",
				server("{properties: {z: {type: object, properties: {a: {type: string}}}}}")).Data),
			"an answered object must say additionalProperties",
		},
		"properties of no object": {
			"overlays/2.2.yaml",
			string(change("2.2", "x",
				"\n  - {target: $.components.schemas.Rebuild.properties, update: {z: {properties: {a: {type: string}}}}}").Data),
			"properties without type: object",
		},
		"a required that is no list": {
			"overlays/2.2.yaml",
			string(change("2.2", "x",
				"\n  - {target: $.components.schemas.Rebuild.properties, update: {z: {type: object, required: true}}}").Data),
			"required is not a list",
		},
		"an enum with a repetition": {
			"overlays/2.2.yaml",
			string(change("2.2", "x", "\n  - {target: $.components.schemas.Rebuild.properties, update: {z: {type: object, "+
				"properties: {y: {enum: [a, a]}}}}}").Data), "enum lists a twice",
		},
		"a parameter not declared": {
			"overlays/2.2.yaml",
			string(change("2.2", "x", "\n  - {target: $.paths, update: {'/x/{y}': {get: {operationId: x.show, "+
				"x-openstack-policy: none, responses: {'200': {description: x}}}}}}").Data), "the path parameter y is not declared",
		},
		"an invalid document": {
			"overlays/2.2.yaml",
			string(change("2.2", "x", "\n  - {target: $.paths, update: {'/x': {get: {operationId: x.show, x-openstack-policy: "+
				"none, responses: {'200': {}}}}}}").Data), "not a valid OpenAPI 3.0.3 document",
		},
		"an action without its key": {
			"overlays/2.2.yaml",
			string(change("2.2", "x", "\n  - {target: "+
				"\"$.paths['/servers/{server_id}/action']['x-openstack-actions'].rebuild.requestBody.content['application/json'].schema.required[0]\", remove: true}").Data),
			`the body of an action requires its key "rebuild"`,
		},
		"an overlay that does not apply": {
			"overlays/2.2.yaml",
			string(change("2.2", "x",
				"\n  - {target: $.nope, remove: true}").Data), "overlays/2.2.yaml: action 2 ($.nope): the target selects nothing",
		},
		"an overlay that is none": {"overlays/2.2.yaml", "a: 1", `unknown key "a"`},
		"a leftover": {
			"overlays/2.2.yaml",
			string(change("2.2", "x",
				"\n  - {target: $.components.schemas, update: {Left: {type: string}}}").Data),
			"2.2 (shipped): components/schemas/Left: no version refers to it",
		},
		"a base of another version": {"base.yaml", "openapi: 3.0.3\ninfo: {title: Small, version: " +
			"'2.0'}\nx-openstack-service: compute\nx-openstack-microversions: {header: compute, min: '2.1', " +
			"max: '2.4'}", `info.version is "2.0", not "2.1"`},
	} {
		t.Run(name, func(t *testing.T) {
			fsys := folder()
			fsys[row.file] = file(row.content)
			assert.Contains(t, strings.Join(problemsOf(t, fsys, openapi.Shipped), "\n"), row.want)
		})
	}
}

func TestAMissingOverlayIsAProblem(t *testing.T) {
	fsys := folder()
	delete(fsys, "overlays/2.2.yaml")
	assert.Contains(t, strings.Join(problemsOf(t, fsys, openapi.Shipped), "\n"),
		"compute 2.2 (shipped): overlays/2.2.yaml: the overlay is missing")
}

func TestAProblemIsListedOnceAtItsFirstVersion(t *testing.T) {
	fsys := folder()
	fsys["overlays/2.2.yaml"] = change("2.2", "x", "\n  - {target: $.components.schemas.Server, update: {required: [host]}}")
	var found int
	for _, line := range problemsOf(t, fsys, openapi.Shipped) {
		if strings.Contains(line, "servers.show") && strings.Contains(line, "not everybody sees it") {
			found++
			assert.Contains(t, line, "compute 2.2 (shipped)")
		}
	}
	assert.LessOrEqual(t, found, 1)
}
