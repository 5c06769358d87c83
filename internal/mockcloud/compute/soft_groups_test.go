package compute_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Soft policies of groups only say which of the suitable hosts comes first.
func TestSoftPoliciesOfGroups(t *testing.T) {
	for policy, spread := range map[string][]int{"soft-affinity": {5}, "soft-anti-affinity": {1, 2, 2}} {
		t.Run(policy, func(t *testing.T) {
			c := begin(t)
			group := c.do("member", newest, "POST", "/v2.1/os-server-groups", `{"server_group": {"name": "g", "policy": "`+policy+`"}}`).
				at("server_group", "id").(string)
			boot := func() (host, status any) {
				a := c.do("member", newest, "POST", "/v2.1/servers", create+`}, "os:scheduler_hints": {"group": "`+group+`"}}`)
				s := c.do("admin", newest, "GET", "/v2.1/servers/"+a.at("server", "id").(string), nil)
				return s.at("server", "OS-EXT-SRV-ATTR:host"), s.at("server", "status")
			}
			on := map[string]int{}
			for range 5 {
				host, _ := boot()
				on[host.(string)]++
			}
			assert.Equal(t, spread, slices.Sorted(maps.Values(on)))

			used := slices.Sorted(maps.Keys(on))
			for _, s := range c.do("admin", newest, "GET", "/v2.1/os-services?binary=nova-compute", nil).at("services").([]any) {
				if s := s.(map[string]any); slices.Contains(used[:min(2, len(used))], s["host"].(string)) {
					assert.Equal(t, 200, c.do("admin", newest, "PUT", "/v2.1/os-services/"+s["id"].(string), `{"status": "disabled"}`).status)
				}
			}
			host, status := boot()
			assert.Equal(t, "ACTIVE", status, "the preferred hosts take no servers")
			assert.NotContains(t, used[:min(2, len(used))], host)
		})
	}
}

func TestZoneOfServersThatWereNeverOnAHost(t *testing.T) {
	c := begin(t)
	first := c.do("member", newest, "POST", "/v2.1/os-server-groups", `{"server_group": {"name": "g", "policy": "affinity"}}`)
	hints := `}, "os:scheduler_hints": {"group": "` + first.at("server_group", "id").(string) + `"}}`
	for _, row := range []struct{ zone, status string }{{"az1", "ACTIVE"}, {"az2", "ERROR"}} {
		a := c.do("member", newest, "POST", "/v2.1/servers", create+`, "availability_zone": "`+row.zone+`"`+hints)
		s := c.show(a.at("server", "id").(string))
		assert.Equal(t, []any{row.status, row.zone}, []any{s["status"], s["OS-EXT-AZ:availability_zone"]})
	}
}
