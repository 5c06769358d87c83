package dashboard_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"plumbline/mockcloud"
)

// caller is the member of the demo project.
type caller struct {
	t     *testing.T
	url   string
	token string
}

func client(t *testing.T, cloud *mockcloud.Cloud) *caller {
	t.Helper()
	c := &caller{t: t, url: cloud.URL()}
	status, header, _ := c.do("POST", "/identity/v3/auth/tokens", `{"auth": {"identity": {"methods": ["password"], "password": {"user":
		{"name": "admin", "domain": {"name": "Default"}, "password": "secret"}}}, "scope": {"project": {"name": "demo", "domain": {"name": "Default"}}}}}`)
	require.Equal(t, 201, status)
	c.token = header.Get("X-Subject-Token")
	return c
}

func (c *caller) do(method, path, body string) (int, http.Header, map[string]any) {
	c.t.Helper()
	req, err := http.NewRequest(method, c.url+path, strings.NewReader(body))
	require.NoError(c.t, err)
	req.Header.Set("X-Auth-Token", c.token)
	if strings.HasPrefix(path, "/compute/") {
		req.Header.Set("OpenStack-API-Version", "compute 2.96")
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := http.DefaultClient.Do(req)
	require.NoError(c.t, err)
	defer resp.Body.Close() //nolint:errcheck // read to its end
	text, err := io.ReadAll(resp.Body)
	require.NoError(c.t, err)
	var out map[string]any
	_ = json.Unmarshal(text, &out)
	return resp.StatusCode, resp.Header, out
}

// create asks for a server and answers the status.
func (c *caller) create(name string) int {
	c.t.Helper()
	status, _, _ := c.do("POST", "/compute/v2.1/servers",
		fmt.Sprintf(`{"server": {"name": %q, "flavorRef": "1", "imageRef": "00000000-0000-4000-8000-0000000000a1", "networks": "none"}}`, name))
	return status
}
