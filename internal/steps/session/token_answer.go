package session

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/wire"
)

// tokenPath is the path of token requests below the identity service's versioned root.
const tokenPath = "/auth/tokens"

// tokenAnswers checks the answers to token requests against identity's document. Such an exchange is recorded only when its
// answer violates the document, and without bodies, which hold secrets.
type tokenAnswers struct {
	next  http.RoundTripper
	note  func(context.Context, wire.Note, *http.Request, *http.Response, []byte) error
	actor string
}

// RoundTrip implements http.RoundTripper.
func (t *tokenAnswers) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(req)
	if err != nil || !strings.HasSuffix(req.URL.Path, tokenPath) {
		return resp, err
	}
	body, err := wire.Read(resp.Body, wire.TokenLimit)
	if closed := resp.Body.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	note := wire.Note{Role: "setup", Actor: t.actor, Service: openapi.Identity, Path: tokenPath}
	if err := t.note(req.Context(), note, req, resp, body); err != nil {
		return nil, err
	}
	return resp, nil
}
