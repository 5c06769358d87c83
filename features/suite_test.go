package features_test

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
	"plumbline/mockcloud/metadata"
	"plumbline/openapi"
	"plumbline/reports/eventlog"
	"plumbline/steps"
	"plumbline/steps/plan"
	"plumbline/steps/target"
)

// TestSuite runs the scenarios under go test: against the mock in both profiles, or, with
// PLUMBLINE_OS_CLOUD=NAME, against that cloud of clouds.yaml in the profile shipped (or the one of
// PLUMBLINE_PROFILE). PLUMBLINE_ONLY=RKP-08,RKP-09 narrows it.
func TestSuite(t *testing.T) {
	if cloud := os.Getenv("PLUMBLINE_OS_CLOUD"); cloud != "" {
		login, err := target.ReadLogin(cloud, environment())
		require.NoError(t, err)
		profile := openapi.Shipped
		if name := os.Getenv("PLUMBLINE_PROFILE"); name != "" {
			profile, err = openapi.ParseProfile(name)
			require.NoError(t, err)
		}
		runSuite(t, steps.Options{Profile: profile, MaxServers: 4, Target: target.Config{Name: cloud, Kind: target.Real, Login: login}})
		return
	}
	for _, profile := range openapi.Profiles() {
		t.Run(string(profile), func(t *testing.T) { runSuite(t, onMock(t, profile)) })
	}
}

// runSuite runs everything and makes a subtest of each case.
func runSuite(t *testing.T, o steps.Options) {
	var log bytes.Buffer
	var done []steps.Progress
	o.Log = eventlog.NewWriter(&log, time.Now)
	o.Progress = func(p steps.Progress) { done = append(done, p) }
	o.Selection = plan.Selection{Sweep: true}
	if only := os.Getenv("PLUMBLINE_ONLY"); only != "" {
		o.Selection.Only = strings.Split(only, ",")
	}
	outcome, err := steps.Run(context.Background(), o)
	require.NoError(t, err)
	assert.Zero(t, outcome.Leaked, "something was left behind")
	for _, p := range done {
		t.Run(p.Case.ID, func(t *testing.T) {
			switch p.Outcome {
			case "pass":
			case "fail", "error":
				t.Errorf("%s: %s", p.Outcome, p.Reason)
			default:
				t.Skipf("%s: %s", p.Outcome, p.Reason)
			}
		})
	}
	_, err = eventlog.Read(&log)
	require.NoError(t, err)
}

// onMock embeds a mock; suite and mock share a clock.
func onMock(t *testing.T, profile openapi.Profile) steps.Options {
	shared := clock.NewManual(time.Now()) // it moves only when somebody waits: no row depends on how fast the machine is
	cloud, err := mockcloud.New(mockcloud.WithProfile(profile), mockcloud.WithClock(shared), mockcloud.WithBaseURL("http://mock.invalid"), mockcloud.WithLifecycle(clock.After(200*time.Millisecond)))
	require.NoError(t, err)
	o := steps.Options{Profile: profile, Clock: mockTime{shared, cloud}, Target: target.Config{
		Name: "embedded mock", Kind: target.Embedded, Handler: cloud, Actors: map[string]target.Login{},
		Metadata: target.MetadataAccess{URL: cloud.URL() + metadata.Prefix, Secret: metadata.Secret},
	}}
	for _, actor := range target.Actors() {
		c := cloud.ClientConfig(actor)
		if c.Username == "" {
			continue
		}
		scope := &gophercloud.AuthScope{ProjectName: c.ProjectName, DomainName: c.ProjectDomainName}
		if c.System {
			scope = &gophercloud.AuthScope{System: true}
		}
		o.Target.Actors[actor] = target.Login{Region: c.Region, Interface: "public", Options: gophercloud.AuthOptions{
			IdentityEndpoint: c.AuthURL, Username: c.Username, Password: c.Password, DomainName: c.UserDomainName, Scope: scope,
		}}
	}
	o.Target.Login = o.Target.Actors["admin"]
	return o
}

// mockTime lets waiting move the mock's clock.
type mockTime struct {
	clock.Clock
	cloud *mockcloud.Cloud
}

func (m mockTime) Sleep(ctx context.Context, d time.Duration) error {
	m.cloud.Control().Advance(d)
	return ctx.Err()
}

func environment() map[string]string {
	env := map[string]string{}
	for _, kv := range os.Environ() {
		name, value, _ := strings.Cut(kv, "=")
		env[name] = value
	}
	return env
}
