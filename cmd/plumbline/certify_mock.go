package main

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/gophercloud/gophercloud/v2"

	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
	"plumbline/mockcloud/metadata"
	"plumbline/openapi"
	"plumbline/steps"
	"plumbline/steps/target"
)

// embeddedURL is the address of a mock inside this process: nothing is sent there.
const embeddedURL = "http://mock.invalid"

// embeddedJobs certify a mock inside this process; without a target in both profiles.
func (f *targetFlags) embeddedJobs(base steps.Options) ([]job, error) {
	fallback := []openapi.Profile{openapi.Shipped}
	if f.target == "" {
		fallback = openapi.Profiles()
	}
	profiles, err := parseProfiles(f.profile, fallback...)
	if err != nil {
		return nil, err
	}
	mockcloud.SpareTheCollector()
	out := each(base, profiles)
	for i := range out {
		out[i].options.Selection.Disruptive = true // the mock is this run's own
		if err := embed(&out[i].options, mockcloud.WithPolicy(f.mockPolicy)); err != nil {
			return nil, usage(err)
		}
	}
	return out, nil
}

// busy is how long servers of the embedded mock are at work: the suite sees them so, and then waits once or twice.
const busy = 200 * time.Millisecond

// embed makes the mock of a job and lets the suite share its clock.
func embed(o *steps.Options, extra ...mockcloud.Option) error {
	shared := clock.NewManual(time.Now()) // it moves only when somebody waits: no row depends on how fast the machine is
	opts := []mockcloud.Option{
		mockcloud.WithProfile(o.Profile), mockcloud.WithMaxMicroversion(o.Target.Bound),
		mockcloud.WithClock(shared), mockcloud.WithBaseURL(embeddedURL), mockcloud.WithLifecycle(clock.After(busy)),
	}
	cloud, err := mockcloud.New(append(opts, extra...)...)
	if err != nil {
		return err
	}
	o.Clock = sharedClock{shared, cloud}
	o.Target.Metadata = mockMetadata(embeddedURL)
	o.Target.Kind, o.Target.Handler, o.Target.Name = target.Embedded, cloud, "embedded mock"
	o.Target.Actors = map[string]target.Login{}
	for _, actor := range target.Actors() {
		if config := cloud.ClientConfig(actor); config.Username != "" {
			o.Target.Actors[actor] = mockLogin(config)
		}
	}
	o.Target.Login = o.Target.Actors["admin"]
	return nil
}

// mockMetadata is where a mock shows what guests see.
func mockMetadata(at string) target.MetadataAccess {
	return target.MetadataAccess{URL: at + metadata.Prefix, Secret: metadata.Secret}
}

func mockLogin(c mockcloud.ClientConfig) target.Login {
	scope := &gophercloud.AuthScope{ProjectName: c.ProjectName, DomainName: c.ProjectDomainName}
	if c.System {
		scope = &gophercloud.AuthScope{System: true}
	}
	return target.Login{
		Options: gophercloud.AuthOptions{
			IdentityEndpoint: c.AuthURL, Username: c.Username, Password: c.Password, DomainName: c.UserDomainName, Scope: scope,
		},
		Region: c.Region, Interface: "public", Source: "seed of the mock",
	}
}

// sharedClock is the clock of mock and suite: waiting moves it on.
type sharedClock struct {
	clock.Clock
	cloud *mockcloud.Cloud
}

// Sleep advances the mock's clock and lets it do what is due.
func (c sharedClock) Sleep(ctx context.Context, d time.Duration) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.cloud.Control().Advance(d)
	return nil
}

// mockJobs certify a mock that listens elsewhere, with the users of its built-in seed unless a cloud of
// clouds.yaml is named.
func (f *targetFlags) mockJobs(_ context.Context, base steps.Options) ([]job, error) {
	at, err := url.Parse(f.target)
	if err != nil || at.Host == "" {
		return nil, usage(fmt.Errorf("--target %q: want mock, or the URL of a mock", f.target))
	}
	profiles, err := parseProfiles(f.profile, openapi.Shipped)
	if err != nil {
		return nil, err
	}
	if f.cloud != "" {
		if base.Target, err = f.cloudTarget(base.Target); err != nil {
			return nil, err
		}
	} else if err := f.seeded(&base.Target, strings.TrimRight(f.target, "/")); err != nil {
		return nil, err
	}
	if base.Target.Metadata.URL == "" {
		base.Target.Metadata = mockMetadata(strings.TrimRight(f.target, "/"))
	}
	base.Target.Kind, base.Target.Name = target.Mock, "mock at "+f.target
	return each(base, profiles), nil
}

// seeded fills in the users of the built-in seed; how the mock is trusted is in the environment.
func (f *targetFlags) seeded(c *target.Config, at string) error {
	trust, tlsConfig, err := target.ReadTrust(f.trustEnv())
	if err != nil {
		return usage(err)
	}
	cloud, err := mockcloud.New(mockcloud.WithBaseURL(at))
	if err != nil {
		return err
	}
	c.Actors = map[string]target.Login{}
	for _, actor := range target.Actors() {
		if config := cloud.ClientConfig(actor); config.Username != "" {
			login := mockLogin(config)
			login.Trust, login.TLS = trust, tlsConfig
			c.Actors[actor] = login
		}
	}
	c.Login, c.Name = c.Actors["admin"], at
	f.warnInsecure(*c)
	return nil
}
