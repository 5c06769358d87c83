package control_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/control"
	"plumbline/internal/mockcloud/faults"
	"plumbline/internal/mockcloud/ids"
	"plumbline/internal/mockcloud/journal"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
	"plumbline/mockcloud/clock"
	"plumbline/mockcloud/seed"
)

// wire is the connection of a client that reads what it is told when it likes.
type wire struct {
	header http.Header
	to     chan string
	ctx    context.Context
}

func (w *wire) Header() http.Header { return w.header }
func (*wire) WriteHeader(int)       {}
func (*wire) Flush()                {}
func (w *wire) Write(p []byte) (int, error) {
	select {
	case w.to <- string(p):
		return len(p), nil
	case <-w.ctx.Done():
		return 0, context.Cause(w.ctx)
	}
}

// told are the events that a client reads until nothing more comes for a second.
func (w *wire) told() []string {
	var out []string
	for {
		select {
		case text := <-w.to:
			for block := range strings.SplitSeq(strings.TrimSuffix(text, "\n\n"), "\n\n") {
				out = append(out, block)
			}
		case <-time.After(time.Second):
			return out
		}
	}
}

// small is a mock with one operation, GET /toy/things, and a journal of so many exchanges.
func small(t *testing.T, exchanges int) (*control.Control, *pipeline.Env, func()) {
	t.Helper()
	p, err := policy.Load(policy.New, nil)
	require.NoError(t, err)
	env := &pipeline.Env{
		Clock: clock.NewManual(time.Unix(1000, 0)), IDs: ids.Seeded(1), Policy: p, Store: state.New(), Profile: openapi.Shipped,
		Journal: journal.New(exchanges), Faults: &faults.Rules{},
	}
	c, err := control.New(env, seed.Default())
	require.NoError(t, err)
	toy := &pipeline.Service{Name: "toy", Prefix: "/toy", Discovery: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Status(204), nil
	}, Render: func(_ *pipeline.Exchange, f *pipeline.Fault) (string, []byte) { return "text/plain", []byte(f.Message) }}
	h, err := pipeline.NewHandler(env, toy)
	require.NoError(t, err)
	return c, env, func() { h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/toy/things", nil)) }
}

// listen begins to listen to events; the wire's context ends it.
func listen(t *testing.T, c *control.Control, last string) (*wire, context.CancelFunc, <-chan struct{}) {
	t.Helper()
	ctx, leave := context.WithCancel(t.Context())
	w := &wire{header: http.Header{}, to: make(chan string), ctx: ctx}
	r := httptest.NewRequest("GET", control.Prefix+"/events", nil).WithContext(ctx)
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	done := make(chan struct{})
	go func() { defer close(done); c.Handler().ServeHTTP(w, r) }()
	return w, leave, done
}

// names are the kinds of events, with the numbers of exchanges.
func names(events []string) []string {
	var out []string
	for _, e := range events {
		name, rest, _ := strings.Cut(strings.TrimPrefix(e, "event: "), "\n")
		if id, _, found := strings.Cut(rest, "\ndata"); found && name == "exchange" {
			_, id, _ = strings.Cut(id, "-")
			name += " " + id
		}
		out = append(out, name)
	}
	return out
}

func TestEventsAreToldAndTakenUpAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, env, ask := small(t, 100)
		ask()
		w, leave, done := listen(t, c, "")
		first := w.told()
		assert.Equal(t, []string{"hello", "exchange 1", "state"}, names(first))
		assert.Equal(t, "text/event-stream", w.header.Get("Content-Type"))
		assert.NotContains(t, first[1], "request_header")
		ask()
		ask()
		assert.Equal(t, []string{"exchange 2", "exchange 3"}, names(w.told()))
		rename(env, "another")
		assert.Equal(t, []string{"state"}, names(w.told()))
		_, err := c.Faults().Add(faults.Rule{Status: 500})
		require.NoError(t, err)
		assert.Equal(t, []string{"state"}, names(w.told()))
		leave()
		<-done
		ask()
		_, id, _ := strings.Cut(first[1], "id: ")
		id, _, _ = strings.Cut(id, "\n")
		run, _, _ := strings.Cut(id, "-")
		w, leave, done = listen(t, c, run+"-3")
		assert.Equal(t, []string{"hello", "exchange 4", "state"}, names(w.told()), "it takes up where it was")
		leave()
		<-done
		w, leave, done = listen(t, c, "another-3")
		assert.Equal(t, []string{"hello", "exchange 1", "exchange 2", "exchange 3", "exchange 4", "state"}, names(w.told()),
			"another run of the mock has another journal")
		c.Journal().Clear()
		assert.Equal(t, []string{"cleared"}, names(w.told()))
		ask()
		assert.Equal(t, []string{"exchange 5"}, names(w.told()))
		leave()
		<-done
	})
}

func TestASlowListenerIsToldWhatItMissed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _, ask := small(t, 50)
		w, leave, done := listen(t, c, "")
		w.told()
		ask()
		synctest.Wait() // it is being told about the first, and does not read it
		for range 120 {
			ask()
		}
		told := w.told()
		require.Len(t, told, 1+1+50)
		assert.Equal(t, []string{"exchange 1", "missed", "exchange 72"}, names(told[:3]))
		assert.Contains(t, told[1], `{"before":72,"count":70}`)
		assert.Equal(t, []string{"exchange 121"}, names(told[51:]))
		leave()
		<-done
	})
}

func TestListenersAreNotTooMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _, _ := small(t, 10)
		var leaves []func()
		for range 64 {
			w, leave, done := listen(t, c, "")
			w.told()
			leaves = append(leaves, func() { leave(); <-done })
		}
		status, body := ask(t, c, "GET", "/events", "")
		assert.Equal(t, 503, status)
		assert.Equal(t, "64 clients listen already: close one of them", body["error"])
		for _, leave := range leaves {
			leave()
		}
	})
}

func TestListenersHearAHeartbeatAndTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _, _ := small(t, 10)
		w, leave, done := listen(t, c, "")
		defer leave()
		w.told()
		assert.Equal(t, ": still here\n\n", <-w.to)
		go c.HangUp()
		assert.Equal(t, []string{"end"}, names(w.told()))
		<-done
		w, leave, done = listen(t, c, "")
		assert.Equal(t, []string{"hello", "state"}, names(w.told()), "who comes later is heard")
		leave()
		<-done
	})
}

func TestWorkIsDoneWhileSomebodyListens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, env, _ := small(t, 10)
		w, leave, done := listen(t, c, "")
		w.told()
		x := env.Store.Write()
		state.Events.Insert(x, &state.Event{Serial: 1, Due: env.Clock.Now().Add(time.Minute), Kind: "nothing.known"})
		x.Commit()
		env.FindNextDue()
		assert.Equal(t, []string{"state"}, names(w.told()))
		_, body := ask(t, c, "GET", "/clock", "")
		assert.Equal(t, 1.0, body["waiting"])
		assert.Equal(t, "1970-01-01T00:17:40Z", body["due"])
		env.Clock.Advance(time.Minute)
		assert.Equal(t, []string{"exchange 1", "state"}, names(w.told())[:2], "nobody asks, and it is done all the same")
		_, body = ask(t, c, "GET", "/clock", "")
		assert.NotContains(t, body, "waiting")
		leave()
		<-done
	})
}
