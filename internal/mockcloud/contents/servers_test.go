package contents_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/mockcloud"
	"plumbline/mockcloud/seed"
)

// many is a cloud with a number of servers.
func many(t *testing.T, count int) *mockcloud.Cloud {
	t.Helper()
	s := seed.Default()
	for i := range s.Hosts {
		s.Hosts[i].VCPUs = 2 * count
	}
	s.Servers = append(s.Servers,
		seed.Server{Name: "web", Count: count, Project: "demo", User: "member", Flavor: "m1.tiny", Image: "cirros-a"})
	return mockcloud.Start(t, mockcloud.WithSeed(s))
}

type group struct {
	Zone, Host string
	Found      int
}

// servers asks for a page of servers, and answers it with the size of the answer (bytes).
func servers(c *client, query string) (groups []group, records []map[string]any, size int) {
	c.t.Helper()
	status, _, text := c.do("GET", "/_plumbline/state/servers?"+query, "")
	require.Equal(c.t, 200, status, text)
	var out struct {
		Groups  []group
		Records []map[string]any
	}
	require.NoError(c.t, json.Unmarshal([]byte(text), &out))
	return out.Groups, out.Records, len(text)
}

func TestServersAreListedByHost(t *testing.T) {
	c := enter(t, many(t, 6))
	shelved := c.made("/compute/v2.1/servers", "server", `{"name": "nowhere", "flavorRef": "1", "imageRef": "00000000-0000-4000-8000-0000000000a1", "networks": "none"}`)
	_, _, _ = c.do("POST", "/compute/v2.1/servers/"+shelved+"/action", `{"shelve": null}`)
	_, _, _ = c.do("POST", "/compute/v2.1/servers/"+shelved+"/action", `{"shelveOffload": null}`)
	groups, records, _ := servers(c, "")
	assert.Equal(t, []group{{"az1", "host1", 2}, {"az2", "host2", 2}, {"nova", "host3", 2}, {"", "", 1}}, groups)
	require.Len(t, records, 7)
	for at, want := range []string{"host1", "host1", "host2", "host2", "host3", "host3"} {
		assert.Equal(t, want, records[at]["host"], at)
	}
	assert.Equal(t, "nowhere", records[6]["name"])
	first, second := records[0]["name"].(string), records[1]["name"].(string)
	assert.Greater(t, first, second, "the newest first")

	groups, records, _ = servers(c, "find=shelved_offloaded")
	assert.Equal(t, []group{{"", "", 1}}, groups, "hosts without a server that was found are left out")
	require.Len(t, records, 1)
	groups, _, _ = servers(c, "find=az2+web")
	assert.Equal(t, []group{{"az2", "host2", 2}}, groups)
}

func TestTenThousandServersAreSentInPages(t *testing.T) {
	c := enter(t, many(t, 10000))
	status, _, text := c.do("GET", "/_plumbline/state", "")
	require.Equal(t, 200, status)
	assert.Less(t, len(text), 10000, "the state has no lists")
	total := 0
	for offset := 0; offset < 10000; offset += 500 {
		groups, records, size := servers(c, fmt.Sprintf("limit=500&offset=%d", offset))
		assert.Less(t, size, 500*400)
		require.Len(t, groups, 3)
		total += len(records)
	}
	assert.Equal(t, 10000, total)
	_, records, size := servers(c, "find=web-9999&limit=1")
	require.Len(t, records, 1)
	assert.Less(t, size, 1000)
}
