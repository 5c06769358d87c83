package world

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"plumbline/internal/steps/session"
)

// address joins the request's path to the endpoint in the catalogue of the session. For a request without a token (nobody)
// it uses the given user's catalogue.
func (w *World) address(by *session.Session, r Request) (*url.URL, error) {
	if r.Address != "" {
		return url.Parse(r.Address)
	}
	if by == nil {
		by = w.env.Target.Main
	}
	e, err := by.Endpoint(w.Ctx, r.Service)
	if err != nil {
		return nil, err
	}
	base := e.Versioned
	switch {
	case r.Root:
		base = e.Root
	case r.Prefix != "":
		base = e.VersionPath + r.Prefix
	}
	full := base + r.Path
	if len(r.Query) > 0 {
		full += "?" + r.Query.Encode()
	}
	u, err := url.Parse(full)
	if err != nil {
		return nil, fmt.Errorf("address of %s %s: %w", r.Method, r.Path, err)
	}
	return u, nil
}

// content makes headers and body. Request.Header replaces the default headers of the same names.
func (w *World) content(by *session.Session, r Request) (http.Header, []byte, error) {
	h := http.Header{"Accept": {"application/json"}, "User-Agent": {"plumbline"}}
	if by != nil && !r.replacesToken() {
		token, err := by.Token(w.Ctx)
		if err != nil {
			return nil, nil, err
		}
		h.Set("X-Auth-Token", token)
	}
	body := r.Raw
	if body == nil && r.Body != nil {
		var err error
		if body, err = encode(r.Body); err != nil {
			return nil, nil, err
		}
	}
	if body != nil {
		h.Set("Content-Type", "application/json")
	}
	if r.At != "" {
		h.Set(versionHeader, session.HeaderName(r.Service)+" "+r.At)
	}
	for name, values := range r.Header {
		h.Del(name)
		for _, v := range values {
			h.Add(name, v)
		}
	}
	return h, body, nil
}

const versionHeader = "OpenStack-API-Version"

func encode(body any) ([]byte, error) {
	if body == any(Null) {
		return []byte("null"), nil
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(body); err != nil {
		return nil, fmt.Errorf("encode the request's body: %w", err)
	}
	return bytes.TrimRight(out.Bytes(), "\n"), nil
}

// prepare fills the request that httpexpect sends, except for its body, which the capture adds.
func prepare(req *http.Request, u *url.URL, h http.Header) {
	req.URL, req.Host, req.Header = u, u.Host, h
}

func (r Request) replaces(name string) bool {
	for have := range r.Header {
		if http.CanonicalHeaderKey(have) == http.CanonicalHeaderKey(name) {
			return true
		}
	}
	return false
}

func (r Request) replacesToken() bool { return r.replaces("X-Auth-Token") }

func (r Request) replacesVersion() bool { return r.replaces(versionHeader) }

// documented is the path to look up in the documents, "" where they have none: at unversioned roots.
func (r Request) documented() string {
	if r.Root || r.Address != "" {
		return ""
	}
	return r.Path
}
