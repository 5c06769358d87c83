package steps_test

import (
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/reports/eventlog"
	"plumbline/mockcloud"
	"plumbline/mockcloud/settings"
	"plumbline/steps"
)

const onLaterPages = `@spec:microversions
Feature: made up
  Scenario Outline: <row> what is on a later page is found by <query>
    Given a server
    And a newer server of the member2
    When the member sends GET /servers?<query> at 2.38
    Then the request is answered 200
    And the servers in the answer include the server
    And the servers in the answer include the newer server

    Examples:
      | row    | query                        |
      | MVN-01 | status=ACTIVE&status=SHUTOFF |
      | MVN-02 | status=SHUTOFF&status=ACTIVE |
      | MVN-03 | status=ACTIVE                |
      | MVN-04 | sort_key=uuid&sort_dir=desc  |
`

// A cloud whose pages are short, or that has many servers, has what is looked for on later pages, for which a link of Nova asks with but
// one of two values of a parameter.
func TestServersAreFoundOnLaterPages(t *testing.T) {
	short := settings.Default()
	short.MaxLimit = 1
	s := newShared(t, mockcloud.WithSettings(short))
	scenarios, err := features.Parse("microversions/made-up.feature", []byte(onLaterPages))
	require.NoError(t, err)
	o := s.options(t, eventlog.NewWriter(io.Discard, s.time.Now))
	o.Scenarios = scenarios
	outcome, err := steps.Run(context.Background(), o)
	require.NoError(t, err)
	assert.Equal(t, 4, outcome.Passed, outcome.FirstFailure+outcome.FirstErrorText)
}
