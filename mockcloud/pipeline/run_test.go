package pipeline

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/mockcloud/clock"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
	"plumbline/openapi/overlay"
)

func checking(e *Env, _ *Service) { e.SelfCheck = true }

func TestARefusedRequestLeavesNothing(t *testing.T) {
	c := newToy(t)
	x := c.env.Store.Write()
	s := *state.Servers.Get(x, serverID)
	s.Name = "no"
	state.Servers.Insert(x, &s)
	x.Commit()
	resp, _ := c.send(t, "POST", actionURL, memberToken, `{"lock": null}`)
	require.Equal(t, 400, resp.StatusCode)
	assert.False(t, state.Servers.Get(c.env.Store.Read(), serverID).Locked, "the first step wrote, the second refused")
}

func TestProjectionAndGrants(t *testing.T) {
	c := newToy(t)
	for _, tc := range []struct {
		version, token string
		has, hasNot    []string
	}{
		{"2.1", memberToken, []string{"name"}, []string{"locked", "no such field", "OS-EXT-SRV-ATTR:host"}},
		{"2.9", memberToken, []string{"name", "locked"}, []string{"description", "OS-EXT-SRV-ATTR:host"}},
		{"2.19", adminToken, []string{"locked", "description", "OS-EXT-SRV-ATTR:host"}, []string{"no such field"}},
	} {
		_, body := c.send(t, "GET", showURL, tc.token, "", "OpenStack-API-Version", "compute "+tc.version)
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
		{"a status that is not declared", "PUT", showURL, `{"server": {"name": "a"}}`, "does not declare"},
		{"a panic", "POST", actionURL, `{"os-stop": null}`, "at the disco"},
		{"an operation without a behaviour", "GET", "/compute/v2.1/flavors", "", "no behaviour"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c.env.Journal.Clear()
			resp, body := c.send(t, tc.method, tc.url, memberToken, tc.body)
			assert.Equal(t, 500, resp.StatusCode)
			assert.Contains(t, body, `{"computeFault": {"code": 500, "message": "Unexpected API Error.`)
			assert.Equal(t, uint64(1), c.env.Journal.Bugs())
			bugs := c.env.Journal.Entries(Filter{Bugs: true})
			require.Len(t, bugs, 1)
			assert.Contains(t, strings.Join(bugs[0].Bugs, "\n"), tc.bug)
		})
	}
}

func TestLifecycles(t *testing.T) {
	rebuild := `{"rebuild": {"imageRef": "11111111-1111-4111-8111-111111111111"}}`
	taskAndName := func(c *toy) string {
		s := state.Servers.Get(c.env.Store.Read(), serverID)
		return fmt.Sprintf("%s/%s", s.TaskState, s.Name)
	}
	show := func(c *toy) {
		resp, body := c.send(t, "GET", showURL, memberToken, "")
		require.Equal(t, 200, resp.StatusCode, body)
	}
	accept := func(l clock.Lifecycle, faults ...FaultRule) *toy {
		c := newToy(t, func(e *Env, _ *Service) { e.Lifecycle = l })
		for _, f := range faults {
			_, err := c.env.Faults.Add(f)
			require.NoError(t, err)
		}
		resp, body := c.send(t, "POST", actionURL, memberToken, rebuild, "OpenStack-API-Version", "compute 2.75")
		require.Equal(t, 202, resp.StatusCode, body)
		require.Contains(t, body, `"OS-EXT-STS:task_state": "rebuilding"`, "the accepting answer shows the work under way")
		return c
	}
	t.Run("immediate", func(t *testing.T) {
		c := accept(clock.Immediate)
		show(c)
		assert.Equal(t, "/new name", taskAndName(c))
	})
	t.Run("after two seconds", func(t *testing.T) {
		c := accept(clock.After(2 * time.Second))
		show(c)
		assert.Equal(t, "rebuilding/toy", taskAndName(c))
		c.env.Clock.Advance(1999 * time.Millisecond)
		show(c)
		assert.Equal(t, "rebuilding/toy", taskAndName(c))
		c.env.Clock.Advance(time.Millisecond)
		show(c)
		assert.Equal(t, "/new name", taskAndName(c))
	})
	t.Run("after three reads", func(t *testing.T) {
		c := accept(clock.AfterReads(3))
		for range 3 {
			show(c)
			assert.Equal(t, "rebuilding/toy", taskAndName(c))
		}
		show(c)
		assert.Equal(t, "/new name", taskAndName(c))
	})
	t.Run("work that fails", func(t *testing.T) {
		c := accept(clock.Immediate, FaultRule{Operation: "toys.rebuilt", Step: "finish", Resource: serverID, Status: 500, Message: "Out of paint."})
		show(c)
		s := state.Servers.Get(c.env.Store.Read(), serverID)
		assert.Equal(t, state.VMError, s.VMState)
		assert.Equal(t, "Out of paint.", s.Fault.Message)
		assert.Equal(t, "toy", s.Name)
	})
	t.Run("work that breaks off", func(t *testing.T) {
		c := newToy(t, func(_ *Env, s *Service) {
			work := s.Async["toys.rebuilt"]
			work.Steps = append(work.Steps, Step{Name: "break", Run: func(*Exchange) *Fault { panic("oh") }})
			s.Async["toys.rebuilt"] = work
		})
		resp, _ := c.send(t, "POST", actionURL, memberToken, rebuild)
		require.Equal(t, 202, resp.StatusCode)
		show(c)
		s := state.Servers.Get(c.env.Store.Read(), serverID)
		assert.Equal(t, state.VMError, s.VMState)
		assert.Equal(t, "toy", s.Name, "what the first step wrote is undone, what was accepted is not")
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
		x.Cancel(serverID)
		x.Txn.Commit()
		c.env.Settle()
		c.env.Clock.Advance(30 * time.Minute)
		c.env.RunDue()
		c.env.Clock.Advance(29 * time.Minute)
		show(c)
		assert.Equal(t, "rebuilding/toy", taskAndName(c))
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
	id, err := c.env.Faults.Add(FaultRule{Operation: "servers.show", Skip: 1, Times: 2, Status: 503, Message: "Later."})
	require.NoError(t, err)
	var got []int
	for range 4 {
		got = append(got, status(showURL))
	}
	assert.Equal(t, []int{200, 503, 503, 200}, got)
	assert.Equal(t, 200, status("/compute/v2.1/servers/detail"), "another operation")
	assert.True(t, c.env.Faults.Remove(id))
	assert.False(t, c.env.Faults.Remove(id))
	_, err = c.env.Faults.Add(FaultRule{Resource: "another", Status: 503})
	require.NoError(t, err)
	assert.Equal(t, 200, status(showURL), "another resource")
	_, err = c.env.Faults.Add(FaultRule{Resource: serverID, Status: 500})
	require.NoError(t, err)
	assert.Equal(t, 500, status(showURL))
	assert.Len(t, c.env.Faults.List(), 2)
	c.env.Faults.Clear()
	assert.Equal(t, 200, status(showURL))
	for _, r := range []FaultRule{{}, {Status: 200}, {Status: 600}} {
		_, err := c.env.Faults.Add(r)
		assert.Error(t, err)
	}
}

func TestJournal(t *testing.T) {
	c := newToy(t)
	for range 3 {
		c.send(t, "GET", showURL, memberToken, "")
	}
	c.send(t, "POST", actionURL, readerToken, `{"lock": null}`)
	all := c.env.Journal.Entries(Filter{})
	require.Len(t, all, 4)
	last := all[3]
	assert.Equal(t, "servers.lock", last.Operation)
	assert.Equal(t, "policy", last.Stage)
	assert.Equal(t, 403, last.Status)
	assert.Equal(t, `{"lock": null}`, last.RequestBody)
	assert.Equal(t, []string{"[redacted sha256:" + last.Token + "]"}, last.RequestHeader["X-Auth-Token"])
	assert.Len(t, c.env.Journal.Entries(Filter{Operation: "servers.show"}), 3)
	assert.Len(t, c.env.Journal.Entries(Filter{Status: 403}), 1)
	assert.Len(t, c.env.Journal.Entries(Filter{Limit: 2}), 2)
	assert.Len(t, c.env.Journal.Entries(Filter{After: 3}), 1)
	assert.Equal(t, []Entry{last}, c.env.Journal.Entries(Filter{RequestID: last.RequestID}))
	for range 200 {
		c.send(t, "GET", showURL, memberToken, "")
	}
	all = c.env.Journal.Entries(Filter{})
	require.Len(t, all, 100)
	assert.Equal(t, uint64(204), all[99].Seq)
	c.env.Journal.Clear()
	assert.Empty(t, c.env.Journal.Entries(Filter{}))
	var none *Journal
	assert.Empty(t, none.Entries(Filter{}))
}

func TestTheJournalHasABound(t *testing.T) {
	j := NewJournal(5000)
	for range 5000 {
		j.add(&entry{at: startOfTime, body: make([]byte, 1<<12)})
	}
	entries := j.Entries(Filter{})
	require.Len(t, entries, 5000)
	held := 0
	for _, e := range entries {
		held += len(e.RequestBody)
	}
	assert.LessOrEqual(t, held, mostHeld)
	assert.Greater(t, held, mostHeld/2)
	assert.NotEmpty(t, entries[4999].RequestBody, "the newest have their bodies")
	assert.Empty(t, entries[0].RequestBody)
}

func TestMutants(t *testing.T) {
	lock := `{"lock": null}`
	with := func(m Mutant) func(*Env, *Service) { return func(e *Env, _ *Service) { e.Mutant = &m } }
	status := func(c *toy, method, url, token, body string) int {
		resp, _ := c.send(t, method, url, token, body)
		return resp.StatusCode
	}
	t.Run("a step is gone", func(t *testing.T) {
		c := newToy(t, with(Mutant{DropSteps: []StepRef{{"servers.lock", "lock"}}}))
		require.Equal(t, 202, status(c, "POST", actionURL, memberToken, lock))
		assert.False(t, state.Servers.Get(c.env.Store.Read(), serverID).Locked)
	})
	t.Run("a step of work is gone", func(t *testing.T) {
		c := newToy(t, with(Mutant{DropSteps: []StepRef{{"toys.rebuilt", "finish"}}}))
		status(c, "POST", actionURL, memberToken, `{"rebuild": {"imageRef": "11111111-1111-4111-8111-111111111111"}}`)
		status(c, "GET", showURL, memberToken, "")
		assert.Equal(t, "toy", state.Servers.Get(c.env.Store.Read(), serverID).Name)
	})
	t.Run("a rule is open", func(t *testing.T) {
		c := newToy(t, with(Mutant{Policy: map[string]string{"os_compute_api:os-lock-server:lock": "any"}}))
		assert.Equal(t, 202, status(c, "POST", actionURL, readerToken, lock))
	})
	t.Run("a stage is gone", func(t *testing.T) {
		c := newToy(t, with(Mutant{DropStages: []StageRef{{openapi.Compute, "policy"}}}))
		assert.Equal(t, 202, status(c, "POST", actionURL, readerToken, lock))
	})
	t.Run("two stages change places", func(t *testing.T) {
		c := newToy(t, with(Mutant{SwapStages: []StageRef{{openapi.Compute, "token"}}}))
		assert.Equal(t, 404, status(c, "GET", "/compute/v2.1/nope", "", ""))
	})
	t.Run("a document is another", func(t *testing.T) {
		chain, err := openapi.Builtin(openapi.Compute, openapi.Shipped)
		require.NoError(t, err)
		chain, err = chain.With(chain.Min(), overlay.Overlay{Title: "m", Version: "2.1", Actions: []overlay.OverlayAction{{
			Target: "$.paths['/servers/{server_id}'].get", Update: map[string]any{"x-openstack-policy": "os_compute_api:os-hypervisors:list"},
		}}})
		require.NoError(t, err)
		c := newToy(t, with(Mutant{Chain: map[openapi.Service]*openapi.Chain{openapi.Compute: chain}}), func(e *Env, s *Service) {
			s.Chain, err = e.Chain(openapi.Compute)
			require.NoError(t, err)
		})
		assert.Equal(t, 403, status(c, "GET", showURL, memberToken, ""))
	})
	t.Run("an answer is tampered with", func(t *testing.T) {
		c := newToy(t, with(Mutant{Tamper: func(op string, status int, v any) (int, any) {
			if op == "servers.lock" {
				return 200, nil
			}
			return status, v
		}}))
		assert.Equal(t, 200, status(c, "POST", actionURL, memberToken, lock))
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
	assert.ErrorContains(t, err, "prefix /compute is taken")
	other := *c.svc
	other.Prefix = "/other"
	_, err = NewHandler(c.env, c.svc, &other)
	assert.ErrorContains(t, err, "there twice")
	c.env.Maxima = map[openapi.Service]openapi.Version{openapi.Compute: openapi.MustVersion("2.999")}
	_, err = NewHandler(c.env, c.svc)
	assert.ErrorContains(t, err, "2.999 of compute is not between 2.1 and 2.104")
}
