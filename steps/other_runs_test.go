package steps_test

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/openapi/redact"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/sweeping"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
	"plumbline/steps"
)

// closes changes a host, and sees that others do not.
const closes = `@spec:microversions
Feature: made up
  Scenario: MVN-01 reads
    When the member sends GET /servers at 2.54
    Then the request is answered 200

  Scenario: MVN-02 fails
    When the member sends GET /servers at 2.54
    Then the request is answered 418

  @disruptive
  Scenario: MVN-03 closes a host
    Given the compute service of host1 is disabled
    When the member sends GET /servers at 2.54
    Then the request is answered 200
`

// otherRuns runs closes on a shared cloud whose compute requests pass through before.
func otherRuns(t *testing.T, s *shared, disruptive bool, before func(*http.Request)) (steps.Outcome, *bytes.Buffer, error) {
	t.Helper()
	scenarios, err := features.Parse("microversions/made-up.feature", []byte(closes))
	require.NoError(t, err)
	var log bytes.Buffer
	o := s.options(t, eventlog.NewWriter(&log, s.time.Now))
	o.Scenarios, o.Selection.Disruptive = scenarios, disruptive
	o.Target.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/compute/") {
			before(r)
		}
		s.cloud.ServeHTTP(w, r)
	})
	outcome, err := steps.Run(context.Background(), o)
	return outcome, &log, err
}

// A run that closes hosts marks the cloud while it goes on: no other run begins there, and its mark goes with it.
func TestRunsThatChangeHostsAreKeptApart(t *testing.T) {
	for _, disruptive := range []bool{false, true} {
		s := newShared(t)
		before := s.records()
		var once sync.Once
		var refused error
		outcome, _, err := otherRuns(t, s, true, func(r *http.Request) {
			if r.Method != http.MethodPut || !strings.Contains(r.URL.Path, "/os-services/") {
				return
			}
			once.Do(func() { _, _, refused = otherRuns(t, s, disruptive, func(*http.Request) {}) })
		})
		require.NoError(t, err)
		assert.Equal(t, 2, outcome.Passed, outcome.FirstErrorText)
		assert.Equal(t, 1, outcome.Failed)
		assert.Zero(t, outcome.Leaked+outcome.NotCleaned, outcome.FirstErrorText)
		require.ErrorIs(t, refused, target.ErrConfiguration)
		assert.ErrorContains(t, refused, "run "+outcome.RunID+" changes hosts and zones of this cloud")
		assert.ErrorContains(t, refused, "plumbline sweep --run "+outcome.RunID)
		assert.Equal(t, before, s.records(), "nothing is left")
	}
}

// What fails while another run changes hosts proves nothing. What a killed run left says the same until it is swept.
func TestAFailureBesideAnotherRunThatChangesHostsIsAnError(t *testing.T) {
	s := newShared(t)
	dead := make(chan struct{})
	defer close(dead)
	killed := func() {
		_, _, _ = otherRuns(t, s, true, func(r *http.Request) {
			if r.Method == http.MethodPut && strings.Contains(r.URL.Path, "/os-services/") {
				dead <- struct{}{}
				<-dead // killed: it neither goes on nor cleans up
			}
		})
	}
	begun := false
	outcome, log, err := otherRuns(t, s, false, func(r *http.Request) {
		if !begun && strings.HasSuffix(r.URL.Path, "/servers") && r.Header.Get("OpenStack-API-Version") == "compute 2.54" {
			begun = true
			go killed()
			<-dead
		}
	})
	require.NoError(t, err)
	assert.Equal(t, []int{1, 0, 1}, []int{outcome.Passed, outcome.Failed, outcome.Errors})
	left := ""
	for _, e := range events(t, log) {
		if e.CaseDone != nil && e.CaseDone.Outcome == "error" {
			_, left, _ = strings.Cut(e.CaseDone.Reason, "plumbline sweep --run ")
			left, _, _ = strings.Cut(left, ")")
		}
	}
	require.NotEmpty(t, left)

	_, _, err = otherRuns(t, s, false, func(*http.Request) {})
	require.ErrorContains(t, err, left)
	c := s.options(t, eventlog.NewWriter(&bytes.Buffer{}, s.time.Now)).Target
	require.NoError(t, sweeping.Sweep{
		Target: c, Clock: world.Machine{}, Redact: redact.New(), Run: left, Gone: func(target.Swept) {},
	}.Do(context.Background()))
	outcome, _, err = otherRuns(t, s, false, func(*http.Request) {})
	require.NoError(t, err)
	assert.Equal(t, 1, outcome.Failed, outcome.FirstErrorText)
}
