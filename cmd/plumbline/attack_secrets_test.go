package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// echo is a cloud that tells everybody what it was told: the caller's token in every fault, and passwords of servers in
// bodies that are not quite JSON, in strings, and under the names of extensions.
type echo struct {
	mu     sync.Mutex
	tokens map[string]bool
}

func (e *echo) spoil(r *http.Request, rec *httptest.ResponseRecorder) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, token := range []string{r.Header.Get("X-Auth-Token"), rec.Header().Get("X-Subject-Token")} {
		if token != "" {
			e.tokens[token] = true
		}
	}
	text := rec.Body.String()
	if rec.Code >= http.StatusBadRequest {
		told := r.Header.Get("X-Auth-Token") +
			` {\\\"adminPass\\\": \\\"canary-in-a-string\\\"} {'password': 'canary-of-python'} http://u:canary-in-a-url@host/`
		text = regexp.MustCompile(`"message": ?"`).ReplaceAllString(text, `${0}`+strings.ReplaceAll(told, `\\\`, `\`))
	}
	if strings.Contains(r.URL.Path, "/servers/") && rec.Code == http.StatusOK {
		text = strings.Replace(text, `"status":`, `"OS-EXT-SRV-ATTR:user_data": "canary-of-user-data", "status":`, 1)
		text = strings.Replace(text, `"flavor":`, `"x": "{\"adminPass\": \"canary-in-a-string\"}", "flavor":`, 1)
	}
	if strings.HasSuffix(r.URL.Path, "/servers/detail") {
		text = "{oops " + text + `, "adminPass": "canary-after-json"`
	}
	rec.Body = bytes.NewBufferString(text)
}

func TestNoSecretComesOutAnywhere(t *testing.T) {
	e := &echo{tokens: map[string]bool{}}
	at := spoilt(t, e.spoil)
	env := []string{
		"OS_AUTH_URL=" + strings.Replace(at, "http://", "http://someone:canary-of-auth-url@", 1) +
			"/identity/v3", "OS_USERNAME=admin", "OS_PASSWORD=secret",
		"OS_USER_DOMAIN_NAME=Default", "OS_PROJECT_NAME=admin", "OS_PROJECT_DOMAIN_NAME=Default", "PLUMBLINE_METADATA_SECRET=canary-of-metadata",
		"PLUMBLINE_METADATA_URL=" + at + "/nowhere", "HOME=" + t.TempDir(),
	}
	dir := filepath.Join(t.TempDir(), "out")
	said := map[string]string{}
	for _, args := range [][]string{
		{"plan", "--only", "MVN-01"},
		{"plan", "--only", "MVN-01", "--json"},
		{"certify", "--no-sweep", "--only", "MVN-01", "--only", "RKP-02a", "--out", dir, "--timeout", "server-boot=5s"},
		{"sweep", "--dry-run"},
		{"report", "show", dir},
		{"report", "show", dir, "--row", "RKP-02a"},
		{"report", "summary", dir},
		{"report", "verify", dir},
		{"report", "html", dir, "--out", filepath.Join(dir, "side.html")},
	} {
		var out, stderr bytes.Buffer
		code := run(t.Context(), args, env, &out, &stderr)
		t.Logf("%v → %d %s", args[:2], code, firstLineOf(stderr.String()))
		said[strings.Join(args, " ")+", stdout"], said[strings.Join(args, " ")+", stderr"] = out.String(), stderr.String()
	}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		said[path] = string(text)
		if strings.HasSuffix(path, ".html") {
			for _, part := range unpackedParts(t, text) {
				said[path+", packed"] += string(part)
			}
		}
		return nil
	}))
	require.Greater(t, len(said), 24)
	require.NotEmpty(t, e.tokens)
	for where, text := range said {
		assert.NotRegexp(t, "canary-[a-z-]+", strings.ReplaceAll(text, "canary-free", ""), where)
		for token := range e.tokens {
			assert.NotContains(t, text, token, where)
		}
	}
}
