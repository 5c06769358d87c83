package durable_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/internal/mockcloud/faults"
	"plumbline/internal/mockcloud/journal"
	"plumbline/internal/mockcloud/setup"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
	"plumbline/mockcloud/seed"
	"plumbline/mockcloud/settings"
)

// reopened closes a cloud and makes another of the same directory.
func reopened(t *testing.T, c *mockcloud.Cloud, dir string, opts ...mockcloud.Option) *mockcloud.Cloud {
	t.Helper()
	if c != nil {
		require.NoError(t, c.Close())
	}
	next, err := mockcloud.New(append(opts, setup.DataDir(dir))...)
	require.NoError(t, err)
	t.Cleanup(func() { _ = next.Close() })
	return next
}

func TestWhatWasChosenIsThereAgain(t *testing.T) {
	dir := t.TempDir()
	c := reopened(t, nil, dir)
	snapshot := c.Control().Snapshot()
	c.Control().Choose(settings.Settings{ShelvedOffloadTime: time.Minute, Cores: 7})
	require.NoError(t, c.Control().SetMaximum(openapi.Compute, "2.93"))
	id, err := cloudcontrol.Of(c).Faults().Add(faults.Rule{Operation: "servers.rebuild", Status: 500})
	require.NoError(t, err)
	c.Control().Advance(time.Hour)

	c = reopened(t, c, dir)
	assert.Equal(t, settings.Settings{ShelvedOffloadTime: time.Minute, Cores: 7}, c.Control().Settings())
	assert.Equal(t, "2.93", cloudcontrol.Of(c).NewestMicroversions()[openapi.Compute].String())
	require.Len(t, cloudcontrol.Of(c).Faults().List(), 1)
	assert.Equal(t, id, cloudcontrol.Of(c).Faults().List()[0].ID)
	assert.WithinDuration(t, time.Now().Add(time.Hour), cloudcontrol.Of(c).Clock().Now(), time.Minute)
	assert.Equal(t, []string{snapshot}, c.Control().Snapshots())
	assert.Equal(t, "snapshot-2", c.Control().Snapshot(), "ids go on")

	c = reopened(t, c, dir, mockcloud.WithSettings(settings.Settings{ShelvedOffloadTime: -1}), mockcloud.WithMaximum("compute", "2.100"))
	assert.Equal(t, time.Duration(-1), c.Control().Settings().ShelvedOffloadTime, "another start means what it says")
	assert.Equal(t, "2.100", cloudcontrol.Of(c).NewestMicroversions()[openapi.Compute].String())

	c = reopened(t, c, dir)
	c.Control().Reset()
	c = reopened(t, c, dir)
	assert.Equal(t, settings.Default(), c.Control().Settings(), "reset is kept")
	assert.Empty(t, cloudcontrol.Of(c).Faults().List())
}

func TestResetsAndSnapshotsAreKept(t *testing.T) {
	dir := t.TempDir()
	s := seed.Default()
	s.Servers = []seed.Server{{Name: "s", Count: 3, Project: "demo", User: "member", Flavor: "m1.tiny", Image: "cirros-a"}}
	s.Tokens = []seed.Token{{ID: "t", User: "member", Project: "demo"}}
	c := reopened(t, nil, dir, mockcloud.WithSeed(s))
	first := shown(storeOf(c))
	ids := func() (out []string) {
		for r := range state.Servers.All(cloudcontrol.Of(c).Read()) {
			out = append(out, r.ID)
		}
		return out
	}
	ask(t, c, "DELETE", "/compute/v2.1/servers/"+ids()[0], 204)
	two := c.Control().Snapshot()
	ask(t, c, "DELETE", "/compute/v2.1/servers/"+ids()[0], 204)
	require.Len(t, ids(), 1)

	c = reopened(t, c, dir) // the seed need not be given again
	require.Len(t, ids(), 1)
	require.True(t, c.Control().Restore(two))
	require.Len(t, ids(), 2)
	c = reopened(t, c, dir, mockcloud.WithSeed(s))
	require.Len(t, ids(), 2)
	c.Control().Reset()
	assert.Equal(t, first, shown(storeOf(c)), "reset goes to the start")
	c = reopened(t, c, dir)
	assert.Equal(t, first, shown(storeOf(c)))
	require.True(t, c.Control().Drop(two))

	other := seed.Default()
	other.Region = "Elsewhere"
	require.NoError(t, c.Control().Plant(other))
	c = reopened(t, c, dir, mockcloud.WithSeed(s))
	assert.Equal(t, "Elsewhere", c.Control().Seed().Region)
	assert.Empty(t, c.Control().Snapshots())
	require.NoError(t, c.Close())
	_, err := mockcloud.New(setup.DataDir(dir), mockcloud.WithSeed(other))
	assert.ErrorContains(t, err, "was planted with another seed: leave the seed out")
	reopened(t, nil, dir) // the refusal left the directory free
}

// storeOf makes a store of what a cloud has, without what was chosen.
func storeOf(c *mockcloud.Cloud) *state.Store {
	s := state.New()
	x := s.Write()
	defer x.Abort()
	for _, row := range cloudcontrol.Of(c).Rows() {
		if row.Table != "choices" && row.Record != nil {
			if err := x.Put(row); err != nil {
				panic(err)
			}
		}
	}
	_ = x.Commit()
	return s
}

func ask(t *testing.T, c *mockcloud.Cloud, method, path string, status int, body ...string) string {
	t.Helper()
	r := httptest.NewRequest(method, "http://cloud.test"+path, strings.NewReader(strings.Join(body, "")))
	r.Header.Set("X-Auth-Token", "t")
	if len(body) > 0 {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	require.Equal(t, status, w.Code, w.Body.String())
	return w.Body.String()
}

// TestWorkGoesOn opens the directory again between any two requests while work of all services is under way: what
// work knows has to be read back, too.
func TestWorkGoesOn(t *testing.T) {
	dir := t.TempDir()
	s := seed.Default()
	s.Tokens = []seed.Token{{ID: "t", User: "member", Project: "demo"}}
	c := reopened(t, nil, dir, mockcloud.WithSeed(s), mockcloud.WithLifecycle(clock.After(time.Minute)))
	again := func(by time.Duration) {
		c = reopened(t, c, dir, mockcloud.WithLifecycle(clock.After(time.Minute)))
		c.Control().Advance(by)
	}
	p := placesOf(c)
	ask(t, c, "POST", "/volume/v3/volumes", 202, `{"volume": {"size": 1, "name": "v", "imageRef": "`+p.image+`"}}`)
	ask(t, c, "POST", "/compute/v2.1/servers", 202,
		`{"server": {"name": "s", "imageRef": "`+p.image+`", "flavorRef": "`+p.flavor+`", "networks": [{"uuid": "`+p.network+`"}]}}`)
	project := state.Tokens.Get(cloudcontrol.Of(c).Read(), "t").ProjectID
	ask(t, c, "POST", "/orchestration/v1/"+project+"/stacks", 201,
		`{"stack_name": "k", "template": {"heat_template_version": "2021-04-16", "resources":
		{"a": {"type": "OS::Heat::RandomString", "properties": {"length": 9}}, "b": {"type": "OS::Heat::TestResource", "depends_on": "a", "properties": {"value": "x"}}}}}`)
	for range 8 {
		again(time.Minute)
	}
	server := state.Servers.List(cloudcontrol.Of(c).Read(), "project", project)[0]
	assert.Equal(t, state.VMActive, server.VMState)
	assert.Equal(t, state.VolumeAvailable, state.Volumes.List(cloudcontrol.Of(c).Read(), "project", project)[0].Status)
	stack := state.Stacks.List(cloudcontrol.Of(c).Read(), "project", project)[0]
	assert.Equal(t, "CREATE COMPLETE", stack.Action+" "+stack.Status, stack.StatusReason)

	for _, step := range []struct {
		action string
		want   state.VMState
	}{
		{`{"rebuild": {"imageRef": "` + p.image + `", "name": "again"}}`, state.VMActive},
		{`{"shelve": null}`, state.VMShelvedOffloaded},
		{`{"unshelve": null}`, state.VMActive},
	} {
		ask(t, c, "POST", "/compute/v2.1/servers/"+server.ID+"/action", 202, step.action)
		for range 4 {
			again(time.Minute)
		}
		assert.Equal(t, step.want, state.Servers.Get(cloudcontrol.Of(c).Read(), server.ID).VMState, step.action)
	}
	for _, e := range cloudcontrol.Of(c).Journal().Entries(journal.Filter{Bugs: true}) {
		t.Error(e.Method, e.URL, e.Bugs)
	}
}

// TestAWriteThatCannotBeSavedIsRefused closes the directory under the mock, as a full disk would.
func TestAWriteThatCannotBeSavedIsRefused(t *testing.T) {
	dir := t.TempDir()
	s := seed.Default()
	s.Tokens = []seed.Token{{ID: "t", User: "member", Project: "demo"}}
	c := reopened(t, nil, dir, mockcloud.WithSeed(s))
	before := shown(storeOf(c))
	require.NoError(t, c.Close())
	body := ask(t, c, "POST", "/compute/v2.1/os-keypairs", 503, `{"keypair": {"name": "k"}}`)
	assert.Contains(t, body, `{"serviceUnavailable": {"code": 503, "message": "The mock cloud could not save this and has changed nothing`)
	ask(t, c, "GET", "/compute/v2.1/os-keypairs/k", 404)
	ask(t, c, "GET", "/compute/v2.1/servers/detail", 200)
	ask(t, c, "POST", "/_plumbline/reset", 503)
	ask(t, c, "PUT", "/_plumbline/settings", 503, `{"quota_cores": 3}`)
	assert.Equal(t, -1, c.Control().Settings().Cores)
	require.ErrorContains(t, cloudcontrol.Of(c).SaveError(), dir)
	assert.Equal(t, before, shown(storeOf(c)))
	loud := cloudcontrol.Of(c).Journal().Entries(journal.Filter{Bugs: true})
	require.Len(t, loud, 1)
	assert.Equal(t, http.MethodPost, loud[0].Method)
	c = reopened(t, nil, dir)
	assert.Equal(t, before, shown(storeOf(c)))
}

// TestAFullDisk writes to a file system that has no more room, where there is one.
func TestAFullDisk(t *testing.T) {
	small := os.Getenv("PLUMBLINE_SMALL_DISK")
	if small == "" {
		t.Skip("PLUMBLINE_SMALL_DISK names no small file system to fill (mount -t tmpfs -o size=2m tmpfs DIR)")
	}
	dir, err := os.MkdirTemp(small, "state")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	s := seed.Default()
	s.Tokens = []seed.Token{{ID: "t", User: "member", Project: "demo"}}
	c := reopened(t, nil, dir, mockcloud.WithSeed(s))
	p := placesOf(c)
	acknowledged := 0
	for {
		r := httptest.NewRequest("POST", "http://cloud.test/compute/v2.1/servers", strings.NewReader(fmt.Sprintf(
			`{"server": {"name": "s", "imageRef": %q, "flavorRef": %q, "networks": [{"uuid": %q}], "user_data": %q}}`,
			p.image, p.flavor, p.network, strings.Repeat("QUJD", 10000))))
		r.Header.Set("X-Auth-Token", "t")
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		c.ServeHTTP(w, r)
		if w.Code == 503 {
			assert.Contains(t, w.Body.String(), "no space left")
			break
		}
		require.Equal(t, 202, w.Code, w.Body.String())
		acknowledged++
	}
	before := shown(storeOf(c))
	require.Positive(t, acknowledged)
	require.ErrorContains(t, cloudcontrol.Of(c).SaveError(), "no space left")
	c = reopened(t, c, dir)
	assert.Equal(t, before, shown(storeOf(c)))
	require.Len(t, slices.Collect(state.Servers.All(cloudcontrol.Of(c).Read())), acknowledged)
}

// placesOf finds what a server is made of.
func placesOf(c *mockcloud.Cloud) (p places) {
	x := cloudcontrol.Of(c).Read()
	for i := range state.Images.All(x) {
		if i.Name != nil && *i.Name == "cirros-a" {
			p.image = i.ID
		}
	}
	for f := range state.Flavors.All(x) {
		if f.Name == "m1.tiny" {
			p.flavor = f.ID
		}
	}
	for n := range state.Networks.All(x) {
		if !n.External {
			p.network = n.ID
		}
	}
	return p
}
