package seed

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/held"
	"plumbline/internal/mockcloud/state"
)

func plant(t *testing.T, s Seed) *state.Txn {
	t.Helper()
	store := state.New()
	x := store.Write()
	require.NoError(t, s.Plant(x, time.Unix(0, 0)))
	x.Commit()
	return store.Read()
}

func TestDefault(t *testing.T) {
	x := plant(t, Default())
	assert.Equal(t, "az1", state.ZoneOf(x, "host1"))
	assert.Equal(t, "az2", state.ZoneOf(x, "host2"))
	assert.Equal(t, state.DefaultZone, state.ZoneOf(x, "host3"))
	for _, name := range []string{
		"admin", "manager", "member", "member2", "reader", "outsider", "service", "system-admin",
		"outsider-admin", "system-reader",
	} {
		assert.NotNil(t, state.Users.FirstByKey(x, "name", name), name)
	}
	counts := x.Count()
	assert.Equal(t, 4, counts["images"])
	assert.Equal(t, 4, counts["flavors"])
	assert.Equal(t, 2, counts["networks"], "one is external")
	assert.Equal(t, 0, counts["servers"])
	assert.Equal(t, 4, counts["security-groups"], "each project has its own")
}

func TestTheSameFileMakesTheSameCloud(t *testing.T) {
	s := Default()
	s.Servers = []Server{{Name: "s", Count: 3, Project: "demo", User: "member", Flavor: "m1.tiny", Image: "cirros-a"}}
	a, b := plant(t, s), plant(t, s)
	var first, second []state.Server
	for r := range state.Servers.All(a) {
		first = append(first, *r)
	}
	for r := range state.Servers.All(b) {
		second = append(second, *r)
	}
	require.Len(t, first, 3)
	assert.Equal(t, first, second)
}

func TestYAMLReadsBack(t *testing.T) {
	again, err := Parse(Default().YAML())
	require.NoError(t, err)
	assert.Equal(t, Default(), again)
	again, err = Parse(DefaultYAML())
	require.NoError(t, err)
	assert.Equal(t, Default(), again)
}

func TestTokensHaveImpliedRoles(t *testing.T) {
	s := Default()
	s.Tokens = []Token{{ID: "t", User: "manager", Project: "demo"}, {ID: "s", User: "system-admin", System: true}}
	x := plant(t, s)
	of := func(token string) []string {
		roles, _ := held.OfToken(x, state.Tokens.Get(x, token))
		return roles
	}
	var names []string
	for _, id := range of("t") {
		names = append(names, state.Roles.Get(x, id).Name)
	}
	assert.Equal(t, []string{"manager", "member", "reader"}, names)
	assert.Len(t, of("s"), 4)
}

func TestServersWithKeys(t *testing.T) {
	s := Default()
	s.KeyPairs = []KeyPair{{Name: "k", User: "member", PublicKey: "ssh-rsa AAAA"}}
	s.Servers = []Server{{
		Name: "s", ID: "an-id", Project: "demo", User: "member", Flavor: "m1.tiny", Image: "cirros-a",
		Key: "k", Host: "host2",
	}}
	x := plant(t, s)
	server := state.Servers.Get(x, "an-id")
	assert.Equal(t, "k", *server.KeyName)
	assert.Equal(t, "ssh-rsa AAAA", server.KeyData)
	assert.Equal(t, "az2", server.Zone)
	assert.Equal(t, 1, state.UsedOf(x, "host2").Servers)
}

func TestWrongSeeds(t *testing.T) {
	for source, want := range map[string]string{
		"":                          "it is empty",
		"foo: 1":                    "line 1: unknown key foo",
		"users:\n  - {nmae: a}":     "line 2: unknown key nmae",
		"users: 3":                  "line 1: cannot unmarshal",
		"a: [":                      "line 1",
		"region: a\n---\nregion: b": "more than one document",
		"users: [{name: a, password: b, roles: {p: [r]}}]": `user a names project "p", which is not there`,
		"projects: [{name: p}, {name: p}]":                 "project p is there twice",
		"projects: [{}]":                                   "a project has no name",
		"projects: [{name: p}]\nnetworks: [{name: n, project: p, subnets: [{cidr: nope}]}]": `cidr "nope"`,
		"roles: [{name: a, implies: [b]}]":                                                  `role a names role "b"`,
		"servers: [{name: s, project: p, user: u, flavor: f, image: i}]":                    `server s names project "p"`,
		"users: [{name: u, password: p}]\ntokens: [{user: u}]":                              "a token has no name",
		"flavors: [{name: f, vcpus: 1, ram: 1, disk: 1, access: [p]}]":                      `flavor f names project "p"`,
		"aggregates: [{name: a, hosts: [h]}]":                                               `aggregate a names host "h"`,
		"users: [{name: u, password: p}]\nkeypairs: [{name: k, user: v, public_key: ssh}]":  `key pair k names user "v"`,
		"users: [{name: u, password: p, system: [r]}]":                                      `user u names role "r"`,
		"images: [{name: i, project: p}]":                                                   `image i names project "p"`,
	} {
		_, err := Parse([]byte(source))
		assert.ErrorContains(t, err, want, source)
	}
}

func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "seed.yaml")
	require.NoError(t, os.WriteFile(path, []byte("foo: 1\n"), 0o600))
	_, err := Read(path)
	assert.ErrorContains(t, err, path+": line 1: unknown key foo")
	_, err = Read(path + ".not")
	assert.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, os.WriteFile(path, DefaultYAML(), 0o600))
	s, err := Read(path)
	require.NoError(t, err)
	assert.Equal(t, "RegionOne", s.Region)
	assert.False(t, strings.Contains(string(s.YAML()), "null"))
}
