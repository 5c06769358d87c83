package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
	"plumbline/mockcloud"
)

// spoilt serves a mock whose answers go through spoil, and answers its address.
func spoilt(t *testing.T, spoil func(*http.Request, *httptest.ResponseRecorder)) string {
	t.Helper()
	var cloud *mockcloud.Cloud
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := httptest.NewRecorder()
		cloud.ServeHTTP(rec, r)
		if !strings.HasPrefix(r.URL.Path, "/_plumbline") {
			spoil(r, rec)
		}
		for name, values := range rec.Header() {
			w.Header()[name] = values
		}
		w.Header().Set("Content-Length", strconv.Itoa(rec.Body.Len()))
		w.WriteHeader(rec.Code)
		_, _ = w.Write(rec.Body.Bytes())
	}))
	t.Cleanup(s.Close)
	var err error
	cloud, err = mockcloud.New(mockcloud.WithBaseURL(s.URL))
	require.NoError(t, err)
	return s.URL
}

// certified runs a few rows against a target and reads what came of it.
func certified(t *testing.T, at string, args ...string) (int, *reports.Report, []eventlog.Event, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "out")
	var out, stderr bytes.Buffer
	code := run(t.Context(), append([]string{"certify", "--target", at, "--no-sweep", "--out", dir}, args...), nil, &out, &stderr)
	r, err := reports.ReadDir(dir)
	require.NoError(t, err, stderr.String())
	log, _, err := eventlog.ReadPath(dir)
	require.NoError(t, err)
	return code, r, log.Events, dir
}

// rowOf finds a row of a report.
func rowOf(t *testing.T, r *reports.Report, id string) reports.Row {
	t.Helper()
	for _, req := range r.Requirements {
		for _, row := range req.Rows {
			if row.Row == id && row.Variant == "" {
				return row
			}
		}
	}
	t.Fatalf("no row %s", id)
	return reports.Row{}
}

// A field of the wrong type in what nobody looks at is drift, and with --strict-schema a failure.
func TestDriftIsReportedAndFatalWhenAskedFor(t *testing.T) {
	at := spoilt(t, func(r *http.Request, rec *httptest.ResponseRecorder) {
		if r.URL.Path == "/compute/v2.1/servers" && rec.Code == http.StatusOK {
			rec.Body = bytes.NewBufferString(strings.Replace(rec.Body.String(), `{"servers":`, `{"servers_links": 7, "servers":`, 1))
		}
	})
	_, r, _, dir := certified(t, at, "--only", "MVN-01")
	assert.Equal(t, verdict.Pass, rowOf(t, r, "MVN-01").Verdict)
	require.Len(t, r.Drift, 1)
	d := r.Drift[0]
	assert.Equal(t, []string{"compute", "servers.list", "/servers_links", "7"}, []string{d.Service, d.Operation, d.Pointer, d.Got})
	assert.Positive(t, d.Count)
	assert.NotEmpty(t, d.Exchanges)
	require.Len(t, rowOf(t, r, "MVN-01").Drift, 1)
	for _, name := range []string{"summary.md", "junit.xml"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Contains(t, string(text), "servers.list", name)
	}

	code, r, _, dir := certified(t, at, "--only", "MVN-01", "--strict-schema")
	assert.Equal(t, cli.ExitNotConform, code)
	row := rowOf(t, r, "MVN-01")
	assert.Equal(t, verdict.Fail, row.Verdict)
	assert.Contains(t, row.Reason, "an answer left its document (--strict-schema): compute servers.list /servers_links")
	assert.True(t, r.Run.StrictSchema)
	code, result, _ := verified(t, dir)
	assert.Zero(t, code, "whoever verifies judges as strictly: %v", result.Checks)
}

// What a token request answers is held against identity's document, and its content stays out of the log.
func TestDriftOfTokensIsFoundAndTheirContentIsNot(t *testing.T) {
	at := spoilt(t, func(r *http.Request, rec *httptest.ResponseRecorder) {
		if strings.HasSuffix(r.URL.Path, "/auth/tokens") && rec.Code == http.StatusCreated {
			rec.Body = bytes.NewBufferString(strings.Replace(rec.Body.String(), `"methods":`, `"is_domain": "no", "methods":`, 1))
		}
	})
	_, r, events, _ := certified(t, at, "--only", "MVN-01")
	require.NotEmpty(t, r.Drift)
	assert.Equal(t, "identity", r.Drift[0].Service)
	assert.Equal(t, "/token/is_domain", r.Drift[0].Pointer)
	found := false
	for _, e := range events {
		if x := e.Exchanged; x != nil && strings.HasSuffix(x.URL, "/auth/tokens") {
			found = true
			assert.Equal(t, "[withheld]", x.RequestBody)
			assert.Equal(t, "[withheld]", x.ResponseBody)
			assert.Empty(t, x.RequestHeader)
			assert.Empty(t, x.ResponseHeader)
		}
	}
	assert.True(t, found)
}

// No exchange of the suite's own goes past the documents: set-up, observation, polling, probes and clean-up of every
// service. Only a subject may ask for what no document has.
func TestNoExchangePassesTheDocumentsUnchecked(t *testing.T) {
	var only []string
	for _, row := range []string{"RKP-08", "RKP-02b", "BFV-08b", "BFV-23b", "LCK-22c", "UTH-46a"} {
		only = append(only, "--only", row)
	}
	_, _, events, _ := certified(t, "mock", append(only, "--profile", "specified")...)
	checked := map[string]int{}
	for _, e := range events {
		x := e.Exchanged
		if x == nil || x.Status == 0 || x.Role == "subject" {
			continue
		}
		if x.Operation != "" {
			checked[x.Service]++
			continue
		}
		at, err := url.Parse(x.URL)
		require.NoError(t, err)
		versions := at.Path[strings.Index(at.Path[1:], "/")+1:] == "/" || strings.HasSuffix(at.Path, "/v2.1/")
		assert.True(t, x.Service == "metadata" || x.Role == "probe" && versions, "%s %s %s %s was not checked", x.ID, x.Role, x.Method, x.URL)
	}
	for _, service := range []string{"compute", "identity", "image", "network", "block-storage", "placement", "orchestration"} {
		assert.Positive(t, checked[service], service)
	}
}

// A waiver that has ended excuses nothing, and the report says so; one that has not makes the verdict partial.
func TestAnExpiredWaiverFails(t *testing.T) {
	at := spoilt(t, func(r *http.Request, rec *httptest.ResponseRecorder) {
		if r.URL.Path == "/compute/v2.1/servers" {
			rec.Header().Set("X-OpenStack-Nova-API-Version", "2.9")
		}
	})
	for _, c := range []struct {
		name, expires string
		verdict       verdict.Verdict
		state         reports.WaiverState
		says          string
	}{
		{"expired", "2020-02-29", verdict.Fail, reports.WaiverExpired, "(the waiver of MVN-01 expired on 2020-02-29)"},
		{"not yet", "2999-12-31", verdict.Waived, reports.WaiverApplied, "waived until 2999-12-31, because: a proxy"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "waivers.yaml")
			require.NoError(t, os.WriteFile(file, []byte("waivers:\n  - {requirement: MVN-01, reason: a proxy, expires: "+c.expires+"}\n"), 0o600))
			code, r, _, dir := certified(t, at, "--only", "MVN-01", "--waivers", file)
			row := rowOf(t, r, "MVN-01")
			assert.Equal(t, c.verdict, row.Verdict)
			assert.Contains(t, row.Reason, c.says)
			assert.Equal(t, c.state, r.Waivers[0].State)
			assert.Equal(t, c.verdict == verdict.Fail, code == cli.ExitNotConform, "exit code %d", code)
			verify, _, _ := verified(t, dir)
			assert.Zero(t, verify)
		})
	}
}
