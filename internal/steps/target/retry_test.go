package target

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/wire"
)

func TestWhatMayBeSentAgain(t *testing.T) {
	lost := &url.Error{Op: "Post", URL: "http://x", Err: io.ErrUnexpectedEOF}
	refused := &url.Error{Op: "Post", URL: "http://x", Err: &net.OpError{Op: "dial", Err: errors.New("connection refused")}}
	for _, row := range []struct {
		name        string
		method      string
		status      int
		err         error
		again, lost bool
	}{
		{"an answer", "GET", 200, nil, false, false},
		{"a refusal", "GET", 404, nil, false, false},
		{"an error of the service", "GET", 500, nil, false, false},
		{"too many requests", "POST", 429, nil, true, false},
		{"not available", "POST", 503, nil, true, false},
		{"a bad gateway after a GET", "GET", 502, nil, true, false},
		{"a bad gateway after a POST", "POST", 502, nil, false, true},
		{"a gateway's time-out after a DELETE", "DELETE", 504, nil, true, false},
		{"a gateway's time-out after a POST", "POST", 504, nil, false, true},
		{"no answer to a GET", "GET", 0, lost, true, false},
		{"no answer to a POST", "POST", 0, lost, false, true},
		{"a POST that never left", "POST", 0, refused, true, true},
		{"an interrupt", "GET", 0, &url.Error{Op: "Get", URL: "http://x", Err: context.Canceled}, false, false},
		{"a wait that was too long", "GET", 0, &url.Error{Op: "Get", URL: "http://x", Err: context.DeadlineExceeded}, false, false},
		{"an error before anything was sent", "GET", 0, errors.New("there is no actor"), false, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			assert.Equal(t, row.again, session.MayRetry(row.method, row.status, row.err))
			assert.Equal(t, row.lost, session.MayBeLost(row.method, row.status, row.err))
		})
	}
}

// TestAnExplainedErrorStillTellsWhatHappened: the sentence is for people, what the client said decides whether to send again.
func TestAnExplainedErrorStillTellsWhatHappened(t *testing.T) {
	at := &url.URL{Scheme: "http", Host: "x"}
	lost := session.Explain(openapi.Compute, at, &url.Error{Op: "Get", URL: "http://x/servers", Err: io.EOF})
	assert.EqualError(t, lost, "compute service at http://x cannot be reached: the connection broke before there was an "+
		"answer; whether the request was carried out is not known (EOF)")
	assert.True(t, session.IsUnanswered(lost))
	assert.True(t, session.MayRetry("GET", 0, lost))
	assert.True(t, session.MayBeLost("POST", 0, lost))
	gateway := session.Explain(openapi.Compute, at,
		&url.Error{
			Op: "Post", URL: "http://x/servers",
			Err: &wire.ForeignAnswer{Service: openapi.Compute, Status: 503, Why: "it has no envelope"},
		})
	assert.ErrorContains(t, gateway,
		"is not the compute service's own but from something on the way to it: it has no envelope; nothing was proven")
	assert.True(t, session.MayRetry("POST", 0, gateway), "it was turned away")
}

func TestPausesBetweenRetries(t *testing.T) {
	none := http.Header{}
	assert.Equal(t, []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second},
		[]time.Duration{session.RetryPause(1, none), session.RetryPause(2, none), session.RetryPause(3, none)})
	assert.Equal(t, 7*time.Second, session.RetryPause(1, http.Header{"Retry-After": {"7"}}))
	assert.Equal(t, 30*time.Second, session.RetryPause(1, http.Header{"Retry-After": {"3600"}}), "bounded")
	assert.Equal(t, 500*time.Millisecond, session.RetryPause(1, http.Header{"Retry-After": {"soon"}}))
}
