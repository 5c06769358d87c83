package blockstorage_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/internal/mockcloud/state"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
)

type object = map[string]any

// Ids that the tests name.
const (
	unknown = "11111111-1111-4111-8111-111111111111"
	server  = "22222222-2222-4222-8222-222222222222"
	another = "33333333-3333-4333-8333-333333333333"
	imageA  = "00000000-0000-4000-8000-0000000000a1"
	imageB  = "00000000-0000-4000-8000-0000000000a2"
	large   = "00000000-0000-4000-8000-0000000000a4"
	demo    = "00000000000000000000000000000a02"
)

// cloud is a mock with tokens of its actors.
type cloud struct {
	*mockcloud.Cloud
	t      *testing.T
	tokens map[string]string
	clock  *clock.Manual
}

func newCloud(t *testing.T, opts ...mockcloud.Option) *cloud {
	t.Helper()
	now := clock.NewManual(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	all := append([]mockcloud.Option{mockcloud.WithClock(now), mockcloud.WithRandomSeed(1), mockcloud.WithPolicy("legacy")}, opts...)
	c, err := mockcloud.New(all...)
	require.NoError(t, err)
	return &cloud{Cloud: c, t: t, tokens: map[string]string{}, clock: now}
}

// answer is what a request got.
type answer struct {
	status int
	header http.Header
	json   object
	body   string
}

// at digs in the body; a fault is under "".
func (a answer) at(path ...string) any {
	var v any = a.json
	for _, key := range path {
		m, _ := v.(object)
		v = m[key]
	}
	return v
}

func (a answer) text(path ...string) string {
	s, _ := a.at(path...).(string)
	return s
}

// fault is the name and the message of a refusal.
func (a answer) fault() (name, message string) {
	for name, v := range a.json {
		inner, _ := v.(object)
		message, _ = inner["message"].(string)
		return name, message
	}
	return "", ""
}

func (c *cloud) token(who string) string {
	c.t.Helper()
	if who == "" || c.tokens[who] != "" {
		return c.tokens[who]
	}
	project := object{"name": c.ClientConfig(who).ProjectName, "domain": object{"name": "Default"}}
	body := object{"auth": object{
		"identity": object{
			"methods":  []any{"password"},
			"password": object{"user": object{"name": who, "domain": object{"name": "Default"}, "password": "secret"}},
		},
		"scope": object{"project": project},
	}}
	a := c.send("POST", "/identity/v3/auth/tokens", "", body, "Content-Type", "application/json")
	require.Equal(c.t, 201, a.status, a.body)
	c.tokens[who] = a.header.Get("X-Subject-Token")
	return c.tokens[who]
}

func (c *cloud) send(method, path, token string, body any, header ...string) answer {
	c.t.Helper()
	var raw []byte
	switch b := body.(type) {
	case nil:
	case string:
		raw = []byte(b)
	default:
		var err error
		raw, err = json.Marshal(body)
		require.NoError(c.t, err)
	}
	r := httptest.NewRequest(method, "http://cloud.test"+path, bytes.NewReader(raw))
	r.Header.Set("Accept", "application/json")
	if token != "" {
		r.Header.Set("X-Auth-Token", token)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	a := answer{status: w.Code, header: w.Header(), body: w.Body.String()}
	if strings.HasPrefix(a.body, "{") {
		require.NoError(c.t, json.Unmarshal(w.Body.Bytes(), &a.json), a.body)
	}
	return a
}

// do asks block storage at a microversion, "" for none.
func (c *cloud) do(who, at, method, path string, body any, header ...string) answer {
	c.t.Helper()
	if body != nil {
		header = append(header, "Content-Type", "application/json")
	}
	if at != "" {
		header = append(header, "OpenStack-API-Version", "volume "+at)
	}
	return c.send(method, "/volume/v3"+path, c.token(who), body, header...)
}

// volume makes a volume of the member and answers its id.
func (c *cloud) volume(more object) string {
	c.t.Helper()
	body := object{"size": 1, "name": "v"}
	for k, v := range more {
		body[k] = v
	}
	a := c.do("member", "3.70", "POST", "/volumes", object{"volume": body})
	require.Equal(c.t, 202, a.status, a.body)
	return a.text("volume", "id")
}

func (c *cloud) status(id string) string {
	c.t.Helper()
	return c.do("member", "3.70", "GET", "/volumes/"+id, nil).text("volume", "status")
}

func (c *cloud) act(who, id, action string, args any) answer {
	c.t.Helper()
	return c.do(who, "3.70", "POST", "/volumes/"+id+"/action", object{action: args})
}

// attach reserves a volume for a server and answers the attachment's id.
func (c *cloud) attach(volume, server string) string {
	c.t.Helper()
	a := c.do("member", "3.54", "POST", "/attachments", object{"attachment": object{"volume_uuid": volume, "instance_uuid": server}})
	require.Equal(c.t, 200, a.status, a.body)
	return a.text("attachment", "id")
}

func (c *cloud) connect(attachment string) answer {
	c.t.Helper()
	return c.do("member", "3.54", "PUT", "/attachments/"+attachment,
		object{"attachment": object{"connector": object{"host": "h", "mountpoint": "/dev/vdb"}}})
}

func (c *cloud) complete(attachment string) answer {
	c.t.Helper()
	return c.do("member", "3.54", "POST", "/attachments/"+attachment+"/action", object{"os-complete": nil})
}

func (c *cloud) record(id string) *state.Volume { return cloudcontrol.Of(c).Volume(id) }
