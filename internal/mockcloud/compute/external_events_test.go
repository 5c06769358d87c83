package compute_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestExternalEvents(t *testing.T) {
	c := begin(t)
	id := c.boot("")
	offloaded := c.boot("")
	c.must("member", offloaded, `{"shelve": null}`)
	c.rest(offloaded)
	names := "'network-changed', 'network-vif-plugged', 'network-vif-unplugged', 'network-vif-deleted'"
	unknown := func(name, more string) string {
		return "Invalid input for field/attribute name. Value: " + name + ". '" + name + "' is not one of [" + names + more + "]"
	}
	for _, r := range []struct {
		who, at, events string
		status          int
		answer          any
	}{
		{"admin", "2.1", `{"name": "network-changed", "server_uuid": "` + id + `"}`, 200, `completed 200`},
		{"service@service", "2.93", `{"name": "volume-reimaged", "server_uuid": "` + id + `", "tag": "x"}`, 200, `completed 200`},
		{"admin", "2.93", `{"name": "volume-reimaged", "server_uuid": "` + id + `"}`, 200, `completed 200`},
		{"admin", "2.93", `{"name": "volume-reimaged", "server_uuid": "` + id + `", "status": "failed", "tag": "x"}`, 200, `completed 200`},
		{"admin", "2.93", `{"name": "volume-reimaged", "server_uuid": "` + nowhere + `"}`, 207, `failed 404`},
		{"admin", "2.93", `{"name": "volume-reimaged", "server_uuid": "` + offloaded + `", "tag": "x"}`, 207, `failed 422`},
		{"admin", "2.51", `{"name": "volume-extended", "server_uuid": "` + id + `"}`, 207, `failed 400`},
		{"admin", "2.51", `{"name": "volume-extended", "server_uuid": "` + id + `", "tag": "x"}`, 200, `completed 200`},
		{"admin", "2.82", `{"name": "accelerator-request-bound", "server_uuid": "` + id + `"}`, 207, `failed 400`},
		{"admin", "2.50", `{"name": "volume-extended", "server_uuid": "` + id + `"}`, 400, unknown("volume-extended", "")},
		{"admin", "2.75", `{"name": "power-update", "server_uuid": "` + id + `"}`, 400, unknown("power-update", ", 'volume-extended'")},
		{
			"admin", "2.92", `{"name": "volume-reimaged", "server_uuid": "` + id + `"}`, 400,
			unknown("volume-reimaged", ", 'volume-extended', 'power-update', 'accelerator-request-bound'"),
		},
		{
			"member", "2.93", `{"name": "volume-reimaged", "server_uuid": "` + id + `"}`, 403,
			"Policy doesn't allow os_compute_api:os-server-external-events:create to be performed.",
		},
		{"admin", "2.93", ``, 400, "Invalid input for field/attribute events. Value: []. [] is too short"},
		{
			"admin", "2.93", `{"server_uuid": "` + id + `"}`, 400,
			"Invalid input for field/attribute 0. Value: {'server_uuid': '" + id + "'}. 'name' is a required property",
		},
		{
			"admin", "2.93", `{"name": "network-changed", "server_uuid": "` + id + `", "status": "foo"}`, 400,
			"Invalid input for field/attribute status. Value: foo. 'foo' is not one of ['failed', 'completed', 'in-progress']",
		},
	} {
		a := c.do(r.who, r.at, "POST", "/v2.1/os-server-external-events", `{"events": [`+r.events+`]}`)
		assert.Equal(t, r.status, a.status, "%s %s", r.events, a.text)
		if taken, _ := a.at("events").([]any); len(taken) > 0 {
			event := taken[0].(map[string]any)
			assert.Equal(t, r.answer, event["status"].(string)+" "+number(event["code"]), r.events)
		} else {
			assert.Equal(t, r.answer, a.message(), r.events)
		}
	}
	mixed := c.do("admin", "2.93", "POST", "/v2.1/os-server-external-events",
		`{"events": [{"name": "network-changed", "server_uuid": "`+nowhere+`"}, {"name": "network-changed", "server_uuid": "`+id+`"}]}`)
	assert.Equal(t, 207, mixed.status)
	assert.Len(t, mixed.at("events"), 2)
}

func number(v any) string {
	return map[float64]string{200: "200", 400: "400", 404: "404", 422: "422"}[v.(float64)]
}
