package orchestration

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// valued is a template of one resource with the value of a parameter, which takes its time to be made.
func valued(seconds int, parameter object) object {
	return template(object{"t": object{"type": "OS::Heat::TestResource", "properties": object{
		"value":            object{"get_param": "p"},
		"action_wait_secs": object{"create": seconds, "update": seconds, "delete": seconds},
	}}}, "parameters", object{"p": parameter})
}

func TestAnUpdateSetsWhatAPatchKeeps(t *testing.T) {
	c := specified(t, nil)
	text := object{"type": "string", "default": "x"}
	at := root + "/stacks/s/" + create1(t, c, object{
		"stack_name": "s", "template": valued(0, text), "parameters": object{"p": "one"}, "tags": "a,b", "timeout_mins": 30,
	})
	for _, step := range []struct {
		name, who, method string
		body              object
		status            int
		tags              []any
		minutes           float64
		p                 string
	}{
		{"a patch of the time limit", "member", "PATCH", object{"timeout_mins": 20}, 202, []any{"a", "b"}, 20, "one"},
		{"a patch of the tags", "member", "PATCH", object{"tags": "c"}, 202, []any{"c"}, 20, "one"},
		{"a reader's patch", "reader", "PATCH", object{"tags": "d"}, 403, []any{"c"}, 20, "one"},
		{"an update", "member", "PUT", object{"template": valued(0, text), "parameters": object{"p": "two"}}, 202, []any{}, 20, "two"},
		{"an update without parameters", "member", "PUT", object{"template": valued(0, text)}, 202, []any{}, 20, "x"},
	} {
		t.Run(step.name, func(t *testing.T) {
			a := c.Do(step.who, step.method, at, step.body)
			require.Equal(t, step.status, a.Status, a.Body)
			show := c.Do("member", "GET", at, nil)
			assert.ElementsMatch(t, step.tags, show.At("stack", "tags"))
			assert.Equal(t, step.minutes, show.At("stack", "timeout_mins"))
			assert.Equal(t, step.p, show.Text("stack", "parameters", "p"))
			if step.p != "x" {
				assert.Equal(t, step.p, c.Do("member", "GET", at+"/environment", nil).Text("parameters", "p"))
			}
		})
	}
}

func TestAParameterThatStaysMayBeImmutable(t *testing.T) {
	c := specified(t, nil)
	fixed := valued(0, object{"type": "string", "immutable": true})
	at := root + "/stacks/s/" + create1(t, c, object{"stack_name": "s", "template": fixed, "parameters": object{"p": "one"}})
	assert.Equal(t, 202, c.Do("member", "PUT", at, object{"template": fixed, "parameters": object{"p": "one"}}).Status)
	assert.Equal(t, 400, c.Do("member", "PUT", at, object{"template": fixed, "parameters": object{"p": "two"}}).Status)
}

func TestAnUpdateThatSupersedesACreationGoesBackToIt(t *testing.T) {
	c := specified(t, nil)
	first := valued(60, object{"type": "string", "default": "x"})
	second := valued(60, object{"type": "string", "default": "y"})
	at := root + "/stacks/s/" + create1(t, c, object{"stack_name": "s", "template": first})
	require.Equal(t, "CREATE_IN_PROGRESS", c.Do("member", "GET", at, nil).Text("stack", "stack_status"))
	require.Equal(t, 202, c.Do("member", "PUT", at, object{"template": second}).Status)
	require.Equal(t, 200, c.Do("member", "POST", at+"/actions", object{"cancel_update": nil}).Status)
	c.Clock.Advance(5 * time.Minute)
	assert.Equal(t, "ROLLBACK_COMPLETE", c.Do("member", "GET", at, nil).Text("stack", "stack_status"))
	assert.Equal(t, "x", c.Do("member", "GET", at+"/template", nil).Text("parameters", "p", "default"))
}

func TestAStackThatIsBeingDeletedIsNotUpdated(t *testing.T) {
	c := specified(t, nil)
	slow := valued(60, object{"type": "string", "default": "x"})
	at := root + "/stacks/s/" + create1(t, c, object{"stack_name": "s", "template": slow})
	c.Clock.Advance(5 * time.Minute)
	require.Equal(t, 204, c.Do("member", "DELETE", at, nil).Status)
	a := c.Do("member", "PUT", at, object{"template": slow})
	assert.Equal(t, 400, a.Status, a.Body)
	assert.Equal(t, "Updating a stack when it is deleting is not supported.", a.Text("error", "message"))
}

func TestANestedStackGoesWithItsFile(t *testing.T) {
	c := specified(t, nil)
	file := "heat_template_version: 2018-08-31\nresources: {r: {type: OS::Heat::None}}"
	with := object{"heat_template_version": "2018-08-31", "resources": object{"deep": object{"type": "file:///deep.yaml"}}}
	failing := object{"heat_template_version": "2018-08-31", "resources": object{
		"bad": object{"type": "OS::Heat::TestResource", "properties": object{"fail": true}},
	}}
	status := func(at string) string {
		c.Clock.Advance(time.Minute)
		return c.Do("member", "GET", at, nil).Text("stack", "stack_status")
	}
	at := root + "/stacks/s/" + create1(t, c, object{"stack_name": "s", "template": with, "files": object{"file:///deep.yaml": file}})
	require.Equal(t, "CREATE_COMPLETE", status(at))
	require.Equal(t, 202, c.Do("member", "PUT", at, object{"template": failing}).Status)
	require.Equal(t, "UPDATE_FAILED", status(at))
	require.Equal(t, 200, c.Do("member", "POST", at+"/actions", object{"suspend": nil}).Status)
	status(at)
	assert.NotContains(t, c.Do("member", "GET", at, nil).Body, "nil pointer")
	require.Equal(t, 204, c.Do("member", "DELETE", at, nil).Status)
	assert.Equal(t, "DELETE_COMPLETE", status(at))
}
