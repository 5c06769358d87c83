package compute_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/internal/mockcloud/journal"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
)

// What the default seed has.
const (
	imageA      = "00000000-0000-4000-8000-0000000000a1"
	imageB      = "00000000-0000-4000-8000-0000000000a2"
	deactivated = "00000000-0000-4000-8000-0000000000a3"
	large       = "00000000-0000-4000-8000-0000000000a4"
	private     = "00000000-0000-4000-8000-0000000000c1"
	demo        = "00000000000000000000000000000a02"
	member      = "00000000000000000000000000000b03"
	member2     = "00000000000000000000000000000b04"
	nowhere     = "11111111-2222-3333-4444-555555555555"

	ed25519 = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIBNxGOZ96fUTnvgNfnaWi1pZ194UjnvcZcldm7kuOT9 ke@test"
	other   = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIBNxGOZ96fUTnvgNfnaWi1pZ194UjnvcZcldm7kuOT8 ke@test"
)

// start is when the clock stands.
var start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// cloud is a mock cloud in a test.
type cloud struct {
	*testing.T
	*mockcloud.Cloud
	clock  *clock.Manual
	tokens map[string]string
}

// begin starts a cloud; at the end none of its answers may have been against its documents.
func begin(t *testing.T, opts ...mockcloud.Option) *cloud {
	t.Helper()
	now := clock.NewManual(start)
	made, err := mockcloud.New(append([]mockcloud.Option{mockcloud.WithClock(now), mockcloud.WithRandomSeed(7)}, opts...)...)
	require.NoError(t, err)
	t.Cleanup(func() {
		for _, e := range cloudcontrol.Of(made).Journal().Entries(journal.Filter{Bugs: true}) {
			t.Error(e.Method, e.URL, e.Microversion, e.Bugs)
		}
	})
	return &cloud{T: t, Cloud: made, clock: now, tokens: map[string]string{}}
}

// answer is what a request got.
type answer struct {
	status int
	header http.Header
	text   string
	json   map[string]any
}

// at follows keys into the answer.
func (a answer) at(keys ...string) any {
	var v any = a.json
	for _, k := range keys {
		m, _ := v.(map[string]any)
		v = m[k]
	}
	return v
}

// message is what a fault says.
func (a answer) message() string {
	for _, v := range a.json {
		if m, ok := v.(map[string]any); ok {
			s, _ := m["message"].(string)
			return s
		}
	}
	return ""
}

func (c *cloud) token(who string) string {
	if c.tokens[who] != "" || who == "" {
		return c.tokens[who]
	}
	name, project, _ := strings.Cut(who, "@")
	if project == "" {
		project = map[string]string{"outsider": "alt", "outsider-admin": "alt"}[name]
		if project == "" {
			project = "demo"
		}
	}
	scope := `{"project": {"name": "` + project + `", "domain": {"id": "default"}}}`
	if strings.HasPrefix(name, "system-") {
		scope = `{"system": {"all": true}}`
	}
	body := `{"auth": {"identity": {"methods": ["password"], "password": {"user": {"name": "` + name +
		`", "password": "secret", "domain": {"id": "default"}}}}, "scope": ` + scope + `}}`
	r := httptest.NewRequest("POST", "http://cloud.test/identity/v3/auth/tokens", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	require.Equal(c, 201, w.Code, w.Body.String())
	c.tokens[who] = w.Header().Get("X-Subject-Token")
	return c.tokens[who]
}

// do makes a request to compute at a microversion as somebody ("admin@admin": in that project).
func (c *cloud) do(who, version, method, path string, body any) answer {
	c.Helper()
	if version != "" {
		version = "compute " + version
	}
	return c.ask("/compute"+path, version, who, method, body)
}

// ask makes a request to any service; version is what OpenStack-API-Version says, "" for nothing.
func (c *cloud) ask(path, version, who, method string, body any) answer {
	c.Helper()
	var raw []byte
	switch b := body.(type) {
	case nil:
	case string:
		raw = []byte(b)
	default:
		var err error
		raw, err = json.Marshal(b)
		require.NoError(c, err)
	}
	r := httptest.NewRequest(method, "http://cloud.test"+path, bytes.NewReader(raw))
	if raw != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("X-Auth-Token", c.token(who))
	if version != "" {
		r.Header.Set("OpenStack-API-Version", version)
	}
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	a := answer{status: w.Code, header: w.Header(), text: w.Body.String()}
	_ = json.Unmarshal(w.Body.Bytes(), &a.json)
	return a
}

// member, at the newest microversion that a real cloud was asked at.
const newest = "2.100"

// boot makes a server of the member's, with more or other keys than usual, and answers its id.
func (c *cloud) boot(body string) string {
	c.Helper()
	merged := map[string]any{"name": "s", "imageRef": imageA, "flavorRef": "1", "networks": "none"}
	if body != "" {
		require.NoError(c, json.Unmarshal([]byte(body), &merged))
	}
	a := c.do("member", newest, "POST", "/v2.1/servers", map[string]any{"server": merged})
	require.Equal(c, 202, a.status, a.text)
	return a.at("server", "id").(string)
}

// act performs an action as somebody.
func (c *cloud) act(who, version, id, body string) answer {
	c.Helper()
	return c.do(who, version, "POST", "/v2.1/servers/"+id+"/action", body)
}

// must is act that has to be accepted.
func (c *cloud) must(who, id, body string) {
	c.Helper()
	a := c.act(who, newest, id, body)
	require.Equal(c, 202, a.status, a.text)
}

// show is the server as an administrator sees it.
func (c *cloud) show(id string) map[string]any {
	c.Helper()
	a := c.do("admin", newest, "GET", "/v2.1/servers/"+id, nil)
	require.Equal(c, 200, a.status, a.text)
	return a.at("server").(map[string]any)
}

// key makes a key pair.
func (c *cloud) key(who, name, material string) {
	c.Helper()
	a := c.do(who, newest, "POST", "/v2.1/os-keypairs", map[string]any{"keypair": map[string]any{"name": name, "public_key": material}})
	require.Equal(c, 201, a.status, a.text)
}

// refusal is a request and what the real clouds answered to it.
type refusal struct {
	name, who, version, body string
	status                   int
	message                  string
}

// check makes each request on a server and compares; the server must not change.
func (c *cloud) check(id string, rows []refusal) {
	c.Helper()
	before := c.show(id)
	for _, row := range rows {
		a := c.act(row.who, row.version, id, row.body)
		assert.Equal(c, row.status, a.status, "%s: %s", row.name, a.text)
		assert.Equal(c, row.message, strings.ReplaceAll(a.message(), id, "ID"), row.name)
	}
	assert.Equal(c, before, c.show(id))
}
