package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/reports/printable"
)

// paint is what a cloud writes to steer whoever reads a report: a terminal's colours, title and clipboard, C1 controls, a
// turned direction, a line that passes for another, links, pictures and HTML.
const paint = "\x1b[2J\x1b]0;owned\x07\x1b]52;c;b3duZWQ=\x1b\\\u009b31m\u202eTNAMROFNOC\u202c\u2066x\u2069\x7f\r" +
	"CONFORMANT\n[click](http://evil.example) ![](http://evil.example/x.png) <img src=http://evil.example> `x` | y @someone"

// painted puts it into every fault, the names of servers and the header of each answer.
func painted(r *http.Request, rec *httptest.ResponseRecorder) {
	quoted := strings.Trim(string(mustJSON(paint)), `"`)
	text := rec.Body.String()
	if rec.Code >= http.StatusBadRequest {
		text = regexp.MustCompile(`"message": ?"`).ReplaceAllString(text, `${0}`+quoted)
	}
	if strings.HasSuffix(r.URL.Path, "/servers/detail") || strings.Contains(r.URL.Path, "/servers/") {
		text = regexp.MustCompile(`"status": ?"`).ReplaceAllString(text, `${0}`+quoted)
	}
	rec.Body = bytes.NewBufferString(text)
	rec.Header().Set("X-Openstack-Request-Id", "req-\u009b31m\u202e")
}

func TestNothingThatACloudWritesSteersTheReader(t *testing.T) {
	at := spoilt(t, painted)
	dir := filepath.Join(t.TempDir(), "out")
	said := func(args ...string) {
		t.Helper()
		var out, stderr bytes.Buffer
		run(t.Context(), args, nil, &out, &stderr)
		t.Logf("%v: %s", args[:2], firstLineOf(stderr.String()))
		steersNothing(t, strings.Join(args[:2], " ")+", stdout", out.Bytes())
		steersNothing(t, strings.Join(args[:2], " ")+", stderr", stderr.Bytes())
		for line := range strings.Lines(out.String() + stderr.String()) {
			assert.False(t, strings.HasPrefix(line, "CONFORMANT\n"), "a line of the cloud's own: %v", args)
		}
	}
	said("certify", "--target", at, "--no-sweep", "--only", "RKP-02a", "--only", "MVN-01", "--timeout", "server-boot=2s",
		"--timeout", "delete=2s", "--timeout", "clean-up=5s", "--timeout", "case-clean-up=2s", "--out", dir)
	key := filepath.Join(t.TempDir(), "k")
	for _, args := range [][]string{
		{"plan", "--target", at, "--only", "MVN-01"},
		{"sweep", "--target", at, "--dry-run"},
		{"report", "show", dir},
		{"report", "show", dir, "--row", "RKP-02a"},
		{"report", "show", dir, "--requirement", "MVN-01"},
		{"report", "matrix", dir},
		{"report", "matrix", dir, "--json"},
		{"report", "summary", dir},
		{"report", "verify", dir},
		{"report", "verify", dir, "--json"},
		{"report", "diff", dir, aReport(t)},
		{"report", "diff", dir, aReport(t), "--json"},
		{"report", "html", dir, "--out", filepath.Join(dir, "side.html")},
		{"report", "badge", dir, "--out", filepath.Join(dir, "b.svg")},
		{"report", "build", dir, "--out", filepath.Join(dir, "again")},
		{"report", "keygen", "--out", key},
		{"report", "sign", dir, "--key", key + ".key"},
		{"parity", dir, aReport(t), "--texts", "--out", filepath.Join(dir, "parity")},
	} {
		said(args...)
	}
	files := 0
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files++
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		steersNothing(t, path, text)
		if strings.HasSuffix(path, ".html") {
			for i, part := range unpackedParts(t, text) {
				steersNothing(t, path+" part", part)
				assert.NotRegexp(t, `\\u00(1b|9b|7f)|\\u202e`, strings.ReplaceAll(string(part), `\\u`, ""), "part %d of %s would show them", i, path)
			}
		}
		return nil
	}))
	assert.Greater(t, files, 8)
	summary, err := os.ReadFile(filepath.Join(dir, "summary.md"))
	require.NoError(t, err)
	assert.Contains(t, string(summary), "evil.example", "the cloud's words are there")
	assert.NotRegexp(t, "[^\\\\]\\]\\(http", regexp.MustCompile("`[^`]*`").ReplaceAllString(string(summary), ""), "no link outside code")
	assert.NotContains(t, regexp.MustCompile("`[^`]*`").ReplaceAllString(string(summary), ""), "evil.example")
	assert.NotContains(t, string(summary), "<img")
}

// steersNothing demands that every character of a text is shown.
func steersNothing(t *testing.T, what string, text []byte) {
	t.Helper()
	assert.True(t, utf8.Valid(text), what)
	for i, r := range string(text) {
		if printable.IsHidden(r) && r != '\n' && r != '\t' && r != '\r' {
			t.Errorf("%s has U+%04X at byte %d: %q", what, r, i, text[max(0, i-40):min(len(text), i+40)])
			return
		}
	}
}

// unpackedParts are the packed parts of a page. A page without a script, which could unpack them, has none.
func unpackedParts(t *testing.T, page []byte) (out [][]byte) {
	t.Helper()
	for _, m := range regexp.MustCompile(`>(H4sI[A-Za-z0-9_=-]+)<`).FindAllSubmatch(page, -1) {
		packed, err := base64.URLEncoding.DecodeString(string(m[1]))
		require.NoError(t, err)
		z, err := gzip.NewReader(bytes.NewReader(packed))
		require.NoError(t, err)
		text, err := io.ReadAll(z)
		require.NoError(t, err)
		out = append(out, text)
	}
	require.Equal(t, bytes.Contains(page, []byte("<script")), len(out) > 0)
	return out
}

func mustJSON(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}
