package reports_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"io"
	"net/http"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi/exchange"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/html"
)

var packedData = regexp.MustCompile(`<div class="blob" id="blob-([a-z0-9]+)" hidden>([A-Za-z0-9_=-]+)</div>`)

// unpack returns the JSON of all parts of a page.
func unpack(t *testing.T, html string) string {
	t.Helper()
	var text strings.Builder
	found := packedData.FindAllStringSubmatch(html, -1)
	require.GreaterOrEqual(t, len(found), 2, "the contents, and at least one part with exchanges")
	require.Equal(t, "contents", found[0][1])
	for _, part := range found {
		raw, err := base64.URLEncoding.DecodeString(part[2])
		require.NoError(t, err)
		z, err := gzip.NewReader(bytes.NewReader(raw))
		require.NoError(t, err)
		_, err = io.Copy(&text, z)
		require.NoError(t, err)
	}
	return text.String()
}

func TestThePageNeedsNoNetworkAndEscapesWhatCloudsSay(t *testing.T) {
	dir, _, _ := written(t)
	html := read(t, dir, "report.html")
	for _, loaded := range []string{`<link rel="stylesheet"`, "<script src", "<img", "@import", "url(", "fetch(", "XMLHttpRequest"} {
		assert.NotContains(t, html, loaded)
	}
	assert.NotContains(t, html, "<script>alert")
	assert.Equal(t, 1, strings.Count(html, "<script>"))
	assert.Less(t, strings.Index(html, "Not conformant"), strings.Index(html, "RKP-01"), "the verdict comes first")
	assert.Contains(t, html, "needs the actor reader: give --actor reader=CLOUD", "not-run rows say why")
	assert.Contains(t, html, "no scenario of this run carries it")
	assert.NotContains(t, html, ` style="`, "the policy takes styles by their digest alone")
	assert.NotContains(t, html, ` onclick=`)
}

func TestCurl(t *testing.T) {
	x := &eventlog.Exchanged{
		Exchange: eventlog.Exchange{
			Request: exchange.Request{Method: "POST", URL: "http://h/v2.1/servers/1/action?a=b&c", RequestHeader: http.Header{
				"X-Auth-Token": {"[redacted sha256:1]"}, "Openstack-Api-Version": {"compute 2.54"},
				"User-Agent": {"plumbline"}, "X-Empty": {""}, "Content-Length": {"3"},
			}, RequestBody: `{"a":"it's $HOME"}`},
		},
	}
	assert.Equal(t, `curl -sS -i \
  -X POST \
  'http://h/v2.1/servers/1/action?a=b&c' \
  -H 'Openstack-Api-Version: compute 2.54' \
  -H "X-Auth-Token: $OS_TOKEN" \
  -H 'X-Empty;' \
  --data-binary '{"a":"it'\''s $HOME"}'`, html.Curl(x))
	assert.True(t, strings.HasPrefix(html.Curl(&eventlog.Exchanged{
		Exchange: eventlog.Exchange{
			Request: exchange.Request{Method: "HEAD", URL: "http://h/"},
		},
	}), "curl -sS -I"))
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell to read the command line with: ", err)
	}
	script := `curl() { printf '%s\n' "$@"; }; OS_TOKEN=tok; ` + html.Curl(x)
	out, err := exec.Command("sh", "-c", script).Output()
	require.NoError(t, err)
	assert.Contains(t, string(out), "X-Auth-Token: tok\n")
	assert.Contains(t, string(out), "{\"a\":\"it's $HOME\"}\n", "a shell reads back what was sent")
}

func TestRequestID(t *testing.T) {
	assert.Equal(t, "req-1", html.RequestID(http.Header{"X-Openstack-Request-Id": {"req-1"}, "X-Compute-Request-Id": {"req-2"}}))
	assert.Equal(t, "req-2", html.RequestID(http.Header{"X-Compute-Request-Id": {"req-2"}}))
	assert.Empty(t, html.RequestID(nil))
}
