package features_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/plan"
	"plumbline/steps"
)

// TestFeatures runs the scenarios under go test: against the mock in both profiles, or, with PLUMBLINE_OS_CLOUD=NAME,
// against that cloud of clouds.yaml in the profile shipped (or the one of PLUMBLINE_PROFILE). Godog's flags choose
// and print (-godog.tags, -godog.format, -godog.concurrency, -godog.random, -godog.paths …), and -run picks scenarios:
//
//	go test ./features -run 'TestFeatures/shipped/rebuild-keypair-reset/.*/RKP-08$' -v
//	go test ./features -godog.tags '@since:2.54 && ~@needs:metadata' -godog.format pretty,junit:junit.xml
//	PLUMBLINE_OS_CLOUD=prod go test ./features -timeout 2h -godog.paths unshelve-to-host/decision.feature
//
// The log and the report are in reports/latest/godog/PROFILE, or below PLUMBLINE_OUT.
func TestFeatures(t *testing.T) {
	if cloud := os.Getenv("PLUMBLINE_OS_CLOUD"); cloud != "" {
		profile := openapi.Shipped
		if name := os.Getenv("PLUMBLINE_PROFILE"); name != "" {
			var err error
			profile, err = openapi.ParseProfile(name)
			require.NoError(t, err)
		}
		t.Run(string(profile), func(t *testing.T) { runSuite(t, onCloud(t, cloud, profile)) })
		return
	}
	for _, profile := range openapi.Profiles() {
		t.Run(string(profile), func(t *testing.T) {
			o, err := onMock(profile)
			require.NoError(t, err)
			runSuite(t, o)
		})
	}
}

// runSuite runs what -run and godog's flags leave, and makes a subtest of each case: SPECIFICATION/TOPIC/ROW, with
// "@since-1" or "@newest" behind where the boundary sweep made it.
func runSuite(t *testing.T, o steps.Options) {
	o.Selection.Sweep = true
	if only := os.Getenv("PLUMBLINE_ONLY"); only != "" {
		o.Selection.Only = strings.Split(only, ",")
	}
	later, err := o.Godog(flags)
	require.NoError(t, err)
	planned, err := steps.Plan(context.Background(), o)
	require.NoError(t, err)
	results, taken := map[string]steps.Progress{}, map[string]bool{}
	// A parallel subtest waits until this function returns: by then the selected cases have run.
	for _, c := range planned.Cases {
		t.Run(strings.ReplaceAll(c.ID, "#", "/"), func(t *testing.T) {
			taken[c.Scenario.ID] = true
			t.Parallel()
			tell(t, results[c.ID])
		})
	}
	if len(taken) == 0 {
		return
	}
	if len(taken) < scenariosOf(planned.Cases) {
		o.Selection.Only = nil
		for id := range taken {
			o.Selection.Only = append(o.Selection.Only, id)
		}
	}
	o.Progress = func(p steps.Progress) { results[p.Case.ID] = p }
	outcome, report := record(t, o, later)
	assert.Zero(t, outcome.Leaked, "something was left behind")
	t.Logf("report: %s", report)
}

func scenariosOf(cases []plan.Case) int {
	ids := map[string]bool{}
	for _, c := range cases {
		ids[c.Scenario.ID] = true
	}
	return len(ids)
}

// tell gives a case's result to its subtest.
func tell(t *testing.T, p steps.Progress) {
	switch p.Outcome {
	case "pass":
	case "":
		t.Error("error: the run ended before this case had its turn")
	case "fail", "error":
		t.Errorf("%s: %s", p.Outcome, p.Reason)
	default:
		t.Skipf("%s: %s", p.Outcome, p.Reason)
	}
}

// onCloud is a cloud of clouds.yaml.
func onCloud(t *testing.T, cloud string, profile openapi.Profile) steps.Options {
	login, err := steps.ReadLogin(cloud, environment())
	require.NoError(t, err)
	return steps.Options{Profile: profile, MaxServers: 8, Target: steps.Target{Name: cloud, Kind: steps.Real, Login: login}}
}
