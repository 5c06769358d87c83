package compute_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// What Epoxy listed of three servers: f1 (tags x and y), f2 (m1.small, tag y, stopped), other (locked).
func TestLists(t *testing.T) {
	c := begin(t)
	f1 := c.boot(`{"name": "cmp-f1", "tags": ["x", "y"]}`)
	f2 := c.boot(`{"name": "cmp-f2", "tags": ["y"], "flavorRef": "2"}`)
	last := c.boot(`{"name": "other"}`)
	c.must("member", f2, `{"os-stop": null}`)
	c.must("member", last, `{"lock": null}`)
	const all = "other f2 f1"
	for _, row := range []struct{ who, version, query, want string }{
		{"member", newest, "", all},
		{"member", newest, "name=f1", "f1"},
		{"member", newest, "name=cmp-f.", "f2 f1"},
		{"member", newest, "status=active", "other f1"},
		{"member", newest, "status=SHUTOFF", "f2"},
		{"member", newest, "status=ACTIVE&status=SHUTOFF", all},
		{"member", newest, "status=nope", "400 Invalid status value"},
		{"member", "2.37", "status=nope", ""},
		{"member", newest, "status=DELETED", "403 Only administrators may list deleted instances"},
		{"member", newest, "flavor=2", "f2"},
		{"member", newest, "image=" + imageB, ""},
		{"member", newest, "limit=2", "other f2 + next"},
		{"member", newest, "limit=1&marker=" + last, "f2 + next"},
		{"member", newest, "marker=" + f1, ""},
		{"member", newest, "marker=nope", "400 marker [nope] not found"},
		{"member", newest, "limit=x", "400 Invalid input for query parameters limit. Value: x. 'x' does not match '^[0-9]*$'"},
		{"member", newest, "limit=0", ""},
		{"member", newest, "sort_key=display_name", "other f2 f1"},
		{"member", newest, "sort_key=display_name&sort_dir=asc", "f1 f2 other"},
		{"member", newest, "sort_key=created_at&sort_dir=x", "400 Invalid input received: Unknown sort direction, must be 'desc' or 'asc'"},
		{"member", newest, "sort_key=host", "403 Only administrators can sort servers by host"},
		{"member", newest, "tags=x,y", "f1"},
		{"member", newest, "tags-any=x,y", "f2 f1"},
		{"member", newest, "not-tags=x", "other f2"},
		{"member", newest, "not-tags-any=y", "other"},
		{"member", newest, "locked=true", "other"},
		{"member", newest, "locked=nope", "400 Unrecognized value 'nope', acceptable values are: '0', '1', 'f', 'false', " +
			"'n', 'no', 'off', 'on', 't', 'true', 'y', 'yes'"},
		{"member", newest, "all_tenants=1", "403 Policy doesn't allow os_compute_api:servers:index:get_all_tenants to be performed."},
		{"member", newest, "foo=1", "400 'foo' does not match any of the regexes: '^_'"},
		{"member", "2.74", "foo=1", all},
		{"member", newest, "_foo=1", all},
		{"member", newest, "host=host1", all},
		{"member", newest, "key_name=nope", ""},
		{"member", "2.82", "key_name=nope", all},
		{"member", newest, "hostname=nope", ""},
		{"member", "2.90", "hostname=nope", ""},
		{"member", "2.89", "hostname=nope", all},
		{"member", newest, "changes-since=2030-01-01T00:00:00Z", ""},
		{"admin", newest, "vm_state=stopped", "f2"},
		{"admin", newest, "key_name=nope", ""},
		{"admin@admin", newest, "", ""},
		{"admin@admin", newest, "all_tenants=1", all},
		{"admin@admin", newest, "all_tenants=1&tenant_id=" + demo, all},
		{"outsider", newest, "", ""},
		{"reader", newest, "", all},
	} {
		for _, path := range []string{"/v2.1/servers", "/v2.1/servers/detail"} {
			a := c.do(row.who, row.version, "GET", path+"?"+row.query, nil)
			want := row.want
			if path == "/v2.1/servers/detail" {
				want = strings.ReplaceAll(want, "servers:index:get", "servers:detail:get")
			}
			assert.Equal(t, want, listed(a), "%s at %s %s?%s", row.who, row.version, path, row.query)
		}
	}
	a := c.do("member", newest, "GET", "/v2.1/servers?limit=1&name=cmp", nil)
	assert.Equal(t, []any{map[string]any{"rel": "next", "href": "http://cloud.test/compute/v2.1/servers?limit=1&name=cmp&marker=" + f2}},
		a.json["servers_links"])
}

// listed are the names in a list, or what its fault says.
func listed(a answer) string {
	if a.status != 200 {
		return strings.TrimSpace(strings.Join([]string{map[int]string{400: "400", 403: "403"}[a.status], a.message()}, " "))
	}
	var names []string
	for _, s := range a.json["servers"].([]any) {
		names = append(names, strings.TrimPrefix(s.(map[string]any)["name"].(string), "cmp-"))
	}
	if a.json["servers_links"] != nil {
		names = append(names, "+ next")
	}
	return strings.Join(names, " ")
}
