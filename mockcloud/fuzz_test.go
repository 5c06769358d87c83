package mockcloud_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/internal/mockcloud/journal"
	"plumbline/mockcloud"
)

// FuzzRequests sends any method, path, version and body to all services: never a 5xx, never a panic, and the
// answers are what the documents say (the self-check is on).
func FuzzRequests(f *testing.F) {
	server := "/compute/v2.1/servers/" + benchServer
	for _, s := range []struct{ method, url, version, body string }{
		{"GET", "/compute/v2.1/servers/detail?limit=1&marker=x", "2.93", ""},
		{"GET", server, "2.104", ""},
		{"POST", server + "/action", "2.54", `{"rebuild": {"imageRef": "` + imageA + `", "key_name": null}}`},
		{"POST", server + "/action", "2.1", `{"os-stop": null}`},
		{"POST", server + "/action", "2.73", `{"lock": {"locked_reason": "é"}}`},
		{"POST", server + "/action", "2.91", `{"shelve": null}`},
		{"PUT", server, "2.19", `{"server": {"name": "a", "description": null}}`},
		{
			"POST", "/compute/v2.1/servers", "2.74",
			`{"server": {"name": "a", "flavorRef": "1", "imageRef": "` + imageA + `", "networks": "none"}}`,
		},
		{"POST", "/compute/v2.1/os-keypairs", "2.2", `{"keypair": {"name": "k"}}`},
		{"GET", "/compute/v2.1/flavors/detail?min_ram=1", "2.61", ""},
		{
			"POST", "/identity/v3/auth/tokens", "",
			`{"auth": {"identity": {"methods": ["password"], "password": {"user": {"name": "member", "domain": {"id": "default"}, "password": "secret"}}}}}`,
		},
		{"POST", "/image/v2/images", "", `{"name": "i", "disk_format": "raw", "container_format": "bare"}`},
		{"GET", "/image/v2/images?name=cirros-a&sort=name:asc", "", ""},
		{"GET", "/network/v2.0/networks", "", ""},
		{
			"POST", "/orchestration/v1/00000000000000000000000000000a02/stacks", "",
			`{"stack_name": "s", "template": {"heat_template_version": "2018-08-31", "resources": {}}}`,
		},
		{"GET", "/metadata/openstack/latest/meta_data.json", "", ""},
	} {
		f.Add(s.method, s.url, s.version, s.body)
	}
	c, err := mockcloud.New(mockcloud.WithSeed(withServers(2)))
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, method, url, version, body string) {
		if !token(method) || !strings.HasPrefix(url, "/") || strings.HasPrefix(url, "/_plumbline") {
			return
		}
		r := httptest.NewRequest("GET", "http://cloud.test/", strings.NewReader(body))
		u, err := r.URL.Parse("http://cloud.test" + url)
		if err != nil {
			return
		}
		r.Method, r.URL, r.RequestURI = method, u, u.RequestURI()
		r.Header.Set("X-Auth-Token", benchToken)
		r.Header.Set("OpenStack-API-Version", "compute "+version)
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		c.ServeHTTP(w, r)
		bugs := cloudcontrol.Of(c).Journal().Entries(journal.Filter{Bugs: true})
		cloudcontrol.Of(c).Journal().Clear()
		if w.Code >= 500 || len(bugs) > 0 {
			t.Fatalf("%s %s at %q with %q: %d %s\n%+v", method, url, version, body, w.Code, w.Body, bugs)
		}
	})
}

// token tells whether a method can be sent at all (RFC 9110 §5.6.2).
func token(s string) bool {
	for _, c := range s {
		if c <= ' ' || c >= 0x7f || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, c) {
			return false
		}
	}
	return s != ""
}
