package compute_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"plumbline/mockcloud"
	"plumbline/mockcloud/settings"
)

// Where the operator keeps deleted servers they can be brought back, deleted for good, or are reclaimed in time. No real cloud of
// ours keeps them: the states are those of docs/contract/80-compute-operations.md §1.
func TestDeletedServersAreKeptForAWhile(t *testing.T) {
	chosen := settings.Default()
	chosen.ReclaimInterval = time.Minute
	c := begin(t, mockcloud.WithSettings(chosen))
	gone := func(id string) int { return c.do("member", newest, "GET", "/v2.1/servers/"+id, nil).status }

	back := c.boot("")
	assert.Equal(t, 409, c.act("member", newest, back, `{"restore": null}`).status, "it is not deleted")
	assert.Equal(t, 204, c.do("member", newest, "DELETE", "/v2.1/servers/"+back, nil).status)
	assert.Equal(t, "SOFT_DELETED", c.show(back)["status"])
	c.must("member", back, `{"restore": null}`)
	assert.Equal(t, "ACTIVE", c.show(back)["status"])
	c.Control().Advance(2 * time.Minute)
	assert.Equal(t, 200, gone(back), "what was brought back is not reclaimed")

	forced := c.boot("")
	c.do("member", newest, "DELETE", "/v2.1/servers/"+forced, nil)
	c.must("member", forced, `{"forceDelete": null}`)
	assert.Equal(t, 404, gone(forced))

	forgotten := c.boot("")
	c.do("member", newest, "DELETE", "/v2.1/servers/"+forgotten, nil)
	c.Control().Advance(59 * time.Second)
	assert.Equal(t, 200, gone(forgotten))
	c.Control().Advance(2 * time.Second)
	assert.Equal(t, 404, gone(forgotten))
}

// A server of a host that is down is rebuilt on another one: it runs there up to 2.94, and is left off from 2.95.
func TestServersOfAHostThatIsDownAreEvacuated(t *testing.T) {
	for at, status := range map[string]string{"2.94": "ACTIVE", "2.95": "SHUTOFF"} {
		c := begin(t)
		id := c.boot(`{"availability_zone": "az1"}`)
		assert.Equal(t, 400, c.act("admin", at, id, `{"evacuate": {"host": "host3"}}`).status, "its host is up")
		down := `{"host": "host1", "binary": "nova-compute", "forced_down": true}`
		assert.Equal(t, 200, c.do("admin", "2.11", "PUT", "/v2.1/os-services/force-down", down).status)
		free := c.boot(`{"availability_zone": "az2"}`)
		assert.Equal(t, 400, c.act("admin", at, free, `{"evacuate": {"host": "host3"}}`).status, "its host is up as well")
		a := c.act("admin", at, id, `{"evacuate": {}}`)
		assert.Equal(t, 200, a.status, a.text)
		assert.Equal(t, "ERROR", c.show(id)["status"], "its zone has no other host")

		id = c.boot(`{"availability_zone": "az2"}`)
		up := `{"host": "host1", "binary": "nova-compute", "forced_down": false}`
		c.do("admin", "2.11", "PUT", "/v2.1/os-services/force-down", up)
		c.do("admin", "2.1", "POST", "/v2.1/os-aggregates/2/action", `{"add_host": {"host": "host3"}}`)
		c.do("admin", "2.11", "PUT", "/v2.1/os-services/force-down", `{"host": "host2", "binary": "nova-compute", "forced_down": true}`)
		a = c.act("admin", at, id, `{"evacuate": {}}`)
		assert.Equal(t, 200, a.status, a.text)
		shown := c.do("admin", newest, "GET", "/v2.1/servers/"+id, nil)
		assert.Equal(t, status, shown.at("server", "status"), at)
		assert.Equal(t, "host3", shown.at("server", "OS-EXT-SRV-ATTR:host"), at)
	}
}
