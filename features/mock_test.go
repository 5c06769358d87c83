package features_test

import (
	"context"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/gophercloud/gophercloud/v2"

	"plumbline/internal/mockcloud/embedded"
	"plumbline/internal/openapi"
	"plumbline/internal/steps/target"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
	"plumbline/steps"
)

// onMock embeds a mock for each job; suite and mock share a clock, which moves only when somebody waits: no row depends
// on how fast the machine is.
func onMock(profile openapi.Profile) (steps.Options, error) {
	cloud, shared, err := newMock(profile)
	if err != nil {
		return steps.Options{}, err
	}
	o := steps.Options{
		Profile: profile, Clock: shared, Jobs: runtime.GOMAXPROCS(0), StrictSchema: true,
		Another: func() (steps.Cloud, error) {
			cloud, shared, err := newMock(profile)
			return steps.Cloud{Handler: cloud, Clock: shared}, err
		},
		Target: steps.Target{
			Name: "embedded mock", Kind: steps.Embedded, Handler: cloud, Actors: map[string]steps.Login{},
			Metadata: target.MetadataAccess{URL: cloud.URL() + embedded.MetadataPath, Secret: embedded.MetadataSecret},
		},
	}
	o.Selection.Disruptive = true // the mock is this run's own
	for _, actor := range target.Actors() {
		c := cloud.ClientConfig(actor)
		if c.Username == "" {
			continue
		}
		scope := &gophercloud.AuthScope{ProjectName: c.ProjectName, DomainName: c.ProjectDomainName}
		if c.System {
			scope = &gophercloud.AuthScope{System: true}
		}
		o.Target.Actors[actor] = steps.Login{Region: c.Region, Interface: "public", Options: gophercloud.AuthOptions{
			IdentityEndpoint: c.AuthURL, Username: c.Username, Password: c.Password, DomainName: c.UserDomainName, Scope: scope,
		}}
	}
	o.Target.Login = o.Target.Actors["admin"]
	return o, nil
}

func newMock(profile openapi.Profile) (*mockcloud.Cloud, mockTime, error) {
	shared := clock.NewManual(time.Now())
	cloud, err := mockcloud.New(mockcloud.WithProfile(profile), mockcloud.WithClock(shared), mockcloud.WithBaseURL("http://mock.invalid"),
		mockcloud.WithLifecycle(clock.After(200*time.Millisecond)))
	return cloud, mockTime{shared, cloud}, err
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
