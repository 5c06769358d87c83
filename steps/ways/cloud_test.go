package ways_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/embedded"
	"plumbline/internal/mockcloud/secure"
	"plumbline/internal/openapi"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
	"plumbline/mockcloud/seed"
	"plumbline/mockcloud/settings"
	"plumbline/steps"
)

// clouds are the mocks of a run: one, or one for each case that an embedded one runs at the same time.
type clouds struct {
	mu  sync.Mutex
	all []*mockcloud.Cloud
}

func (c *clouds) add(one *mockcloud.Cloud) *mockcloud.Cloud {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all = append(c.all, one)
	return one
}

// cloud makes the mock of a way and the options of a run against it.
func (w way) cloud(t *testing.T) (*clouds, steps.Options) {
	var made clouds
	life, err := clock.ParseLifecycle(w.value(lifecycle))
	require.NoError(t, err)
	off, err := strconv.Atoi(w.value(offload))
	require.NoError(t, err)
	max, err := openapi.ParseVersion(w.value(newest))
	require.NoError(t, err)
	o := steps.Options{
		Profile: openapi.Profile(w.value(profile)), Tool: "test", RunID: "way", Timeouts: patient(),
		Selection: plan.Selection{Sweep: true},
	}
	o.Jobs, err = strconv.Atoi(w.value(jobs))
	require.NoError(t, err)
	chosen := w.settings()
	chosen.ShelvedOffloadTime = time.Duration(off) * time.Second
	opts := []mockcloud.Option{
		mockcloud.WithSettings(chosen), mockcloud.WithLifecycle(life), mockcloud.WithSeed(w.seed()),
		mockcloud.WithPolicy(w.value(policy)), mockcloud.WithProfile(o.Profile), mockcloud.WithMaximum("compute", max.String()),
	}
	began := time.Now().UTC()
	if w.value(in) == "embedded" {
		opts = append(opts, mockcloud.WithBaseURL("http://mock.invalid"))
		another := func() (*mockcloud.Cloud, *stepped, error) {
			still := clock.NewManual(began)
			cloud, err := mockcloud.New(append(slices.Clone(opts), mockcloud.WithClock(still))...)
			return cloud, &stepped{still, cloud}, err
		}
		cloud, shared, err := another()
		require.NoError(t, err)
		o.Clock = shared
		o.Another = func() (steps.Cloud, error) {
			cloud, shared, err := another()
			return steps.Cloud{Handler: made.add(cloud), Clock: shared}, err
		}
		w.reach(t, made.add(cloud), &o)
		return &made, o
	}
	shared := &together{now: began}
	shared.follow(&o)
	o.Clock = shared
	cloud, err := mockcloud.New(append(opts, mockcloud.WithClock(shared))...)
	require.NoError(t, err)
	w.reach(t, made.add(cloud), &o)
	return &made, o
}

// settings are how a way's deployment is set up.
func (w way) settings() settings.Settings {
	s := settings.Default()
	if zone, is := strings.CutPrefix(w.value(deployment), "default zone "); is {
		s.DefaultScheduleZone = zone
	}
	switch w.value(deployment) {
	case "counting usage in placement":
		s.UsageFromPlacement = true
	case "isolating tenants":
		s.TenantIsolation = true
	case "keeping deleted servers":
		s.ReclaimInterval = time.Hour
	case "without attachments across zones":
		s.CrossAZAttach = false
	case "with pages of two":
		s.MaxLimit = 2
	}
	return s
}

// seed is what a way's cloud has.
func (w way) seed() seed.Seed {
	s := seed.Default()
	host := func(name, zone string) seed.Host {
		h := s.Hosts[0]
		h.Name, h.Node, h.Zone = name, "", zone
		return h
	}
	switch w.value(shape) {
	case oneHost:
		s.Hosts = []seed.Host{host("host1", "az1")}
	case noZones:
		s.Hosts = []seed.Host{host("host1", ""), host("host2", "")}
	case oneZone:
		s.Hosts = []seed.Host{host("host1", "az1"), host("host2", "")}
	case "a zone with a host that is down":
		down := host("host0", "az1")
		down.Down = true
		s.Hosts = append(s.Hosts, down)
	case unequal:
		s.Hosts[0].VCPUs, s.Hosts[0].RAM, s.Hosts[0].Disk = 1, 1024, 4
		s.Hosts[1].VCPUs, s.Hosts[1].RAM = 128, 1<<20
	case smallHosts:
		for i := range s.Hosts {
			s.Hosts[i].VCPUs, s.Hosts[i].RAM, s.Hosts[i].Disk = 1, 3072, 8
		}
	case "flavors with swap":
		for i := range s.Flavors {
			s.Flavors[i].Ephemeral, s.Flavors[i].Swap = 2, 100
		}
	case crowded:
		for _, h := range s.Hosts {
			s.Servers = append(s.Servers, seed.Server{
				Name: "theirs-" + h.Name, Count: 3, Project: "alt", User: "outsider", Flavor: "m1.tiny", Image: "cirros-a", Host: h.Name,
			})
		}
		s.Images = append(s.Images, seed.Image{Name: "a", Properties: map[string]string{"hw_architecture": "aarch64"}},
			seed.Image{Name: "b", Properties: map[string]string{"trait:CUSTOM_ACCELERATOR": "required"}},
			seed.Image{Name: "c", Project: "demo", Visibility: "private"})
	}
	return s
}

// patient are the longest time-outs that there are: a slow machine is no fault of the mock's.
func patient() world.Timeouts {
	out := world.Timeouts{}
	for _, n := range world.NamedTimeouts() {
		out[n.Name] = n.Max
	}
	return out
}

// reach fills in how the run finds the mock and who it is.
func (w way) reach(t *testing.T, cloud *mockcloud.Cloud, o *steps.Options) {
	o.Target.Name = w.String()
	files := mockcloud.ClientFiles{}
	switch w.value(in) {
	case "embedded":
		o.Target.Kind, o.Target.Handler = target.Embedded, cloud
		o.Target.Metadata = target.MetadataAccess{URL: "http://mock.invalid" + embedded.MetadataPath, Secret: embedded.MetadataSecret}
		o.Selection.Disruptive = true
	default:
		var served *mockcloud.Served
		served, files = w.serve(t, cloud)
		if o.Target.Kind = target.Real; w.value(in) == "--target URL" {
			o.Target.Kind = target.Mock
			o.Target.Metadata = target.MetadataAccess{URL: served.URL + embedded.MetadataPath, Secret: embedded.MetadataSecret}
		}
	}
	read := logins(t, cloud, files)
	switch w.value(who) {
	case "administrator":
		o.Target.Login = read("admin")
		if o.Target.Kind != target.Real { // the users of the seed; elsewhere the run makes its own
			o.Target.Actors = map[string]session.Login{}
			for _, actor := range target.Actors() {
				if cloud.ClientConfig(actor).Username != "" {
					o.Target.Actors[actor] = read(actor)
				}
			}
		}
	case "member only":
		o.Target.Login = read("member")
	case "member and reader":
		o.Target.Login = read("member")
		o.Target.Actors = map[string]session.Login{"reader": read("reader")}
	case "system administrator":
		o.Target.Login = read("system-admin")
	}
}

// logins reads the logins of a cloud's actors from the clouds.yaml that it writes for clients.
func logins(t *testing.T, cloud *mockcloud.Cloud, files mockcloud.ClientFiles) func(actor string) session.Login {
	path := filepath.Join(t.TempDir(), "clouds.yaml")
	require.NoError(t, os.WriteFile(path, cloud.CloudsYAML("mock", files), 0o600))
	return func(actor string) session.Login {
		l, err := session.ReadLogin("mock-"+actor, map[string]string{"OS_CLIENT_CONFIG_FILE": path})
		require.NoError(t, err)
		return l
	}
}

func (w way) serve(t *testing.T, cloud *mockcloud.Cloud) (*mockcloud.Served, mockcloud.ClientFiles) {
	var listen []mockcloud.ListenOption
	files := mockcloud.ClientFiles{}
	if w.value(transport) == "TLS" {
		kit, err := secure.SelfSigned(t.TempDir(), []string{"127.0.0.1"}, time.Now())
		require.NoError(t, err)
		source, err := secure.Open(secure.Files{Cert: kit.Cert, Key: kit.Key}, time.Now)
		require.NoError(t, err)
		listen, files.CA = append(listen, mockcloud.WithTLS(source.Config())), kit.CA
	}
	served, err := cloud.Listen("127.0.0.1:0", listen...)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, served.Close()) })
	return served, files
}
