package target_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
)

// elsewhere is a server that a cloud redirects to; it keeps what it is sent.
type elsewhere struct {
	*httptest.Server
	mu  sync.Mutex
	got []string
}

func newElsewhere(t *testing.T) *elsewhere {
	e := &elsewhere{}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		e.mu.Lock()
		e.got = append(e.got, fmt.Sprintf("%s %s %v %s", r.Method, r.URL, r.Header, body))
		e.mu.Unlock()
		write(w, 200, `{"status": "ok", "servers": []}`)
	}))
	t.Cleanup(e.Close)
	return e
}

func (e *elsewhere) heard() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.got
}

// asking is one way in which the program asks a cloud; it is the request of that method and path that is redirected.
type asking struct {
	name, redirected string
	// ask answers what came of it.
	ask func(ctx context.Context, c *cloud, config target.Config) error
	// logsIn: the request belongs to the login, where a redirect within one origin is followed.
	logsIn bool
}

func connecting(ctx context.Context, _ *cloud, config target.Config) error {
	_, err := target.Connect(ctx, config, tools(&tape{}))
	return err
}

func calling(method string) func(context.Context, *cloud, target.Config) error {
	return func(ctx context.Context, _ *cloud, config target.Config) error {
		to, err := target.Connect(ctx, config, tools(&tape{}))
		if err != nil {
			return err
		}
		call := session.Call{Role: "setup", Service: openapi.Compute, Method: method, Path: "/servers"}
		if method == http.MethodPost {
			call.Body = map[string]string{"name": "new"}
		}
		reply, err := to.Main.Call(ctx, call)
		if err == nil && !reply.Is(200) {
			err = fmt.Errorf("it answers %d", reply.Status)
		}
		return err
	}
}

var allAskings = []asking{
	{"the password", "POST /identity/v3/auth/tokens", connecting, true},
	{"identity's versions", "GET /identity/", func(ctx context.Context, c *cloud, config target.Config) error {
		config.Login.Options.IdentityEndpoint = c.URL + "/identity"
		return connecting(ctx, c, config)
	}, true},
	{"compute's versions", "GET /one/v2.1/", connecting, false},
	{"a GET with a token", "GET /one/v2.1/servers", calling(http.MethodGet), false},
	{"a POST with a token", "POST /one/v2.1/servers", calling(http.MethodPost), false},
	{"a DELETE with a token", "DELETE /one/v2.1/servers", calling(http.MethodDelete), false},
	{"a token for the control API", "GET /_plumbline/health", func(ctx context.Context, _ *cloud, config target.Config) error {
		config.Kind, config.ControlToken = target.Mock, "control-token-of-a-mock"
		to, err := target.Connect(ctx, config, tools(&tape{}))
		if err == nil && to.Control == nil {
			err = fmt.Errorf("no control API")
		}
		return err
	}, false},
	{"a signature for metadata", "GET /openstack/latest/meta_data.json", func(ctx context.Context, c *cloud, config target.Config) error {
		config.Metadata = target.MetadataAccess{URL: c.URL, Secret: "shared-secret-of-metadata"}
		to, err := target.Connect(ctx, config, tools(&tape{}))
		if err != nil {
			return err
		}
		status, _, err := to.GuestMetadata(ctx, "", "server", "project")
		if err == nil && status != 200 {
			err = fmt.Errorf("it answers %d", status)
		}
		return err
	}, false},
}

// TestARedirectToAnotherOriginGetsNothing goes through redirects × where they lead × what is asked: what may carry a
// password, a token or a signature is not sent to another scheme, host or port.
func TestARedirectToAnotherOriginGetsNothing(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		for _, a := range allAskings {
			for _, to := range []string{"the same origin", "another host", "another port", "http instead of https"} {
				t.Run(fmt.Sprintf("%d of %s to %s", status, a.name, to), func(t *testing.T) {
					redirected(t, status, a, to)
				})
			}
		}
	}
}

func redirected(t *testing.T, status int, a asking, to string) {
	c, other := newCloud(t), newElsewhere(t)
	config := c.config()
	if to == "http instead of https" {
		c.Close()
		c.Server = httptest.NewTLSServer(c)
		config = c.config()
		config.Login.TLS = &tls.Config{RootCAs: c.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs}
	}
	at := map[string]string{
		"the same origin": c.URL + "/moved", "another port": other.URL,
		"another host": strings.Replace(other.URL, "127.0.0.1", "localhost", 1), "http instead of https": other.URL,
	}[to]
	if to == "another host" { // the port is the same: only the name is another
		at = strings.Replace(c.URL, "127.0.0.1", "localhost", 1) + "/moved"
	}
	c.extra[a.redirected] = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", at)
		w.WriteHeader(status)
	}
	moved := 0
	for _, method := range []string{"GET", "POST", "DELETE"} {
		c.extra[method+" /moved"] = func(w http.ResponseWriter, r *http.Request) {
			moved++
			if a.redirected == "GET /identity/" {
				write(w, 200, `{"versions": {"values": [{"id": "v3.14", "status": "stable", "links": [{"rel": "self", "href": "`+
					c.URL+`/identity/v3/"}]}]}}`)
				return
			}
			c.issue(w, r)
		}
	}
	err := a.ask(t.Context(), c, config)
	assert.Empty(t, other.heard())
	follows := to == "the same origin" && a.logsIn && (status >= 307 || strings.HasPrefix(a.redirected, "GET"))
	if follows {
		require.NoError(t, err)
		assert.Equal(t, 1, moved)
		return
	}
	assert.Zero(t, moved, "nothing is sent there")
	require.Error(t, err)
	for _, secret := range []string{c.password, "token-of-a-test", config.Metadata.Secret} {
		if secret != "" {
			assert.NotContains(t, err.Error(), secret)
		}
	}
	switch {
	case strings.Contains(a.redirected, "_plumbline"): // not a mock that can be steered: the cloud is certified without
	case to == "the same origin" && a.logsIn:
		assert.ErrorIs(t, err, session.ErrUntrusted)
		assert.ErrorContains(t, err, fmt.Sprintf("redirects (%d) to %s/moved in a way in which a request loses its body", status, c.URL))
	case a.logsIn:
		assert.ErrorIs(t, err, session.ErrUntrusted)
		assert.ErrorContains(t, err, fmt.Sprintf("%s redirects (%d) to %s", c.URL, status, strings.TrimSuffix(at, "/moved")))
		assert.ErrorContains(t, err, "another origin than "+c.URL)
	case to != "the same origin" && !strings.Contains(a.redirected, "meta_data"):
		assert.ErrorContains(t, err, "another origin, "+strings.TrimSuffix(at, "/moved"))
	}
}

// TestALinkInIdentitysVersionsGetsNoPassword: without /v3 in auth_url the version document says where tokens are.
func TestALinkInIdentitysVersionsGetsNoPassword(t *testing.T) {
	c, other := newCloud(t), newElsewhere(t)
	c.extra["GET /identity/"] = func(w http.ResponseWriter, _ *http.Request) {
		write(w, 200, `{"versions": {"values": [{"id": "v3.14", "status": "stable", "links": [{"rel": "self", "href": "`+
			other.URL+`/identity/v3/"}]}]}}`)
	}
	config := c.config()
	config.Login.Options.IdentityEndpoint = c.URL + "/identity"
	_, err := target.Connect(t.Context(), config, tools(&tape{}))
	assert.Empty(t, other.heard())
	require.ErrorIs(t, err, session.ErrUntrusted)
	assert.ErrorContains(t, err,
		"its answer links to "+other.URL+"/identity/v3/auth/tokens, another origin than "+c.URL+"; the POST was not sent there")
}

// TestRedirectsInCirclesEnd.
func TestRedirectsInCirclesEnd(t *testing.T) {
	c := newCloud(t)
	c.extra["POST /identity/v3/auth/tokens"] = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", "/identity/v3/auth/tokens")
		w.WriteHeader(307)
	}
	_, err := target.Connect(t.Context(), c.config(), tools(&tape{}))
	require.ErrorContains(t, err, "more than 5 times in a row")
}
