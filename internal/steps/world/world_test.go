package world_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/gavv/httpexpect/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
)

func TestWhatWasCreatedIsRemovedLastFirst(t *testing.T) {
	s := newStage(t, plan.Case{ID: "c"})
	_, err := fixtures.ImportKey(s.world, fixtures.KeySpec{Name: "K1"})
	require.NoError(t, err)
	server, err := fixtures.BootServer(s.world, fixtures.ServerSpec{Key: "K1"})
	require.NoError(t, err)
	require.NoError(t, fixtures.ActSetup(s.world, "admin", server, "lock", nil, ""), "a lock must not stop the clean-up")
	s.world.CleanUp("thing", "1", "broken", func(context.Context) error { return errors.New("will not go") })
	err = s.world.Close()
	require.EqualError(t, err, "remove thing broken: will not go")
	var kinds, problems []string
	for _, e := range kept[*eventlog.CleanedUp](s.log) {
		kinds, problems = append(kinds, e.Kind), append(problems, e.Error)
		assert.Equal(t, "c", e.Case)
	}
	assert.Equal(t, []string{"server", "keypair", "thing"}, kinds, "what stays was tried once more after everything else")
	assert.Equal(t, []string{"", "", "will not go"}, problems)
	leaks, err := s.env.Target.Leaks(context.Background())
	require.NoError(t, err)
	assert.Empty(t, leaks)
}

// TestWhatIsInTheWayIsRemovedFirst: a host with a server does not leave its zone, so that the order of the case's sentences may not decide.
func TestWhatIsInTheWayIsRemovedFirst(t *testing.T) {
	s := newStage(t, plan.Case{ID: "c"})
	server := true
	tries := 0
	s.world.CleanUp("server", "1", "one", func(context.Context) error { server = false; return nil })
	s.world.CleanUp("host of an aggregate", "2", "host1", func(context.Context) error {
		if tries++; server {
			return errors.New("it has a server")
		}
		return nil
	})
	require.NoError(t, s.world.Close())
	assert.Equal(t, 2, tries)
	for _, e := range kept[*eventlog.CleanedUp](s.log) {
		assert.Empty(t, e.Error, e.Kind)
	}
	s.world.CleanUp("server", "3", "two", func(context.Context) error { tries++; return errors.New("the cloud is gone") })
	require.EqualError(t, s.world.Close(), "remove server two: the cloud is gone")
	assert.Equal(t, 3, tries, "nothing was in its way: it is tried once")
}

func TestCleanUpRunsAfterAnInterrupt(t *testing.T) {
	s := newStage(t, plan.Case{ID: "c"})
	ctx, cancel := context.WithCancel(context.Background())
	s.world.Begin(ctx, s.env, plan.Case{ID: "c"})
	_, err := fixtures.BootServer(s.world, fixtures.ServerSpec{})
	require.NoError(t, err)
	cancel()
	_, err = s.world.Observe(world.Request{Actor: "member", Method: "GET", Path: "/servers"})
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, s.world.Close())
	leaks, err := s.env.Target.Leaks(context.Background())
	require.NoError(t, err)
	assert.Empty(t, leaks)
}

// TestABusyCloudIsLookedAtLessOften waits four seconds for something: a cloud that takes long to answer is asked less often meanwhile.
func TestABusyCloudIsLookedAtLessOften(t *testing.T) {
	s := newStage(t, plan.Case{ID: "c"})
	for _, row := range []struct {
		kind  target.Kind
		look  time.Duration
		looks int
	}{
		{target.Real, 5 * time.Millisecond, 11},
		{target.Real, 400 * time.Millisecond, 4},
		{target.Real, 5 * time.Second, 1},
		{target.Embedded, 400 * time.Millisecond, 5}, // a look costs no time there: what passes is the mock's own
	} {
		s.env.Target.Kind = row.kind
		end := s.time.Now().Add(4 * time.Second)
		looks := 0
		require.NoError(t, s.world.AtOnce("server-boot", "it is there", func() (bool, string, error) {
			looks++
			s.time.Advance(row.look)
			return s.time.Now().After(end), "nothing", nil
		}))
		assert.Equal(t, row.looks, looks, "%s, looks of %s", row.kind, row.look)
	}
	s.env.Target.Kind = target.Embedded
}

func TestTheSubjectIsSentOnce(t *testing.T) {
	s := newStage(t, plan.Case{ID: "c"})
	r := world.Request{Actor: "member", Method: "GET", Path: "/servers", At: "2.54"}
	_, err := s.world.Subject(r)
	require.NoError(t, err)
	_, err = s.world.Subject(r)
	require.ErrorContains(t, err, "second subject exchange")
	assert.Equal(t, "compute 2.54", s.world.Last().Header.Get("OpenStack-API-Version"))
}

func TestATokenThatRunsOutDuringTheSubjectProvesNothing(t *testing.T) {
	s := newStage(t, plan.Case{ID: "c"})
	sent := 0
	s.before = func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/compute/v2.1/servers" {
			return false
		}
		if sent++; sent == 1 {
			s.time.Advance(1000 * time.Hour)
			w.WriteHeader(http.StatusUnauthorized)
			return true
		}
		return false
	}
	_, err := s.world.Subject(world.Request{Actor: "member", Method: "GET", Path: "/servers"})
	require.ErrorContains(t, err, "the token of member ran out during the subject exchange")
	assert.False(t, world.IsFailure(err))
	assert.Equal(t, 1, sent, "it is not sent again")
	sent = 0
	_, err = s.world.Observe(world.Request{Actor: "member", Method: "GET", Path: "/servers"})
	require.NoError(t, err, "an observation is, with a new token")
	assert.Equal(t, 2, sent)
}

func TestWaitingMovesTheMocksClock(t *testing.T) {
	s := newStage(t, plan.Case{ID: "c"}, mockcloud.WithLifecycle(clock.After(20*time.Second)))
	began := time.Now()
	server, err := fixtures.BootServer(s.world, fixtures.ServerSpec{})
	require.NoError(t, err)
	assert.Equal(t, "ACTIVE", server.Facts["status"])
	assert.Greater(t, s.time.slept, 19*time.Second)
	assert.Less(t, time.Since(began), 10*time.Second, "nobody slept")
}

func TestRunningOutOfTimeIsAFailureOnlyOfAnObservation(t *testing.T) {
	s := newStage(t, plan.Case{ID: "c"})
	never := func() (bool, string, error) { return false, "not yet", nil }
	s.world.BeginStep(features.State, 1)
	err := s.world.Eventually("observation", "it happens", never)
	require.EqualError(t, err, "it happens: not within 30s (time-out observation); last seen: not yet")
	assert.False(t, world.IsFailure(err))
	s.world.BeginStep(features.Observation, 1)
	err = s.world.Eventually("observation", "it happens", never)
	assert.True(t, world.IsFailure(err))
	require.ErrorContains(t, s.world.Eventually("nope", "x", never), `there is no time-out called "nope"`)
}

func TestAStatusIsAnErrorInSetUpAndAFailureInAnObservation(t *testing.T) {
	s := newStage(t, plan.Case{ID: "c"})
	r := world.Request{Actor: "outsider", Method: "GET", Path: "/servers/00000000-0000-4000-8000-000000000000"}
	_, err := s.world.Setup(r)
	require.ErrorContains(t, err, "404")
	assert.False(t, world.IsFailure(err))
	_, err = s.world.Observe(r)
	assert.True(t, world.IsFailure(err))
	_, err = s.world.Observe(r, http.StatusNotFound)
	require.NoError(t, err)
}

func TestAServiceThatCannotBeHadProvesNothing(t *testing.T) {
	s := newStage(t, plan.Case{ID: "c"})
	sent := 0
	s.before = func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/compute/v2.1/servers" {
			return false
		}
		sent++
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Openstack-Request-Id", "req-1")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte(`{"serviceUnavailable": {"code": 503, "message": "The database is away."}}`))
		return true
	}
	r := world.Request{Actor: "member", Method: "GET", Path: "/servers"}
	_, err := s.world.Observe(r)
	require.ErrorContains(t, err, "GET /servers as member answers 503: The database is away.: the service cannot be had "+
		"just now, nothing was proven")
	assert.False(t, world.IsFailure(err))
	assert.Equal(t, 4, sent, "it was asked again")
	_, err = s.world.Observe(r, http.StatusServiceUnavailable)
	require.NoError(t, err, "unless that is what is observed")
	x, err := s.world.Subject(r)
	require.NoError(t, err, "and to the subject it is an answer")
	assert.Equal(t, 503, x.Status)
}

func TestAProgramThatDoesNotReachTheCloudProvesNothing(t *testing.T) {
	s := newStage(t, plan.Case{ID: "c"})
	_, err := s.world.Command(world.Subject, "member", "sh", "-c", "echo 'Unable to establish connection to http://cloud' >&2; exit 1")
	require.EqualError(t, err, "sh run by member did not reach the service: Unable to establish connection to "+
		"http://cloud; nothing was proven")
	ran, err := s.world.Command(world.Subject, "member", "sh", "-c", "echo 'Conflict (HTTP 409)' >&2; exit 1")
	require.NoError(t, err)
	assert.Equal(t, 1, ran.Code)
}

func TestJudgingAnAnswer(t *testing.T) {
	s := newStage(t, plan.Case{ID: "c"})
	x, err := s.world.Subject(world.Request{Actor: "member", Method: "POST", Path: "/servers", At: "2.54", Body: map[string]any{}})
	require.NoError(t, err)
	require.NoError(t, s.world.Answered(400))
	err = s.world.Answered(202)
	assert.True(t, world.IsFailure(err))
	assert.ErrorContains(t, err, "expected 202, got 400: ")
	require.NoError(t, s.world.Fault(x, "badRequest", "is a required property"))
	assert.True(t, world.IsFailure(s.world.Fault(x, "forbidden", "")))
	assert.True(t, world.IsFailure(s.world.Fault(x, "badRequest", "something else")))
	err = s.world.Check(x, func(r *httpexpect.Response) { r.JSON().Object().Value("badRequest").Object().HasValue("code", 401) })
	assert.True(t, world.IsFailure(err))
	require.NoError(t, s.world.Check(x, func(r *httpexpect.Response) { r.JSON().Object().ContainsKey("badRequest") }),
		"a failed check leaves no trace")
}

func TestHeadersCanBeReplacedAddedAndLeftOut(t *testing.T) {
	s := newStage(t, plan.Case{ID: "c"})
	var got http.Header
	s.before = func(_ http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path == "/compute/v2.1/servers" {
			got = r.Header.Clone()
		}
		return false
	}
	_, err := s.world.Subject(world.Request{Actor: "member", Method: "GET", Path: "/servers", At: "2.54", Header: http.Header{
		"OpenStack-API-Version": {"compute 2.1", "compute 2.60"}, "X-Auth-Token": {}, "Accept": {"text/html"},
	}})
	require.NoError(t, err)
	assert.Equal(t, []string{"compute 2.1", "compute 2.60"}, got["Openstack-Api-Version"])
	assert.NotContains(t, got, "X-Auth-Token")
	assert.Equal(t, []string{"text/html"}, got["Accept"])
	assert.Equal(t, 401, s.world.Last().Status)
}

func TestServersAreBounded(t *testing.T) {
	s := newStage(t, plan.Case{ID: "c"})
	for range s.env.MaxServers {
		_, err := fixtures.BootServer(s.world, fixtures.ServerSpec{})
		require.NoError(t, err)
	}
	_, err := fixtures.BootServer(s.world, fixtures.ServerSpec{})
	require.EqualError(t, err, "another server would be more than --max-servers 3 allows at once")
	require.NoError(t, s.world.Close())
	s.world.Begin(context.Background(), s.env, plan.Case{ID: "d"})
	_, err = fixtures.BootServer(s.world, fixtures.ServerSpec{})
	require.NoError(t, err, "removed ones give their place back")
}

func TestNounsThatAreNotThereEndTheStep(t *testing.T) {
	s := newStage(t, plan.Case{ID: "c"})
	defer func() {
		err, ok := world.Stopped(recover())
		require.True(t, ok)
		require.EqualError(t, err, `the scenario has no server "" yet`)
	}()
	fixtures.Path(s.world, "/servers/{server}")
}

func TestPathsAreFilledIn(t *testing.T) {
	s := newStage(t, plan.Case{ID: "c"})
	s.world.Remember(&world.Noun{Kind: "server", ID: "one"})
	s.world.Remember(&world.Noun{Kind: "server", Name: "other", ID: "two"})
	member, err := s.env.Target.Actor("member")
	require.NoError(t, err)
	assert.Equal(t, "/one/two/"+member.ProjectID+"/"+member.UserID,
		fixtures.Path(s.world, "/{server}/{server:other}/{project:member}/{user:member}"))
}
