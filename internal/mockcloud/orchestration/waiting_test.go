package orchestration

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const patient = `heat_template_version: 2018-08-31
resources:
  handle: {type: OS::Heat::WaitConditionHandle}
  wait: {type: OS::Heat::WaitCondition, properties: {handle: {get_resource: handle}, timeout: 60, count: 2}}
  config: {type: OS::Heat::SoftwareConfig, properties: {config: echo, outputs: [{name: result}]}}
  deployment: {type: OS::Heat::SoftwareDeployment, properties: {config: {get_resource: config}, server: a}}
outputs:
  curl: {value: {get_attr: [handle, curl_cli]}}
  data: {value: {get_attr: [wait, data]}}
  result: {value: {get_attr: [deployment, result]}}
  config: {value: {get_attr: [config, config]}}
`

// What waits for signals goes on with them, and fails by them or without them.
func TestWhatWaitsForSignals(t *testing.T) {
	type signal struct {
		resource string
		body     object
	}
	done := signal{"deployment", object{"deploy_status_code": 0, "result": "r"}}
	for name, row := range map[string]struct {
		signals      []signal
		status, says string
		data         any
	}{
		"enough of them": {
			[]signal{{"handle", object{"data": "one"}}, done, {"handle", object{"id": "x", "status": "SUCCESS"}}},
			"CREATE_COMPLETE", "Stack CREATE completed successfully", `{"1": "one", "x": null}`,
		},
		"one says that it failed": {
			[]signal{done, {"handle", object{"status": "FAILURE", "reason": "no disk"}}},
			"CREATE_FAILED", "Resource CREATE failed: WaitConditionFailure: resources.wait: no disk", nil,
		},
		"too few": {
			[]signal{done, {"handle", object{}}},
			"CREATE_FAILED", "Resource CREATE failed: WaitConditionTimeout: resources.wait: 1 of 2 received - Signal 1 received", nil,
		},
		"the configuration fails": {
			[]signal{{"deployment", object{"deploy_status_code": 3}}},
			"CREATE_FAILED",
			"Resource CREATE failed: Error: resources.deployment: Deployment to server failed: deploy_status_code : " +
				"Deployment exited with non-zero status code: 3", nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := furnished(t)
			id := create1(t, c, object{"stack_name": "s", "template": patient})
			at := root + "/stacks/s/" + id
			require.Equal(t, "CREATE_IN_PROGRESS", c.Do("member", "GET", at, nil).Text("stack", "stack_status"))
			for _, s := range row.signals {
				a := c.Do("member", "POST", at+"/resources/"+s.resource+"/signal", s.body)
				require.Equal(t, 200, a.Status, a.Body)
			}
			show := settled(t, c, id)
			assert.Equal(t, row.status, show.Text("stack", "stack_status"))
			assert.Equal(t, row.says, show.Text("stack", "stack_status_reason"))
			if row.data != nil {
				assert.Equal(t, row.data, outputs(show)["data"])
				assert.Equal(t, "r", outputs(show)["result"])
				assert.Equal(t, "echo", outputs(show)["config"])
			}
		})
	}
}

// The token in a handle's command is one with which a server signals.
func TestTheTokenOfAHandleSignals(t *testing.T) {
	c := furnished(t)
	id := create1(t, c, object{"stack_name": "s", "template": patient})
	curl, _ := outputs(c.Do("member", "GET", root+"/stacks/s/"+id, nil))["curl"].(string)
	_, rest, found := strings.Cut(curl, "X-Auth-Token: ")
	require.True(t, found, curl)
	token, _, _ := strings.Cut(rest, "'")
	at := root + "/stacks/s/" + id + "/resources/handle/signal"
	assert.Equal(t, 200, c.Do(token, "POST", at, object{"status": "SUCCESS"}).Status)
	assert.Equal(t, 401, c.Do(strings.Repeat("x", 64), "POST", at, object{"status": "SUCCESS"}).Status)
}
