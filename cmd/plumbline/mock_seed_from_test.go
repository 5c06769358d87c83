package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/mockcloud"
	"plumbline/mockcloud/seed"
)

// listing is a seed with what tells a copy from the built-in one: names that repeat, private things, a router.
const listing = `region: RegionTwo
roles: [{name: admin, implies: [member]}, {name: member, implies: [reader]}, {name: reader}]
projects:
  - {name: demo, id: 00000000000000000000000000000a12, description: "the members' own"}
  - {name: other, id: 00000000000000000000000000000a13}
users:
  - {name: boss, id: 00000000000000000000000000000b11, password: long-and-secret, roles: {demo: [admin]}}
  - {name: worker, id: 00000000000000000000000000000b12, password: long-and-secret, roles: {demo: [member]}}
hosts:
  - {name: alpha, vcpus: 8, ram: 16384, disk: 100}
  - {name: beta, node: beta.example, vcpus: 4, ram: 8192, disk: 50, disabled: true}
aggregates:
  - {name: zone-1, hosts: [alpha], metadata: {availability_zone: zone-1, rack: "7"}}
flavors:
  - {name: large, id: "9", description: big, vcpus: 4, ram: 4096, disk: 40, ephemeral: 1, swap: 512, extra_specs: {"hw:mem_page_size": small}}
  - {name: ours, id: own, vcpus: 1, ram: 64, disk: 1, access: [other]}
images:
  - {name: same, id: 00000000-0000-4000-8000-0000000000d1, project: demo, status: active, visibility: public, properties: {os_distro: x}}
  - {name: same, id: 00000000-0000-4000-8000-0000000000d2, project: other, status: active, visibility: private, min_disk: 3, min_ram: 32}
  - {name: old, id: 00000000-0000-4000-8000-0000000000d3, project: demo, status: deactivated, visibility: shared}
networks:
  - name: net
    id: 00000000-0000-4000-8000-0000000000e1
    project: demo
    subnets: [{name: sub, id: 00000000-0000-4000-8000-0000000000f1, cidr: 10.0.0.0/24, gateway: 10.0.0.1}]
  - name: net
    id: 00000000-0000-4000-8000-0000000000e2
    project: other
    subnets: [{name: sub, id: 00000000-0000-4000-8000-0000000000f2, cidr: 10.0.1.0/24, gateway: 10.0.1.1}]
  - name: outside
    id: 00000000-0000-4000-8000-0000000000e3
    project: other
    external: true
    subnets: [{name: out, id: 00000000-0000-4000-8000-0000000000f3, cidr: 192.0.2.0/24, gateway: 192.0.2.1}]
routers:
  - name: way
    id: 00000000-0000-4000-8000-000000000101
    project: demo
    gateway: 00000000-0000-4000-8000-0000000000e3
    address: 192.0.2.9
    subnets: [00000000-0000-4000-8000-0000000000f1]
volume_types:
  - {name: fast, id: 00000000-0000-4000-8000-000000000111, description: ssd, default: true, extra_specs: {volume_backend_name: ssd}}
  - {name: hidden, id: 00000000-0000-4000-8000-000000000112, access: [other]}
`

// cloudOf serves a mock, and writes a clouds.yaml with the cloud prod for a user of it.
func cloudOf(t *testing.T, user string, options ...mockcloud.Option) (env []string) {
	t.Helper()
	return entryOf(t, mockcloud.Start(t, options...).URL()+"/identity/v3", user)
}

func entryOf(t *testing.T, authURL, user string) (env []string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "clouds.yaml")
	require.NoError(t, os.WriteFile(file, []byte("clouds: {prod: {region_name: RegionTwo, auth: {auth_url: '"+authURL+"', username: "+user+
		", password: long-and-secret, project_name: demo, user_domain_id: default, project_domain_id: default}}}\n"), 0o600))
	return []string{"OS_CLIENT_CONFIG_FILE=" + file, "HOME=" + t.TempDir()}
}

// seededFrom runs mock --seed-from and answers the seed and what stderr says.
func seededFrom(t *testing.T, env []string) (seed.Seed, string, string) {
	t.Helper()
	var out, stderr bytes.Buffer
	require.Equal(t, 0, run(t.Context(), []string{"mock", "--seed-from", "prod"}, env, &out, &stderr), stderr.String())
	got, err := seed.Parse(out.Bytes())
	require.NoError(t, err)
	return got, out.String(), stderr.String()
}

func TestASeedIsCopiedFromACloud(t *testing.T) {
	want, err := seed.Parse([]byte(listing))
	require.NoError(t, err)
	got, text, stderr := seededFrom(t, cloudOf(t, "boss", mockcloud.WithSeed(want)))
	assert.Equal(t, want.Region, got.Region)
	assert.Equal(t, want.Hosts, got.Hosts)
	assert.Equal(t, want.Aggregates, got.Aggregates)
	assert.Equal(t, want.Flavors, got.Flavors)
	assert.ElementsMatch(t, want.Images, got.Images)
	assert.ElementsMatch(t, want.Networks, got.Networks)
	assert.Equal(t, want.Routers, got.Routers)
	assert.ElementsMatch(t, want.VolumeTypes, got.VolumeTypes)
	for _, p := range want.Projects {
		assert.Contains(t, got.Projects, p)
	}
	assert.NotContains(t, text, "long-and-secret")
	assert.NotContains(t, text, "boss", "accounts are not copied")
	assert.Contains(t, stderr, "not in the seed: users")

	again, _, _ := seededFrom(t, cloudOfCopy(t, got))
	assert.ElementsMatch(t, got.Projects, again.Projects, "a copy of the copy")
	got.Projects, again.Projects = nil, nil
	assert.Equal(t, got, again, "a copy of the copy")
}

// cloudOfCopy serves a copied seed, with a login for the administrator of the copy.
func cloudOfCopy(t *testing.T, copied seed.Seed) []string {
	t.Helper()
	for i := range copied.Users {
		copied.Users[i].Password = "long-and-secret"
	}
	env := cloudOf(t, "admin", mockcloud.WithSeed(copied))
	for i := range copied.Users {
		copied.Users[i].Password = "secret"
	}
	return env
}

// A user who is no administrator sees less, which is said.
func TestASeedIsCopiedByAMember(t *testing.T) {
	want, err := seed.Parse([]byte(listing))
	require.NoError(t, err)
	got, _, stderr := seededFrom(t, cloudOf(t, "worker", mockcloud.WithSeed(want)))
	assert.Equal(t, seed.Default().Hosts, got.Hosts)
	assert.Equal(t, []seed.Flavor{want.Flavors[0]}, got.Flavors)
	assert.Contains(t, stderr, "compute hosts: GET /os-hypervisors/detail answers 403 to this user")
	assert.Contains(t, stderr, "projects: GET /projects answers 403 to this user")
	for _, i := range got.Images {
		assert.NotEqual(t, want.Images[1].ID, i.ID)
	}
}

func TestSeedFromSaysWhatIsWrong(t *testing.T) {
	want, err := seed.Parse([]byte(listing))
	require.NoError(t, err)
	good := cloudOf(t, "boss", mockcloud.WithSeed(want))
	// lying answers some lists with something else, and passes the rest on to a mock.
	lying := func(path, body string) []string {
		cloud, err := mockcloud.New(mockcloud.WithSeed(want))
		require.NoError(t, err)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.HasSuffix(r.URL.Path, path) {
				cloud.ServeHTTP(w, r)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(strings.ReplaceAll(body, "TOKEN", r.Header.Get("X-Auth-Token"))))
		}))
		t.Cleanup(server.Close)
		return entryOf(t, server.URL+"/identity/v3", "boss")
	}
	for _, row := range []struct {
		name, cloud string
		env         []string
		code        int
		says        string
	}{
		{"no such cloud", "test", good, 2, "--seed-from"},
		{"a list that is none", "prod", lying("/images", `{"images": 3}`), 1, "answers no list of images"},
		{"items that are none", "prod", lying("/networks", `{"networks": [{"id": "a", "shared": "perhaps"}]}`), 1, "an item that is none of networks"},
		{"an empty answer", "prod", lying("/os-aggregates", ``), 1, "answers no list of aggregates"},
		{
			"a range of addresses that is none", "prod",
			lying("/subnets", `{"subnets": [{"id": "s", "network_id": "00000000-0000-4000-8000-0000000000e1", "cidr": "everywhere"}]}`),
			1, "the cloud lists what makes no seed",
		},
		{"the token in a name", "prod", lying("/images", `{"images": [{"id": "i", "name": "TOKEN", "status": "active"}]}`), 0, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			var out, stderr bytes.Buffer
			code := run(t.Context(), []string{"mock", "--seed-from", row.cloud}, row.env, &out, &stderr)
			assert.Equal(t, row.code != 0, code != 0, stderr.String())
			assert.Contains(t, stderr.String(), row.says)
			if code == 0 {
				assert.NotRegexp(t, `name: [0-9a-f]{32}`, out.String())
				return
			}
			assert.Empty(t, out.String())
		})
	}
}
