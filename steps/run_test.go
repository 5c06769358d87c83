package steps_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/mockcloud/machineclock"
	"plumbline/internal/openapi"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
	"plumbline/steps"
)

const feature = `@spec:microversions
Feature: made up
  Scenario: MVN-01 passes
    Given the member has a key pair K1
    When the member sends GET /servers at 2.54
    Then the request is answered 200

  Scenario: MVN-02 fails
    Given a server
    When the member sends GET /servers at 2.54
    Then the request is answered 418
    And the request is answered 200

  Scenario: MVN-03 has a sentence that nobody knows
    When the member sends GET /servers at 2.54
    Then the moon is full

  Scenario: MVN-04 cannot be set up
    Given the member has rebuilt the server with key K1
    When the member sends GET /servers at 2.54
    Then the request is answered 200

  @needs:legacy-policy
  Scenario: MVN-05 does not apply
    When the member sends GET /servers at 2.54
    Then the request is answered 200
`

type mockTime struct {
	clock.Clock
	cloud *mockcloud.Cloud
}

func (m mockTime) Sleep(ctx context.Context, d time.Duration) error {
	m.cloud.Control().Advance(d)
	return ctx.Err()
}

// options embed a mock; wrap may stand between suite and mock.
func options(t *testing.T, log *bytes.Buffer, wrap func(http.Handler) http.Handler) steps.Options {
	t.Helper()
	shared := &machineclock.Clock{}
	cloud, err := mockcloud.New(mockcloud.WithClock(shared), mockcloud.WithBaseURL("http://mock.invalid"))
	require.NoError(t, err)
	scenarios, err := features.Parse("microversions/made-up.feature", []byte(feature))
	require.NoError(t, err)
	var handler http.Handler = cloud
	if wrap != nil {
		handler = wrap(cloud)
	}
	o := steps.Options{
		Profile: openapi.Shipped, Scenarios: scenarios, RunID: "t", Tool: "test", MaxServers: 4, Clock: mockTime{shared, cloud},
		Log:    eventlog.NewWriter(log, shared.Now),
		Target: target.Config{Name: "mock", Kind: target.Embedded, Handler: handler, Actors: map[string]session.Login{}},
	}
	for _, actor := range cloud.Actors() {
		c := cloud.ClientConfig(actor)
		scope := &gophercloud.AuthScope{ProjectName: c.ProjectName, DomainName: c.ProjectDomainName, System: c.System}
		if c.System {
			scope = &gophercloud.AuthScope{System: true}
		}
		o.Target.Actors[actor] = session.Login{Region: c.Region, Interface: "public", Options: gophercloud.AuthOptions{
			IdentityEndpoint: c.AuthURL, Username: c.Username, Password: c.Password, DomainName: c.UserDomainName, Scope: scope,
		}}
	}
	o.Target.Login = o.Target.Actors["admin"]
	return o
}

func events(t *testing.T, log *bytes.Buffer) []eventlog.Event {
	t.Helper()
	all, err := eventlog.Read(bytes.NewReader(log.Bytes()))
	require.NoError(t, err)
	return all
}

// story is a short form of what the log says of cases.
func story(all []eventlog.Event) []string {
	var out []string
	for _, e := range all {
		switch {
		case e.StepDone != nil:
			out = append(out, row(e.StepDone.Case)+" "+e.StepDone.Keyword+" "+e.StepDone.Status)
		case e.CaseDone != nil:
			out = append(out, row(e.CaseDone.Case)+" "+e.CaseDone.Outcome)
		case e.Gated != nil:
			out = append(out, row(e.Gated.Case)+" "+e.Gated.Verdict)
		}
	}
	return out
}

func row(id string) string { return id[strings.Index(id, "#")+1:] }

func TestVerdictsAreOursAndNotTheRunners(t *testing.T) {
	var log bytes.Buffer
	outcome, err := steps.Run(context.Background(), options(t, &log, nil))
	require.NoError(t, err)
	assert.Equal(t, []string{
		"MVN-05 unsupported",
		"MVN-01 Given passed", "MVN-01 When passed", "MVN-01 Then passed", "MVN-01 pass",
		"MVN-02 Given passed", "MVN-02 When passed", "MVN-02 Then failed", "MVN-02 And skipped", "MVN-02 fail",
		"MVN-03 When passed", "MVN-03 Then error", "MVN-03 error",
		"MVN-04 Given error", "MVN-04 When skipped", "MVN-04 Then skipped", "MVN-04 error",
	}, story(events(t, &log)))
	assert.Equal(t, []int{1, 1, 2, 1}, []int{outcome.Passed, outcome.Failed, outcome.Errors, outcome.Gated})
	assert.Zero(t, outcome.Leaked)
	for _, e := range events(t, &log) {
		if e.CaseDone != nil && row(e.CaseDone.Case) == "MVN-02" {
			assert.Equal(t, []string{"418", "200"}, []string{e.CaseDone.Expected, e.CaseDone.Got})
		}
		if e.CaseDone != nil && row(e.CaseDone.Case) == "MVN-03" {
			assert.Equal(t, `no step definition matches "the moon is full"`, e.CaseDone.Reason)
		}
	}
}

func TestEverythingIsAnnouncedBeforeAnythingRuns(t *testing.T) {
	var log bytes.Buffer
	_, err := steps.Run(context.Background(), options(t, &log, nil))
	require.NoError(t, err)
	var kinds []eventlog.Kind
	planned := 0
	for _, e := range events(t, &log) {
		if e.CasePlanned != nil {
			planned++
		}
		if e.Kind != eventlog.KindExchanged && e.Kind != eventlog.KindStepDone {
			kinds = append(kinds, e.Kind)
		}
	}
	assert.Equal(t, 5, planned)
	assert.Equal(t, eventlog.KindRunStarted, kinds[0])
	assert.Equal(t, eventlog.KindTargetDescribed, kinds[1])
	assert.Equal(t, eventlog.KindCasePlanned, kinds[2])
	assert.Equal(t, eventlog.KindRunEnded, kinds[len(kinds)-1])
}

func TestAnInterruptCleansUpAndClosesTheLog(t *testing.T) {
	var log bytes.Buffer
	ctx, cancel := context.WithCancel(context.Background())
	o := options(t, &log, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r)
			if r.Method == "POST" && r.URL.Path == "/compute/v2.1/servers" && r.Header.Get("OpenStack-Api-Version") == "compute 2.37" {
				cancel()
			}
		})
	})
	outcome, err := steps.Run(ctx, o)
	require.NoError(t, err)
	assert.True(t, outcome.Interrupted)
	assert.Zero(t, outcome.Leaked)
	all := events(t, &log)
	assert.True(t, all[len(all)-1].RunEnded.Interrupted)
	assert.Contains(t, story(all), "MVN-02 error")
	assert.Contains(t, story(all), "MVN-04 not-run", "what had no turn says so")
	cleaned := 0
	for _, e := range all {
		if e.CleanedUp != nil {
			cleaned++
			assert.Empty(t, e.CleanedUp.Error)
		}
	}
	assert.Equal(t, 2, cleaned, "the key pair of MVN-01 and the server of MVN-02")
}

func TestStoppingAtTheFirstFailure(t *testing.T) {
	var log bytes.Buffer
	o := options(t, &log, nil)
	o.StopAtFailure = true
	outcome, err := steps.Run(context.Background(), o)
	require.NoError(t, err)
	assert.Equal(t, []int{1, 1, 0}, []int{outcome.Passed, outcome.Failed, outcome.Errors})
	assert.False(t, outcome.Interrupted)
	assert.Contains(t, story(events(t, &log)), "MVN-03 not-run")
}

func TestASelectionOfNothingDoesNotTouchTheTarget(t *testing.T) {
	var log bytes.Buffer
	o := options(t, &log, func(http.Handler) http.Handler {
		return http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Errorf("asked %s", r.URL) })
	})
	o.Selection.Only = []string{"MVN-99"}
	_, err := steps.Run(context.Background(), o)
	require.ErrorIs(t, err, plan.ErrNothing)
	assert.Empty(t, log.String())
}

// full is a disk with room for some lines.
type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errors.New("no space left on device")
	}
	return len(p), nil
}

func TestAFullDiskEndsTheRun(t *testing.T) {
	for _, room := range []int{0, 10, 60} {
		var log bytes.Buffer
		o := options(t, &log, nil)
		o.Log = eventlog.NewWriter(&full{room}, time.Now)
		_, err := steps.Run(context.Background(), o)
		require.ErrorContains(t, err, "no space left on device", room)
	}
}

func TestSeveralCasesAtOnceGiveTheSameVerdicts(t *testing.T) {
	var log bytes.Buffer
	o := options(t, &log, nil)
	o.Jobs = 4
	outcome, err := steps.Run(context.Background(), o)
	require.NoError(t, err)
	assert.Equal(t, []int{1, 1, 2, 1}, []int{outcome.Passed, outcome.Failed, outcome.Errors, outcome.Gated})
}

func TestPlanOnlyReads(t *testing.T) {
	var log bytes.Buffer
	o := options(t, &log, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodGet && !strings.HasSuffix(r.URL.Path, "/auth/tokens") {
				t.Errorf("%s %s is no reading", r.Method, r.URL.Path)
			}
			next.ServeHTTP(w, r)
		})
	})
	planned, err := steps.Plan(context.Background(), o)
	require.NoError(t, err)
	assert.Len(t, planned.Cases, 5)
	assert.Empty(t, log.String())
}
