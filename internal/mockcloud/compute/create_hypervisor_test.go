package compute_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/mockcloud"
)

// create asks for a server with more keys than usual.
func (c *cloud) create(who, version, more string) answer {
	c.Helper()
	return c.do(who, version, "POST", "/v2.1/servers",
		fmt.Sprintf(`{"server": {"name": "s", "imageRef": %q, "flavorRef": "1", "networks": "none"%s}}`, imageA, more))
}

// landed is where a server is, its pin, or why it is nowhere.
func (c *cloud) landed(a answer) []any {
	c.Helper()
	require.Equal(c, 202, a.status, a.text)
	s := c.show(a.at("server", "id").(string))
	if f, ok := s["fault"].(map[string]any); ok {
		return []any{s["status"], f["message"], s["pinned_availability_zone"]}
	}
	return []any{s["status"], s["OS-EXT-SRV-ATTR:host"], s["pinned_availability_zone"]}
}

func TestAHostIsNamedAsOnTheRealClouds(t *testing.T) {
	c := begin(t)
	const none = "No valid host was found. "
	for _, row := range []struct {
		version, more string
		want          []any
	}{
		{"2.37", `, "availability_zone": "az1:host1"`, []any{"ACTIVE", "host1", "az1"}},
		{"2.93", `, "availability_zone": "az1:host1:host1"`, []any{"ACTIVE", "host1", "az1"}},
		{"2.100", `, "availability_zone": "az1::host1"`, []any{"ACTIVE", "host1", nil}},
		{"2.100", `, "availability_zone": "az2:host1"`, []any{"ACTIVE", "host1", nil}},
		{"2.100", `, "availability_zone": "nope:host1"`, []any{"ACTIVE", "host1", nil}},
		{"2.100", `, "availability_zone": ":host1"`, []any{"ACTIVE", "host1", nil}},
		{"2.100", `, "availability_zone": "az1:nope"`, []any{"ERROR", none + "No such host - host: nope node: None ", nil}},
		{"2.100", `, "availability_zone": "az1:"`, []any{"ACTIVE", "host1", "az1"}},
		{"2.100", `, "host": "host2"`, []any{"ACTIVE", "host2", nil}},
		{"2.100", `, "hypervisor_hostname": "host2"`, []any{"ACTIVE", "host2", nil}},
		{"2.100", `, "host": "host2", "availability_zone": "az1"`, []any{"ERROR", none, "az1"}},
	} {
		assert.Equal(t, row.want, c.landed(c.create("admin", row.version, row.more)), row.more)
	}
	for _, row := range []struct {
		who, version, more string
		status             int
		text               string
	}{
		{
			"manager", "2.93", `, "availability_zone": "az1:host1"`, 403,
			"Policy doesn't allow os_compute_api:servers:create:forced_host to be performed.",
		},
		{"member", "2.93", `, "availability_zone": "az1:a:b:c"`, 400, "Invalid input received: Unable to parse availability_zone"},
		{"admin", "2.93", `, "availability_zone": "nope"`, 400, "The requested availability zone is not available"},
		{"admin", "2.100", `, "host": "host1", "hypervisor_hostname": "host2"`, 400, "Compute host host1 could not be found."},
		{"admin", "2.74", `, "host": "nope"`, 400, "Compute host nope could not be found."},
		{
			"admin", "2.74", `, "host": "host2", "availability_zone": "az2:host2"`, 400,
			"One mechanism with host and/or hypervisor_hostname and another mechanism with zone:host:node are mutually exclusive.",
		},
		{"manager", "2.74", `, "host": "host2"`, 403, "Policy doesn't allow compute:servers:create:requested_destination to be performed."},
	} {
		a := c.create(row.who, row.version, row.more)
		assert.Equal(t, row.status, a.status, "%v", row)
		assert.Equal(t, row.text, a.message(), "%v", row)
	}
}

func TestAHypervisorIsNamedByItsUUID(t *testing.T) {
	c := begin(t, mockcloud.WithProfile(openapi.Specified))
	ids := map[string]string{}
	for _, h := range c.do("system-admin", "2.105", "GET", "/v2.1/os-hypervisors", nil).at("hypervisors").([]any) {
		h := h.(map[string]any)
		ids[h["hypervisor_hostname"].(string)] = h["id"].(string)
	}
	require.Equal(t, 200, c.do("admin", "2.1", "POST", "/v2.1/os-aggregates", `{"aggregate": {"name": "ours"}}`).status)
	for _, body := range []string{
		`{"add_host": {"host": "host1"}}`, `{"add_host": {"host": "host3"}}`,
		`{"set_metadata": {"metadata": {"filter_tenant_id": "` + demo + `"}}}`,
	} {
		require.Equal(t, 200, c.do("admin", "2.1", "POST", "/v2.1/os-aggregates/3/action", body).status)
	}
	named := func(host string) string { return `, "hypervisor_uuid": "` + ids[host] + `"` }
	for _, row := range []struct {
		who, more string
		want      []any
	}{
		{"admin", named("host1"), []any{"ACTIVE", "host1", nil}},
		{"manager", named("host3.plumbline.test"), []any{"ACTIVE", "host3", nil}},
		{"admin", named("host1") + `, "host": "host1"`, []any{"ACTIVE", "host1", nil}},
		{"admin", named("host1") + `, "availability_zone": "az2"`, []any{"ERROR", "No valid host was found. ", "az2"}},
		{"admin", `, "host": "host2"`, []any{"ACTIVE", "host2", nil}},
		{"member", `, "availability_zone": "az2"`, []any{"ACTIVE", "host2", "az2"}},
	} {
		assert.Equal(t, row.want, c.landed(c.create(row.who, "2.105", row.more)), row.more)
	}
	for _, row := range []struct {
		name, who, version, more string
		status                   int
	}{
		{"before", "admin", "2.104", named("host1"), 400},
		{"unknown", "admin", "2.105", `, "hypervisor_uuid": "` + nowhere + `"`, 400},
		{"malformed", "admin", "2.105", `, "hypervisor_uuid": "x"`, 400},
		{"another project's", "admin", "2.105", named("host2"), 400},
		{"a member", "member", "2.105", named("host1"), 403},
		{"another host beside it", "admin", "2.105", named("host1") + `, "host": "host3"`, 400},
		{"zone and host", "admin", "2.105", `, "availability_zone": "az1:host1"`, 404},
		{"zone, host and node", "member", "2.105", `, "availability_zone": "az1:host1:host1"`, 404},
		{"unknown zone", "member", "2.105", `, "availability_zone": "nope"`, 404},
	} {
		a := c.create(row.who, row.version, row.more)
		assert.Equal(t, row.status, a.status, "%s: %s", row.name, a.text)
	}
	unknown, foreign := c.create("admin", "2.105", `, "hypervisor_uuid": "`+nowhere+`"`), c.create("admin", "2.105", named("host2"))
	assert.Equal(t, "Hypervisor "+nowhere+" could not be found.", unknown.message())
	assert.Equal(t, "Hypervisor "+ids["host2"]+" could not be found.", foreign.message())
}
