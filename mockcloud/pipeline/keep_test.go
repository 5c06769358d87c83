package pipeline

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"plumbline/mockcloud/state"
)

func TestKeptAnswersLiveAsLongAsWhatTheyShow(t *testing.T) {
	renders := 0
	c := newToy(t, func(_ *Env, s *Service) {
		show := s.Operations["servers.show"].Answer
		s.Operations["servers.show"] = Operation{Answer: func(x *Exchange) (*Response, *Fault) { renders++; return show(x) }}
	})
	get := func(token string) { c.send(t, "GET", showURL, token, "", "OpenStack-API-Version", "compute 2.9") }
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
	change(func(x *state.Txn) { state.Flavors.Insert(x, &state.Flavor{ID: "f"}) })
	get(memberToken)
	assert.Equal(t, 2, renders, "what changed is not in the answer")
	change(func(x *state.Txn) {
		h := *state.Hosts.Get(x, "host1")
		h.Down = true
		state.Hosts.Insert(x, &h)
	})
	get(memberToken)
	assert.Equal(t, 3, renders, "the host is in the answer")
	x := c.env.Store.Write()
	s := *state.Servers.Get(x, serverID)
	s.Name = "forgotten"
	state.Servers.Insert(x, &s)
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
		show := s.Operations["servers.show"].Answer
		s.Operations["servers.show"] = Operation{Answer: func(x *Exchange) (*Response, *Fault) { renders++; x.Now(); return show(x) }}
	})
	for range 3 {
		c.send(t, "GET", showURL, memberToken, "")
	}
	assert.Equal(t, 3, renders, "the answer depends on the time")
}

func TestKeeperHasABound(t *testing.T) {
	var k keeper[wholeKey]
	x := state.New().Read()
	for i := range 100 {
		k.put(wholeKey{path: fmt.Sprint(i)}, &rendered{body: make([]byte, mostKept/20), watch: x.Watch()})
	}
	assert.LessOrEqual(t, k.size, mostKept)
	assert.NotEmpty(t, k.all)
	k.put(wholeKey{path: "too large"}, &rendered{body: make([]byte, mostKept), watch: x.Watch()})
	assert.Nil(t, k.get(wholeKey{path: "too large"}))
}

// TestKeptIsFresh changes the cloud at random and compares kept answers with fresh ones, for all callers.
func TestKeptIsFresh(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := newToy(t)
		snap := c.env.Store.Snapshot()
		for step := range rapid.IntRange(1, 12).Draw(rt, "steps") {
			x := c.env.Store.Write()
			name := rapid.StringMatching(`[a-z"\\é<]{0,8}`).Draw(rt, "name")
			id := rapid.SampledFrom([]string{serverID, "22222222-2222-4222-8222-222222222222", "33333333-3333-4333-8333-333333333333"}).Draw(rt, "id")
			switch rapid.IntRange(0, 5).Draw(rt, "what") {
			case 0:
				project := rapid.SampledFrom([]string{projectP, projectQ}).Draw(rt, "project")
				state.Servers.Insert(x, &state.Server{ID: id, Name: name, ProjectID: project, VMState: state.VMActive, Host: "host1"})
			case 1:
				state.Servers.Delete(x, id)
			case 2:
				state.Hosts.Insert(x, &state.Host{Name: "host1", Traits: []string{name}})
			case 3:
				state.Hosts.Delete(x, "host1")
			case 4:
				if s := state.Servers.Get(x, id); s != nil {
					changed := *s
					changed.Name, changed.Tags, changed.Locked = name, []string{name}, !s.Locked
					state.Servers.Insert(x, &changed)
				}
			case 5:
				x.Abort()
				c.env.Store.Restore(snap)
			}
			x.Commit()
			for _, token := range []string{memberToken, adminToken, readerToken, outsiderToken} {
				for _, url := range []string{"/compute/v2.1/servers/detail", "/compute/v2.1/servers/" + id} {
					for _, v := range []string{"2.1", "2.26"} {
						_, kept := c.send(t, "GET", url, token, "", "OpenStack-API-Version", "compute "+v)
						_, again := c.send(t, "GET", url, token, "", "OpenStack-API-Version", "compute "+v)
						c.env.Forget()
						_, fresh := c.send(t, "GET", url, token, "", "OpenStack-API-Version", "compute "+v)
						require.Equal(t, fresh, kept, "step %d", step)
						require.Equal(t, fresh, again, "step %d", step)
						_, _ = c.send(t, "GET", url, token, "", "OpenStack-API-Version", "compute "+v)
					}
				}
			}
		}
	})
}
