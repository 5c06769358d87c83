package openapi_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
)

func TestDiffSaysInWordsWhatChanged(t *testing.T) {
	c := load(t, folder(), openapi.Specified)
	for _, row := range []struct{ from, to, want string }{
		{"2.1", "2.1", ""},
		{"2.1", "2.2", `+ servers.list: answer 200: servers[].tags is new: a list
+ servers.rebuild: answer 202: server.tags is new: a list
+ servers.show: answer 200: server.tags is new: a list
+ servers.update: the operation is new (PUT /servers/{server_id})`},
		{"2.2", "2.1", `- servers.list: answer 200: servers[].tags is gone
- servers.rebuild: answer 202: server.tags is gone
- servers.show: answer 200: server.tags is gone
- servers.update: the operation is gone (PUT /servers/{server_id})`},
		{"2.2", "2.3", `~ servers.list: rules: unknown query keys are: underscore, was open
+ servers.rebuild: request: rebuild.key_name is new: text in the form name
- servers.start: the operation is gone (POST /servers/{server_id}/action {os-start})`},
		{"2.3", "2.4", ""},
	} {
		var lines []string
		for _, change := range openapi.Diff(at(t, c, row.from), at(t, c, row.to)) {
			lines = append(lines, change.String())
		}
		assert.Equal(t, row.want, strings.Join(lines, "\n"), "%s → %s", row.from, row.to)
	}
}

func TestDiffSeesEveryKindOfChange(t *testing.T) {
	for update, want := range map[string]string{
		"{target: $.components.schemas.Server, update: {required: " +
			"[host]}}": "~ servers.list: answer 200: servers[].host is always there",
		"{target: $.components.schemas.Rebuild.properties.name, update: {maxLength: 64}}": "~ servers.rebuild: request: " +
			"rebuild.name is text of 1 to 64 characters in the form name, was text of 1 to 255 characters in the form name",
		"{target: $.components.schemas.Rebuild.properties.mode, update: {enum: " +
			"[NEVER]}}": `~ servers.rebuild: request: rebuild.mode is one of "AUTO", "MANUAL", "NEVER", was one of "AUTO", "MANUAL"`,
		"{target: $.components.schemas.Rebuild, update: {required: " +
			"[name]}}": "~ servers.rebuild: request: rebuild.name is required",
		"{target: \"$.components.schemas.Rebuild.required[0]\", " +
			"remove: true}": "~ servers.rebuild: request: rebuild.imageRef may be absent",
		"{target: \"$.paths['/servers'].get\", update: " +
			"{x-openstack-policy: other}}": "~ servers.list: rules: the policy: other, was os_compute_api:servers:index",
		"{target: \"$.paths['/servers'].get\", update: {x-openstack-states: {vm: [active], " +
			"host: true}}}": "~ servers.list: rules: the states: vm active; task any; on a host, was none",
		"{target: \"$.paths['/servers'].get\", update: {x-openstack-locked: " +
			"reject}}": "~ servers.list: rules: a locked server: refuses, was accepts",
		"{target: \"$.paths['/servers'].get.responses\", update: {'403': " +
			"{description: no}}}": "+ servers.list: status: 403 may be answered",
		"{target: \"$.paths['/servers'].get.responses['400']\", " +
			"remove: true}": "- servers.list: status: 400 is not answered any more",
		"{target: \"$.paths['/servers'].get.parameters\", update: [{name: q, in: query, schema: {type: " +
			"integer}}]}": "+ servers.list: query: q is new: a whole number",
		"{target: \"$.paths['/servers'].get.parameters[0]\", " +
			"remove: true}": "- servers.list: query: limit is gone",
		"{target: \"$.paths['/servers'].get.responses['200']\", update: {headers: {X-A: {schema: {type: " +
			"string}}}}}": "+ servers.list: headers 200: X-A is new: text",
		"{target: $.components.schemas.Rebuild.properties, update: {a: {type: object, properties: {b: {type: " +
			"number}}}}}": "+ servers.rebuild: request: rebuild.a is new: an object",
	} {
		fsys := folder()
		fsys["overlays/2.2.yaml"] = change("2.2", "x", "\n  - "+update)
		c := load(t, fsys, openapi.Shipped)
		var lines []string
		for _, change := range openapi.Diff(at(t, c, "2.1"), at(t, c, "2.2")) {
			lines = append(lines, change.String())
		}
		assert.Contains(t, lines, want, update)
	}
}

func TestRebuildAt254(t *testing.T) {
	c, err := openapi.Builtin(openapi.Compute, openapi.Shipped)
	require.NoError(t, err)
	assert.Equal(t, []string{"server.key_name"}, openapi.AddedFields(at(t, c, "2.53"), at(t, c, "2.54"), "servers.rebuild", 202))
	assert.Equal(t, []string{
		"+ servers.rebuild: request: rebuild.key_name is new: text of 1 to 255 characters or null",
		"+ servers.rebuild: answer 202: server.key_name is new: text or null",
	}, openapi.Grouped(openapi.Diff(at(t, c, "2.53"), at(t, c, "2.54"))))
}

func TestGroupedSaysOnceWhatIsTheSame(t *testing.T) {
	assert.Equal(t, []string{"+ a.b, c.d: request: x is new", "+ a.b: answer 200: x is new"}, openapi.Grouped([]openapi.Change{
		{Kind: "+", Operation: "a.b", Part: "request", Text: "x is new"},
		{Kind: "+", Operation: "a.b", Part: "answer 200", Text: "x is new"},
		{Kind: "+", Operation: "c.d", Part: "request", Text: "x is new"},
	}))
}
