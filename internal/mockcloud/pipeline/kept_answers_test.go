package pipeline

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"plumbline/internal/mockcloud/state"
)

func TestKeptAnswersLiveAsLongAsWhatTheyShow(t *testing.T) {
	renders := 0
	c := newToy(t, func(_ *Env, s *Service) {
		show := s.Operations["books.show"].Answer
		s.Operations["books.show"] = Operation{Answer: func(x *Exchange) (*Response, *Fault) { renders++; return show(x) }}
	})
	get := func(token string) { c.send(t, "GET", showURL, token, "", "OpenStack-API-Version", "library 1.2") }
	change := func(f func(x *state.Txn)) {
		x := c.env.Store.Write()
		f(x)
		x.Commit()
	}
	for range 5 {
		get(memberToken)
	}
	assert.Equal(t, 1, renders, "nothing changed")
	get(readerToken)
	assert.Equal(t, 2, renders, "another caller may see something else")
	change(func(x *state.Txn) { shelves.Insert(x, &shelf{Name: "south"}) })
	get(memberToken)
	assert.Equal(t, 2, renders, "what changed is not in the answer")
	change(func(x *state.Txn) {
		s := *shelves.Get(x, "north")
		s.Full = true
		shelves.Insert(x, &s)
	})
	get(memberToken)
	assert.Equal(t, 3, renders, "the shelf is in the answer")
	x := c.env.Store.Write()
	s := *books.Get(x, bookID)
	s.Title = "forgotten"
	books.Insert(x, &s)
	x.Abort()
	get(memberToken)
	assert.Equal(t, 3, renders, "the change was never made")
	c.env.Forget()
	get(memberToken)
	assert.Equal(t, 4, renders)
}

func TestAnswersThatAreNotKept(t *testing.T) {
	renders := 0
	c := newToy(t, func(_ *Env, s *Service) {
		show := s.Operations["books.show"].Answer
		s.Operations["books.show"] = Operation{Answer: func(x *Exchange) (*Response, *Fault) { renders++; x.Now(); return show(x) }}
	})
	for range 3 {
		c.send(t, "GET", showURL, memberToken, "")
	}
	assert.Equal(t, 3, renders, "the answer depends on the time")
}

// TestKeptIsFresh changes the cloud at random and compares kept answers with fresh ones, for all callers.
func TestKeptIsFresh(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := newToy(t)
		snap := c.env.Store.Snapshot()
		for step := range rapid.IntRange(1, 12).Draw(rt, "steps") {
			x := c.env.Store.Write()
			name := rapid.StringMatching(`[a-z"\\é<]{0,8}`).Draw(rt, "name")
			id := rapid.SampledFrom([]string{bookID, "22222222-2222-4222-8222-222222222222", "33333333-3333-4333-8333-333333333333"}).Draw(rt, "id")
			switch rapid.IntRange(0, 5).Draw(rt, "what") {
			case 0:
				project := rapid.SampledFrom([]string{projectP, projectQ}).Draw(rt, "project")
				books.Insert(x, &book{ID: id, Title: name, ProjectID: project, Shelf: "north"})
			case 1:
				books.Delete(x, id)
			case 2:
				shelves.Insert(x, &shelf{Name: "north", Full: name == ""})
			case 3:
				shelves.Delete(x, "north")
			case 4:
				if s := books.Get(x, id); s != nil {
					changed := *s
					changed.Title, changed.Reserved = name, !s.Reserved
					books.Insert(x, &changed)
				}
			case 5:
				x.Abort()
				c.env.Store.Restore(snap)
			}
			x.Commit()
			for _, token := range []string{memberToken, adminToken, readerToken, outsiderToken} {
				for _, url := range []string{"/library/v1/books", "/library/v1/books/" + id} {
					for _, v := range []string{"1.1", "1.9"} {
						_, kept := c.send(t, "GET", url, token, "", "OpenStack-API-Version", "library "+v)
						_, again := c.send(t, "GET", url, token, "", "OpenStack-API-Version", "library "+v)
						c.env.Forget()
						_, fresh := c.send(t, "GET", url, token, "", "OpenStack-API-Version", "library "+v)
						require.Equal(t, fresh, kept, "step %d", step)
						require.Equal(t, fresh, again, "step %d", step)
						_, _ = c.send(t, "GET", url, token, "", "OpenStack-API-Version", "library "+v)
					}
				}
			}
		}
	})
}
