package world_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/world"
)

// One look at a server at rest serves the sentences that follow; anything that may have changed it, and time, ends that.
func TestOneLookServesTheSentencesThatFollow(t *testing.T) {
	s := newStage(t, plan.Case{ID: "c"})
	server, err := fixtures.BootServer(s.world, fixtures.ServerSpec{})
	require.NoError(t, err)
	looks := 0
	s.before = func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/servers/"+server.ID) {
			looks++
		}
		return false
	}
	s.world.BeginStep(features.Exchange, 1)
	s.world.BeginStep(features.Observation, 2)
	look := func(actor, at string) int {
		before := looks
		x, err := fixtures.ShowServer(s.world, world.Observe, actor, server, at)
		require.NoError(t, err)
		assert.Equal(t, server.ID, x.Text("/server/id"))
		return looks - before
	}
	assert.Equal(t, 1, look("", ""))
	assert.Equal(t, 0, look("", ""), "the same again")
	assert.Equal(t, 1, look("admin", ""), "somebody else")
	assert.Equal(t, 1, look("", "2.53"), "another microversion")
	assert.Equal(t, 0, look("", ""))

	path := "/servers/" + server.ID + "/action"
	lock := world.Request{Actor: "member", Method: http.MethodPost, Path: path, Body: map[string]any{"lock": nil}}
	_, err = s.world.Observe(lock)
	require.NoError(t, err)
	assert.Equal(t, 1, look("", ""), "after a request that may have changed it")
	require.NoError(t, s.env.Clock.Sleep(t.Context(), 2*time.Second))
	assert.Equal(t, 1, look("", ""), "after a while")
	s.world.BeginStep(features.Exchange, 2)
	assert.Equal(t, 0, look("", ""), "before the sentence does anything")
	s.world.BeginStep(features.Observation, 3)
	assert.Equal(t, 1, look("", ""), "after a sentence that may have changed it by other ways")
	require.NoError(t, s.world.AtOnce("observation", "it is seen", func() (bool, string, error) {
		assert.Equal(t, 1, look("", ""), "in a wait")
		return true, "", nil
	}))
	assert.Equal(t, 0, look("", ""), "the last look of a wait")
	s.world.LookAnew()
	assert.Equal(t, 1, look("", ""))
}

// What a case has seen last of a server that it leaves to the next one is that one's first look, until a second has passed or a Given
// sentence of its own has run.
func TestTheLastLookServesTheCaseThatTheServerIsLentTo(t *testing.T) {
	s := newStage(t, plan.Case{ID: "first"})
	s.world.BeginStep(features.State, 1)
	server, err := fixtures.BootServer(s.world, fixtures.ServerSpec{})
	require.NoError(t, err)
	s.world.Settle()
	looks := 0
	s.before = func(_ http.ResponseWriter, r *http.Request) bool {
		if strings.HasSuffix(r.URL.Path, "/servers/"+server.ID) {
			looks++
		}
		return false
	}
	look := func() int {
		before := looks
		_, err := fixtures.ShowServer(s.world, world.Observe, "", server, "")
		require.NoError(t, err)
		return looks - before
	}
	lend := func(id string, whole bool) {
		s.world.BeginStep(features.Exchange, 2)
		s.world.BeginStep(features.Observation, 3)
		require.Equal(t, 1, look())
		s.world.Lend(t.Context(), plan.Case{ID: id}, false, whole)
		s.world.BeginStep(features.State, 1)
	}
	lend("second", true)
	s.world.BeginStep(features.Exchange, 2)
	assert.Equal(t, 0, look(), "nothing was done in between")
	lend("third", true)
	require.NoError(t, s.env.Clock.Sleep(t.Context(), 2*time.Second))
	s.world.BeginStep(features.Exchange, 2)
	assert.Equal(t, 1, look(), "after a while")
	lend("fourth", false)
	s.world.BeginStep(features.State, 2)
	s.world.BeginStep(features.Exchange, 3)
	assert.Equal(t, 1, look(), "after a Given sentence of its own")
}

// A server at work is looked at anew each time.
func TestAServerAtWorkIsLookedAtAnew(t *testing.T) {
	s := newStage(t, plan.Case{ID: "c"})
	server, err := fixtures.BootServer(s.world, fixtures.ServerSpec{})
	require.NoError(t, err)
	for status, most := range map[string]int{`task_state":"rebuilding"`: 2, `task_state":null`: 1} {
		looks := 0
		s.before = func(w http.ResponseWriter, r *http.Request) bool {
			if r.Method != http.MethodGet {
				return false
			}
			looks++
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"server":{"id":"` + server.ID + `","status":"ACTIVE","OS-EXT-STS:` + status + `}}`))
			return true
		}
		s.world.LookAnew()
		for range 2 {
			_, err := s.world.Do(world.Observe, world.Request{Actor: "member", Method: http.MethodGet, Path: "/servers/" + server.ID, At: "2.1"})
			require.NoError(t, err)
		}
		assert.Equal(t, most, looks, status)
	}
	s.before = nil
}
