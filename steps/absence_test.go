package steps_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/steps/target"
	"plumbline/steps"
)

const neverShipped = `@spec:microversions
Feature: made up
  @needs:stack-lock
  Scenario: MVN-01 locks a stack
    When the member sends GET /servers at 2.54
    Then the request is answered 200

  @needs:hypervisor-uuid @since:2.105
  Scenario: MVN-02 names a hypervisor
    When the admin sends GET /servers at 2.105
    Then the request is answered 200

  @needs:reimage-flag
  Scenario: MVN-03 asks for a new root disk
    When the member sends GET /servers at 2.93
    Then the request is answered 200
`

// What no release has is unsupported for the reason that its probe gives, also where the microversion is
// missing, too.
func TestWhatNoReleaseHasNamesTheProbeThatDidNotFindIt(t *testing.T) {
	var log bytes.Buffer
	o := options(t, &log, nil)
	var err error
	o.Scenarios, err = features.Parse("microversions/made-up.feature", []byte(neverShipped))
	require.NoError(t, err)
	said := map[string]string{}
	o.Progress = func(p steps.Progress) { said[p.Case.Scenario.Row] = p.Outcome + ": " + p.Reason }
	outcome, err := steps.Run(context.Background(), o)
	require.NoError(t, err)
	assert.Zero(t, outcome.Leaked)
	assert.Equal(t, map[string]string{
		"MVN-01": `unsupported: POST {"lock": null} to the actions of a stack that does not exist answers 400 "Invalid action lock specified"; ` +
			`POST {"unlock": null} to the actions of a stack that does not exist answers 400 "Invalid action unlock specified"`,
		"MVN-02": `unsupported: POST /servers at 2.104 with hypervisor_uuid and a flavor that does not exist answers 400 ` +
			`"Additional properties are not allowed ('hypervisor_uuid' was unexpected)"`,
		"MVN-03": `unsupported: a rebuild at 2.104 with reimage_boot_volume of a server that does not exist answers 400 ` +
			`"Additional properties are not allowed ('reimage_boot_volume' was unexpected)"`,
	}, said)
	assert.NotContains(t, log.String(), target.Prefix+"t-never-", "nothing came of the probes")
}
