package pipeline

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/faults"
	"plumbline/internal/mockcloud/journal"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/overlay"
	"plumbline/mockcloud/clock"
)

func checking(e *Env, _ *Service) { e.SelfCheck = true }

func TestARefusedRequestLeavesNothing(t *testing.T) {
	c := newToy(t)
	x := c.env.Store.Write()
	s := *books.Get(x, bookID)
	s.Title = "no"
	books.Insert(x, &s)
	x.Commit()
	resp, _ := c.send(t, "POST", actionURL, memberToken, `{"reserve": null}`)
	require.Equal(t, 400, resp.StatusCode)
	assert.False(t, books.Get(c.env.Store.Read(), bookID).Reserved, "the first step wrote, the second refused")
}

func TestProjectionAndGrants(t *testing.T) {
	c := newToy(t)
	for _, tc := range []struct {
		version, token string
		has, hasNot    []string
	}{
		{"1.1", memberToken, []string{"title"}, []string{"reserved", "no such field", "shelf"}},
		{"1.2", memberToken, []string{"title", "reserved"}, []string{"summary", "shelf"}},
		{"1.9", adminToken, []string{"reserved", "summary", "shelf"}, []string{"no such field"}},
	} {
		_, body := c.send(t, "GET", showURL, tc.token, "", "OpenStack-API-Version", "library "+tc.version)
		for _, f := range tc.has {
			assert.Contains(t, body, `"`+f+`"`, tc)
		}
		for _, f := range tc.hasNot {
			assert.NotContains(t, body, `"`+f+`"`, tc)
		}
	}
}

func TestTheMocksOwnBugsAreLoud(t *testing.T) {
	c := newToy(t, checking)
	for _, tc := range []struct{ name, method, url, body, bug string }{
		{"an answer against the document", "GET", showURL, "", "against its own document"},
		{"a status that is not declared", "PUT", showURL, `{"book": {"title": "a"}}`, "does not declare"},
		{"a panic", "POST", actionURL, `{"burn": null}`, "at the disco"},
		{"an operation without a behaviour", "GET", "/library/v1/shelves", "", "no behaviour"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c.env.Journal.Clear()
			resp, body := c.send(t, tc.method, tc.url, memberToken, tc.body)
			assert.Equal(t, 500, resp.StatusCode)
			assert.Contains(t, body, `500 The mock cloud made a mistake: `)
			assert.Equal(t, uint64(1), c.env.Journal.Bugs())
			bugs := c.env.Journal.Entries(journal.Filter{Bugs: true})
			require.Len(t, bugs, 1)
			assert.Contains(t, strings.Join(bugs[0].Bugs, "\n"), tc.bug)
		})
	}
}

func TestLifecycles(t *testing.T) {
	rebuild := `{"bind": {"cover": "red"}}`
	bindingAndTitle := func(c *toy) string {
		b := books.Get(c.env.Store.Read(), bookID)
		return fmt.Sprintf("%s/%s", b.Binding, b.Title)
	}
	show := func(c *toy) {
		resp, body := c.send(t, "GET", showURL, memberToken, "")
		require.Equal(t, 200, resp.StatusCode, body)
	}
	accept := func(l clock.Lifecycle, faults ...faults.Rule) *toy {
		c := newToy(t, func(e *Env, _ *Service) { e.Lifecycle = l })
		for _, f := range faults {
			_, err := c.env.Faults.Add(f)
			require.NoError(t, err)
		}
		resp, body := c.send(t, "POST", actionURL, memberToken, rebuild, "OpenStack-API-Version", "library 1.9")
		require.Equal(t, 202, resp.StatusCode, body)
		require.Contains(t, body, `"binding": "under way"`, "the accepting answer shows the work under way")
		return c
	}
	t.Run("immediate", func(t *testing.T) {
		c := accept(clock.Lifecycle{})
		show(c)
		assert.Equal(t, "/new name", bindingAndTitle(c))
	})
	t.Run("after two seconds", func(t *testing.T) {
		c := accept(clock.After(2 * time.Second))
		show(c)
		assert.Equal(t, "under way/toy", bindingAndTitle(c))
		c.env.Clock.Advance(1999 * time.Millisecond)
		show(c)
		assert.Equal(t, "under way/toy", bindingAndTitle(c))
		c.env.Clock.Advance(time.Millisecond)
		show(c)
		assert.Equal(t, "/new name", bindingAndTitle(c))
	})
	t.Run("after three reads", func(t *testing.T) {
		c := accept(clock.AfterReads(3))
		for range 3 {
			show(c)
			assert.Equal(t, "under way/toy", bindingAndTitle(c))
		}
		show(c)
		assert.Equal(t, "/new name", bindingAndTitle(c))
	})
	t.Run("work that fails", func(t *testing.T) {
		c := accept(clock.Lifecycle{},
			faults.Rule{Operation: "books.bound", Step: "finish", Resource: bookID, Status: 500, Message: "Out of paint."})
		show(c)
		s := books.Get(c.env.Store.Read(), bookID)
		assert.Equal(t, "Out of paint.", s.Damage)
		assert.Equal(t, "toy", s.Title)
	})
	t.Run("work that breaks off", func(t *testing.T) {
		c := newToy(t, func(_ *Env, s *Service) {
			work := s.Async["books.bound"]
			work.Steps = append(work.Steps, Step{Name: "break", Run: func(*Exchange) *Fault { panic("oh") }})
			s.Async["books.bound"] = work
		})
		resp, _ := c.send(t, "POST", actionURL, memberToken, rebuild)
		require.Equal(t, 202, resp.StatusCode)
		show(c)
		s := books.Get(c.env.Store.Read(), bookID)
		assert.Equal(t, "oh", s.Damage)
		assert.Equal(t, "toy", s.Title, "what the first step wrote is undone, what was accepted is not")
		assert.Equal(t, uint64(1), c.env.Journal.Bugs())
	})
	t.Run("work that nobody does", func(t *testing.T) {
		c := newToy(t, func(_ *Env, s *Service) { s.Async = nil })
		c.send(t, "POST", actionURL, memberToken, rebuild)
		show(c)
		assert.Equal(t, uint64(1), c.env.Journal.Bugs())
	})
	t.Run("work that is taken back", func(t *testing.T) {
		c := accept(clock.After(time.Hour))
		x := &Exchange{Env: c.env, Txn: c.env.Store.Write()}
		x.Cancel(bookID)
		x.Txn.Commit()
		c.env.FindNextDue()
		c.env.Clock.Advance(30 * time.Minute)
		c.env.RunDue()
		c.env.Clock.Advance(29 * time.Minute)
		show(c)
		assert.Equal(t, "under way/toy", bindingAndTitle(c))
	})
}

func TestTokens(t *testing.T) {
	c := newToy(t)
	status := func() int {
		resp, _ := c.send(t, "GET", showURL, memberToken, "")
		return resp.StatusCode
	}
	change := func(f func(*state.Txn)) {
		x := c.env.Store.Write()
		f(x)
		x.Commit()
	}
	require.Equal(t, 200, status())
	change(func(x *state.Txn) {
		u := *state.Users.Get(x, "user-"+memberToken)
		u.Enabled = false
		state.Users.Insert(x, &u)
	})
	assert.Equal(t, 401, status(), "the user is disabled")
	change(func(x *state.Txn) {
		u := *state.Users.Get(x, "user-"+memberToken)
		u.Enabled = true
		state.Users.Insert(x, &u)
	})
	assert.Equal(t, 200, status())
	snap := c.env.Store.Snapshot()
	change(func(x *state.Txn) { state.Tokens.Delete(x, memberToken) })
	assert.Equal(t, 401, status(), "the token is revoked")
	c.env.Store.Restore(snap)
	assert.Equal(t, 200, status())
	c.env.Clock.Advance(time.Hour)
	assert.Equal(t, 401, status(), "the token is expired")
}

func TestFaultRules(t *testing.T) {
	c := newToy(t)
	status := func(url string) int {
		resp, _ := c.send(t, "GET", url, memberToken, "")
		return resp.StatusCode
	}
	id, err := c.env.Faults.Add(faults.Rule{Operation: "books.show", Skip: 1, Times: 2, Status: 503, Message: "Later."})
	require.NoError(t, err)
	var got []int
	for range 4 {
		got = append(got, status(showURL))
	}
	assert.Equal(t, []int{200, 503, 503, 200}, got)
	assert.Equal(t, 200, status("/library/v1/books"), "another operation")
	assert.True(t, c.env.Faults.Remove(id))
	assert.False(t, c.env.Faults.Remove(id))
	_, err = c.env.Faults.Add(faults.Rule{Resource: "another", Status: 503})
	require.NoError(t, err)
	assert.Equal(t, 200, status(showURL), "another resource")
	_, err = c.env.Faults.Add(faults.Rule{Resource: bookID, Status: 500})
	require.NoError(t, err)
	assert.Equal(t, 500, status(showURL))
	assert.Len(t, c.env.Faults.List(), 2)
	c.env.Faults.Clear()
	assert.Equal(t, 200, status(showURL))
	for _, r := range []faults.Rule{{}, {Status: 200}, {Status: 600}} {
		_, err := c.env.Faults.Add(r)
		assert.Error(t, err)
	}
}

func TestJournal(t *testing.T) {
	c := newToy(t)
	for range 3 {
		c.send(t, "GET", showURL, memberToken, "")
	}
	c.send(t, "POST", actionURL, readerToken, `{"reserve": null}`)
	all := c.env.Journal.Entries(journal.Filter{})
	require.Len(t, all, 4)
	last := all[3]
	assert.Equal(t, "books.reserve", last.Operation)
	assert.Equal(t, "policy", last.Stage)
	assert.Equal(t, 403, last.Status)
	assert.Equal(t, `{"reserve": null}`, last.RequestBody)
	assert.Equal(t, []string{"[redacted sha256:" + last.Token + "]"}, last.RequestHeader["X-Auth-Token"])
	assert.Len(t, c.env.Journal.Entries(journal.Filter{Operation: "books.show"}), 3)
	assert.Len(t, c.env.Journal.Entries(journal.Filter{Status: 403}), 1)
	assert.Len(t, c.env.Journal.Entries(journal.Filter{Limit: 2}), 2)
	assert.Len(t, c.env.Journal.Entries(journal.Filter{After: 3}), 1)
	assert.Equal(t, []journal.Entry{last}, c.env.Journal.Entries(journal.Filter{RequestID: last.RequestID}))
	for range 200 {
		c.send(t, "GET", showURL, memberToken, "")
	}
	all = c.env.Journal.Entries(journal.Filter{})
	require.Len(t, all, 100)
	assert.Equal(t, uint64(204), all[99].Seq)
	c.env.Journal.Clear()
	assert.Empty(t, c.env.Journal.Entries(journal.Filter{}))
	var none *journal.Journal
	assert.Empty(t, none.Entries(journal.Filter{}))
}

func TestMutants(t *testing.T) {
	reserve := `{"reserve": null}`
	with := func(m Mutant) func(*Env, *Service) { return func(e *Env, _ *Service) { e.Mutant = &m } }
	status := func(c *toy, method, url, token, body string) int {
		resp, _ := c.send(t, method, url, token, body)
		return resp.StatusCode
	}
	t.Run("a step is gone", func(t *testing.T) {
		c := newToy(t, with(Mutant{DropSteps: []StepRef{{"books.reserve", "reserve"}}}))
		require.Equal(t, 202, status(c, "POST", actionURL, memberToken, reserve))
		assert.False(t, books.Get(c.env.Store.Read(), bookID).Reserved)
	})
	t.Run("a step of work is gone", func(t *testing.T) {
		c := newToy(t, with(Mutant{DropSteps: []StepRef{{"books.bound", "finish"}}}))
		status(c, "POST", actionURL, memberToken, `{"bind": {"cover": "red"}}`)
		status(c, "GET", showURL, memberToken, "")
		assert.Equal(t, "toy", books.Get(c.env.Store.Read(), bookID).Title)
	})
	t.Run("a rule is open", func(t *testing.T) {
		c := newToy(t, with(Mutant{Policy: map[string]string{"library:write": "any"}}))
		assert.Equal(t, 202, status(c, "POST", actionURL, readerToken, reserve))
	})
	t.Run("a stage is gone", func(t *testing.T) {
		c := newToy(t, with(Mutant{DropStages: []StageRef{{library, "policy"}}}))
		assert.Equal(t, 202, status(c, "POST", actionURL, readerToken, reserve))
	})
	t.Run("two stages change places", func(t *testing.T) {
		c := newToy(t, with(Mutant{SwapStages: []StageRef{{library, "token"}}}))
		assert.Equal(t, 404, status(c, "GET", "/library/v1/nope", "", ""))
	})
	t.Run("a document is another", func(t *testing.T) {
		chain, err := openapi.Load(libraryDocuments(), library, openapi.Shipped)
		require.NoError(t, err)
		chain, err = chain.With(chain.Min(), overlay.Overlay{Title: "m", Version: "1.1", Actions: []overlay.OverlayAction{{
			Target: "$.paths['/books/{book_id}'].get", Update: map[string]any{"x-openstack-policy": "library:shelf"},
		}}})
		require.NoError(t, err)
		c := newToy(t, with(Mutant{Chain: map[openapi.Service]*openapi.Chain{library: chain}}), func(e *Env, s *Service) {
			s.Chain, err = e.Chain(library)
			require.NoError(t, err)
		})
		assert.Equal(t, 403, status(c, "GET", showURL, memberToken, ""))
	})
	t.Run("an answer is tampered with", func(t *testing.T) {
		c := newToy(t, with(Mutant{Tamper: func(op string, status int, v any) (int, any) {
			if op == "books.reserve" {
				return 200, nil
			}
			return status, v
		}}))
		assert.Equal(t, 200, status(c, "POST", actionURL, memberToken, reserve))
	})
}

func TestAltered(t *testing.T) {
	got := altered([]string{"a", "b", "c", "d"}, func(s string) (bool, bool) { return s == "a", s == "c" })
	assert.Equal(t, []string{"b", "d", "c"}, got)
	got = altered([]string{"a", "b"}, func(s string) (bool, bool) { return false, s == "b" })
	assert.Equal(t, []string{"a", "b"}, got, "the last has nothing to change places with")
}

func TestServicesThatCannotBeServed(t *testing.T) {
	c := newToy(t)
	_, err := NewHandler(c.env, c.svc, c.svc)
	assert.ErrorContains(t, err, "prefix /library is taken")
	other := *c.svc
	other.Prefix = "/other"
	_, err = NewHandler(c.env, c.svc, &other)
	assert.ErrorContains(t, err, "there twice")
	c.env.Maxima = map[openapi.Service]openapi.Version{library: openapi.MustVersion("1.99")}
	_, err = NewHandler(c.env, c.svc)
	assert.ErrorContains(t, err, "1.99 of library is not between 1.1 and 1.9")
}
