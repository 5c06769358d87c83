// Package dashboard is the mock cloud's web page: its contents, the journal, and buttons for the control API. The page is embedded,
// makes requests to the mock only, and does nothing that the control API does not offer.
package dashboard

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"

	"plumbline/internal/mockcloud/page"
)

//go:embed assets
var assets embed.FS

// policy is the Content-Security-Policy: the page may only load its own files and make requests to its own origin.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
}

// PrefersPage tells whether a client prefers a page to JSON, as browsers do.
func PrefersPage(r *http.Request) bool {
	return page.PreferredType(r.Header.Get("Accept"), "application/json", "text/html") == "text/html"
}

// Handler serves the page at prefix+"/" and its files at prefix+"/assets/".
func Handler(prefix string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := "index.html"
		if r.URL.Path != prefix+"/" {
			name = path.Base(r.URL.Path)
		}
		content, err := fs.ReadFile(assets, "assets/"+name)
		if err != nil {
			http.Error(w, "the dashboard has no file "+name, http.StatusNotFound)
			return
		}
		sum := sha256.Sum256(content)
		tag := `"` + hex.EncodeToString(sum[:8]) + `"`
		h := w.Header()
		h.Set("Content-Type", kinds[path.Ext(name)])
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-cache")
		h.Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = w.Write(content)
	})
}
