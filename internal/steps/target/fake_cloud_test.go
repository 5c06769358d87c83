package target_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/redact"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
)

// cloud is the least of a cloud that can be discovered: an identity service with a catalogue, a compute
// service that tells its versions, and whatever a test adds.
type cloud struct {
	*httptest.Server
	t *testing.T
	// catalogue is what tokens carry; "URL" in it becomes the server's address.
	catalogue string
	password  string
	roles     []string
	// lives is how long tokens last.
	lives time.Duration
	extra map[string]http.HandlerFunc

	mu     sync.Mutex
	tokens int
	asked  []string
}

const fullCatalogue = `[
  {"type": "identity", "name": "keystone", "endpoints": [{"interface": "public", "region": "One", "region_id": "One", "url": "URL/identity/v3"}]},
  {"type": "compute", "name": "nova", "endpoints": [
    {"interface": "public", "region": "One", "region_id": "One", "url": "URL/one/v2.1"},
    {"interface": "internal", "region": "One", "region_id": "One", "url": "URL/inside/v2.1/PROJECT"},
    {"interface": "public", "region": "Two", "region_id": "Two", "url": "URL/two/v2.1"}]},
  {"type": "image", "name": "glance", "endpoints": [{"interface": "public", "region": "One", "region_id": "One", "url": "URL/image"}]}
]`

func newCloud(t *testing.T) *cloud {
	c := &cloud{
		t: t, catalogue: fullCatalogue, password: "right horse", roles: []string{"member"}, lives: time.Hour,
		extra: map[string]http.HandlerFunc{},
	}
	c.Server = httptest.NewServer(c)
	t.Cleanup(c.Close)
	return c
}

func (c *cloud) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key := r.Method + " " + r.URL.Path
	c.mu.Lock()
	c.asked = append(c.asked, key)
	c.mu.Unlock()
	if h, ok := c.extra[key]; ok {
		h(w, r)
		return
	}
	switch {
	case key == "POST /identity/v3/auth/tokens":
		c.issue(w, r)
	case key == "GET /one/v2.1/", key == "GET /inside/v2.1/", key == "GET /two/v2.1/":
		write(w, 200, `{"version": {"id": "v2.1", "status": "CURRENT", "version": "2.93", "min_version": "2.1", "links": []}}`)
	case key == "GET /one/", key == "GET /inside/", key == "GET /two/":
		write(w, 200, `{"versions": [{"id": "v2.0", "version": "", "min_version": "", "links": []}, {"id": "v2.1", "status": "CURRENT", "version": "2.93", "min_version": "2.1", "links": []}]}`)
	case key == "GET /image/":
		write(w, 300, `{"versions": [{"id": "v2.15", "status": "CURRENT", "links": [{"rel": "self", "href": "http://inside.example/image/v2/"}]}]}`)
	default:
		write(w, 404, `{}`)
	}
}

func (c *cloud) issue(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	require.NoError(c.t, err)
	if !strings.Contains(string(body), c.password) {
		write(w, 401, `{"error": {"code": 401, "title": "Unauthorized", "message": "The request you have made requires authentication."}}`)
		return
	}
	c.mu.Lock()
	c.tokens++
	c.mu.Unlock()
	var roles []map[string]string
	for _, name := range c.roles {
		roles = append(roles, map[string]string{"id": "r-" + name, "name": name})
	}
	named, err := json.Marshal(roles)
	require.NoError(c.t, err)
	now := time.Now().UTC()
	w.Header().Set("X-Subject-Token", "token-of-a-test-"+string(rune('a'+c.tokens)))
	write(w, 201, `{"token": {"methods": ["password"], "user": {"id": "u1", "name": "someone", "domain": {"id": "default", "name": "Default"}},
		"project": {"id": "p1", "name": "demo", "domain": {"id": "default", "name": "Default"}}, "roles": `+string(named)+`,
		"issued_at": "`+now.Format(time.RFC3339)+`", "expires_at": "`+now.Add(c.lives).Format(time.RFC3339)+`",
		"catalog": `+strings.ReplaceAll(c.catalogue, "URL", c.URL)+`}}`)
}

func write(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	if !strings.HasPrefix(body, "<") {
		w.Header().Set("X-Openstack-Request-Id", "req-test")
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

func (c *cloud) login() session.Login {
	return session.Login{
		Region: "One", Interface: "public", Source: "test",
		Options: gophercloud.AuthOptions{
			IdentityEndpoint: c.URL + "/identity/v3", Username: "someone", Password: c.password, DomainID: "default",
			Scope: &gophercloud.AuthScope{ProjectName: "demo", DomainID: "default"},
		},
	}
}

func (c *cloud) config() target.Config {
	return target.Config{Name: "test", Kind: target.Real, RunID: "r1", Login: c.login(), Profile: openapi.Shipped}
}

// tape keeps events.
type tape struct {
	mu     sync.Mutex
	events []eventlog.Payload
}

func (l *tape) Append(p eventlog.Payload) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.events = append(l.events, p)
	return nil
}

func tools(l *tape) target.Tools {
	return target.Tools{Log: l, Redact: redact.New(), Now: time.Now, Secret: func() string { return "made-up-password" }}
}
