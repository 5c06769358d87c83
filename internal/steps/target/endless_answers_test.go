package target_test

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/wire"
)

// endless writes until the client hangs up, or until it is clear that it does not.
func endless(before string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Openstack-Request-Id", "req-test")
		w.Header().Set("X-Subject-Token", "token-of-a-test")
		_, _ = fmt.Fprint(w, before)
		piece := []byte(strings.Repeat("x", 64<<10))
		for range 2 << 30 / len(piece) {
			if _, err := w.Write(piece); err != nil {
				return
			}
		}
	}
}

// headers answers with a number of bytes of headers.
func headers(bytes int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := range bytes / 1024 {
			w.Header().Set(fmt.Sprintf("X-Much-%d", i), strings.Repeat("h", 1000))
		}
		write(w, 200, `{"servers": []}`)
	}
}

// TestAnswersHaveAnEnd: whatever a cloud answers, and to whatever request, so much of it is read and no more.
func TestAnswersHaveAnEnd(t *testing.T) {
	for _, row := range []struct {
		name, path string
		answer     http.HandlerFunc
		ask        func(context.Context, *cloud, target.Config) error
		err        string
	}{
		{
			"a token without an end", "POST /identity/v3/auth/tokens", endless(`{"token": {"x": "`), connecting,
			"the answer is too large: more than 4 MiB",
		},
		{"a refusal without an end", "POST /identity/v3/auth/tokens", func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(401)
			endless("{")(w, r)
		}, connecting, "the answer is too large: more than 4 MiB"},
		{
			"identity's versions without an end", "GET /identity/", endless(`{"versions": {"values": [{"id": "`),
			func(ctx context.Context, c *cloud, config target.Config) error {
				config.Login.Options.IdentityEndpoint = c.URL + "/identity"
				return connecting(ctx, c, config)
			}, "the answer is too large: more than 4 MiB",
		},
		{
			"compute's versions without an end", "GET /one/v2.1/", endless(`{"version": "`), connecting,
			"the answer is too large: more than 32 MiB",
		},
		{
			"a list without an end", "GET /one/v2.1/servers", endless(`{"servers": ["`), calling("GET"),
			"the answer is too large: more than 32 MiB",
		},
		{
			"a megabyte of headers for a token", "POST /identity/v3/auth/tokens", headers(1 << 20), connecting,
			"the answer is too large: more than 64 KiB of headers",
		},
		{
			"nine megabytes of headers", "GET /one/v2.1/servers", headers(9 << 20), calling("GET"),
			"the answer is too large: more than 64 KiB of headers",
		},
		{"many headers, but not too many", "GET /one/v2.1/servers", headers(32 << 10), calling("GET"), ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := newCloud(t)
			c.extra[row.path] = row.answer
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := row.ask(t.Context(), c, c.config())
			runtime.ReadMemStats(&after)
			assert.Less(t, (after.TotalAlloc-before.TotalAlloc)>>20, uint64(400), "MiB")
			if row.err == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, wire.ErrTooMuch)
			assert.ErrorContains(t, err, row.err)
			assert.ErrorContains(t, err, "nothing was proven")
			assert.Equal(t, 1, count(c, row.path), "it is not asked again")
		})
	}
}

// TestManyHeadersAreCutInTheLog: an answer costs the log what a body costs it.
func TestManyHeadersAreCutInTheLog(t *testing.T) {
	c, log := newCloud(t), &tape{}
	c.extra["GET /one/v2.1/servers"] = headers(60 << 10)
	to, err := target.Connect(t.Context(), c.config(), tools(log))
	require.NoError(t, err)
	_, err = to.Main.Call(t.Context(), session.Call{Role: "setup", Service: openapi.Compute, Method: "GET", Path: "/servers"})
	require.NoError(t, err)
	last := exchanged(log)
	bytes := 0
	for name, values := range last.ResponseHeader {
		bytes += len(name) + len(strings.Join(values, ""))
	}
	assert.Less(t, bytes, 20<<10)
	assert.Regexp(t, `^\d+ more values of headers$`, last.ResponseHeader.Get("[cut]"))
	assert.Equal(t, "application/json", last.ResponseHeader.Get("Content-Type"))
}

// exchanged is the last exchange of a log.
func exchanged(l *tape) *eventlog.Exchanged {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range slices.Backward(l.events) {
		if x, ok := p.(*eventlog.Exchanged); ok {
			return x
		}
	}
	return nil
}
