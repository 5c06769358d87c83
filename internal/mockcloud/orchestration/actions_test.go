package orchestration

import (
	"strings"
	"testing"

	"plumbline/internal/mockcloud/trial"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheActionsEndpoint(t *testing.T) {
	const unknown = "/stacks/nope/9a52a4fe-0000-4000-8000-000000000000/actions"
	for _, row := range []struct {
		name, who, path string
		body            any
		status          int
		message         string
	}{
		{"LCK-01 lock is unknown", "member", "", object{"lock": nil}, 400, "Invalid action lock specified"},
		{"LCK-01 with a level", "member", "", object{"lock": object{"level": "all"}}, 400, "Invalid action lock specified"},
		{"LCK-01 even of an unknown stack", "member", unknown, object{"lock": nil}, 400, "Invalid action lock specified"},
		{"LCK-01 even by a reader", "reader", "", object{"lock": nil}, 400, "Invalid action lock specified"},
		{"LCK-01 even in another's project", "outsider", "", object{"lock": nil}, 400, "Invalid action lock specified"},
		{"LCK-02 unlock is unknown", "member", "", object{"unlock": nil}, 400, "Invalid action unlock specified"},
		{"LCK-03 an empty object", "member", "", object{}, 400, "No action specified"},
		{"LCK-03 no body", "member", "", nil, 400, "No action specified"},
		{"LCK-03 a list", "member", "", []any{}, 400, "No action specified"},
		{"LCK-03 a text", "member", "", `"x"`, 400, "No action specified"},
		{"LCK-04 two known ones", "member", "", object{"suspend": nil, "resume": nil}, 400, "Multiple actions specified"},
		{"LCK-04 two unknown ones", "member", "", object{"lock": nil, "foo": nil}, 400, "Multiple actions specified"},
		{"LCK-05 suspend", "member", "", object{"suspend": nil}, 200, ""},
		{"LCK-06 the value is ignored", "member", "", object{"check": object{"a": 1}}, 200, ""},
		{"LCK-07 an unknown stack", "member", unknown, object{"suspend": nil}, 404, "The Stack (nope) could not be found."},
		{"LCK-09 a reader may not suspend", "reader", "", object{"suspend": nil}, 403, "You are not authorized to use actions:suspend."},
		{"LCK-09 not even an unknown stack", "reader", unknown, object{"suspend": nil}, 403, "You are not authorized to use actions:suspend."},
		{"LCK-09 a reader may check", "reader", "", object{"check": nil}, 200, ""},
		{"LCK-10 another's project in the URL", "outsider", "", object{"suspend": nil}, 403, "Access was denied to this resource."},
		{
			"LCK-12 nothing to cancel", "member", "",
			object{"cancel_update": nil},
			400,
			"Cancelling update when stack is CREATE_COMPLETE is not supported.",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := started(t)
			id := create1(t, c, object{"stack_name": "s", "template": whole()})
			path := row.path
			if path == "" {
				path = "/stacks/s/" + id + "/actions"
			}
			a := c.Do(row.who, "POST", root+path, row.body)
			require.Equal(t, row.status, a.Status, a.Body)
			assert.Equal(t, row.message, a.Text("error", "message"))
			if row.status == 200 {
				assert.Equal(t, "null", a.Body)
				assert.Equal(t, "application/json", a.Header.Get("Content-Type"))
				return
			}
			show := c.Do("member", "GET", root+"/stacks/s/"+id, nil)
			assert.Equal(t, "CREATE_COMPLETE", show.Text("stack", "stack_status"), "a refused action changes nothing")
		})
	}
}

func TestSuspendAndResumeReachTheServer(t *testing.T) {
	c := started(t)
	id := create1(t, c, object{"stack_name": "s", "template": whole()})
	at := root + "/stacks/s/" + id
	server := c.Do("member", "GET", at+"/resources/server", nil).Text("resource", "physical_resource_id")
	for _, step := range []struct{ action, stack, server string }{
		{"suspend", "SUSPEND_COMPLETE", "SUSPENDED"},
		{"suspend", "SUSPEND_COMPLETE", "SUSPENDED"},
		{"resume", "RESUME_COMPLETE", "ACTIVE"},
		{"check", "CHECK_COMPLETE", "ACTIVE"},
	} {
		require.Equal(t, 200, c.Do("member", "POST", at+"/actions", object{step.action: nil}).Status)
		assert.Equal(t, step.stack, c.Do("member", "GET", at, nil).Text("stack", "stack_status"), step.action)
		assert.Equal(t, step.server, c.Do("member", "GET", "/compute/v2.1/servers/"+server, nil).Text("server", "status"), step.action)
	}
	var seen []string
	for _, e := range c.Do("member", "GET", at+"/events?sort_dir=asc", nil).At("events").([]any) {
		event := e.(object)
		if event["resource_name"] == "s" {
			seen = append(seen, event["resource_status"].(string))
		}
	}
	assert.Equal(t, "CREATE_IN_PROGRESS CREATE_COMPLETE SUSPEND_IN_PROGRESS SUSPEND_COMPLETE SUSPEND_COMPLETE "+
		"RESUME_IN_PROGRESS RESUME_COMPLETE CHECK_IN_PROGRESS CHECK_COMPLETE", strings.Join(seen, " "))
}

func TestCheckFindsAServerThatIsGone(t *testing.T) {
	c := started(t)
	id := create1(t, c, object{"stack_name": "s", "template": whole()})
	at := root + "/stacks/s/" + id
	server := c.Do("member", "GET", at+"/resources/server", nil).Text("resource", "physical_resource_id")
	require.Equal(t, 204, c.Do("member", "DELETE", "/compute/v2.1/servers/"+server, nil).Status)
	require.Equal(t, 200, c.Do("member", "POST", at+"/actions", object{"check": nil}).Status)
	assert.Equal(t, "CHECK_FAILED", c.Do("member", "GET", at, nil).Text("stack", "stack_status"))
	require.Equal(t, 204, c.Do("member", "DELETE", at, nil).Status)
	assert.Equal(t, "DELETE_COMPLETE", c.Do("member", "GET", at, nil).Text("stack", "stack_status"))
}

func TestPaths(t *testing.T) {
	c := started(t)
	id := create1(t, c, object{"stack_name": "s", "template": whole()})
	full := "http://cloud.test" + root + "/stacks/s/" + id
	for _, row := range []struct {
		name, who, method, path string
		status                  int
		location, body          string
	}{
		{"the short path of a stack", "member", "GET", root + "/stacks/s", 302, full, "302 Found"},
		{"by id", "member", "GET", root + "/stacks/" + id, 302, full, "302 Found"},
		{"with a query", "member", "GET", root + "/stacks/s?a=b", 302, full + "?a=b", "302 Found"},
		{"to delete", "member", "DELETE", root + "/stacks/s", 302, full, "302 Found"},
		{"of its resources", "member", "GET", root + "/stacks/s/resources", 302, full + "/resources", "302 Found"},
		{"of its actions", "member", "POST", root + "/stacks/s/actions", 302, full + "/actions", "302 Found"},
		{"of an unknown stack", "member", "GET", root + "/stacks/nope", 404, "", "The Stack (nope) could not be found."},
		{"name and id that do not belong together", "member", "GET", root + "/stacks/x/" + id, 404, "", "The Stack (x) could not be found."},
		{"an unknown path", "member", "GET", root + "/nope", 404, "", "404 Not Found\n\nThe resource could not be found.\n\n   "},
		{"an unknown path without a token", "", "GET", root + "/nope", 401, "", "requires authentication"},
		{"no project", "member", "GET", "/orchestration/v1/", 404, "", "404 Not Found"},
		{"the stacks of no project", "member", "GET", "/orchestration/v1/stacks", 404, "", "404 Not Found"},
		{"a wrong method", "member", "PUT", root + "/stacks", 405, "", "HTTPMethodNotAllowed"},
		{"the root", "", "GET", "/orchestration/", 300, "", `"id": "v1.0"`},
		{"another root", "", "GET", "/orchestration/nope", 404, "", "404 Not Found"},
		{"another's stacks", "outsider", "GET", "/orchestration/v1/" + trial.Other + "/stacks", 200, "", `"stacks": []`},
		{
			"another's stack in their own project", "outsider", "GET", "/orchestration/v1/" + trial.Other + "/stacks/s/" + id, 404,
			"", "The Stack (s)",
		},
		{"the template", "member", "GET", root + "/stacks/s/" + id + "/template", 200, "", `"heat_template_version": "2018-08-31"`},
		{"an output", "member", "GET", root + "/stacks/s/" + id + "/outputs/name", 200, "", `"output_value": "vm"`},
		{"an unknown output", "member", "GET", root + "/stacks/s/" + id + "/outputs/zz", 404, "", "Specified output key zz not found."},
		{
			"an unknown resource", "member", "GET", root + "/stacks/s/" + id + "/resources/zz", 404, "",
			"The Resource (zz) could not be found in Stack s.",
		},
		{"a limit that is no number", "member", "GET", root + "/stacks?limit=x", 400, "", "Only integer is acceptable by 'limit'."},
		{"all projects' stacks", "admin", "GET", root + "/stacks?global_tenant=true", 403, "", "stacks:global_index"},
		{"a count", "member", "GET", root + "/stacks?with_count=true&limit=1", 200, "", `"count": 1`},
		{"a filter", "member", "GET", root + "/stacks?name=zz", 200, "", `"stacks": []`},
		{"the build", "member", "GET", root + "/build_info", 200, "", `"revision": "unknown"`},
		{"the engines by a member", "member", "GET", root + "/services", 403, "", "service:index"},
		{
			"resource types by pattern", "member", "GET", root + "/resource_types?name=OS::Nova::.*", 200, "",
			`{"resource_types": ["OS::Nova::KeyPair", "OS::Nova::Server", "OS::Nova::ServerGroup"]}`,
		},
		{
			"abandoning where it is not offered", "member", "DELETE", root + "/stacks/s/" + id + "/abandon", 400, "",
			"Stack Abandon is not supported.",
		},
		{"resolve_outputs that is no boolean", "member", "GET", root + "/stacks/s/" + id + "?resolve_outputs=0", 400, "", "Unrecognized value"},
	} {
		t.Run(row.name, func(t *testing.T) {
			a := c.Do(row.who, row.method, row.path, nil)
			require.Equal(t, row.status, a.Status, a.Body)
			assert.Equal(t, row.location, a.Header.Get("Location"))
			assert.Contains(t, a.Body, row.body)
		})
	}
}

func TestABodyIsReadByWhatItsTypeIsCalled(t *testing.T) {
	for _, row := range []struct {
		name, kind, message string
		status              int
	}{
		{"no type", "", "", 200},
		{"JSON", "application/json", "", 200},
		{"JSON, with a charset", "application/json; charset=UTF-8", "", 200},
		{"text", "text/plain", "", 200},
		{"something else", "application/xml", "No action specified", 400},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := started(t)
			id := create1(t, c, object{"stack_name": "s", "template": whole()})
			a := c.Do("member", "POST", root+"/stacks/s/"+id+"/actions", object{"check": nil}, "Content-Type", row.kind)
			require.Equal(t, row.status, a.Status, a.Body)
			assert.Equal(t, row.message, a.Text("error", "message"))
		})
	}
}

func TestASuspendedPolicyTakesNoSignals(t *testing.T) {
	c := started(t)
	id := create1(t, c, object{"stack_name": "s", "template": template(object{
		"group": object{"type": "OS::Heat::AutoScalingGroup", "properties": object{
			"min_size": 1, "max_size": 3, "resource": object{"type": "OS::Heat::RandomString"},
		}},
		"policy": object{"type": "OS::Heat::ScalingPolicy", "properties": object{
			"auto_scaling_group_id": object{"get_resource": "group"}, "adjustment_type": "change_in_capacity", "scaling_adjustment": 1,
		}},
	})})
	at := root + "/stacks/s/" + id
	require.Equal(t, 200, c.Do("member", "POST", at+"/actions", object{"suspend": nil}).Status)
	require.Equal(t, "SUSPEND_COMPLETE", c.Do("member", "GET", at, nil).Text("stack", "stack_status"))
	a := c.Do("member", "POST", at+"/resources/policy/signal", nil)
	assert.Equal(t, 400, a.Status, a.Body)
	assert.Equal(t, "Signal resource during SUSPEND is not supported.", a.Text("error", "message"))
}
