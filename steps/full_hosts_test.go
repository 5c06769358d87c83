package steps_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/plan"
	"plumbline/mockcloud"
	"plumbline/mockcloud/seed"
	"plumbline/steps"
)

const needsRoom = `@spec:microversions
Feature: made up
  Scenario: MVN-01 a server is made
    Given a server
    When the member sends GET /servers at 2.54
    Then the request is answered 200

  Scenario: MVN-02 a server is made, which was in vain
    Given a server
    When the member sends GET /servers at 2.54
    Then the request is answered 418

  Scenario: MVN-03 a server comes back
    Given a shelved-offloaded server booted in no zone
    When the admin unshelves it at 2.91 with zone absent
    Then the request is answered 202
    And the server becomes ACTIVE

  Scenario: MVN-04 another one comes back
    Given a shelved-offloaded server booted in no zone
    When the admin unshelves it at 2.91 with zone absent
    Then the request is answered 202
    And the server becomes ACTIVE
`

// A cloud that has room for one server is sound. Where the servers of other cases have filled its host, a case is tried again without
// any other. What fails then does so for itself, and is tried no third time.
func TestCasesThatFoundNoRoomAreTriedAgainAlone(t *testing.T) {
	small := seed.Default()
	small.Hosts = small.Hosts[:1]
	small.Hosts[0].Disk = 1
	s := newShared(t, mockcloud.WithSeed(small))
	for _, jobs := range []int{1, 4} {
		scenarios, err := features.Parse("microversions/made-up.feature", []byte(needsRoom))
		require.NoError(t, err)
		o := s.options(t, eventlog.NewWriter(io.Discard, s.time.Now))
		o.Scenarios, o.Jobs, o.MaxServers = scenarios, jobs, 8
		var aside []string
		o.SetAside = func(c plan.Case) { aside = append(aside, c.Scenario.Row) }
		outcome, err := steps.Run(context.Background(), o)
		require.NoError(t, err)
		assert.Equal(t, []int{3, 1, 0}, []int{outcome.Passed, outcome.Failed, outcome.Errors}, outcome.FirstErrorText)
		assert.Contains(t, outcome.FirstFailure, "MVN-02")
		assert.LessOrEqual(t, strings.Count(strings.Join(aside, " "), "MVN-03"), 1)
		assert.Zero(t, outcome.Leaked+outcome.NotCleaned)
	}
}
