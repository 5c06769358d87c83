package plan_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/steps/plan"
)

// Set-up that names nobody is the member's: such a row needs somebody to play the member, also where the request itself is nobody's.
func TestSetUpThatNamesNobodyIsTheMembers(t *testing.T) {
	for given, want := range map[string][]string{
		"a stack that holds a scaling group": {"member", "nobody"},
		"a server of the outsider":           {"nobody", "outsider"},
		"an aggregate of host1":              {"admin", "nobody"},
	} {
		all, err := features.Parse("demo/demo.feature", []byte("@spec:demo @op:servers.show\nFeature: demo\n\n  Scenario: DEM-01 a row\n    Given "+
			given+"\n    When the nobody calls the webhook of the policy\n    Then the request is answered 200\n"))
		require.NoError(t, err, given)
		cases, err := plan.Build(all, facts(), plan.Selection{})
		require.NoError(t, err, given)
		assert.Equal(t, want, cases[0].Actors, given)
	}
}

// A server of a stack needs a microversion that boots without a network, also where the sentence says only what holds it.
func TestSetUpThatNeedsAMicroversion(t *testing.T) {
	for given, want := range map[string]string{
		"a stack that holds a server":                          "2.37",
		"a stack that holds a nested stack in a nested stack":  "2.37",
		"a stack that holds a nested stack with an empty part": "",
	} {
		all, err := features.Parse("demo/demo.feature", []byte("@spec:demo @op:servers.show\nFeature: demo\n\n  Scenario: DEM-01 a row\n    Given "+
			given+"\n    When the member asks the stack to lock\n    Then the request is answered 200\n"))
		require.NoError(t, err, given)
		cases, err := plan.Build(all, facts(), plan.Selection{})
		require.NoError(t, err, given)
		assert.Equal(t, want, cases[0].Least.String(), given)
	}
}

// Which cases only hold where servers that name no zone may be on any host, and which of them also where volumes may be of any zone.
func TestCasesThatNeedADeploymentWithoutADefaultZone(t *testing.T) {
	const free, volumes = "free-boot", "cross-zone-volumes"
	for _, row := range []struct {
		given, when, then string
		want              []string
	}{
		{"a server booted in no zone", "unshelves it at 2.91 with zone absent and host host2", "the request is answered 202", []string{free}},
		{"a server booted in AZ1", "unshelves it at 2.91 with zone absent and host host2", "the request is answered 202", nil},
		{
			"the admin tried in vain to unshelve it to host1", "unshelves it at 2.91 with zone absent and host absent",
			"the request is answered 202",
			[]string{free},
		},
		{"a server booted in no zone", "unshelves it at 2.91 with zone AZ2 and host host2", "the request is answered 202", nil},
		{"a server booted in no zone", "unshelves it at 2.91 with zone null and host host2", "the request is answered 202", nil},
		{"a server booted in no zone", "unshelves it at 2.91 with zone absent and host host2", "the request is answered 403", nil},
		{"a server booted in no zone", `sends {"unshelve": {"host": "{host:host1}"}}`, "the request is answered 202", []string{free}},
		{"a server", "unshelves it at 2.91", "the server ends on host1, pinned to (none)", []string{free}},
		{"the server is VERIFY_RESIZE", "rebuilds it at 2.54", "the request is answered 409", []string{free}},
		{"an image", `creates a server at 2.74 with {"host": "{host:host2}"}`, "the request is answered 202", []string{free}},
		{"an image", `creates a server at 2.74 with {"hypervisor_hostname": "{node:host1}"}`, "the request is answered 202", []string{free}},
		{"an image", `creates a server at 2.105 with {"hypervisor_uuid": "{hypervisor:taken}"}`, "the request is answered 202", []string{free}},
		{
			"an image", `creates a server at 2.74 with {"host": "{host:host2}", "availability_zone": "{zone:AZ2}"}`, "the request is answered 202",
			nil,
		},
		{"an image", `creates a server at 2.74 with {"host": "{host:host2}"}`, "the request is answered 403", nil},
		{
			"a volume-backed server booted in no zone", "unshelves it at 2.91 with zone absent and host host1", "the request is answered 202",
			[]string{volumes, free},
		},
		{
			"a choice of hosts in AZ1\n    And a server booted in no zone", "unshelves it at 2.91 with zone AZ1", "the request is answered 202",
			[]string{free},
		},
		{
			"a host that is in an aggregate without a zone is put into AZ1\n    And a server booted in no zone",
			"unshelves it at 2.91 with zone AZ1", "the request is answered 202",
			[]string{free},
		},
		{
			"a choice of hosts in AZ1\n    And a server booted in AZ1", "unshelves it at 2.91 with zone AZ1", "the request is answered 202",
			nil,
		},
		{"a server booted in no zone", "calls novaclient's unshelve with host host2 on the server", "the command succeeds", []string{free}},
	} {
		name := row.given + ", " + row.when + ", " + row.then
		all, err := features.Parse("demo/demo.feature", []byte("@spec:demo @op:servers.show\nFeature: demo\n\n  Scenario: DEM-01 a row\n"+
			"    Given "+row.given+"\n    When the admin "+row.when+"\n    Then "+row.then+"\n"))
		require.NoError(t, err, name)
		cases, err := plan.Build(all, facts(), plan.Selection{})
		require.NoError(t, err, name)
		var got []string
		for _, need := range []string{volumes, free} {
			if slices.Contains(cases[0].Needs, need) {
				got = append(got, need)
			}
		}
		assert.Equal(t, row.want, got, name)
	}
}

// Which cases need a second host or zone: theirs is closed and their server runs all the same, or the first zone and the default zone must
// be two.
func TestCasesThatNeedSomewhereElse(t *testing.T) {
	for _, row := range []struct {
		closed, then string
		want         []string
	}{
		{"the compute service of host1 is disabled", "the server ends on any host", []string{"two-hosts"}},
		{"the compute service of host1 is down", "the server ends on the other host", []string{"two-hosts"}},
		{"the compute services of AZ1 are disabled", "the server ends on any host", []string{"two-zones"}},
		{"the compute services of the zone that it was in are disabled", "the server ends on another zone", []string{"two-zones"}},
		{"the compute service of host1 is disabled", "the server ends on (shelved)", nil},
		{"a server booted in AZ1", "the server ends on any host", nil},
		{"a server booted in AZ1", "the server ends on host0", []string{"two-zones"}},
		{"the compute services of the default zone are down", "the server is pinned to AZ1", []string{"two-zones"}},
		{"the compute services of the default zone are down", "the server ends on any host", nil},
		{"a server booted in no zone", "the server ends on host0", nil},
	} {
		name := row.closed + ", " + row.then
		all, err := features.Parse("demo/demo.feature", []byte("@spec:demo @op:servers.show\nFeature: demo\n\n  Scenario: DEM-01 a row\n"+
			"    Given "+row.closed+"\n    When the admin unshelves it at 2.91\n    Then "+row.then+"\n"))
		require.NoError(t, err, name)
		cases, err := plan.Build(all, facts(), plan.Selection{})
		require.NoError(t, err, name)
		var got []string
		for _, need := range []string{"two-hosts", "two-zones"} {
			if slices.Contains(cases[0].Needs, need) {
				got = append(got, need)
			}
		}
		assert.Equal(t, row.want, got, name)
	}
}
