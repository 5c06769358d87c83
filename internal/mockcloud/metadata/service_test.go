package metadata_test

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/metadata"
	"plumbline/mockcloud"
	"plumbline/mockcloud/seed"
)

const (
	id    = "5e5e5e5e-0000-4000-8000-000000000001"
	token = "a-token"
	image = "00000000-0000-4000-8000-0000000000a1"
	demo  = "00000000000000000000000000000a02"
	one   = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIBNxGOZ96fUTnvgNfnaWi1pZ194UjnvcZcldm7kuOT9 one"
	two   = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIBNxGOZ96fUTnvgNfnaWi1pZ194UjnvcZcldm7kuOT8 two"
)

type cloud struct {
	*testing.T
	*mockcloud.Cloud
}

func begin(t *testing.T) cloud {
	s := seed.Default()
	s.Servers = append(s.Servers, seed.Server{Name: "guest", ID: id, Project: "demo", User: "member", Flavor: "m1.tiny", Image: "cirros-a"})
	s.Tokens = append(s.Tokens, seed.Token{ID: token, User: "member", Project: "demo"},
		seed.Token{ID: token + "2", User: "member2", Project: "demo"})
	c, err := mockcloud.New(mockcloud.WithSeed(s), mockcloud.WithRandomSeed(1))
	require.NoError(t, err)
	return cloud{t, c}
}

func (c cloud) compute(token, method, path, body string, status int) {
	c.Helper()
	r := httptest.NewRequest(method, "http://cloud.test/compute/v2.1"+path, strings.NewReader(body))
	r.Header.Set("X-Auth-Token", token)
	r.Header.Set("OpenStack-API-Version", "compute 2.100")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	require.Equal(c, status, w.Code, w.Body.String())
}

// get reads from inside the server; headers are changed by name=value, or left out by name.
func (c cloud) get(path string, change ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", "http://cloud.test/metadata"+path, nil)
	r.Header.Set(metadata.HeaderInstance, id)
	r.Header.Set(metadata.HeaderTenant, demo)
	r.Header.Set(metadata.HeaderSignature, metadata.Sign(metadata.Secret, id))
	for _, h := range change {
		name, value, found := strings.Cut(h, "=")
		r.Header.Del(name)
		if found {
			r.Header.Set(name, value)
		}
	}
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	return w
}

func (c cloud) keys() any {
	var data map[string]any
	require.NoError(c, json.Unmarshal(c.get("/openstack/latest/meta_data.json").Body.Bytes(), &data))
	_, names := data["public_keys"]
	_, all := data["keys"]
	assert.Equal(c, names, all)
	return data["public_keys"]
}

// The steps that Zed and Epoxy were taken through (realcloud/VERIFIED-epoxy.md, the key, seen from inside).
func TestTheKeySeenFromInside(t *testing.T) {
	c := begin(t)
	pair := func(token, name, material string) {
		c.compute(token, "POST", "/os-keypairs", `{"keypair": {"name": "`+name+`", "public_key": "`+material+`"}}`, 201)
	}
	rebuild := func(token, key string) {
		c.compute(token, "POST", "/servers/"+id+"/action", `{"rebuild": {"imageRef": "`+image+`", "key_name": `+key+`}}`, 202)
	}
	is := func(name, material string) {
		c.Helper()
		assert.Equal(c, map[string]any{name: material}, c.keys())
	}
	assert.Nil(t, c.keys(), "no key, neither field")
	pair(token, "m1", one)
	pair(token, "m2", two)
	pair(token+"2", "m1", two)
	rebuild(token, `"m1"`)
	is("m1", one)
	rebuild(token, `"m2"`)
	is("m2", two)
	rebuild(token, "null")
	assert.Nil(t, c.keys())
	rebuild(token+"2", `"m1"`)
	is("m1", two)
	rebuild(token, `"m1"`)
	is("m1", one)
	c.compute(token, "DELETE", "/os-keypairs/m1", "", 204)
	pair(token, "m1", two)
	is("m1", one)
	rebuild(token, `"m1"`)
	is("m1", two)
}

func TestWhoMayAsk(t *testing.T) {
	c := begin(t)
	const path = "/openstack/latest/meta_data.json"
	const gone = "404 Not Found\n\nThe resource could not be found.\n\n   "
	for _, row := range []struct {
		change []string
		status int
		body   string
	}{
		{[]string{metadata.HeaderSignature + "=" + strings.Repeat("0", 64)}, 403, "403 Forbidden\n\nInvalid proxy request signature.\n\n   "},
		{[]string{metadata.HeaderTenant + "=x"}, 404, gone},
		{[]string{metadata.HeaderInstance + "=x", metadata.HeaderSignature + "=" + metadata.Sign(metadata.Secret, "x")}, 404, gone},
		{
			[]string{metadata.HeaderInstance, metadata.HeaderTenant},
			400,
			"400 Bad Request\n\nX-Instance-ID header is missing from request.\n\n   ",
		},
		{[]string{metadata.HeaderTenant}, 400, "400 Bad Request\n\nX-Tenant-ID header is missing from request.\n\n   "},
		{[]string{metadata.HeaderSignature}, 400, "400 Bad Request\n\nX-Instance-ID-Signature header is missing from request.\n\n   "},
	} {
		w := c.get(path, row.change...)
		assert.Equal(t, row.status, w.Code)
		assert.Equal(t, row.body, w.Body.String())
	}
	assert.Contains(t, c.get(path, metadata.HeaderTenant, "Accept=*/*").Body.String(), "<h1>400 Bad Request</h1>")
	c.compute(token, "DELETE", "/servers/"+id, "", 204)
	assert.Equal(t, 404, c.get(path).Code)
}

func TestListingsAndDocuments(t *testing.T) {
	c := begin(t)
	for path, body := range map[string]string{
		"/openstack":                         "2012-08-10\n2013-04-04\n2013-10-17\n2015-10-15\n2016-06-30\n2016-10-06\n2017-02-22\n2018-08-27\n2020-10-14\n2025-04-04\nlatest",
		"/openstack/latest/":                 "meta_data.json\npassword\nvendor_data.json\nnetwork_data.json\nvendor_data2.json",
		"/openstack/2012-08-10":              "meta_data.json",
		"/openstack/2013-04-04":              "meta_data.json\npassword",
		"/openstack/latest/vendor_data.json": "{}", "/openstack/latest/network_data.json": "{}", "/openstack/latest/password": "",
		"/openstack/latest/vendor_data2.json": `{"static": {}}`,
	} {
		w := c.get(path)
		assert.Equal(t, 200, w.Code, path)
		assert.Equal(t, body, w.Body.String(), path)
	}
	for _, path := range []string{
		"/openstack/nope", "/openstack/latest/nope", "/openstack/latest/user_data",
		"/openstack/2012-08-10/vendor_data.json", "/nope",
	} {
		assert.Equal(t, 404, c.get(path).Code, path)
	}
	c.compute(token, "POST", "/servers/"+id+"/action",
		`{"rebuild": {"imageRef": "`+image+`", "user_data": "aGVsbG8=", "hostname": "h.x.y"}}`, 202)
	assert.Equal(t, "hello", c.get("/openstack/latest/user_data").Body.String())
	var data map[string]any
	require.NoError(t, json.Unmarshal(c.get("/openstack/latest/meta_data.json").Body.Bytes(), &data))
	assert.Equal(t, "h.x.y.novalocal", data["hostname"])
	assert.Len(t, data["random_seed"], 684)
	require.NoError(t, json.Unmarshal(c.get("/openstack/2012-08-10/meta_data.json").Body.Bytes(), &data))
}
