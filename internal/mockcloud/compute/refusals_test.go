package compute_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/compute"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/trial"
	"plumbline/internal/openapi"
)

const toyServer = "11111111-1111-4111-8111-111111111111"

// small is compute alone, with one server that is not whole: nobody looks at its fields here.
func small(t *testing.T) *trial.Cloud {
	t.Helper()
	c := trial.New(t, compute.New)
	c.Env.SelfCheck = false
	txn := c.Env.Store.Write()
	launched := trial.Start
	state.Servers.Insert(txn, &state.Server{
		ID: toyServer, Serial: 1, Name: "toy", ProjectID: trial.Demo, UserID: "u-member", VMState: state.VMActive, Host: "host1",
		Launched: &launched, Created: trial.Start, Updated: trial.Start,
	})
	require.NoError(t, txn.Commit())
	return c
}

// send makes one exchange as somebody; headers are name, value, name, value, and no others are sent.
func send(c *trial.Cloud, method, url, who, body string, headers ...string) (*http.Response, string) {
	c.T.Helper()
	r := httptest.NewRequest(method, "http://cloud.test"+url, strings.NewReader(body))
	if body == "" {
		r.Body, r.ContentLength = http.NoBody, 0
	}
	if token := c.Token(who); token != "" {
		r.Header.Set("X-Auth-Token", token)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	c.Handler.ServeHTTP(w, r)
	out, err := io.ReadAll(w.Result().Body)
	require.NoError(c.T, err)
	return w.Result(), string(out)
}

// TestWhatNovaAnswered is a table of exchanges that a real Nova answered like this.
func TestWhatNovaAnswered(t *testing.T) {
	newestOfAll := trial.Newest(t, openapi.Compute)
	const (
		malformed = `{"badRequest": {"code": 400, "message": "Malformed request body"}}`
		noMethod  = `{"itemNotFound": {"code": 404, "message": "The resource could not be found."}}`
		missing   = `{"badRequest": {"code": 400, "message": "Invalid input for field/attribute rebuild. Value: {}. 'imageRef' is a required property"}}`
		media     = `{"badMediaType": {"code": 415, "message": "Unsupported Content-Type"}}`
		noToken   = `{"error": {"code": 401, "title": "Unauthorized", "message": "The request you have made requires authentication."}}`
		page      = "<html>\n <head>\n  <title>404 Not Found</title>\n </head>\n <body>\n  <h1>404 Not Found</h1>\n  The " +
			"resource could not be found.<br /><br />\n\n\n\n </body>\n</html>"
	)
	version := func(v string) []string { return []string{"OpenStack-API-Version", "compute " + v} }
	kind := func(v string) []string { return []string{"Content-Type", v} }
	accept := func(v string) []string { return []string{"Accept", v} }
	c := small(t)
	for _, tc := range []struct {
		name, method, url, token, body string
		headers                        []string
		status                         int
		echo                           string // "" is no version headers
		want                           string // whole body; "" is not looked at
		contentType                    string
	}{
		{name: "no token", method: "GET", url: "/servers/detail", status: 401, want: noToken, contentType: "application/json"},
		{
			name: "bad token and bad version", method: "GET", url: "/servers/detail", token: "bad", headers: version("2.x"),
			status: 401, want: noToken,
		},
		{name: "unknown path without a token", method: "GET", url: "/nope", status: 401, want: noToken},
		{name: "unknown path", method: "GET", url: "/nope", token: "member", status: 404, want: page, contentType: "text/html; charset=UTF-8"},
		{name: "unknown path and bad version", method: "GET", url: "/nope", token: "member", headers: version("2.x"), status: 404, want: page},
		{
			name: "unknown path for JSON", method: "GET", url: "/nope", token: "member", headers: accept("application/json"),
			status: 404, contentType: "application/json",
			want: `{"message": "The resource could not be found.<br /><br />\n\n\n", "code": "404 Not Found", "title": "Not Found"}`,
		},
		{
			name: "unknown path for anyone", method: "GET", url: "/nope", token: "member", headers: accept(""), status: 404,
			contentType: "text/plain; charset=UTF-8", want: "404 Not Found\n\nThe resource could not be found.\n\n   ",
		},
		{
			name: "unknown path for text", method: "GET", url: "/nope", token: "member", headers: accept("text/plain"),
			status: 404, contentType: "text/plain; charset=UTF-8", want: "404 Not Found\n\nThe resource could not be found.\n\n   ",
		},
		{
			name: "unknown path for anything else", method: "GET", url: "/nope", token: "member",
			headers: accept("application/xml"), status: 404, contentType: "text/plain; charset=UTF-8",
		},
		{
			name: "unknown path for text/*", method: "GET", url: "/nope", token: "member", headers: accept("text/*"), status: 404,
			contentType: "text/html; charset=UTF-8",
		},
		{
			name: "unknown path for application/*", method: "GET", url: "/nope", token: "member", headers: accept("application/*"),
			status: 404, contentType: "application/json",
		},
		{
			name: "unknown path by weight", method: "GET", url: "/nope", token: "member",
			headers: accept("text/html;q=0.3,application/json"), status: 404, contentType: "application/json",
		},
		{
			name: "unknown path by weight the other way", method: "GET", url: "/nope", token: "member",
			headers: accept("application/json;q=0.5, text/html"), status: 404, contentType: "text/html; charset=UTF-8",
		},
		{name: "unknown method", method: "PATCH", url: "/servers", token: "member", status: 404, want: page},
		{name: "HEAD is unknown", method: "HEAD", url: "/servers", token: "member", status: 404},
		{name: "a body of a GET", method: "GET", url: "/servers/detail", body: "{", token: "member", status: 200, echo: "2.1"},
		{
			name: "a body of a DELETE", method: "DELETE", url: "/servers/00000000-0000-4000-8000-00000000dead", body: "{", token: "member",
			status: 404, echo: "2.1",
		},
		{name: "trailing slash", method: "GET", url: "/servers/", token: "member", status: 404, want: page},
		{name: "a path's suffix is nothing", method: "GET", url: "/servers.json", token: "member", status: 404, want: page},
		{name: "project alone", method: "GET", url: "/" + trial.Demo, token: "member", status: 404, want: page},
		{name: "project in the URL", method: "GET", url: "/" + trial.Demo + "/servers/detail", token: "member", status: 200, echo: "2.1"},
		{
			name: "another project in the URL", method: "GET", url: "/" + trial.Other + "/servers/detail", token: "member",
			status: 400, echo: "2.1", want: `{"badRequest": {"code": 400, "message": "Malformed request URL: URL's project_id '` +
				trial.Other + `' doesn't match Context's project_id '` + trial.Demo + `'"}}`,
		},
		{name: "no project's id", method: "GET", url: "/zzz/servers/detail", token: "member", status: 404, want: page},
		{name: "no version is the first", method: "GET", url: "/servers/detail", token: "member", status: 200, echo: "2.1"},
		{name: "latest", method: "GET", url: "/servers/detail", token: "member", headers: version("latest"), status: 200, echo: newestOfAll},
		{
			name: "LATEST", method: "GET", url: "/servers/detail", token: "member", headers: version("LATEST"), status: 400,
			want: `{"badRequest": {"code": 400, "message": "API Version String LATEST is of invalid format. Must be of format MajorNum.MinorNum."}}`, contentType: "application/json; charset=UTF-8",
		},
		{
			name: "a tab before the version", method: "GET", url: "/servers/detail", token: "member",
			headers: []string{"OpenStack-API-Version", "compute\t2.54"}, status: 200, echo: "2.54",
		},
		{
			name: "nothing in the legacy header", method: "GET", url: "/servers/detail", token: "member",
			headers: []string{"X-OpenStack-Nova-API-Version", ""}, status: 400,
			want: `{"badRequest": {"code": 400, "message": "API Version String  is of invalid format. Must be of format MajorNum.MinorNum."}}`,
		},
		{
			name: "two versions in one entry", method: "GET", url: "/servers/detail", token: "member", headers: version("2.1 2.3"),
			status: 400, want: `{"badRequest": {"code": 400, "message": "API Version String 2.1 2.3 is of invalid format. Must be of format MajorNum.MinorNum."}}`,
		},
		{
			name: "too new", method: "GET", url: "/servers/detail", token: "member", headers: version("2.999"), status: 406,
			echo: "2.999", want: `{"computeFault": {"code": 406, "message": "Version 2.999 is not supported by the API. Minimum is 2.1 and maximum is ` + newestOfAll + `."}}`,
		},
		{name: "too old", method: "GET", url: "/servers/detail", token: "member", headers: version("2.0"), status: 406, echo: "2.0"},
		{
			name: "a service without a version", method: "GET", url: "/servers/detail", token: "member",
			headers: []string{"OpenStack-API-Version", "compute"}, status: 200, echo: "2.1",
		},
		{
			name: "another service's entry", method: "GET", url: "/servers/detail", token: "member",
			headers: []string{"OpenStack-API-Version", "volume 3.68"}, status: 200, echo: "2.1",
		},
		{
			name: "nova is another service", method: "GET", url: "/servers/detail", token: "member",
			headers: []string{"OpenStack-API-Version", "nova 2.30, COMPUTE 2.31"}, status: 200, echo: "2.31",
		},
		{
			name: "the last entry counts", method: "GET", url: "/servers/detail", token: "member",
			headers: version("2.1, compute 2.96"), status: 200, echo: "2.96",
		},
		{
			name: "the last header counts", method: "GET", url: "/servers/detail", token: "member",
			headers: append(version("2.5"), version("2.6")...), status: 200, echo: "2.6",
		},
		{
			name: "legacy header", method: "GET", url: "/servers/detail", token: "member",
			headers: []string{"X-OpenStack-Nova-API-Version", "2.3,2.4"}, status: 200, echo: "2.4",
		},
		{
			name: "legacy latest", method: "GET", url: "/servers/detail", token: "member",
			headers: []string{"X-OpenStack-Nova-API-Version", "latest"}, status: 200, echo: newestOfAll,
		},
		{
			name: "legacy malformed", method: "GET", url: "/servers/detail", token: "member",
			headers: []string{"X-OpenStack-Nova-API-Version", "2.x"}, status: 400,
		},
		{
			name: "the standard header wins", method: "GET", url: "/servers/detail", token: "member",
			headers: append(version("2.5"), "X-OpenStack-Nova-API-Version", "2.9"), status: 200, echo: "2.5",
		},
		{
			name: "malformed version and media type", method: "GET", url: "/servers/detail", token: "member",
			headers: append(version("2.x"), kind("application/xml")...), status: 400,
		},
		{
			name: "media type", method: "POST", url: "/servers/nope/action", token: "member", body: `{"rebuild": {}}`,
			headers: kind("application/xml"), status: 415, echo: "2.1", want: media,
		},
		{
			name: "media type that is none", method: "POST", url: "/servers/nope/action", token: "member", body: `{"rebuild": {}}`,
			headers: kind("garbage"), status: 415, echo: "2.1", want: media,
		},
		{
			name: "media type without a body", method: "POST", url: "/servers", token: "member", headers: kind("application/xml"),
			status: 415, echo: "2.1", want: media,
		},
		{
			name: "media type of a GET", method: "GET", url: "/servers/detail", token: "member", headers: kind("application/xml"),
			status: 415, echo: "2.1", want: media,
		},
		{
			name: "plain text is JSON", method: "POST", url: "/servers/nope/action", token: "member", body: `{"rebuild": {}}`,
			headers: kind("text/plain"), status: 400, echo: "2.1", want: missing,
		},
		{
			name: "no media type is JSON", method: "POST", url: "/servers/nope/action", token: "member", body: `{"rebuild": {}}`,
			status: 400, echo: "2.1", want: missing,
		},
		{
			name: "the vendor's media type", method: "POST", url: "/servers/nope/action", token: "member", body: `{"rebuild": {}}`,
			headers: kind("application/vnd.openstack.compute+json"), status: 400, echo: "2.1", want: missing,
		},
		{
			name: "a charset", method: "POST", url: "/servers/nope/action", token: "member", body: `{"rebuild": {}}`,
			headers: kind("application/json; charset=latin1"), status: 400, echo: "2.1", want: missing,
		},
		{name: "action without a body", method: "POST", url: "/servers/nope/action", token: "member", status: 400, echo: "2.1", want: malformed},
		{
			name: "action that breaks off", method: "POST", url: "/servers/nope/action", token: "member", body: "{", status: 400,
			echo: "2.1", want: malformed,
		},
		{
			name: "action that is unknown", method: "POST", url: "/servers/nope/action", token: "member", body: `{"foo": {}}`,
			status: 400, echo: "2.1", want: `{"badRequest": {"code": 400, "message": "There is no such action: foo"}}`,
		},
		{
			name: "two actions", method: "POST", url: "/servers/nope/action", token: "member", body: `{"a": 1, "b": 2}`,
			status: 400, echo: "2.1", want: malformed,
		},
		{name: "no action", method: "POST", url: "/servers/nope/action", token: "member", body: `{}`, status: 400, echo: "2.1", want: malformed},
		{
			name: "action in an empty list", method: "POST", url: "/servers/nope/action", token: "member", body: `[]`, status: 400,
			echo: "2.1", want: malformed,
		},
		{
			name: "action in a list", method: "POST", url: "/servers/nope/action", token: "member", body: `[1]`, status: 404,
			echo: "2.1", want: noMethod,
		},
		{
			name: "action in a string", method: "POST", url: "/servers/nope/action", token: "member", body: `"x"`, status: 404,
			echo: "2.1", want: noMethod,
		},
		{
			name: "action in null", method: "POST", url: "/servers/nope/action", token: "member", body: `null`, status: 404,
			echo: "2.1", want: noMethod,
		},
		{
			name: "create with a list", method: "POST", url: "/servers", token: "member", body: `[]`, status: 400, echo: "2.1",
			want: `{"badRequest": {"code": 400, "message": "[] is not of type 'object'"}}`,
		},
		{
			name: "create with a string", method: "POST", url: "/servers", token: "member", body: `"x"`, status: 400, echo: "2.1",
			want: `{"badRequest": {"code": 400, "message": "'x' is not of type 'object'"}}`,
		},
		{
			name: "create with null", method: "POST", url: "/servers", token: "member", body: `null`, status: 400, echo: "2.1",
			want: `{"badRequest": {"code": 400, "message": "None is not of type 'object'"}}`,
		},
		{
			name: "create with nothing", method: "POST", url: "/servers", token: "member", status: 400, echo: "2.1",
			want: `{"badRequest": {"code": 400, "message": "None is not of type 'object'"}}`,
		},
		{
			name: "create with what breaks off", method: "POST", url: "/servers", token: "member", body: "{", status: 400,
			echo: "2.1", want: malformed,
		},
		{
			name: "unknown server", method: "GET", url: "/servers/nope.json", token: "member", status: 404, echo: "2.1",
			want: `{"itemNotFound": {"code": 404, "message": "Instance nope.json could not be found."}}`,
		},
		{
			name: "a body of DELETE is not looked at", method: "DELETE", url: "/servers/nope", token: "member", body: "{",
			status: 404, echo: "2.1", want: `{"itemNotFound": {"code": 404, "message": "Instance nope could not be found."}}`,
		},
		{
			name: "unknown query key, old", method: "GET", url: "/servers/detail?foo=1", token: "member", headers: version("2.74"),
			status: 200, echo: "2.74",
		},
		{
			name: "unknown query key, new", method: "GET", url: "/servers/detail?foo=1", token: "member", headers: version("2.75"),
			status: 400, echo: "2.75", want: `{"badRequest": {"code": 400, "message": "'foo' does not match any of the regexes: '^_'"}}`,
		},
		{
			name: "query value", method: "GET", url: "/servers/detail?limit=a", token: "member", status: 400, echo: "2.1",
			want: `{"badRequest": {"code": 400, "message": "Invalid input for query parameters limit. Value: a. 'a' does not match '^[0-9]*$'"}}`,
		},
		{
			name: "reader may not", method: "POST", url: "/servers/" + toyServer + "/action", token: "reader",
			body: `{"lock": null}`, status: 403, echo: "2.1",
			want: `{"forbidden": {"code": 403, "message": "Policy doesn't allow os_compute_api:os-lock-server:lock to be performed."}}`,
		},
		{
			name: "reader with a wrong body", method: "POST", url: "/servers/" + toyServer + "/action", token: "reader",
			body: `{"rebuild": {}}`, status: 400, echo: "2.1", want: missing,
		},
		{
			name: "outsider", method: "POST", url: "/servers/" + toyServer + "/action", token: "outsider", body: `{"lock": null}`,
			status: 404, echo: "2.1",
		},
		{name: "system scope", method: "GET", url: "/servers/detail", token: "system", status: 403, echo: "2.1"},
		{
			name: "too large", method: "POST", url: "/servers", body: strings.Repeat("a", 200000), status: 413,
			contentType: "text/html; charset=UTF-8", want: strings.NewReplacer("404", "413", "Not Found",
				"Request Entity Too Large", "The resource could not be found.", "Request is too large. Larger than "+
					"max_request_body_size (114688).").Replace(page),
		},
		{name: "an encoded slash is a slash", method: "GET", url: "/servers/a%2Fb", token: "member", status: 404, want: page},
	} {
		t.Run(tc.name, func(t *testing.T) {
			headers := tc.headers
			if !slices.Contains(headers, "Accept") {
				headers = append(accept("*/*"), headers...)
			}
			resp, body := send(c, tc.method, "/compute/v2.1"+tc.url, tc.token, tc.body, headers...)
			require.Equal(t, tc.status, resp.StatusCode, body)
			if tc.want != "" {
				assert.Equal(t, tc.want, body)
			}
			if tc.contentType != "" {
				assert.Equal(t, tc.contentType, resp.Header.Get("Content-Type"))
			}
			if tc.echo == "" {
				assert.Empty(t, resp.Header.Values("OpenStack-API-Version"))
				assert.Empty(t, resp.Header.Values("X-OpenStack-Nova-API-Version"))
				assert.Empty(t, resp.Header.Values("Vary"))
			} else {
				assert.Equal(t, []string{"compute " + tc.echo}, resp.Header.Values("OpenStack-API-Version"))
				assert.Equal(t, []string{tc.echo}, resp.Header.Values("X-OpenStack-Nova-API-Version"))
				assert.Equal(t, []string{"OpenStack-API-Version", "X-OpenStack-Nova-API-Version"}, resp.Header.Values("Vary"))
			}
			assert.Regexp(t, `^req-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`, resp.Header.Get("X-Openstack-Request-Id"))
			assert.Equal(t, resp.Header.Get("X-Openstack-Request-Id"), resp.Header.Get("X-Compute-Request-Id"))
			if tc.status == 401 {
				assert.Equal(t, `Keystone uri="http://cloud.test/identity/v3"`, resp.Header.Get("WWW-Authenticate"))
			}
		})
	}
}

func TestLegacyRoot(t *testing.T) {
	c := small(t)
	resp, body := send(c, "GET", "/compute/v2/servers/"+toyServer, "member", "", "OpenStack-API-Version", "compute 2.x")
	require.Equal(t, 200, resp.StatusCode, body)
	assert.Empty(t, resp.Header.Values("OpenStack-API-Version"))
	assert.Empty(t, resp.Header.Values("Vary"))
	assert.NotContains(t, body, "locked", "the fields of the first microversion")

	create := `{"server": {"name": "a", "flavorRef": "1", "imageRef": "11111111-1111-4111-8111-111111111111", "nope": 1}, "neither": 2}`
	_, body = send(c, "POST", "/compute/v2/servers", "member", create)
	assert.NotContains(t, body, "Additional properties are not allowed", "they are dropped")
	resp, body = send(c, "POST", "/compute/v2.1/servers", "member", create)
	assert.Equal(t, 400, resp.StatusCode, body)
	assert.Contains(t, body, "Additional properties are not allowed")
}

func TestVersionNeedsNoToken(t *testing.T) {
	c := small(t)
	for _, url := range []string{"/compute/v2.1", "/compute/v2.1/"} {
		resp, body := send(c, "GET", url, "", "", "OpenStack-API-Version", "compute 2.54")
		assert.Equal(t, 200, resp.StatusCode, body)
		assert.Equal(t, "compute 2.54", resp.Header.Get("OpenStack-API-Version"))
	}
	resp, _ := send(c, "GET", "/compute/v2.1/", "", "", "OpenStack-API-Version", "compute 9.9")
	assert.Equal(t, 406, resp.StatusCode)
}
