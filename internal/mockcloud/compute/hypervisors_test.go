package compute_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/mockcloud"
)

// sortedKeys are the keys of an object, sorted.
func sortedKeys(v any) []string {
	m, _ := v.(map[string]any)
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// What the real clouds show of a hypervisor.
var (
	hypervisorBrief = []string{"hypervisor_hostname", "id", "state", "status"}
	hypervisorFull  = []string{
		"cpu_info", "current_workload", "disk_available_least", "free_disk_gb", "free_ram_mb", "host_ip", "hypervisor_hostname",
		"hypervisor_type", "hypervisor_version", "id", "local_gb", "local_gb_used", "memory_mb", "memory_mb_used", "running_vms", "service",
		"state", "status", "vcpus", "vcpus_used",
	}
	hypervisorNew = []string{
		"host_ip", "hypervisor_hostname", "hypervisor_type", "hypervisor_version", "id", "service",
		"state", "status", "uptime",
	}
)

func TestHypervisorsShowWhatTheRealCloudsDo(t *testing.T) {
	c := begin(t)
	for _, row := range []struct {
		version, path string
		keys          []string
		id, cpu       any
	}{
		{"2.1", "/os-hypervisors", hypervisorBrief, 1.0, nil},
		{"2.52", "/os-hypervisors?limit=2", hypervisorBrief, 1.0, nil},
		{"2.53", "/os-hypervisors", hypervisorBrief, "", nil},
		{"2.53", "/os-hypervisors?with_servers=true", hypervisorBrief, "", nil},
		{"2.75", "/os-hypervisors?with_servers=true", append([]string{"servers"}, hypervisorBrief...), "", nil},
		{"2.1", "/os-hypervisors/detail", hypervisorFull, 1.0, ""},
		{"2.27", "/os-hypervisors/detail", hypervisorFull, 1.0, ""},
		{"2.28", "/os-hypervisors/detail", hypervisorFull, 1.0, map[string]any{}},
		{"2.53", "/os-hypervisors/detail", hypervisorFull, "", map[string]any{}},
		{"2.87", "/os-hypervisors/detail", hypervisorFull, "", map[string]any{}},
		{"2.88", "/os-hypervisors/detail", hypervisorNew, "", nil},
		{"2.100", "/os-hypervisors/detail", hypervisorNew, "", nil},
	} {
		a := c.do("admin", row.version, "GET", "/v2.1"+row.path, nil)
		require.Equal(t, 200, a.status, a.text)
		first := a.at("hypervisors").([]any)[0].(map[string]any)
		want := slices.Clone(row.keys)
		slices.Sort(want)
		assert.Equal(t, want, sortedKeys(first), "%s %s", row.version, row.path)
		assert.IsType(t, row.id, first["id"], "%s %s", row.version, row.path)
		assert.IsType(t, row.cpu, first["cpu_info"], "%s %s", row.version, row.path)
	}
}

func TestHypervisorsShowTheirServersAndWhatTheyUse(t *testing.T) {
	c := begin(t)
	id := c.boot("")
	on := c.show(id)["OS-EXT-SRV-ATTR:host"]
	for _, h := range c.do("admin", "2.75", "GET", "/v2.1/os-hypervisors/detail?with_servers=1", nil).at("hypervisors").([]any) {
		h := h.(map[string]any)
		if h["hypervisor_hostname"] == on {
			assert.Equal(t, []any{map[string]any{"name": "instance-00000001", "uuid": id}}, h["servers"])
			assert.Equal(t, 64.0, h["memory_mb_used"])
		} else {
			assert.Empty(t, h["servers"])
		}
	}
	sums := c.do("admin", "2.87", "GET", "/v2.1/os-hypervisors/statistics", nil).at("hypervisor_statistics").(map[string]any)
	assert.Equal(t, []any{3.0, 1.0, 64.0}, []any{sums["count"], sums["running_vms"], sums["memory_mb_used"]})
	assert.Len(t, c.do("admin", "2.1", "GET", "/v2.1/os-hypervisors/"+on.(string)+"/servers",
		nil).at("hypervisors").([]any)[0].(map[string]any)["servers"], 1)
}

func TestHypervisorsAreAskedFor(t *testing.T) {
	c := begin(t)
	var ids []string
	for _, h := range c.do("admin", "2.53", "GET", "/v2.1/os-hypervisors", nil).at("hypervisors").([]any) {
		ids = append(ids, h.(map[string]any)["id"].(string))
	}
	generic := "The server could not comply with the request since it is either malformed or otherwise incorrect."
	for _, row := range []struct {
		who, version, path string
		status, count      int
		text               string
	}{
		{"admin", "2.1", "?limit=1", 200, 3, ""},
		{"admin", "2.33", "?limit=1", 200, 1, ""},
		{"admin", "2.33", "?limit=1&limit=2", 200, 2, ""},
		{"admin", "2.33", "?limit=0", 200, 0, ""},
		{"admin", "2.33", "?limit=2&marker=2", 200, 1, ""},
		{"admin", "2.53", "?marker=" + ids[1], 200, 1, ""},
		{"admin", "2.53", "?marker=1", 200, 2, ""},
		{"admin", "2.33", "?marker=99", 400, 0, "marker [99] not found"},
		{"admin", "2.53", "?marker=" + nowhere, 400, 0, "marker [" + nowhere + "] not found"},
		{"admin", "2.53", "?marker=", 400, 0, "marker [] not found"},
		{"admin", "2.33", "?limit=x", 400, 0, "Invalid input for query parameters limit. Value: x. 'x' does not match '^[0-9]*$'"},
		{"admin", "2.53", "?limit=-1", 400, 0, "Invalid input for query parameters limit. Value: -1. '-1' does not match '^[0-9]*$'"},
		{"admin", "2.53", "?limit=", 400, 0, "Invalid input for query parameters limit. Value: . '' is too short"},
		{"admin", "2.53", "?limit=1&limit=2", 400, 0, "Invalid input for query parameters limit. Value: ['1', '2']. ['1', '2'] is too long"},
		{"admin", "2.33", "?foo=1", 200, 3, ""},
		{"admin", "2.53", "?foo=1", 400, 0, "Additional properties are not allowed ('foo' was unexpected)"},
		{"admin", "2.53", "/detail?foo=1", 400, 0, "Additional properties are not allowed ('foo' was unexpected)"},
		{"admin", "2.53", "?hypervisor_hostname_pattern=OST1", 200, 1, ""},
		{"admin", "2.53", "?hypervisor_hostname_pattern=host_", 200, 3, ""},
		{"admin", "2.53", "?hypervisor_hostname_pattern=nope", 404, 0, "No hypervisor matching 'nope' could be found."},
		{"admin", "2.53", "?hypervisor_hostname_pattern=h%25", 400, 0, "Invalid input for query parameters " +
			"hypervisor_hostname_pattern. Value: h%. 'h%' does not match '^[a-zA-Z0-9-._]*$'"},
		{"admin", "2.53", "?hypervisor_hostname_pattern=host&limit=1", 400, 0, generic},
		{"admin", "2.53", "?hypervisor_hostname_pattern=host&marker=" + ids[0], 400, 0, generic},
		{"admin", "2.52", "/host/search", 200, 3, ""},
		{"admin", "2.1", "/nope/search", 404, 0, "No hypervisor matching 'nope' could be found."},
		{"admin", "2.53", "/host/search", 404, 0, "The resource could not be found."},
		{"admin", "2.1", "/nope/servers", 404, 0, "No hypervisor matching 'nope' could be found."},
		{"admin", "2.53", "/host1/servers", 404, 0, "The resource could not be found."},
		{"admin", "2.52", "/" + ids[0], 404, 0, "Hypervisor with ID '" + ids[0] + "' could not be found."},
		{"admin", "2.53", "/1", 400, 0, "Invalid uuid 1"},
		{"admin", "2.1", "/x", 404, 0, "Hypervisor with ID 'x' could not be found."},
		{"admin", "2.53", "/" + nowhere, 404, 0, "Hypervisor with ID '" + nowhere + "' could not be found."},
		{"admin", "2.53", "/" + ids[0] + "?limit=1", 400, 0, "Additional properties are not allowed ('limit' was unexpected)"},
		{"admin", "2.87", "/x/uptime", 400, 0, "Invalid uuid x"},
		{"admin", "2.88", "/" + ids[0] + "/uptime", 404, 0, "The resource could not be found."},
		{"admin", "2.88", "/statistics", 404, 0, "The resource could not be found."},
		{"manager", "2.1", "", 403, 0, "Policy doesn't allow os_compute_api:os-hypervisors:list to be performed."},
		{"member", "2.53", "/x", 403, 0, "Policy doesn't allow os_compute_api:os-hypervisors:show to be performed."},
		{"system-admin", "2.53", "", 403, 0, "Policy doesn't allow os_compute_api:os-hypervisors:list to be performed."},
	} {
		a := c.do(row.who, row.version, "GET", "/v2.1/os-hypervisors"+row.path, nil)
		assert.Equal(t, row.status, a.status, "%v: %s", row, a.text)
		assert.Equal(t, row.text, a.message(), "%v", row)
		if all, ok := a.at("hypervisors").([]any); ok {
			assert.Len(t, all, row.count, "%v", row)
		}
	}
	legacy := begin(t, mockcloud.WithPolicy("legacy"))
	assert.Equal(t, 200, legacy.do("system-admin", "2.53", "GET", "/v2.1/os-hypervisors", nil).status)
}

func TestHypervisorsOfAProject(t *testing.T) {
	c := begin(t, mockcloud.WithProfile(openapi.Specified))
	list := func(who, query string) answer { return c.do(who, "2.105", "GET", "/v2.1/os-hypervisors"+query, nil) }
	made := c.do("admin", "2.41", "POST", "/v2.1/os-aggregates", `{"aggregate": {"name": "ours"}}`)
	require.Equal(t, 200, made.status, made.text)
	assert.Equal(t, map[string]any{"hypervisors": []any{}, "hypervisors_links": nil}, list("admin", "").json, "HYP-21")
	aggregate := "/v2.1/os-aggregates/3/action"
	for _, body := range []string{
		`{"add_host": {"host": "host1"}}`, `{"add_host": {"host": "host3"}}`,
		`{"set_metadata": {"metadata": {"filter_tenant_id": "other", "filter_tenant_id2": "x, ` + demo + `"}}}`,
	} {
		require.Equal(t, 200, c.do("admin", "2.1", "POST", aggregate, body).status)
	}
	full := list("system-admin", "").at("hypervisors").([]any)
	require.Len(t, full, 3)
	assert.Equal(t, "host1", full[0].(map[string]any)["hypervisor_hostname"])
	for _, who := range []string{"admin", "manager"} {
		got := list(who, "").json
		assert.Nil(t, got["hypervisors_links"])
		assert.Contains(t, got, "hypervisors_links")
		all := got["hypervisors"].([]any)
		require.Len(t, all, 2, who)
		assert.Equal(t, map[string]any{"hypervisor_hostname": nil, "id": full[0].(map[string]any)["id"], "state": "up", "status": "enabled"},
			all[0])
	}
	assert.Empty(t, list("admin@admin", "").at("hypervisors"))
	assert.Equal(t, 403, list("member", "").status)
	assert.Equal(t, 403, list("reader", "").status)
	assert.Equal(t, 400, list("admin", "?hypervisor_hostname_pattern=host").status)
	assert.Len(t, list("admin", "?limit=1").at("hypervisors"), 1)
	assert.NotNil(t, list("admin", "?limit=1").at("hypervisors_links"))
	assert.Equal(t, 400, list("admin", "?marker="+full[1].(map[string]any)["id"].(string)).status, "not one of the project's")
	with := list("admin", "?with_servers=true").at("hypervisors").([]any)[0].(map[string]any)
	assert.Contains(t, with, "servers")
	assert.Nil(t, with["servers"])
}
