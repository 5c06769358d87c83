package session

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"

	"plumbline/openapi"
	"plumbline/steps/internal/wire"
)

// tokenPath is where identity gives tokens.
const tokenPath = "/auth/tokens"

// tokenAnswers holds the answers to token requests against identity's document. Such an exchange is recorded only
// when the answer leaves it, and without bodies: nothing in it is evidence but that, and all of it is secret.
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
