package certify

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"strings"
	"time"

	"github.com/gophercloud/gophercloud/v2"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/mockcloud/embedded"
	"plumbline/internal/mockcloud/setup"
	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
	"plumbline/steps"
)

// EmbeddedURL is the address of a mock inside this process; nothing is sent over a network.
const EmbeddedURL = "http://mock.invalid"

// embeddedJobs makes the jobs for a mock inside this process; without a target, one for each profile.
func (f *TargetFlags) embeddedJobs(base steps.Options) ([]job, error) {
	if f.keepFailed {
		return nil, cli.Usage(errors.New("--keep-failed: nothing of the embedded mock is there after the run; start one with plumbline mock " +
			"and name it with --target or --os-cloud"))
	}
	fallback := []openapi.Profile{openapi.Shipped}
	if f.Target == "" {
		fallback = openapi.Profiles()
	}
	profiles, err := cli.ParseProfiles(f.profile, fallback...)
	if err != nil {
		return nil, err
	}
	out := jobPerProfile(base, profiles)
	for i := range out {
		out[i].options.Selection.Disruptive = true // nobody else uses the mock
		if f.Concurrent == 0 {
			out[i].options.Jobs = defaultLanes(profiles, profiles[i])
		}
		if err := Embed(&out[i].options, mockcloud.WithPolicy(f.mockPolicy), setup.Documents(base.Documents)); err != nil {
			return nil, cli.Usage(err)
		}
	}
	return out, nil
}

// defaultLanes is the default number of cases of a profile that run at once: one for each processor. Each has a mock of its
// own, so that the report is the same for any number. When both profiles run, specified, which has one and a half times as
// many cases, gets one and a half times as many lanes, so that both end at about the same time and no processor waits.
func defaultLanes(all []openapi.Profile, p openapi.Profile) int {
	n := runtime.GOMAXPROCS(0)
	if len(all) > 1 && p == openapi.Specified {
		return n + n/2
	}
	return n
}

// busy is how long work on servers of the embedded mock takes: long enough for the suite to observe it, and one or two waits.
const busy = 200 * time.Millisecond

// Embed makes the mock of a job, with a clock shared with the suite. Cases that run at the same time have a mock each.
func Embed(o *steps.Options, extra ...mockcloud.Option) error {
	opts := append([]mockcloud.Option{
		mockcloud.WithProfile(o.Profile), mockcloud.WithMaximum("compute", o.Target.Bound.String()),
		mockcloud.WithBaseURL(EmbeddedURL), mockcloud.WithLifecycle(clock.After(busy)), mockcloud.WithRandomSeed(1),
	}, extra...)
	began := time.Now()
	cloud, shared, err := newMock(began, opts)
	if err != nil {
		return err
	}
	o.Clock, o.Checkpoint, o.RestartIDs = shared, shared.checkpoint, shared.restartIDs
	o.Another = func() (steps.Cloud, error) {
		cloud, shared, err := newMock(began, opts)
		return steps.Cloud{
			Handler: cloud, Listen: listen(cloud), Clock: shared, Checkpoint: shared.checkpoint, RestartIDs: shared.restartIDs,
		}, err
	}
	o.Target.Metadata = mockMetadata(EmbeddedURL)
	o.Target.Kind, o.Target.Handler, o.Target.Name = steps.Embedded, cloud, "embedded mock"
	o.StrictSchema = true // the mock and the documents come from this project: answers must never violate them
	o.Target.Listen = listen(cloud)
	o.Target.Actors = map[string]steps.Login{}
	for _, actor := range target.Actors() {
		if config := cloud.ClientConfig(actor); config.Username != "" {
			o.Target.Actors[actor] = MockLogin(config)
		}
	}
	o.Target.Login = o.Target.Actors["admin"]
	return nil
}

// newMock makes a mock whose clock moves only in waits, so that no row depends on the speed of the machine.
func newMock(began time.Time, opts []mockcloud.Option) (*mockcloud.Cloud, sharedClock, error) {
	shared := clock.NewManual(began)
	// The clock is the first option, so that a bench of mutants can replace it.
	cloud, err := mockcloud.New(append([]mockcloud.Option{mockcloud.WithClock(shared)}, opts...)...)
	return cloud, sharedClock{shared, cloud, shared}, err
}

// listen opens a port to a mock inside this process for client programs. Its clock stands still until the suite waits;
// while a program waits, it moves with each request.
func listen(cloud *mockcloud.Cloud) target.Listen {
	return func() (string, func() error, error) {
		served, err := cloud.Listen("127.0.0.1:0", embedded.ForPrograms(func() { cloud.Control().Advance(busy) }))
		if err != nil {
			return "", nil, err
		}
		return served.URL, served.Close, nil
	}
}

// mockMetadata is the address of the guests' metadata in a mock.
func mockMetadata(at string) target.MetadataAccess {
	return target.MetadataAccess{URL: at + embedded.MetadataPath, Secret: embedded.MetadataSecret}
}

func MockLogin(c mockcloud.ClientConfig) steps.Login {
	scope := &gophercloud.AuthScope{ProjectName: c.ProjectName, DomainName: c.ProjectDomainName}
	if c.System {
		scope = &gophercloud.AuthScope{System: true}
	}
	return steps.Login{
		Options: gophercloud.AuthOptions{
			IdentityEndpoint: c.AuthURL, Username: c.Username, Password: c.Password, DomainName: c.UserDomainName, Scope: scope,
		},
		Region: c.Region, Interface: "public", Source: "seed of the mock",
	}
}

// sharedClock is the clock of mock and suite: a wait advances it.
type sharedClock struct {
	clock.Clock
	cloud  *mockcloud.Cloud
	manual *clock.Manual
}

func (c sharedClock) checkpoint() (back func()) { return embedded.Checkpoint(c.cloud, c.manual) }

func (c sharedClock) restartIDs(name string) { embedded.RestartIDs(c.cloud, name) }

// Sleep advances the mock's clock and performs its due work.
func (c sharedClock) Sleep(ctx context.Context, d time.Duration) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.cloud.Control().Advance(d)
	return nil
}

// mockJobs makes the jobs for a mock that listens elsewhere, with the users of its built-in seed unless a cloud
// of clouds.yaml is named.
func (f *TargetFlags) mockJobs(_ context.Context, base steps.Options) ([]job, error) {
	at, err := url.Parse(f.Target)
	if err != nil || at.Host == "" {
		return nil, cli.Usage(fmt.Errorf("--target %q: want mock, or the URL of a mock", f.Target))
	}
	profiles, err := cli.ParseProfiles(f.profile, openapi.Shipped)
	if err != nil {
		return nil, err
	}
	if f.Cloud != "" {
		if base.Target, err = f.cloudTarget(base.Target); err != nil {
			return nil, err
		}
	} else if err := f.addSeedUsers(&base.Target, strings.TrimRight(f.Target, "/")); err != nil {
		return nil, err
	}
	if base.Target.Metadata.URL == "" {
		base.Target.Metadata = mockMetadata(strings.TrimRight(f.Target, "/"))
	}
	base.Target.Kind, base.Target.Name = steps.Mock, "mock at "+shownURL(f.Target)
	return jobPerProfile(base, profiles), nil
}

// addSeedUsers fills in the users of the built-in seed; how the mock is trusted is in the environment.
func (f *TargetFlags) addSeedUsers(c *steps.Target, at string) error {
	trust, tlsConfig, err := session.ReadTrust(f.trustEnv())
	if err != nil {
		return cli.Usage(err)
	}
	cloud, err := mockcloud.New(mockcloud.WithBaseURL(at))
	if err != nil {
		return err
	}
	c.Actors = map[string]steps.Login{}
	for _, actor := range target.Actors() {
		if config := cloud.ClientConfig(actor); config.Username != "" {
			login := MockLogin(config)
			login.Trust, login.TLS = trust, tlsConfig
			c.Actors[actor] = login
		}
	}
	c.Login, c.Name = c.Actors["admin"], at
	f.warnInsecure(*c)
	return nil
}
