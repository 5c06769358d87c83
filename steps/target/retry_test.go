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
			assert.Equal(t, row.again, Again(row.method, row.status, row.err))
			assert.Equal(t, row.lost, Lost(row.method, row.status, row.err))
		})
	}
}

func TestPausesBetweenRetries(t *testing.T) {
	none := http.Header{}
	assert.Equal(t, []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second}, []time.Duration{RetryPause(1, none), RetryPause(2, none), RetryPause(3, none)})
	assert.Equal(t, 7*time.Second, RetryPause(1, http.Header{"Retry-After": {"7"}}))
	assert.Equal(t, 30*time.Second, RetryPause(1, http.Header{"Retry-After": {"3600"}}), "bounded")
	assert.Equal(t, 500*time.Millisecond, RetryPause(1, http.Header{"Retry-After": {"soon"}}))
}
