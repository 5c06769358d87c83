package control_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/internal/mockcloud/journal"
	"plumbline/mockcloud"
	"plumbline/mockcloud/faults"
	"plumbline/mockcloud/seed"
)

// TestTheWayOfAnExchange asks which checks and steps requests passed: all up to the one that refused.
func TestTheWayOfAnExchange(t *testing.T) {
	planted := seed.Default()
	planted.Tokens = append(planted.Tokens, seed.Token{ID: "told", User: "member", Project: "demo"})
	cloud := mockcloud.Start(t, mockcloud.WithSeed(planted))
	ask := func(method, path, token, body string) {
		r, err := http.NewRequest(method, cloud.URL()+path, strings.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("OpenStack-API-Version", "compute 2.90")
		r.Header.Set("X-Auth-Token", token)
		resp, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
	}
	way := func() (passed, refused, rest []string) {
		entries := cloudcontrol.Of(cloud).Journal().Entries(journal.Filter{})
		resp, err := http.Get(fmt.Sprintf("%s/_plumbline/journal/%d", cloud.URL(), entries[len(entries)-1].Seq))
		require.NoError(t, err)
		defer resp.Body.Close() //nolint:errcheck // read to its end
		text, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		var shown struct {
			Way []struct {
				Name, Result string
			}
		}
		require.NoError(t, json.Unmarshal(text, &shown))
		for _, p := range shown.Way {
			switch p.Result {
			case "passed":
				require.Empty(t, refused)
				passed = append(passed, p.Name)
			case "refused":
				require.Empty(t, rest)
				refused = append(refused, p.Name)
			default:
				rest = append(rest, p.Name)
			}
		}
		return passed, refused, rest
	}

	ask("GET", "/compute/v2.1/servers", "wrong", "")
	passed, refused, rest := way()
	assert.Equal(t, []string{"token"}, refused)
	assert.NotContains(t, passed, "schema")
	assert.Contains(t, rest, "schema")
	assert.NotContains(t, append(passed, rest...), "kept answer")

	ask("POST", "/compute/v2.1/servers", "told", `{"server": {}}`)
	passed, refused, rest = way()
	assert.Equal(t, []string{"schema"}, refused)
	assert.Contains(t, passed, "token")
	assert.Contains(t, rest, "image exists")

	ask("POST", "/compute/v2.1/servers", "told", `{"server": {"name": "a", "flavorRef": "1", "networks": "none", "imageRef":
		"00000000-0000-4000-8000-00000000dead"}}`)
	passed, refused, rest = way()
	assert.Equal(t, []string{"image exists"}, refused)
	assert.Contains(t, passed, "schema")
	assert.NotEmpty(t, rest)

	ask("POST", "/compute/v2.1/servers", "told", `{"server": {"name": "a", "flavorRef": "1", "networks": "none", "imageRef":
		"00000000-0000-4000-8000-0000000000a1"}}`)
	passed, refused, rest = way()
	assert.Contains(t, passed, "image exists")
	assert.Empty(t, append(refused, rest...))

	ask("GET", "/compute/v2.1/flavors/none", "told", "")
	passed, refused, rest = way()
	assert.Contains(t, passed, "policy")
	assert.Equal(t, []string{"answer"}, refused, "what only the answer finds out")
	assert.Empty(t, rest)

	_, err := cloud.Control().AddFault(faults.Rule{Operation: "servers.list", Status: 503})
	require.NoError(t, err)
	ask("GET", "/compute/v2.1/servers", "told", "")
	passed, refused, _ = way()
	assert.NotEmpty(t, refused, "a fault rule")
	assert.NotContains(t, passed, "answer")

	ask("GET", "/compute/", "", "")
	passed, refused, rest = way()
	assert.Empty(t, append(append(passed, refused...), rest...), "the versions are answered beside it")
}
