package compute_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// serviceIDs are the ids of services by binary and host.
func serviceIDs(c *cloud) map[string]string {
	out := map[string]string{}
	for _, s := range c.do("admin", "2.53", "GET", "/v2.1/os-services", nil).at("services").([]any) {
		s := s.(map[string]any)
		out[s["binary"].(string)+"/"+s["host"].(string)] = s["id"].(string)
	}
	return out
}

func TestServicesAreEnabledDisabledAndForcedDown(t *testing.T) {
	c := begin(t)
	ids := serviceIDs(c)
	require.Len(t, ids, 5)
	for _, row := range []struct{ name, version, id, body, status, state, reason string }{
		{"disable", "2.1", "disable", `{"host": "host2", "binary": "nova-compute"}`, "disabled", "up", ""},
		{
			"with a reason", "2.1", "disable-log-reason",
			`{"host": "host2", "binary": "nova-compute", "disabled_reason": "broken"}`, "disabled", "up", "broken",
		},
		{"enable", "2.1", "enable", `{"host": "host2", "binary": "nova-compute"}`, "enabled", "up", ""},
		{"force down", "2.11", "force-down", `{"host": "host2", "binary": "nova-compute", "forced_down": "yes"}`, "enabled", "down", ""},
		{"up again", "2.11", "force-down", `{"host": "host2", "binary": "nova-compute", "forced_down": false}`, "enabled", "up", ""},
		{"disable by uuid", "2.53", ids["nova-compute/host2"], `{"status": "disabled", "disabled_reason": "a"}`, "disabled", "up", "a"},
		{"force down by uuid", "2.53", ids["nova-compute/host2"], `{"forced_down": true}`, "disabled", "down", "a"},
		{"both", "2.53", ids["nova-compute/host2"], `{"forced_down": false, "status": "enabled"}`, "enabled", "up", ""},
	} {
		assert.Equal(t, 200, c.do("admin", row.version, "PUT", "/v2.1/os-services/"+row.id, bodyOf(row.body)).status, row.name)
		all := c.do("admin", "2.53", "GET", "/v2.1/os-services?host=host2", nil).at("services").([]any)
		require.Len(t, all, 1)
		s := all[0].(map[string]any)
		assert.Equal(t, []any{row.status, row.state}, []any{s["status"], s["state"]}, row.name)
		if row.reason == "" {
			assert.Nil(t, s["disabled_reason"], row.name)
		} else {
			assert.Equal(t, row.reason, s["disabled_reason"], row.name)
		}
	}
}

// bodyOf is a body, none where the text is empty.
func bodyOf(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func TestServicesRefuse(t *testing.T) {
	c := begin(t)
	ids := serviceIDs(c)
	h, s := ids["nova-compute/host1"], ids["nova-scheduler/controller"]
	for _, row := range []struct {
		who, version, id, body string
		status                 int
		text                   string
	}{
		{
			"admin", "2.1", "enable", `{"host": "host1", "binary": "nova-scheduler"}`, 400,
			"Updating a nova-scheduler service is not supported. Only nova-compute services can be updated.",
		},
		{"admin", "2.1", "enable", `{"host": "nope", "binary": "nova-compute"}`, 404, "Host 'nope' is not mapped to any cell"},
		{"admin", "2.1", "foo", `{"host": "nope", "binary": "nova-compute"}`, 404, "Unknown action"},
		{"admin", "2.10", "force-down", `{"host": "host1", "binary": "nova-compute"}`, 404, "Unknown action"},
		{"admin", "2.11", "force-down", `{"host": "host1", "binary": "nova-compute"}`, 400, "Missing forced_down field"},
		{
			"admin", "2.10", "force-down", `{"host": "host1", "binary": "nova-compute", "forced_down": true}`, 400,
			"Additional properties are not allowed ('forced_down' was unexpected)",
		},
		{"admin", "2.1", "disable-log-reason", `{"host": "host1", "binary": "nova-compute"}`, 400, "Missing disabled reason field"},
		{"admin", "2.1", "enable", `{"host": "host1"}`, 400, "'binary' is a required property"},
		{"admin", "2.1", "enable", "", 400, "None is not of type 'object'"},
		{"admin", "2.53", "enable", `{}`, 400, "Invalid uuid enable"},
		{"admin", "2.53", nowhere, `{"status": "enabled"}`, 404, "Service " + nowhere + " could not be found."},
		{
			"admin", "2.53", s, `{"status": "enabled"}`, 400,
			"Updating a nova-scheduler service is not supported. Only nova-compute services can be updated.",
		},
		{"admin", "2.53", h, `{}`, 400, "No updates were requested. Fields 'status' or 'forced_down' should be specified."},
		{"admin", "2.53", h, `{"disabled_reason": "x"}`, 400, "No updates were requested. Fields 'status' or 'forced_down' should be specified."},
		{
			"admin", "2.53", h, `{"status": "enabled", "disabled_reason": "x"}`, 400,
			"Specifying 'disabled_reason' with status 'enabled' is invalid.",
		},
		{
			"admin", "2.53", h, `{"status": "x"}`, 400,
			"Invalid input for field/attribute status. Value: x. 'x' is not one of ['enabled', 'disabled']",
		},
		{
			"member", "2.1", "nope", `{"host": "host1", "binary": "nova-compute"}`, 403,
			"Policy doesn't allow os_compute_api:os-services:update to be performed.",
		},
		{"member", "2.53", "1", `{}`, 400, "Invalid uuid 1"},
	} {
		a := c.do(row.who, row.version, "PUT", "/v2.1/os-services/"+row.id, bodyOf(row.body))
		assert.Equal(t, row.status, a.status, "%v", row)
		assert.Equal(t, row.text, a.message(), "%v", row)
	}
	for _, row := range []struct {
		version, id string
		status      int
		text        string
	}{
		{"2.1", "x", 400, "Invalid input received: id must be an integer"},
		{"2.1", "99999", 404, "Service 99999 not found."},
		{"2.53", "1", 400, "Invalid uuid 1"},
		{"2.53", nowhere, 404, "Service " + nowhere + " not found."},
	} {
		a := c.do("admin", row.version, "DELETE", "/v2.1/os-services/"+row.id, nil)
		assert.Equal(t, row.status, a.status, "%v", row)
		assert.Equal(t, row.text, a.message(), "%v", row)
	}
}

func TestADeletedComputeServiceTakesItsHostAlong(t *testing.T) {
	c := begin(t)
	assert.Equal(t, 204, c.do("admin", "2.53", "DELETE", "/v2.1/os-services/"+serviceIDs(c)["nova-compute/host1"], nil).status)
	assert.Len(t, serviceIDs(c), 4)
	assert.Equal(t, 204, c.do("admin", "2.53", "DELETE", "/v2.1/os-services/"+serviceIDs(c)["nova-conductor/controller"], nil).status)
	assert.Len(t, serviceIDs(c), 4)
}

// As a real Zed does: its schema asks for nothing.
func TestAHostOfWhichNothingIsAskedIsNamed(t *testing.T) {
	c := begin(t)
	for body, want := range map[string]string{
		`{}`:                   `{"host": "host1"}`,
		`{"status": "enable"}`: `{"host": "host1", "status": "enabled"}`,
	} {
		a := c.do("admin", "2.1", "PUT", "/v2.1/os-hosts/host1", bodyOf(body))
		assert.Equal(t, 200, a.status, body)
		assert.JSONEq(t, want, a.text, body)
	}
}
