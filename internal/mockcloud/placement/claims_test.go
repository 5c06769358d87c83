package placement_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const somebody = "aaaaaaaa-0000-4000-8000-000000000001"

func (c *cloud) boot() (status int, server string) {
	c.Helper()
	status, made, _ := c.send("member", "POST", "/compute/v2.1/servers", "compute 2.93",
		`{"server": {"name": "s", "imageRef": "00000000-0000-4000-8000-0000000000a1", "flavorRef": "1", "networks": "none",
		"availability_zone": "az1"}}`)
	if status == 202 {
		server = made["server"].(map[string]any)["id"].(string)
	}
	return status, server
}

func (c *cloud) serverStatus(id string) any {
	c.Helper()
	_, got, _ := c.send("member", "GET", "/compute/v2.1/servers/"+id, "compute 2.93", "")
	server, _ := got["server"].(map[string]any)
	return server["status"]
}

func TestTheSchedulerHeedsWhatOthersTakeOfAHost(t *testing.T) {
	c := begin(t)
	host := c.host1()
	take := func(vcpus int, generation string) int {
		status, _ := c.ask("admin", "1.39", "PUT", "/allocations/"+somebody, fmt.Sprintf(
			`{"allocations": {%q: {"resources": {"VCPU": %d}}}, "project_id": "p", "user_id": "u", "consumer_generation": %s,
			"consumer_type": "TEST"}`, host, vcpus, generation))
		return status
	}
	all := 0
	_, got := c.ask("admin", "1.39", "GET", "/resource_providers/"+host+"/inventories/VCPU", "")
	all = int(got["total"].(float64) * got["allocation_ratio"].(float64))
	require.Equal(t, 409, take(all+1, "null"), "more than max_unit")
	// an allocation has at most max_unit, so that four of them fill the host
	for i, part := range []int{all / 4, all / 4, all / 4, all / 4} {
		status, answer := c.ask("admin", "1.39", "PUT", fmt.Sprintf("/allocations/aaaaaaaa-0000-4000-8000-00000000001%d", i), fmt.Sprintf(
			`{"allocations": {%q: {"resources": {"VCPU": %d}}}, "project_id": "p", "user_id": "u", "consumer_generation": null,
			"consumer_type": "TEST"}`, host, part))
		require.Equal(t, 204, status, "%d: %v", i, answer)
	}
	_, full := c.boot()
	assert.Equal(t, "ERROR", c.serverStatus(full), "the host has nothing left")
	status, _ := c.ask("admin", "1.39", "DELETE", "/allocations/aaaaaaaa-0000-4000-8000-000000000010", "")
	require.Equal(t, 204, status)
	_, fits := c.boot()
	assert.Equal(t, "ACTIVE", c.serverStatus(fits))
}

func TestAServersAllocationsCanBeWrittenUntilComputeClaimsAnew(t *testing.T) {
	c := begin(t)
	host := c.host1()
	_, server := c.boot()
	require.Equal(t, "ACTIVE", c.serverStatus(server))
	status, _ := c.ask("admin", "1.39", "PUT", "/allocations/"+server, fmt.Sprintf(
		`{"allocations": {%q: {"resources": {"VCPU": 2}}}, "project_id": "p", "user_id": "u", "consumer_generation": 1,
		"consumer_type": "INSTANCE"}`, host))
	require.Equal(t, 204, status)
	_, got := c.ask("admin", "1.39", "GET", "/resource_providers/"+host+"/usages", "")
	assert.Equal(t, map[string]any{"VCPU": 2.0, "MEMORY_MB": 0.0, "DISK_GB": 0.0}, got["usages"])
	status, _ = c.ask("admin", "1.39", "DELETE", "/allocations/"+server, "")
	require.Equal(t, 204, status)
	_, got = c.ask("admin", "1.39", "GET", "/allocations/"+server, "")
	assert.Empty(t, got["allocations"])
	status, _, _ = c.send("member", "DELETE", "/compute/v2.1/servers/"+server, "compute 2.93", "")
	require.Equal(t, 204, status)
	status, _ = c.ask("admin", "1.39", "DELETE", "/allocations/"+server, "")
	assert.Equal(t, 404, status, "nothing is left of the server")
}

func TestWhatComputeReportsOfAHostStays(t *testing.T) {
	c := begin(t)
	host := c.host1()
	status, got := c.ask("admin", "1.39", "PUT", "/resource_providers/"+host+"/inventories",
		`{"resource_provider_generation": 0, "inventories": {"VCPU": {"total": 1}, "PGPU": {"total": 3}}}`)
	require.Equal(t, 200, status, got)
	assert.Equal(t, 1.0, got["inventories"].(map[string]any)["VCPU"].(map[string]any)["total"], "as it was written")
	_, got = c.ask("admin", "1.39", "GET", "/resource_providers/"+host+"/inventories", "")
	have := got["inventories"].(map[string]any)
	assert.Equal(t, 3.0, have["PGPU"].(map[string]any)["total"], "written here")
	assert.Equal(t, 1000.0, have["VCPU"].(map[string]any)["total"], "compute has reported it again")
	assert.Contains(t, have, "MEMORY_MB")
	status, _ = c.ask("admin", "1.39", "DELETE", "/resource_providers/"+host, "")
	require.Equal(t, 204, status)
	status, _ = c.ask("admin", "1.39", "GET", "/resource_providers/"+host, "")
	assert.Equal(t, 200, status, "compute has made it again")
	_, got = c.ask("admin", "1.39", "GET", "/resource_providers/"+host+"/inventories", "")
	assert.NotContains(t, got["inventories"], "PGPU")
}
