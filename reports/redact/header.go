package redact

import (
	"net/http"
	"net/textproto"
	"strings"
)

// tokenHeaders carry tokens; they keep a short digest.
var tokenHeaders = map[string]bool{
	"X-Auth-Token": true, "X-Subject-Token": true, "X-Service-Token": true, "X-Storage-Token": true,
}

// secretHeaders are replaced whole.
var secretHeaders = map[string]bool{
	"Authorization": true, "Proxy-Authorization": true, "Cookie": true, "Set-Cookie": true,
	"X-Instance-Id-Signature": true, "X-Auth-Key": true, "X-Metadata-Provider-Signature": true,
}

// Header returns a redacted copy of h.
func (r *Redactor) Header(h http.Header) http.Header {
	if h == nil {
		return nil
	}
	out := make(http.Header, len(h))
	for name, values := range h {
		kept := make([]string, len(values))
		for i, v := range values {
			kept[i] = r.headerValue(textproto.CanonicalMIMEHeaderKey(name), v)
		}
		out[name] = kept
	}
	return out
}

func (r *Redactor) headerValue(name, value string) string {
	switch {
	case value == "":
		return ""
	case tokenHeaders[name]:
		return tokenMark(value)
	case secretHeaders[name] || secretName(name):
		return Mark
	case strings.Contains(value, "://"):
		return r.URL(value)
	}
	return r.Text(value)
}
