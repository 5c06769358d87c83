package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/openapi/exchange"
	"plumbline/internal/reports/eventlog"
)

func plumb(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(t.Context(), args, nil, &out, &errs)
	return code, out.String(), errs.String()
}

func TestOpenAPIShow(t *testing.T) {
	code, out, errs := plumb(t, "openapi", "show", "--at", "2.54")
	require.Equal(t, cli.ExitOK, code, errs)
	var doc map[string]any
	require.NoError(t, json.Unmarshal([]byte(out), &doc))
	assert.Equal(t, "3.0.3", doc["openapi"])
	assert.Equal(t, "2.54", doc["info"].(map[string]any)["version"])

	code, out, _ = plumb(t, "openapi", "show", "--service", "identity", "--format", "yaml")
	assert.Equal(t, cli.ExitOK, code)
	assert.Contains(t, out, "\nopenapi: 3.0.3\n")
}

func TestOpenAPIDiff(t *testing.T) {
	code, out, _ := plumb(t, "openapi", "diff", "2.53", "2.54")
	assert.Equal(t, cli.ExitOK, code)
	assert.Contains(t, out, "2.54: A rebuild")
	assert.Contains(t, out, "+ servers.rebuild: request: rebuild.key_name is new")
}

func TestOpenAPIRefusesWhatIsNotThere(t *testing.T) {
	for name, row := range map[string]struct {
		args []string
		want string
	}{
		"a version too new":   {[]string{"show", "--at", "2.200"}, "2.200 is not between 2.1 and 2.104 (shipped)"},
		"a version too old":   {[]string{"diff", "2.0", "2.1"}, "2.0 is not between 2.1 and 2.104"},
		"no version":          {[]string{"show", "--at", "new"}, `version "new" is not of the form MAJOR.MINOR`},
		"an unknown service":  {[]string{"show", "--service", "nova"}, `unknown service "nova": one of compute`},
		"an unknown profile":  {[]string{"lint", "--profile", "x"}, `unknown profile "x": one of shipped, specified`},
		"an unknown format":   {[]string{"show", "--format", "xml"}, `unknown format "xml": json or yaml`},
		"one version to diff": {[]string{"diff", "2.1"}, "accepts 2 arg(s)"},
		"no events":           {[]string{"coverage"}, "give at least one event log"},
		"events not there":    {[]string{"coverage", "--events", "/nope.ndjson"}, "read event log: open /nope.ndjson"},
		"a version of none":   {[]string{"show", "--service", "image", "--at", "2.1"}, "image has no microversions"},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, errs := plumb(t, append([]string{"openapi"}, row.args...)...)
			assert.Equal(t, cli.ExitUsage, code)
			assert.Empty(t, out)
			assert.Contains(t, errs, row.want)
			assert.Equal(t, 1, strings.Count(errs, "\n"), "one sentence")
		})
	}
}

func TestOpenAPIHelpHasExamples(t *testing.T) {
	for _, sub := range []string{"show", "diff", "lint", "coverage"} {
		_, out, _ := plumb(t, "openapi", sub, "--help")
		assert.Contains(t, out, "Examples:\n  plumbline openapi "+sub)
	}
}

func TestOpenAPILintOfOneChain(t *testing.T) {
	code, out, errs := plumb(t, "openapi", "lint", "--service", "placement")
	assert.Equal(t, cli.ExitOK, code, errs)
	assert.Contains(t, out, "2 chains of documents, no problems")
}

func TestOpenAPICoverageReadsEventLogs(t *testing.T) {
	log := filepath.Join(t.TempDir(), "events.ndjson")
	f, err := os.Create(log)
	require.NoError(t, err)
	w := eventlog.NewWriter(f, func() time.Time { return time.Unix(0, 0).UTC() })
	header := http.Header{"Openstack-Api-Version": {"compute 2.54"}}
	asked := func(id, role, service, method, url string, status int) *eventlog.Exchanged {
		return &eventlog.Exchanged{ID: id, Exchange: eventlog.Exchange{
			Role: role, Service: service, Request: exchange.Request{Method: method, URL: url}, Response: exchange.Response{Status: status},
		}}
	}
	refused := asked("1", "subject", "compute", "POST", "http://c/compute/v2.1/servers/1/action", 409)
	refused.RequestBody, refused.ResponseHeader = `{"rebuild": {}}`, header
	for _, x := range []*eventlog.Exchanged{
		refused,
		asked("2", "setup", "compute", "GET", "http://c/compute/v2.1/servers/1", 200),
		asked("3", "setup", "identity", "POST", "http://c/identity/v3/auth/tokens", 201),
		asked("4", "setup", "compute", "GET", "http://c/compute/v2.1/nope", 404),
	} {
		require.NoError(t, w.Append(x))
	}
	require.NoError(t, f.Close())
	code, out, errs := plumb(t, "openapi", "coverage", "--service", "compute", "--events", log)
	require.Equal(t, cli.ExitOK, code, errs)
	assert.Contains(t, out, "compute (shipped): 2 of ")
	for line := range strings.Lines(out) {
		assert.NotContains(t, line, "servers.rebuild 409 at 2.54", "what was reached is no gap")
	}
	code, out, _ = plumb(t, "openapi", "coverage", "--service", "identity", "--gaps=false", log)
	assert.Equal(t, cli.ExitOK, code)
	assert.Contains(t, out, "identity (shipped): 1 of ")
	assert.Equal(t, 1, strings.Count(out, "\n"))
}
