package orchestration

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestValuesOfConfigurationsBecomeWhatTheirColumnsHold: docs/contract/90-other-services.md §6.
func TestValuesOfConfigurationsBecomeWhatTheirColumnsHold(t *testing.T) {
	c := started(t)
	configs, deployments := root+"/software_configs", root+"/software_deployments"
	for name, row := range map[string]struct {
		body   object
		status int
		field  string
		want   any
	}{
		"a name that is a number":  {object{"name": 1.5}, 200, "name", "1.5"},
		"a group that is a flag":   {object{"group": true}, 200, "group", "1"},
		"a name that is an object": {object{"name": object{"a": 1}}, 500, "", nil},
		"a name that is too long":  {object{"name": strings.Repeat("a", 256)}, 500, "", nil},
		"a name of 255 characters": {object{"name": strings.Repeat("é", 255)}, 200, "name", strings.Repeat("é", 255)},
		"inputs that are no list":  {object{"inputs": "x"}, 400, "", nil},
		"inputs that are none":     {object{"inputs": false}, 200, "inputs", []any{}},
		"outputs that are none":    {object{"outputs": object{}}, 200, "outputs", []any{}},
		"options that are none":    {object{"options": ""}, 200, "options", object{}},
		"an input that lists its text": {
			object{"inputs": []any{object{"name": "a", "type": "CommaDelimitedList", "default": "x,y"}}}, 200, "", nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := c.Do("member", "POST", configs, row.body)
			require.Equal(t, row.status, a.Status, a.Body)
			if row.field != "" {
				shown := c.Do("member", "GET", configs+"/"+a.Text("software_config", "id"), nil)
				assert.Equal(t, row.want, shown.At("software_config", row.field))
			}
		})
	}
	config := c.Do("member", "POST", configs, object{"name": "n"}).Text("software_config", "id")
	sound := object{"config_id": config, "server_id": "s", "action": "CREATE", "status": "IN_PROGRESS", "input_values": object{"i": "a"}}
	a := c.Do("member", "POST", deployments, sound)
	require.Equal(t, 200, a.Status, a.Body)
	at := deployments + "/" + a.Text("software_deployment", "id")
	for name, row := range map[string]struct {
		body                   object
		status                 int
		action, state, because string
	}{
		"what is false changes nothing": {
			object{"action": "", "status": 0, "status_reason": []any{}, "config_id": false, "input_values": "", "server_id": "t"},
			200,
			"CREATE", "IN_PROGRESS", "None",
		},
		"a reason is what Python writes": {object{"status_reason": []any{"x"}}, 200, "CREATE", "IN_PROGRESS", "['x']"},
		"an action that is an object":    {object{"action": object{"a": 1}}, 500, "CREATE", "IN_PROGRESS", "None"},
		"a configuration that is a flag": {object{"config_id": true}, 500, "CREATE", "IN_PROGRESS", "None"},
		"an action that is a number":     {object{"action": 1}, 200, "1", "IN_PROGRESS", "None"},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, 200, c.Do("member", "PUT", at, object{"action": "CREATE", "status": "IN_PROGRESS", "status_reason": "None"}).Status)
			assert.Equal(t, row.status, c.Do("member", "PUT", at, row.body).Status)
			now := c.Do("member", "GET", at, nil)
			assert.Equal(t, []any{row.action, row.state, row.because, config, object{"i": "a"}, "s"}, []any{
				now.Text("software_deployment", "action"), now.Text("software_deployment", "status"),
				now.Text("software_deployment", "status_reason"), now.Text("software_deployment", "config_id"),
				now.At("software_deployment", "input_values"), now.Text("software_deployment", "server_id"),
			})
		})
	}
	for query, want := range map[string]int{"": 1, "?server_id=s": 1, "?server_id=s&server_id=t": 0, "?server_id=t&server_id=": 1} {
		assert.Len(t, c.Do("member", "GET", deployments+query, nil).At("software_deployments"), want, query)
	}
}
