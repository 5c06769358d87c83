package control_test

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/control"
)

const secretToken = "a-token-of-some-length"

func TestGuard(t *testing.T) {
	near := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8774}
	far := &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 8774}
	for _, tc := range []struct {
		name   string
		access control.Access
		at     net.Addr // where the connection arrived
		target string   // method, host and path
		header map[string]string
		want   int
		says   string
	}{
		{"the program itself", control.Access{}, nil, "POST example.com /reset", nil, 200, ""},
		{"a program on this machine", control.Access{}, near, "POST 127.0.0.1:8774 /reset", nil, 200, ""},
		{"by the name localhost", control.Access{}, near, "POST localhost:8774 /reset", nil, 200, ""},
		{"by the address of IPv6", control.Access{}, near, "GET [::1]:8774 /clock", nil, 200, ""},
		{"by a name that resolves to this machine", control.Access{}, near, "GET evil.example:8774 /state", nil, 403, "evil.example:8774"},
		{"by the base URL's name", control.Access{Hosts: []string{"cloud.test:8774"}}, near, "GET cloud.test:8774 /state", nil, 200, ""},
		{
			"the dashboard itself",
			control.Access{},
			near, "POST 127.0.0.1:8774 /reset",
			map[string]string{"Origin": "http://127.0.0.1:8774", "Sec-Fetch-Site": "same-origin"},
			200, "",
		},
		{
			"a page of somebody else",
			control.Access{},
			near, "POST 127.0.0.1:8774 /reset",
			map[string]string{"Origin": "https://evil.example"},
			403, "pages of https://evil.example",
		},
		{
			"a page of another port",
			control.Access{},
			near, "POST 127.0.0.1:8774 /reset",
			map[string]string{"Origin": "http://127.0.0.1:3000"},
			403, "pages of",
		},
		{
			"a page without an origin",
			control.Access{},
			near, "POST 127.0.0.1:8774 /reset",
			map[string]string{"Origin": "null"},
			403, "pages of null",
		},
		{
			"a script tag of somebody else",
			control.Access{},
			near, "GET 127.0.0.1:8774 /state",
			map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
			403, "other pages",
		},
		{
			"a link to the dashboard",
			control.Access{},
			near, "GET 127.0.0.1:8774 /",
			map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"},
			200, "",
		},
		{
			"another machine, without a token to ask for",
			control.Access{},
			far, "GET 192.0.2.1:8774 /state", nil, 401,
			"nobody may use its control API",
		},
		{"another machine", control.Access{Token: secretToken}, far, "GET 192.0.2.1:8774 /state", nil, 401, "X-Plumbline-Token: TOKEN"},
		{
			"this machine, where a token is asked for",
			control.Access{Token: secretToken},
			near, "GET 127.0.0.1:8774 /state", nil,
			401, "--control-token",
		},
		{
			"a wrong token",
			control.Access{Token: secretToken},
			far, "GET 192.0.2.1:8774 /state",
			map[string]string{"X-Plumbline-Token": secretToken + "x"},
			401, "",
		},
		{
			"the beginning of the token",
			control.Access{Token: secretToken},
			far, "GET 192.0.2.1:8774 /state",
			map[string]string{"X-Plumbline-Token": secretToken[:5]},
			401, "",
		},
		{
			"another scheme",
			control.Access{Token: secretToken},
			far, "GET 192.0.2.1:8774 /state",
			map[string]string{"Authorization": "Basic " + secretToken},
			401, "",
		},
		{
			"the token",
			control.Access{Token: secretToken},
			far, "GET 192.0.2.1:8774 /state",
			map[string]string{"X-Plumbline-Token": secretToken},
			200, "",
		},
		{
			"the token as a bearer's",
			control.Access{Token: secretToken},
			far, "GET 192.0.2.1:8774 /state",
			map[string]string{"Authorization": "bearer " + secretToken},
			200, "",
		},
		{
			"the token by any name",
			control.Access{Token: secretToken},
			near, "GET cloud.example /state",
			map[string]string{"X-Plumbline-Token": secretToken},
			200, "",
		},
		{"whether it is alive", control.Access{Token: secretToken}, far, "GET 192.0.2.1:8774 /health", nil, 200, `"token":"required"`},
		{
			"the page, which says nothing yet",
			control.Access{Token: secretToken},
			far, "GET 192.0.2.1:8774 /",
			map[string]string{"Accept": "text/html"},
			200, "",
		},
		{"the page's files", control.Access{Token: secretToken}, far, "GET 192.0.2.1:8774 /assets/app.js", nil, 200, ""},
		{"what the control API offers", control.Access{Token: secretToken}, far, "GET 192.0.2.1:8774 /", nil, 401, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			part := strings.Fields(tc.target)
			r := httptest.NewRequest(part[0], "http://"+part[1]+control.Prefix+part[2], nil)
			for name, value := range tc.header {
				r.Header.Set(name, value)
			}
			if tc.at != nil {
				r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, tc.at))
			}
			passed := false
			w := httptest.NewRecorder()
			control.Guard(tc.access, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { passed = true })).ServeHTTP(w, r)
			assert.Equal(t, tc.want, w.Code, w.Body.String())
			assert.Equal(t, tc.want == 200 && tc.says == "", passed)
			assert.Contains(t, w.Body.String(), tc.says)
			if tc.want == 401 {
				assert.Contains(t, w.Header().Get("WWW-Authenticate"), "Bearer")
				assert.NotContains(t, w.Body.String(), secretToken)
			}
		})
	}
}

func TestControlTokensThatSomebodyChose(t *testing.T) {
	require.NoError(t, control.CheckToken(""))
	require.NoError(t, control.CheckToken(secretToken))
	assert.ErrorContains(t, control.CheckToken("short"), "at least 12 characters")
	assert.ErrorContains(t, control.CheckToken("a token with blanks"), "without blanks")
	assert.ErrorContains(t, control.CheckToken("ein-Schlüssel-mehr"), "ASCII")
}
