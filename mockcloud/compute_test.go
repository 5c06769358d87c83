package mockcloud_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/internal/mockcloud/journal"
	"plumbline/mockcloud"
	"plumbline/mockcloud/seed"
)

const (
	benchServer = "5e5e5e5e-0000-4000-8000-000000000001"
	imageA      = "00000000-0000-4000-8000-0000000000a1"
	benchToken  = "a-token-for-the-bench"
)

// withServers is the default seed with n active servers of the member and a token for the member.
func withServers(n int) seed.Seed {
	s := seed.Default()
	if n > 0 {
		s.Servers = append(s.Servers,
			seed.Server{Name: "seeded", ID: benchServer, Count: n, Project: "demo", User: "member", Flavor: "m1.tiny", Image: "cirros-a"})
	}
	s.Tokens = append(s.Tokens, seed.Token{ID: benchToken, User: "member", Project: "demo"})
	return s
}

func TestEveryVersionShowsTheServer(t *testing.T) {
	c, err := mockcloud.New(mockcloud.WithSeed(withServers(3)))
	require.NoError(t, err)
	admin := login(t, c, "admin")
	for _, v := range []string{
		"2.1", "2.3", "2.9", "2.16", "2.19", "2.26", "2.47", "2.53", "2.54", "2.63", "2.71", "2.73",
		"2.75", "2.90", "2.93", "2.96", "2.98", "2.100", "2.104",
	} {
		for _, token := range []string{benchToken, admin} {
			for _, url := range []string{
				"/compute/v2.1/servers", "/compute/v2.1/servers/detail",
				"/compute/v2.1/servers/" +
					benchServer, "/compute/v2.1/flavors/detail", "/compute/v2.1/os-keypairs", "/compute/v2.1/limits", "/compute/v2.1/os-availability-zone",
			} {
				resp, body := call(t, c, "GET", url, token, "", "OpenStack-API-Version", "compute "+v)
				assert.Equal(t, 200, resp.StatusCode, "%s at %s: %s", url, v, body)
			}
		}
	}
	for _, e := range cloudcontrol.Of(c).Journal().Entries(journal.Filter{Bugs: true}) {
		t.Error(e.Method, e.URL, e.Microversion, e.Bugs)
	}
}

func TestRebuildAtEveryBoundary(t *testing.T) {
	c, err := mockcloud.New(mockcloud.WithSeed(withServers(1)))
	require.NoError(t, err)
	for _, v := range []string{"2.1", "2.53", "2.54", "2.57", "2.74", "2.75", "2.90", "2.93", "2.98", "2.104"} {
		resp, body := call(t, c, "POST", "/compute/v2.1/servers/"+benchServer+"/action", benchToken,
			`{"rebuild": {"imageRef": "`+imageA+`"}}`, "OpenStack-API-Version", "compute "+v)
		assert.Equal(t, 202, resp.StatusCode, "%s: %s", v, body)
		assert.Contains(t, body, `"status": "REBUILD"`)
		_, body = call(t, c, "GET", "/compute/v2.1/servers/"+benchServer, benchToken, "", "OpenStack-API-Version", "compute "+v)
		assert.Contains(t, body, `"status": "ACTIVE"`)
	}
	for _, e := range cloudcontrol.Of(c).Journal().Entries(journal.Filter{Bugs: true}) {
		t.Error(e.Method, e.URL, e.Microversion, e.Bugs)
	}
}
