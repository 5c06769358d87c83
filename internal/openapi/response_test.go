package openapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/openapi"
)

func TestAnswersAreChecked(t *testing.T) {
	location := http.Header{"Location": {"http://c/servers/1"}}
	const server = `{"id": "70a599e031e749b7b260868f441e862b", "name": "n"}`
	for name, row := range map[string]struct {
		at, operation string
		status        int
		header        http.Header
		body, want    string
	}{
		"a good answer":        {"2.1", "servers.show", 200, nil, `{"server": ` + server + `}`, ""},
		"an undeclared status": {"2.1", "servers.show", 418, nil, `{}`, "/: status 418 is not declared by servers.show"},
		"a fault":              {"2.1", "servers.show", 404, nil, `{"itemNotFound": {}}`, ""},
		"a missing field":      {"2.2", "servers.show", 200, nil, `{"server": ` + server + `}`, "/server: 'tags' is a required property"},
		"a field of later versions": {
			"2.1", "servers.show", 200, nil,
			`{"server": {"id": "70a599e031e749b7b260868f441e862b", "name": "n", "tags": []}}`, "/server: Additional properties " +
				"are not allowed ('tags' was unexpected)",
		},
		"everything is listed": {
			"2.2", "servers.list", 200, nil, `{"servers": [{"id": 5, "x": 1}], "y": 2}`,
			"/servers/0/id: 5 is not of type 'string'|/servers/0: 'name' is a required property|/servers/0: 'tags' is a " +
				"required property|/servers/0: Additional properties are not allowed ('x' was unexpected)|/: Additional " +
				"properties are not allowed ('y' was unexpected)",
		},
		"a body where none is":  {"2.1", "servers.delete", 204, nil, `{}`, "/: a body is answered where none is declared"},
		"no body where none is": {"2.1", "servers.delete", 204, nil, `null`, ""},
		"no body where one is":  {"2.1", "servers.show", 200, nil, `null`, "/: a body is declared and none is answered"},
		"a header":              {"2.1", "servers.rebuild", 202, location, `{"server": ` + server + `}`, ""},
		"a missing header":      {"2.1", "servers.rebuild", 202, nil, `{"server": ` + server + `}`, "/Location: the header Location is missing"},
		"a wrong header": {
			"2.1", "servers.rebuild", 202,
			http.Header{"Location": {"x"}},
			`{"server": ` + server + `}`,
			"/Location: 'x' is not a 'uri'",
		},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, v := range operation(t, row.at, row.operation).CheckResponse(row.status, row.header, value(t, row.body)) {
				got = append(got, v.Error())
			}
			assert.Equal(t, row.want, strings.Join(got, "|"))
		})
	}
}

func TestProjectionKeepsWhatTheVersionLists(t *testing.T) {
	all := func(string) bool { return true }
	none := func(string) bool { return false }
	const full = `{"server": {"id": "1", "name": "n", "tags": ["a"], "host": null, "later": 1, "metadata": {"any": "key"}, "flavor": {"id": "f", "secret": "s", "x": 1}}, "later": 2}`
	for name, row := range map[string]struct {
		at      string
		granted func(string) bool
		want    string
	}{
		"for everybody at 2.1": {"2.1", none, `{"server": {"id": "1", "name": "n", "metadata": {"any": "key"}, "flavor": {"id": "f"}}}`},
		"for an admin at 2.1": {
			"2.1", all,
			`{"server": {"id": "1", "name": "n", "host": null, "metadata": {"any": "key"}, "flavor": {"id": "f", "secret": "s"}}}`,
		},
		"for everybody at 2.2": {
			"2.2", none,
			`{"server": {"id": "1", "name": "n", "tags": ["a"], "metadata": {"any": "key"}, "flavor": {"id": "f"}}}`,
		},
		"without asking": {
			"2.2", nil,
			`{"server": {"id": "1", "name": "n", "tags": ["a"], "host": null, "metadata": {"any": "key"}, "flavor": {"id": "f", "secret": "s"}}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			in := value(t, full)
			assert.Equal(t, value(t, row.want), operation(t, row.at, "servers.show").Project(200, in, row.granted))
			assert.Equal(t, value(t, full), in, "the value is untouched")
		})
	}
	show := operation(t, "2.1", "servers.show")
	assert.Equal(t, map[string]any{"server": map[string]any{}},
		show.Project(200, map[string]any{"server": map[string]any{"x": 1.0}}, all), "what is absent stays absent")
	assert.Equal(t, []string{"os_compute_api:extended", "os_compute_api:flavor"}, show.FieldPolicies(200))
	assert.Nil(t, show.FieldPolicies(404))
	assert.Nil(t, show.FieldPolicies(418))
	in := map[string]any{"x": 1.0}
	assert.Equal(t, in, show.Project(418, in, none))
	assert.Equal(t, in, operation(t, "2.1", "servers.delete").Project(204, in, none))
}

func TestProjectionReachesIntoLists(t *testing.T) {
	list := operation(t, "2.1", "servers.list")
	want := value(t, `{"servers": [{"id": "1"}, {"name": "n"}]}`)
	assert.Equal(t, want, list.Project(200, value(t, `{"servers": [{"id": "1", "x": 1}, {"name": "n"}]}`), nil))
	typed := map[string]any{"servers": []map[string]any{{"id": "1", "x": 1.0}, {"name": "n"}}}
	assert.Equal(t, want, list.Project(200, typed, nil))
}

func TestProjectedAnswersOfEveryOperationAreValid(t *testing.T) {
	for _, s := range openapi.Services() {
		c, err := openapi.Builtin(s, openapi.Shipped)
		assert.NoError(t, err)
		d, err := c.At(c.Max())
		assert.NoError(t, err)
		for _, op := range d.Operations() {
			for _, status := range op.Statuses() {
				// an unknown key never goes out, whatever the operation
				got, _ := op.Project(status, map[string]any{"unknown-key-of-a-test": 1.0}, nil).(map[string]any)
				if violations := op.CheckResponse(status, nil, got); len(got) > 0 {
					for _, v := range violations {
						assert.NotContains(t, v.Message, "unknown-key-of-a-test", "%s %s %d", s, op.ID, status)
					}
				}
			}
		}
	}
}
