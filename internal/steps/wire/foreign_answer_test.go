package wire_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/redact"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/wire"
)

// log keeps exchanges.
type log []*eventlog.Exchanged

func (l *log) Append(p eventlog.Payload) error {
	*l = append(*l, p.(*eventlog.Exchanged))
	return nil
}

func recording(next http.RoundTripper) (*http.Client, *log) {
	l := &log{}
	return &http.Client{Transport: &wire.Recorder{Next: next, Log: l, Redact: redact.New(), Now: time.Now, Count: &atomic.Int64{}}}, l
}

// TestWhoseAnswerItIs: what a service answers reaches the step, what something on the way answers is an error.
func TestWhoseAnswerItIs(t *testing.T) {
	const id, html, js = "X-Openstack-Request-Id: req-1", "Content-Type: text/html", "Content-Type: application/json"
	const page = "<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this request.</body></html>"
	for _, row := range []struct {
		name    string
		service openapi.Service
		status  int
		header  []string
		body    string
		// foreign is what the error says, "" where the answer is the service's.
		foreign string
	}{
		{"Nova's own 500", openapi.Compute, 500, []string{id, js}, `{"computeFault": {"code": 500, "message": "Unexpected API Error."}}`, ""},
		{"a 500 with an envelope and no id", openapi.Compute, 500, []string{js}, `{"computeFault": {"code": 500, "message": "x"}}`, ""},
		{"a numbered 503 without an envelope", openapi.Image, 503, []string{id, html}, page, ""},
		{"Keystone's envelope", openapi.Identity, 500, []string{js}, `{"error": {"code": 500, "message": "x", "title": "y"}}`, ""},
		{
			"Heat's envelope", openapi.Orchestration, 500,
			[]string{js},
			`{"explanation": "x", "code": 500, "error": {"message": "x"}, "title": "y"}`, "",
		},
		{"Placement's envelope", openapi.Placement, 503, []string{js}, `{"errors": [{"status": 503, "detail": "x"}]}`, ""},
		{"a numbered HTML 404 of Nova's router", openapi.Compute, 404, []string{id, html}, "<html>", ""},
		{"a version document", openapi.Compute, 300, []string{js}, `{"versions": []}`, ""},
		{"an accepted action without id and body", openapi.Compute, 202, nil, "", ""},
		{"data of an image", openapi.Image, 200, []string{"Content-Type: application/octet-stream"}, "<html>", ""},
		{"metadata that is not there", "metadata", 404, []string{"Content-Type: text/plain"}, "not found", ""},
		{
			"a load balancer's 503", openapi.Compute, 503,
			[]string{html},
			page,
			`it has neither a request id nor an error envelope, but text/html that begins "<html><body><h1>503 Service Unavailable</h1>`,
		},
		{
			"a proxy's 502", openapi.Compute, 502,
			[]string{html, "Server: nginx"},
			"<html><center>nginx</center></html>",
			"is not the compute service's own but from something on the way to it",
		},
		{
			"a gateway's JSON 504", openapi.Compute, 504,
			[]string{js},
			`{"message": "The upstream server is timing out"}`,
			"neither a request id nor an error envelope",
		},
		{"an empty 503", openapi.Compute, 503, nil, "", "but nothing at all"},
		{"a gateway's 404", openapi.Compute, 404, []string{js}, `{"message": "no Route matched with those values"}`, "neither"},
		{"a firewall's 403", openapi.Compute, 403, []string{html}, "<html>blocked</html>", "neither"},
		{"a proxy that wants a password", openapi.Compute, 407, []string{id}, "", "no service answers that"},
		{"a 401 of the service", openapi.Image, 401, []string{"WWW-Authenticate: Keystone uri=\"http://x\""}, "", ""},
		{
			"a proxy's 401", openapi.Image, 401,
			[]string{"WWW-Authenticate: Basic realm=x", html},
			"<html>",
			"it wants a password of the kind Basic",
		},
		{"a portal for guests", openapi.Compute, 511, []string{html}, "<html>", "no service answers that"},
		{
			"a page for maintenance", openapi.Compute, 200,
			[]string{html},
			"<html>We are back soon</html>",
			`it has no request id, but text/html that begins "<html>We are back soon`,
		},
		{
			"a service that cannot ask identity", openapi.Compute, 503,
			[]string{id, js},
			`{"message": "The Keystone service is temporarily unavailable.", "code": "503", "title": "Service Unavailable"}`,
			"Keystone service is temporarily unavailable",
		},
		{"a proxy before the metadata API", "metadata", 502, nil, "", "it has no metadata"},
	} {
		t.Run(row.name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				for _, h := range row.header {
					name, value, _ := strings.Cut(h, ": ")
					w.Header().Set(name, value)
				}
				w.WriteHeader(row.status)
				_, _ = io.WriteString(w, row.body)
			}))
			defer server.Close()
			client, recorded := recording(http.DefaultTransport)
			req, err := http.NewRequestWithContext(wire.WithNote(context.Background(), wire.Note{Role: "subject", Service: row.service}), "GET",
				server.URL, nil)
			require.NoError(t, err)
			resp, err := client.Do(req)
			require.Len(t, *recorded, 1)
			assert.Equal(t, row.status, (*recorded)[0].Status, "recorded as it came")
			if row.foreign == "" {
				require.NoError(t, err)
				require.NoError(t, resp.Body.Close())
				assert.Empty(t, (*recorded)[0].Error)
				return
			}
			var foreign *wire.ForeignAnswer
			require.ErrorAs(t, err, &foreign)
			assert.ErrorContains(t, err, row.foreign)
			assert.ErrorContains(t, err, "nothing was proven")
			assert.Contains(t, (*recorded)[0].Error, row.foreign)
		})
	}
}

// raw serves each connection by hand: answers are sent as they stand, and the connection is closed.
func raw(t *testing.T, asked *atomic.Int64, answer func(n int64) (string, bool)) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close() //nolint:errcheck // that is the point
				in := bufio.NewReader(c)
				for {
					if _, err := http.ReadRequest(in); err != nil {
						return
					}
					text, stay := answer(asked.Add(1))
					if fmt.Fprint(c, text); !stay {
						return
					}
				}
			}()
		}
	}()
	return "http://" + l.Addr().String()
}

// TestAnswersThatAreCutOff are errors, whether a length, chunks or only the end of the connection would show their end.
func TestAnswersThatAreCutOff(t *testing.T) {
	const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Openstack-Request-Id: req-1\r\n"
	for _, row := range []struct {
		name, answer string
		whole        bool
	}{
		{"shorter than its length", head + "Content-Length: 100\r\n\r\n{\"servers\": [", false},
		{"in the middle of a chunk", head + "Transfer-Encoding: chunked\r\n\r\n20\r\n{\"servers\": [", false},
		{"before the last chunk", head + "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n", false},
		{"without a length, in the middle", head + "Connection: close\r\n\r\n{\"servers\": [", false},
		{"without a length, whole", head + "Connection: close\r\n\r\n{\"servers\": []}", true},
		{"in the headers", head, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			var asked atomic.Int64
			at := raw(t, &asked, func(int64) (string, bool) { return row.answer, false })
			client, recorded := recording(&http.Transport{DisableKeepAlives: true})
			resp, err := client.Get(at)
			require.Len(t, *recorded, 1)
			if row.whole {
				require.NoError(t, err)
				require.NoError(t, resp.Body.Close())
				return
			}
			require.Error(t, err)
			assert.NotEmpty(t, (*recorded)[0].Error)
		})
	}
}

// TestASubjectIsSentOnce: net/http sends a GET again by itself when a kept connection breaks. The subject of a test
// is not to be sent twice, whatever its method.
func TestASubjectIsSentOnce(t *testing.T) {
	for role, want := range map[string]int64{"subject": 2, "observe": 3} {
		t.Run(role, func(t *testing.T) {
			var asked atomic.Int64
			at := raw(t, &asked, func(n int64) (string, bool) {
				if n == 2 { // the second request, on the connection that was kept
					return "", false
				}
				return "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", true
			})
			transport := &http.Transport{}
			defer transport.CloseIdleConnections()
			client, _ := recording(transport)
			var last error
			for range 2 {
				req, err := http.NewRequestWithContext(wire.WithNote(context.Background(), wire.Note{Role: role, Service: openapi.Compute}), "GET",
					at, nil)
				require.NoError(t, err)
				var resp *http.Response
				if resp, last = client.Do(req); last == nil {
					require.NoError(t, resp.Body.Close())
				}
			}
			assert.Equal(t, want, asked.Load())
			assert.Equal(t, role == "subject", last != nil)
		})
	}
}
