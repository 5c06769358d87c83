package target_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
)

func count(c *cloud, key string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for _, asked := range c.asked {
		if asked == key {
			n++
		}
	}
	return n
}

func TestATokenNearItsEndIsRenewedBeforeItIsUsed(t *testing.T) {
	c := newCloud(t)
	now := time.Now()
	with := tools(&tape{})
	with.Now = func() time.Time { return now }
	found, err := target.Connect(context.Background(), c.config(), with)
	require.NoError(t, err)
	first, err := found.Main.Token(context.Background())
	require.NoError(t, err)
	now = now.Add(58 * time.Minute)
	second, err := found.Main.Token(context.Background())
	require.NoError(t, err)
	assert.Equal(t, first, second, "two minutes are enough for an exchange")
	now = now.Add(time.Minute)
	third, err := found.Main.Token(context.Background())
	require.NoError(t, err)
	assert.NotEqual(t, first, third)
	assert.Equal(t, 2, count(c, "POST /identity/v3/auth/tokens"))
}

func TestAClockThatIsNotOursDoesNotMatter(t *testing.T) {
	c := newCloud(t)
	with := tools(&tape{})
	with.Now = func() time.Time { return time.Now().Add(30 * 24 * time.Hour) }
	found, err := target.Connect(context.Background(), c.config(), with)
	require.NoError(t, err)
	assert.False(t, found.Main.Expired(), "only the span between issued_at and expires_at counts")
}

func TestASuiteCallWithATokenWhoseTimeIsOverIsTriedAgain(t *testing.T) {
	c := newCloud(t)
	now := time.Now()
	with := tools(&tape{})
	with.Now = func() time.Time { return now }
	answers := []int{401, 200}
	c.extra["GET /one/v2.1/limits"] = func(w http.ResponseWriter, _ *http.Request) {
		if answers[0] == 401 {
			now = now.Add(2 * time.Hour)
		}
		write(w, answers[0], `{}`)
		answers = answers[1:]
	}
	found, err := target.Connect(context.Background(), c.config(), with)
	require.NoError(t, err)
	reply, err := found.Main.Call(context.Background(), session.Call{Role: "probe", Service: openapi.Compute, Method: "GET", Path: "/limits"})
	require.NoError(t, err)
	assert.Equal(t, 200, reply.Status)
}

func TestAServiceThatCannotBeHadIsNoAnswerToACall(t *testing.T) {
	c := newCloud(t)
	c.extra["GET /one/v2.1/limits"] = func(w http.ResponseWriter, _ *http.Request) {
		write(w, 503, `{"serviceUnavailable": {"code": 503, "message": "The database is away."}}`)
	}
	with := tools(&tape{})
	with.Sleep = func(context.Context, time.Duration) error { return nil }
	found, err := target.Connect(context.Background(), c.config(), with)
	require.NoError(t, err)
	_, err = found.Main.Call(context.Background(), session.Call{Role: "probe", Service: openapi.Compute, Method: "GET", Path: "/limits"})
	require.EqualError(t, err, "compute service: GET /limits answers 503 The database is away.")
	assert.Equal(t, 1+session.Retries, count(c, "GET /one/v2.1/limits"), "it was asked again")
}

func TestA401WithAGoodTokenIsAnAnswer(t *testing.T) {
	c := newCloud(t)
	c.extra["GET /one/v2.1/limits"] = func(w http.ResponseWriter, _ *http.Request) { write(w, 401, `{}`) }
	found, err := target.Connect(context.Background(), c.config(), tools(&tape{}))
	require.NoError(t, err)
	reply, err := found.Main.Call(context.Background(), session.Call{Role: "probe", Service: openapi.Compute, Method: "GET", Path: "/limits"})
	require.NoError(t, err)
	assert.Equal(t, 401, reply.Status)
	assert.Equal(t, 1, count(c, "GET /one/v2.1/limits"))
}
