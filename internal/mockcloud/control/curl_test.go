package control_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/internal/mockcloud/journal"
	"plumbline/mockcloud"
)

// send sends a request to a cloud, and answers what the journal shows of it.
func send(t *testing.T, cloud *mockcloud.Cloud, method, path, token string, body []byte) (http.Header, string) {
	t.Helper()
	do := func(method, url, token string, body []byte) (http.Header, []byte) {
		req, err := http.NewRequest(method, url, bytes.NewReader(body))
		require.NoError(t, err)
		req.Header.Set("Content-Type", "application/json")
		if token != "" {
			req.Header.Set("X-Auth-Token", token)
		}
		resp, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		defer resp.Body.Close() //nolint:errcheck // read to its end
		text, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		return resp.Header, text
	}
	header, _ := do(method, cloud.URL()+path, token, body)
	entries := cloudcontrol.Of(cloud).Journal().Entries(journal.Filter{})
	_, text := do("GET", fmt.Sprintf("%s/_plumbline/journal/%d", cloud.URL(), entries[len(entries)-1].Seq), "", nil)
	var shown struct{ Curl string }
	require.NoError(t, json.Unmarshal(text, &shown))
	return header, shown.Curl
}

func TestAnExchangeIsACommandWithoutSecrets(t *testing.T) {
	cloud := mockcloud.Start(t)
	header, curl := send(t, cloud, "POST", "/identity/v3/auth/tokens", "", []byte(`{"auth": {"identity": {"methods": ["password"], "password": {"user":
		{"name": "admin", "domain": {"name": "Default"}, "password": "secret"}}}, "scope": {"project": {"name": "demo", "domain": {"name": "Default"}}}}}`))
	token := header.Get("X-Subject-Token")
	require.NotEmpty(t, token)
	assert.Contains(t, curl, "-X POST")
	assert.Contains(t, curl, "'"+cloud.URL()+"/identity/v3/auth/tokens'")
	assert.Contains(t, curl, `"password": "[redacted]"`)
	assert.NotContains(t, curl, `"secret"`)

	_, curl = send(t, cloud, "POST", "/compute/v2.1/servers", token, []byte(`{"server": {"name": "it's mine", "adminPass": "topsecret"}}`))
	assert.Contains(t, curl, `-H "X-Auth-Token: $OS_TOKEN"`)
	assert.NotContains(t, curl, token)
	assert.NotContains(t, curl, "topsecret")

	_, curl = send(t, cloud, "GET", "/compute/v2.1/servers?name=it's", token, nil)
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell to read the command with: ", err)
	}
	said, err := exec.Command("sh", "-c", `curl() { printf '%s\n' "$@"; }; OS_TOKEN=mine; `+curl).Output()
	require.NoError(t, err)
	assert.Contains(t, string(said), cloud.URL()+"/compute/v2.1/servers?name=it's\n", "a shell reads what was sent")
	assert.Contains(t, string(said), "X-Auth-Token: mine\n")
}

func TestAPartOfARequestIsNoCommand(t *testing.T) {
	cloud := mockcloud.Start(t)
	for name, body := range map[string][]byte{
		"a body that is not kept whole": []byte(`{"server": {"name": "` + strings.Repeat("x", 40000) + `"}}`), "bytes": {0xff, 0xfe, 1}, "a zero": []byte("a\x00b"),
	} {
		_, curl := send(t, cloud, "POST", "/compute/v2.1/servers", "x", body)
		assert.Empty(t, curl, name)
	}
	_, curl := send(t, cloud, "GET", "/compute/v2.1/servers?name="+strings.Repeat("x", 20000), "x", nil)
	assert.Empty(t, curl, "a URL that is not kept whole")
	_, curl = send(t, cloud, "POST", "/compute/v2.1/servers", "x", []byte("{}"))
	assert.NotEmpty(t, curl)
}
