package compute_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// proxied are requests that compute passes on, and the newest microversion that knows them.
var proxied = []struct {
	newest, method, path, body string
	status                     int // at that microversion; 404 after it
}{
	{"2.35", "GET", "/images", "", 200},
	{"2.35", "GET", "/images/detail", "", 200},
	{"2.35", "GET", "/images/" + imageA, "", 200},
	{"2.38", "GET", "/images/" + imageA + "/metadata", "", 200},
	{"2.35", "GET", "/os-networks", "", 200},
	{"2.35", "GET", "/os-networks/" + private, "", 200},
	{"2.35", "GET", "/os-tenant-networks", "", 200},
	{"2.35", "GET", "/os-tenant-networks/" + private, "", 200},
	{"2.35", "GET", "/os-floating-ip-pools", "", 200},
	{"2.35", "GET", "/os-floating-ips", "", 200},
	{"2.35", "POST", "/os-floating-ips", `{"pool": "public"}`, 200},
	{"2.35", "GET", "/os-security-groups", "", 200},
	{"2.35", "POST", "/os-security-groups", `{"security_group": {"name": "g", "description": "d"}}`, 200},
	{"2.35", "GET", "/os-volumes", "", 200},
	{"2.35", "GET", "/os-volumes/detail", "", 200},
	{"2.35", "POST", "/os-volumes", `{"volume": {"size": 1}}`, 200},
	{"2.35", "GET", "/os-snapshots", "", 200},
	{"2.35", "GET", "/os-snapshots/detail", "", 200},
	{"2.35", "POST", "/os-baremetal-nodes", `{"node": {}}`, 400},
}

func TestProxiesLiveAsLongAsNovas(t *testing.T) {
	after := map[string]string{"2.35": "2.36", "2.38": "2.39"}
	for _, p := range proxied {
		t.Run(p.method+" "+p.path, func(t *testing.T) {
			c := begin(t)
			send := func(version string) int {
				var body any
				if p.body != "" {
					body = p.body
				}
				return c.do("member", version, p.method, "/v2.1"+p.path, body).status
			}
			assert.Equal(t, p.status, send("2.1"))
			assert.Equal(t, p.status, send(p.newest))
			assert.Equal(t, 404, send(after[p.newest]))
		})
	}
}

// reachable joins the seed's private subnet with its external network.
func (c *cloud) reachable() (pool string) {
	c.Helper()
	list := func(path, key string) []any {
		a := c.ask("/network/v2.0"+path, "", "admin", "GET", nil)
		require.Equal(c, 200, a.status, a.text)
		return a.at(key).([]any)
	}
	external := list("/networks?router:external=True", "networks")
	require.NotEmpty(c, external)
	return external[0].(map[string]any)["name"].(string)
}

func TestFloatingAddressesOfServers(t *testing.T) {
	c := begin(t)
	name := c.reachable()
	id := c.boot(`{"networks": [{"uuid": "` + private + `"}]}`)
	c.settle()
	made := c.do("member", "2.35", "POST", "/v2.1/os-floating-ips", `{"pool": "`+name+`"}`)
	require.Equal(t, 200, made.status, made.text)
	address := made.at("floating_ip", "ip").(string)
	assert.Equal(t, name, made.at("floating_ip", "pool"))
	assert.Nil(t, made.at("floating_ip", "instance_id"))
	act := func(version, body string) answer {
		return c.act("member", version, id, strings.ReplaceAll(body, "ADDRESS", address))
	}
	nowhere := "/v2.1/servers/11111111-2222-4333-8444-555555555555/action"
	remove := func(who, address string) answer {
		return c.do(who, "2.43", "POST", nowhere, `{"removeFloatingIp": {"address": "`+address+`"}}`)
	}
	assert.Equal(t, "Floating IP not found for address 192.0.2.9.", remove("member", "192.0.2.9").message(), "the server is not looked up")
	assert.Equal(t, "Floating IP "+address+" is not associated with instance 11111111-2222-4333-8444-555555555555.",
		remove("admin", address).message())
	for _, row := range []struct {
		body, message string
		status        int
	}{
		{`{"removeFloatingIp": {"address": "ADDRESS"}}`, "Policy doesn't allow os_compute_api:os-floating-ips:remove to be performed.", 403},
		{`{"removeFloatingIp": {"address": "192.0.2.9"}}`, "Floating IP not found for address 192.0.2.9.", 404},
		{`{"addFloatingIp": {"address": "192.0.2.9"}}`, "floating IP not found", 404},
		{`{"addFloatingIp": {"address": "ADDRESS", "fixed_address": "192.0.2.9"}}`, "Specified fixed address not assigned to instance", 400},
	} {
		a := act("2.43", row.body)
		assert.Equal(t, row.status, a.status, a.text)
		assert.Equal(t, row.message, a.message())
	}
	assert.Equal(t, 404, act("2.44", `{"addFloatingIp": {"address": "ADDRESS"}}`).status, "gone")
	a := act("2.43", `{"addFloatingIp": {"address": "ADDRESS"}}`)
	require.Equal(t, 202, a.status, a.text)
	shown := c.do("member", "2.35", "GET", "/v2.1/os-floating-ips/"+made.at("floating_ip", "id").(string), nil)
	assert.Equal(t, id, shown.at("floating_ip", "instance_id"))
	assert.Contains(t, c.do("member", "2.1", "GET", "/v2.1/servers/"+id+"/ips", nil).text, address)
	assert.Equal(t, []any{"fixed", "floating"}, kinds(c.show(id)))
	require.Equal(t, 202, act("2.43", `{"removeFloatingIp": {"address": "ADDRESS"}}`).status)
	assert.Equal(t, []any{"fixed"}, kinds(c.show(id)))
	assert.Equal(t, 202, c.do("member", "2.35", "DELETE", "/v2.1/os-floating-ips/"+made.at("floating_ip", "id").(string), nil).status)
}

// kinds are the types of a server's addresses on the private network, in order.
func kinds(server map[string]any) (out []any) {
	for _, a := range server["addresses"].(map[string]any)["private"].([]any) {
		out = append(out, a.(map[string]any)["OS-EXT-IPS:type"])
	}
	return out
}

// What compute says of a group's rules is the same wherever it shows the group.
func TestSecurityGroupsOfServersShowTheirRules(t *testing.T) {
	c := begin(t)
	id := c.boot(`{"networks": [{"uuid": "` + private + `"}]}`)
	c.settle()
	of := c.do("member", newest, "GET", "/v2.1/servers/"+id+"/os-security-groups", nil)
	all := c.do("member", "2.35", "GET", "/v2.1/os-security-groups", nil)
	assert.Equal(t, all.at("security_groups"), of.at("security_groups"))
	assert.Len(t, of.at("security_groups").([]any)[0].(map[string]any)["rules"], 2)
}

func TestAssistedSnapshots(t *testing.T) {
	c := begin(t)
	made := c.do("member", "2.35", "POST", "/v2.1/os-volumes", `{"volume": {"size": 1}}`)
	require.Equal(t, 200, made.status, made.text)
	volume := made.at("volume", "id").(string)
	c.settle()
	request := `{"snapshot": {"volume_id": "` + volume + `", "create_info": {"snapshot_id": "s", "type": "qcow2", "new_file": "f", "id": "` +
		nowhere + `"}}}`
	remove := "/v2.1/os-assisted-volume-snapshots/" + nowhere + `?delete_info=%7B%22volume_id%22:%22` + volume + `%22%7D`
	a := c.do("admin", newest, "POST", "/v2.1/os-assisted-volume-snapshots", request)
	assert.Equal(t, 400, a.status, "a volume of no server")
	id := c.boot("")
	c.settle()
	require.Equal(t, 200, c.do("member", "2.1", "POST", "/v2.1/servers/"+id+"/os-volume_attachments",
		`{"volumeAttachment": {"volumeId": "`+volume+`"}}`).status)
	c.settle()
	a = c.do("admin", newest, "POST", "/v2.1/os-assisted-volume-snapshots", request)
	require.Equal(t, 200, a.status, a.text)
	assert.Equal(t, map[string]any{"id": nowhere, "volumeId": volume}, a.at("snapshot"))
	assert.Equal(t, 204, c.do("admin", newest, "DELETE", remove, nil).status)
	used := c.do("member", "2.35", "GET", "/v2.1/os-volumes/"+volume, nil)
	assert.Equal(t, id, used.at("volume", "attachments").([]any)[0].(map[string]any)["serverId"])
}

func TestNoServerHasShares(t *testing.T) {
	c := begin(t)
	id := c.boot("")
	c.settle()
	shares, share := "/v2.1/servers/"+id+"/shares", `{"share": {"share_id": "`+nowhere+`"}}`
	assert.Equal(t, []any{}, c.do("member", "2.97", "GET", shares, nil).at("shares"))
	assert.Equal(t, 404, c.do("member", "2.96", "GET", shares, nil).status)
	assert.Equal(t, "Share "+nowhere+" could not be found.", c.do("member", "2.97", "GET", shares+"/"+nowhere, nil).message())
	active := c.do("member", "2.97", "POST", shares, share)
	assert.Equal(t, "Cannot 'create share' instance "+id+" while it is in vm_state active", active.message())
	c.must("member", id, `{"os-stop": null}`)
	c.settle()
	stopped := c.do("member", "2.97", "POST", shares, share)
	assert.Equal(t, 409, stopped.status)
	assert.Contains(t, stopped.message(), "not configured correctly")
	assert.Equal(t, 404, c.do("member", "2.97", "DELETE", shares+"/"+nowhere, nil).status)
}
