package orchestration

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// refused are the status and the type of an answer, and its message.
type refused struct {
	status        int
	kind, message string
}

var (
	uncallable = refused{
		400, "HTTPBadRequest", "The server could not comply with the request since it is either malformed or otherwise incorrect.",
	}
	noAttribute, noValue = refused{400, "AttributeError", ""}, refused{400, "ValueError", ""}
)

// TestFieldsOfTheWrongKindAreRefusedAsPythonFailsOverThem: docs/contract/90-other-services.md §6.
func TestFieldsOfTheWrongKindAreRefusedAsPythonFailsOverThem(t *testing.T) {
	c := started(t)
	noTemplate := func(url any) object { return object{"template": nil, "template_url": url} }
	badURL := func(scheme string) refused {
		return refused{400, "HTTPBadRequest", "Could not retrieve template: Invalid URL scheme " + scheme}
	}
	list, whole := []any{"x"}, object{"a": "b"}
	for name, row := range map[string]struct {
		body object
		want refused
	}{
		"files: an empty text":            {object{"files": ""}, noAttribute},
		"files: an empty list":            {object{"files": []any{}}, noAttribute},
		"files: a number":                 {object{"files": 1}, noAttribute},
		"files: a fraction":               {object{"files": 1.5}, noValue},
		"files: a text":                   {object{"files": "x"}, noValue},
		"files: a list":                   {object{"files": list}, noValue},
		"files: a number in it":           {object{"files": object{"a": 1}}, uncallable},
		"files: an object":                {object{"files": whole}, refused{status: 201}},
		"files_container":                 {object{"files_container": "x"}, refused{500, "EndpointNotFound", ""}},
		"files_container: none":           {object{"files_container": ""}, refused{status: 201}},
		"environment_files: a number":     {object{"environment_files": 1}, uncallable},
		"environment_files: false":        {object{"environment_files": false}, refused{status: 201}},
		"environment_files: unknown":      {object{"environment_files": list}, refused{500, "KeyError", ""}},
		"environment_files: an object":    {object{"environment_files": []any{whole}}, uncallable},
		"parameters: an empty list":       {object{"parameters": []any{}}, refused{status: 201}},
		"parameters: an empty text":       {object{"parameters": ""}, refused{status: 201}},
		"parameters: a text":              {object{"parameters": "x"}, noValue},
		"parameters: a list":              {object{"parameters": list}, noValue},
		"parameters: a list of numbers":   {object{"parameters": []any{1}}, uncallable},
		"parameters: null":                {object{"parameters": nil}, uncallable},
		"parameters of the environment":   {object{"environment": object{"parameters": list}}, noAttribute},
		"adopt_stack_data: an object":     {object{"adopt_stack_data": object{"template": whole}}, uncallable},
		"template_url: no scheme":         {noTemplate("x"), badURL("")},
		"template_url: another scheme":    {noTemplate("file:///etc/x"), badURL("file")},
		"template_url: a list":            {noTemplate(list), noAttribute},
		"template_url: an empty list":     {noTemplate([]any{}), badURL("b''")},
		"tags: 80 characters":             {object{"tags": strings.Repeat("é", 80)}, refused{status: 201}},
		"timeout_mins: more than an hour": {object{"timeout_mins": 2147483647}, refused{status: 201}},
	} {
		t.Run(name, func(t *testing.T) {
			body := object{"stack_name": "s", "template": oneTest("x")}
			for key, value := range row.body {
				body[key] = value
			}
			if row.body["template_url"] != nil {
				delete(body, "template")
			}
			a := c.Do("member", "POST", root+"/stacks", body)
			require.Equal(t, row.want.status, a.Status, a.Body)
			if a.Status == 201 {
				at := root + "/stacks/s/" + a.Text("stack", "id")
				assert.Equal(t, "CREATE_COMPLETE", c.Do("member", "GET", at, nil).Text("stack", "stack_status"))
				require.Equal(t, 204, c.Do("member", "DELETE", at, nil).Status)
				assert.Equal(t, "DELETE_COMPLETE", c.Do("member", "GET", at, nil).Text("stack", "stack_status"))
				return
			}
			assert.Equal(t, row.want.kind, a.Text("error", "type"))
			if row.want.message == "" {
				assert.NotContains(t, a.At("error"), "message")
			} else {
				assert.Equal(t, row.want.message, a.Text("error", "message"))
			}
		})
	}
}

// TestAnUpdateKeepsWhatExistsWhereItIsAskedTo: what is not given stays with "existing", as in a PATCH.
func TestAnUpdateKeepsWhatExistsWhereItIsAskedTo(t *testing.T) {
	c := started(t)
	plan := template(object{"v": object{"type": "OS::Heat::Value", "properties": object{"value": object{"get_param": "p"}}}},
		"parameters", object{"p": object{"type": "string", "default": "d"}})
	for name, row := range map[string]struct {
		method string
		body   object
		status int
		p      string
		tags   []any
	}{
		"a PUT keeps nothing": {"PUT", object{"template": plan}, 202, "d", nil},
		"a PUT that keeps":    {"PUT", object{"template": plan, "existing": true}, 202, "first", []any{"old"}},
		"a PUT that keeps, but for a parameter": {
			"PUT", object{"template": plan, "existing": 1, "clear_parameters": []any{"p"}}, 202, "d", []any{"old"},
		},
		"a PUT that does not keep":     {"PUT", object{"template": plan, "existing": ""}, 202, "d", nil},
		"a PUT without a template":     {"PUT", object{"existing": true}, 400, "first", []any{"old"}},
		"a PATCH":                      {"PATCH", object{"tags": nil, "timeout_mins": 0}, 202, "first", []any{"old"}},
		"a PATCH that clears letters":  {"PATCH", object{"clear_parameters": "xp"}, 202, "d", []any{"old"}},
		"a PATCH that clears a number": {"PATCH", object{"clear_parameters": 1}, 400, "first", []any{"old"}},
		"a PATCH that clears an object in a list": {
			"PATCH", object{"clear_parameters": []any{object{}}}, 400, "first", []any{"old"},
		},
		"a PATCH with a number as files":  {"PATCH", object{"files": 1}, 400, "first", []any{"old"}},
		"a PUT with a wrong converge":     {"PUT", object{"template": plan, "converge": "x"}, 400, "first", []any{"old"}},
		"a PATCH that converges":          {"PATCH", object{"converge": "True"}, 202, "first", []any{"old"}},
		"a PATCH with nothing to roll to": {"PATCH", object{"disable_rollback": "x"}, 400, "first", []any{"old"}},
	} {
		t.Run(name, func(t *testing.T) {
			at := root + "/stacks/s/" + create1(t, c, object{
				"stack_name": "s", "template": plan, "parameters": object{"p": "first"}, "tags": "old", "timeout_mins": 7,
			})
			a := c.Do("member", row.method, at, row.body)
			assert.Equal(t, row.status, a.Status, a.Body)
			now := c.Do("member", "GET", at, nil)
			assert.Equal(t, row.p, now.Text("stack", "parameters", "p"))
			assert.ElementsMatch(t, row.tags, now.At("stack", "tags"))
			assert.Equal(t, 7.0, now.At("stack", "timeout_mins"))
			require.Equal(t, 204, c.Do("member", "DELETE", at, nil).Status)
		})
	}
}
