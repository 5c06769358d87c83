package compute_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Servers are found by what they have now, in the order of the whole list, also after changes of many of them.
func TestListsOfManyServers(t *testing.T) {
	c := begin(t)
	var all []string
	for i := range 60 {
		all = append(all, c.boot(fmt.Sprintf(`{"flavorRef": "%d", "tags": ["t%d", "all"], "imageRef": "%s"}`,
			1+i%2, i%20, []string{imageA, imageB}[i%3/2])))
	}
	field := func(path ...string) func(map[string]any) any {
		return func(s map[string]any) any {
			var v any = s
			for _, key := range path {
				m, _ := v.(map[string]any)
				v = m[key]
			}
			return v
		}
	}
	tagged := func(tag string) func(map[string]any) any {
		return func(s map[string]any) any { return slices.Contains(s["tags"].([]any), any(tag)) }
	}
	type row struct {
		query string
		of    func(map[string]any) any
		want  any
	}
	rows := []row{
		{"status=SHUTOFF", field("status"), "SHUTOFF"},
		{"status=active", field("status"), "ACTIVE"},
		{"vm_state=stopped", field("OS-EXT-STS:vm_state"), "stopped"},
		{"flavor=2", field("flavor", "id"), "2"},
		{"image=" + imageB, field("image", "id"), imageB},
		{"host=host2", field("OS-EXT-SRV-ATTR:host"), "host2"},
		{"tags=t3", tagged("t3"), true},
		{"tags=t3,all", func(s map[string]any) any { return tagged("t3")(s) == true && tagged("all")(s) == true }, true},
		{"tags-any=t3,nope", tagged("t3"), true},
		{"not-tags=t3", tagged("t3"), false},
		{"tags=changed", tagged("changed"), true},
		{"uuid=" + all[7] + "&uuid=" + all[7], field("id"), all[7]},
		{"uuid=nope", field("id"), "nope"},
		{"project_id=nope", field("tenant_id"), "nope"},
	}
	find := func(query string) (found []map[string]any) {
		a := c.do("admin", "2.45", "GET", "/v2.1/servers/detail?all_tenants=1&"+query, nil)
		require.Equal(t, 200, a.status, a.text)
		for _, s := range a.json["servers"].([]any) {
			found = append(found, s.(map[string]any))
		}
		return found
	}
	for change := range 4 {
		whole := find("")
		require.Len(t, whole, len(all))
		for _, r := range rows {
			var want, got []any
			for _, s := range whole {
				if r.of(s) == r.want {
					want = append(want, s["id"])
				}
			}
			for _, s := range find(r.query) {
				got = append(got, s["id"])
			}
			assert.Equal(t, want, got, "%s after %d changes", r.query, change)
		}
		for i := change; i < len(all); i += 11 {
			c.must("member", all[i], `{"rebuild": {"imageRef": "`+imageB+`"}}`)
			a := c.do("member", newest, "PUT", "/v2.1/servers/"+all[i]+"/tags", `{"tags": ["changed", "t3"]}`)
			require.Equal(t, 200, a.status, a.text)
			c.show(all[i])
		}
		for i := change + 4; i < len(all); i += 13 {
			c.show(all[i])
			c.must("member", all[i], `{"os-stop": null}`)
			c.show(all[i])
		}
	}
}
