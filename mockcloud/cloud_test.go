package mockcloud_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/mockcloud"
)

// call makes one exchange and answers it with its body.
func call(t testing.TB, h http.Handler, method, url, token, body string, headers ...string) (*http.Response, string) {
	t.Helper()
	r := httptest.NewRequest(method, "http://cloud.test"+url, strings.NewReader(body))
	if token != "" {
		r.Header.Set("X-Auth-Token", token)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	if body != "" && r.Header.Get("Content-Type") == "" {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	resp := w.Result()
	out, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp, string(out)
}

// login answers a token for an actor of the default seed.
func login(t testing.TB, c *mockcloud.Cloud, actor string) string {
	t.Helper()
	config := c.ClientConfig(actor)
	scope := `"scope": {"system": {"all": true}}`
	if !config.System {
		scope = `"scope": {"project": {"name": "` + config.ProjectName + `", "domain": {"name": "Default"}}}`
	}
	resp, body := call(t, c, "POST", "/identity/v3/auth/tokens", "", `{"auth": {"identity": {"methods": ["password"], "password":
		{"user": {"name": "`+config.Username+`", "domain": {"name": "Default"}, "password": "`+config.Password+`"}}}, `+scope+`}}`)
	require.Equal(t, 201, resp.StatusCode, body)
	return resp.Header.Get("X-Subject-Token")
}

func TestEveryActorLogsIn(t *testing.T) {
	c, err := mockcloud.New()
	require.NoError(t, err)
	require.Equal(t, []string{
		"admin", "manager", "member", "member2", "outsider", "outsider-admin", "reader", "service",
		"system-admin", "system-reader",
	}, c.Actors())
	for _, actor := range c.Actors() {
		assert.NotEmpty(t, login(t, c, actor), actor)
	}
	assert.Empty(t, cloudcontrol.Of(c).Journal().Bugs())
}

// TestWhatACallerDoesToTheBuiltInSeedIsNobodyElses: clouds of a process share it.
func TestWhatACallerDoesToTheBuiltInSeedIsNobodyElses(t *testing.T) {
	first, err := mockcloud.New()
	require.NoError(t, err)
	was := string(first.Control().Seed().YAML())
	mine := first.Control().Seed()
	mine.Users[0].Name, mine.Region = "somebody", "Elsewhere"
	clear(mine.Users[1].Roles)
	assert.Equal(t, was, string(first.Control().Seed().YAML()))
	second, err := mockcloud.New()
	require.NoError(t, err)
	assert.Equal(t, was, string(second.Control().Seed().YAML()))
	assert.NotContains(t, second.Actors(), "somebody")
}
