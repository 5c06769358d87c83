package redact

import (
	"net/http"
	"net/textproto"
	"strings"
)

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
	case secretHeaders[name] || SecretName(name):
		return Mark
	case strings.Contains(value, "://"):
		return r.URL(value)
	}
	return r.Text(value)
}
