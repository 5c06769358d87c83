package contents_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/mockcloud"
)

// client is an administrator in the project demo.
type client struct {
	t          *testing.T
	url, token string
}

func enter(t *testing.T, cloud *mockcloud.Cloud) *client {
	t.Helper()
	c := &client{t: t, url: cloud.URL()}
	_, header, _ := c.do("POST", "/identity/v3/auth/tokens", `{"auth": {"identity": {"methods": ["password"], "password": {"user":
		{"name": "admin", "domain": {"name": "Default"}, "password": "secret"}}}, "scope": {"project": {"name": "demo", "domain": {"name": "Default"}}}}}`)
	c.token = header.Get("X-Subject-Token")
	require.NotEmpty(t, c.token)
	return c
}

func (c *client) do(method, path, body string) (int, http.Header, string) {
	c.t.Helper()
	req, err := http.NewRequest(method, c.url+path, strings.NewReader(body))
	require.NoError(c.t, err)
	req.Header.Set("X-Auth-Token", c.token)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("OpenStack-API-Version", "compute 2.96")
	resp, err := http.DefaultClient.Do(req)
	require.NoError(c.t, err)
	defer resp.Body.Close() //nolint:errcheck // read to its end
	text, err := io.ReadAll(resp.Body)
	require.NoError(c.t, err)
	return resp.StatusCode, resp.Header, string(text)
}

// made makes a resource and answers its id.
func (c *client) made(path, noun, body string) string {
	c.t.Helper()
	status, _, text := c.do("POST", path, `{"`+noun+`": `+body+`}`)
	require.Less(c.t, status, 300, text)
	var out map[string]map[string]any
	require.NoError(c.t, json.Unmarshal([]byte(text), &out))
	id, _ := out[noun]["id"].(string)
	return id
}

// page asks for records of a kind.
func page(c *client, path string) (status int, total, found int, records []map[string]any, failure string) {
	c.t.Helper()
	status, _, text := c.do("GET", "/_plumbline/state/"+path, "")
	var out struct {
		Total, Found int
		Records      []map[string]any
		Error        string
	}
	require.NoError(c.t, json.Unmarshal([]byte(text), &out), text)
	return status, out.Total, out.Found, out.Records, out.Error
}

func TestListsShowWhatClientsMade(t *testing.T) {
	c := enter(t, mockcloud.Start(t))
	network := c.made("/network/v2.0/networks", "network", `{"name": "lab"}`)
	c.made("/network/v2.0/subnets", "subnet", `{"network_id": "`+network+`", "cidr": "192.0.2.0/24", "ip_version": 4, "name": "lab-4"}`)
	port := c.made("/network/v2.0/ports", "port", `{"network_id": "`+network+`", "fixed_ips": [{"ip_address": "192.0.2.77"}]}`)
	user := c.made("/identity/v3/users", "user", `{"name": "zoe", "password": "topsecret", "email": "zoe@example.org"}`)
	status, _, text := c.do("PUT", "/compute/v2.1/os-quota-sets/00000000000000000000000000000a02", `{"quota_set": {"cores": 7}}`)
	require.Equal(t, 200, status, text)
	server := c.made("/compute/v2.1/servers", "server",
		`{"name": "web", "flavorRef": "1", "imageRef": "00000000-0000-4000-8000-0000000000a1", "networks": [{"port": "`+port+`"}]}`)

	_, _, found, records, _ := page(c, "networks?find=lab")
	require.Equal(t, 1, found)
	assert.Equal(t, map[string]any{
		"id": network, "name": "lab", "project": "demo", "admin_up": true, "mtu": 1500.0, "ports": 1.0,
		"subnets": []any{map[string]any{"name": "lab-4", "cidr": "192.0.2.0/24", "gateway": "192.0.2.1"}},
	}, records[0])

	_, _, _, records, _ = page(c, "ports?find=WEB+192.0.2.77")
	require.Len(t, records, 1)
	got := records[0]
	assert.Equal(t, []any{port, "lab", "ACTIVE", server, "web", []any{"192.0.2.77"}, "demo"},
		[]any{got["id"], got["network"], got["status"], got["device"], got["device_name"], got["addresses"], got["project"]})

	_, _, _, records, _ = page(c, "images?find=cirros-a")
	require.Len(t, records, 1)
	assert.Equal(t, []any{"00000000-0000-4000-8000-0000000000a1", "active", "public"},
		[]any{records[0]["id"], records[0]["status"], records[0]["visibility"]})

	_, _, _, records, _ = page(c, "users?find=zoe")
	require.Len(t, records, 1)
	assert.Equal(t, map[string]any{"id": user, "name": "zoe", "domain": "Default", "enabled": true, "email": "zoe@example.org"}, records[0],
		"without a password")
	_, _, _, records, _ = page(c, "users?find=system+admin")
	require.NotEmpty(t, records)
	assert.Contains(t, records[0]["roles"], "admin in the system")

	_, _, _, records, _ = page(c, "quotas?find=demo+compute")
	require.Len(t, records, 1)
	assert.Equal(t, "compute", records[0]["service"])
	assert.Contains(t, records[0]["quotas"], map[string]any{"resource": "cores", "limit": 7.0, "in_use": 1.0})
	_, _, _, records, _ = page(c, "quotas?find=demo+network")
	require.Len(t, records, 1)
	assert.Contains(t, fmt.Sprint(records[0]["quotas"]), "resource:port")
	_, _, _, records, _ = page(c, "quotas?find=demo+block-storage")
	require.Len(t, records, 1)
	assert.Contains(t, records[0]["quotas"], map[string]any{"resource": "gigabytes", "limit": 2000.0, "in_use": 0.0})
}

func TestListsArePages(t *testing.T) {
	c := enter(t, mockcloud.Start(t))
	for i := range 12 {
		c.made("/network/v2.0/networks", "network", fmt.Sprintf(`{"name": "lab-%02d"}`, i))
	}
	_, total, found, records, _ := page(c, "networks?find=lab&limit=5&offset=10")
	assert.Equal(t, 12, found)
	assert.Greater(t, total, found)
	require.Len(t, records, 2)
	assert.Equal(t, "lab-10", records[0]["name"])
	_, _, found, records, _ = page(c, "networks?find=lab&offset=50")
	assert.Equal(t, 12, found)
	assert.Empty(t, records)
	for path, want := range map[string]string{
		"networks?limit=501": "limit must be between 1 and 500, but is 501", "networks?offset=-1": "offset must not be below zero, but is -1",
		"networks?limit=x": `limit must be a number, not "x"`,
	} {
		status, _, _, _, failure := page(c, path)
		assert.Equal(t, 400, status)
		assert.Equal(t, want, failure)
	}
	status, _, _, _, failure := page(c, "routers")
	assert.Equal(t, 404, status)
	assert.Contains(t, failure, `there are no "routers" here: one of`)
	status, _, text := c.do("GET", "/_plumbline/state", "")
	require.Equal(t, 200, status)
	var state struct {
		Cloud struct{ Counts map[string]int }
	}
	require.NoError(t, json.Unmarshal([]byte(text), &state))
	assert.Equal(t, total, state.Cloud.Counts["networks"])
}

func TestAServerIsShownWhole(t *testing.T) {
	c := enter(t, mockcloud.Start(t))
	status, _, text := c.do("POST", "/compute/v2.1/os-keypairs", `{"keypair": {"name": "mine",
		"public_key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f x"}}`)
	require.Less(t, status, 300, text)
	id := c.made("/compute/v2.1/servers", "server", `{"name": "web", "flavorRef": "1", "key_name": "mine", "networks": "auto", "tags": ["blue"],
		"imageRef": "00000000-0000-4000-8000-0000000000a1", "metadata": {"role": "front"}}`)
	show := func() map[string]any {
		status, _, text := c.do("GET", "/_plumbline/state/servers/"+id, "")
		require.Equal(t, 200, status)
		var out map[string]map[string]any
		require.NoError(t, json.Unmarshal([]byte(text), &out))
		return out["server"]
	}
	s := show()
	assert.Equal(t, map[string]any{"id": "00000000-0000-4000-8000-0000000000a1", "name": "cirros-a"}, s["image"])
	assert.Equal(t, "m1.tiny", s["flavor"].(map[string]any)["name"])
	assert.Equal(t, "mine", s["key"].(map[string]any)["name"])
	assert.Contains(t, s["key"].(map[string]any)["fingerprint"], ":")
	require.Len(t, s["addresses"], 1)
	assert.Equal(t, map[string]any{"role": "front"}, s["metadata"])
	_, _, text = c.do("POST", "/compute/v2.1/servers/"+id+"/action", `{"os-getConsoleOutput": {}}`)
	var output map[string]string
	require.NoError(t, json.Unmarshal([]byte(text), &output))
	assert.NotEmpty(t, output["output"])
	assert.Equal(t, output["output"], s["console"])

	_, _, _ = c.do("POST", "/compute/v2.1/servers/"+id+"/action", `{"shelve": null}`)
	_, _, _ = c.do("POST", "/compute/v2.1/servers/"+id+"/action", `{"shelveOffload": null}`)
	s = show()
	require.Equal(t, "SHELVED_OFFLOADED", s["status"])
	assert.NotContains(t, s, "console", "a server on no host has none, as os-getConsoleOutput says")
	status, _, text = c.do("GET", "/_plumbline/state/servers/nowhere", "")
	assert.Equal(t, 404, status)
	assert.Contains(t, text, `there is no server \"nowhere\"`)
}
