package clientcheck_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/clientcheck"
	"plumbline/mockcloud"
	"plumbline/mockcloud/journal"
	"plumbline/mockcloud/seed"
)

// token is good from the start, for member in project demo.
const token = "a-token-of-these-tests"

// client speaks to a mock as the row of a table tells it to. Without a word it is without fault.
type client struct {
	t      *testing.T
	cloud  *mockcloud.Cloud
	header http.Header
	// pace is how much time lies between two exchanges in the journal that is judged.
	pace time.Duration
	// noLimit takes the page length out of what is judged.
	noLimit bool
}

func newClient(t *testing.T) *client { return of(t, newCloud(t)) }

func newCloud(t *testing.T) *mockcloud.Cloud {
	planted := seed.Default()
	planted.Tokens = append(planted.Tokens, seed.Token{ID: token, User: "member", Project: "demo"})
	planted.Servers = append(planted.Servers,
		seed.Server{Name: "seeded", Count: 5, Project: "demo", User: "member", Flavor: "m1.tiny", Image: "cirros-a"})
	return mockcloud.Start(t, mockcloud.WithSeed(planted), mockcloud.WithWholeJournal())
}

// of is a client of a cloud that nobody has used.
func of(t *testing.T, cloud *mockcloud.Cloud) *client {
	cloud.Control().Reset()
	cloud.Control().ClearJournal()
	return &client{
		t: t, cloud: cloud, pace: time.Minute,
		header: http.Header{
			"X-Auth-Token": {token}, "User-Agent": {"tests/1"}, "Accept": {"application/json"}, "Content-Type": {"application/json"},
			"Openstack-Api-Version": {"compute 2.79, volume 3.59"}, "X-Openstack-Request-Id": {"req-11111111-1111-4111-8111-111111111111"},
		},
	}
}

// with changes a header of what follows; no values take it away.
func (c *client) with(name string, values ...string) *client {
	c.header[http.CanonicalHeaderKey(name)] = values // empty: Go sends no User-Agent of its own then
	if len(values) == 0 && name != "User-Agent" {
		delete(c.header, http.CanonicalHeaderKey(name))
	}
	return c
}

func (c *client) at(version string) *client { return c.with("OpenStack-API-Version", version) }

// send makes one exchange and answers the body.
func (c *client) send(method, path, body string) map[string]any {
	c.t.Helper()
	req, err := http.NewRequestWithContext(c.t.Context(), method, c.cloud.URL()+path, strings.NewReader(body))
	require.NoError(c.t, err)
	for k, v := range c.header {
		if k != "Content-Type" || body != "" {
			req.Header[k] = v
		}
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	require.NoError(c.t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	require.NoError(c.t, err)
	var out map[string]any
	_ = json.Unmarshal(text, &out) // pages are none
	return out
}

func (c *client) get(path string) map[string]any { c.t.Helper(); return c.send("GET", path, "") }

// servers are the ids of the seeded servers, which nobody judged asks for.
func (c *client) servers() (ids []string) {
	for _, s := range c.get("/compute/v2.1/servers")["servers"].([]any) {
		ids = append(ids, s.(map[string]any)["id"].(string))
	}
	c.cloud.Control().ClearJournal()
	return ids
}

func (c *client) login() map[string]any {
	return c.send("POST", "/identity/v3/auth/tokens",
		`{"auth": {"identity": {"methods": ["password"], "password": {"user": {"name": "member", "domain": {"id": "default"}, "password": "secret"}}}, "scope": {"project": {"name": "demo", "domain": {"id": "default"}}}}}`)
}

// entries are the journal's, a pace apart.
func (c *client) entries() []journal.Entry {
	out := c.cloud.Control().Journal()
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range out {
		out[i].Time = start.Add(time.Duration(i) * c.pace)
		if c.noLimit {
			out[i].URL = strings.Replace(strings.Replace(out[i].URL, "limit=2&", "", 1), "?limit=2", "", 1)
		}
	}
	return out
}

func (c *client) judge() *clientcheck.Verdict { return clientcheck.Judge(c.entries()) }

func say(v *clientcheck.Verdict) string {
	var b strings.Builder
	for _, f := range v.Findings {
		fmt.Fprintf(&b, "%s %s %s %s\n", f.ID, f.Where, f.Pointer, f.Says)
	}
	return b.String()
}
