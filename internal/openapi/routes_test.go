package openapi_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
)

func TestRoutesMatchTheUnionOfAllVersions(t *testing.T) {
	c := load(t, folder(), openapi.Shipped)
	for _, row := range []struct {
		method, path, template, methods string
		params                          openapi.Params
	}{
		{"GET", "/servers", "/servers", "", nil},
		{"GET", "/servers/detail", "/servers/detail", "", nil},
		{"GET", "/servers/1", "/servers/{server_id}", "", openapi.Params{{Name: "server_id", Value: "1"}}},
		{"DELETE", "/servers/detail", "/servers/{server_id}", "", openapi.Params{{Name: "server_id", Value: "detail"}}},
		{"PUT", "/servers/1", "/servers/{server_id}", "", openapi.Params{{Name: "server_id", Value: "1"}}},
		{"POST", "/servers/1/action", "/servers/{server_id}/action", "", openapi.Params{{Name: "server_id", Value: "1"}}},
		{"PATCH", "/servers", "", "GET", nil},
		{"PATCH", "/servers/1", "", "DELETE GET PUT", nil},
		{"GET", "/servers/1/action", "", "POST", nil},
		{"GET", "/servers/", "", "", nil},
		{"GET", "/servers//action", "", "", nil},
		{"POST", "/servers//action", "", "", nil},
		{"GET", "/servers/1/", "", "", nil},
		{"GET", "/nope", "", "", nil},
		{"GET", "/", "", "", nil},
		{"GET", "", "", "", nil},
		{"GET", "servers", "", "", nil},
	} {
		rt, params, methods := c.Routes().Match(row.method, row.path)
		assert.Equal(t, row.methods, strings.Join(methods, " "), "%s %s", row.method, row.path)
		assert.Equal(t, row.params, params, "%s %s", row.method, row.path)
		if row.template == "" {
			assert.Nil(t, rt, "%s %s", row.method, row.path)
			continue
		}
		require.NotNil(t, rt, "%s %s", row.method, row.path)
		assert.Equal(t, row.template, rt.Path)
		assert.Equal(t, row.method, rt.Method)
	}
	assert.Equal(t, "1", openapi.Params{{Name: "server_id", Value: "1"}}.Get("server_id"))
	assert.Empty(t, openapi.Params{}.Get("x"))
	assert.Len(t, c.Routes().All(), 6)
}

func TestLookupKnowsWhatAVersionHas(t *testing.T) {
	c := load(t, folder(), openapi.Shipped)
	put, _, _ := c.Routes().Match("PUT", "/servers/1")
	assert.Nil(t, at(t, c, "2.1").Lookup(put, ""))
	assert.Equal(t, "servers.update", at(t, c, "2.2").Lookup(put, "").ID)

	action, _, _ := c.Routes().Match("POST", "/servers/1/action")
	assert.True(t, action.Actions)
	assert.Equal(t, []string{"os-start", "rebuild"}, at(t, c, "2.1").Actions(action))
	assert.Equal(t, []string{"rebuild"}, at(t, c, "2.3").Actions(action))
	assert.Equal(t, "servers.start", at(t, c, "2.1").Lookup(action, "os-start").ID)
	assert.Nil(t, at(t, c, "2.3").Lookup(action, "os-start"))
	assert.Nil(t, at(t, c, "2.3").Lookup(action, ""))
	assert.True(t, c.KnownAction(action, "os-start"))
	assert.False(t, c.KnownAction(action, "nope"))
	assert.False(t, put.Actions)
}

func TestOperationsSayTheirRules(t *testing.T) {
	rebuild := operation(t, "2.1", "servers.rebuild")
	assert.Equal(t, "os_compute_api:servers:rebuild", rebuild.Policy)
	assert.Equal(t, &openapi.States{VM: []string{"active", "stopped", "error"}, Task: []string{""}, Launched: true}, rebuild.States)
	assert.True(t, rebuild.Locked)
	assert.Equal(t, openapi.QueryOpen, rebuild.Query)
	assert.Equal(t, "rebuild", rebuild.Action)
	assert.Equal(t, []int{202}, rebuild.Success())
	assert.Equal(t, []int{202, 400}, rebuild.Statuses())
	assert.True(t, rebuild.HasStatus(400))
	assert.False(t, rebuild.HasStatus(409))

	start := operation(t, "2.1", "servers.start")
	assert.Equal(t, &openapi.States{VM: []string{"stopped"}, Host: true}, start.States)
	assert.Nil(t, start.States.Task, "any task")
	assert.False(t, start.Locked)

	list := operation(t, "2.3", "servers.list")
	assert.Nil(t, list.States)
	assert.Equal(t, openapi.QueryUnderscore, list.Query)
	assert.Nil(t, at(t, load(t, folder(), openapi.Shipped), "2.3").Operation("servers.start"))
}

func TestPathsAsClientsSeeThemAreLocated(t *testing.T) {
	c, err := openapi.Builtin(openapi.Compute, openapi.Shipped)
	require.NoError(t, err)
	for path, template := range map[string]string{
		"/compute/v2.1/servers":                              "/servers",
		"/v2.1/servers/detail":                               "/servers/detail",
		"/v2.1/70a599e031e749b7b260868f441e862b/servers/abc": "/servers/{server_id}",
		"/servers/abc":                                       "/servers/{server_id}",
		"/compute/v2.1/":                                     "/",
		"/v2.1":                                              "/",
		"/v2.1/nope/":                                        "",
		"/v2.1/nope/nope/servers":                            "",
		"/v2.1/nope":                                         "",
		"/cloud/region/compute/v2.1/os-keypairs/k":           "/os-keypairs/{keypair_name}",
		"/v2.1/70a599e031e749b7b260868f441e862b/os-availability-zone": "/os-availability-zone",
	} {
		rt, _ := c.Locate("GET", path)
		if template == "" {
			assert.Nil(t, rt, path)
			continue
		}
		if assert.NotNil(t, rt, path) {
			assert.Equal(t, template, rt.Path, path)
		}
	}
	rt, params := c.Locate("POST", "/v2.1/servers/abc/action")
	require.NotNil(t, rt)
	assert.Equal(t, "abc", params.Get("server_id"))
	assert.Equal(t, "rebuild", rt.ActionOf([]byte(`{"rebuild": {}}`)))
	assert.Empty(t, rt.ActionOf([]byte(`{"rebuild": {}, "x": 1}`)))
	assert.Empty(t, rt.ActionOf([]byte(`[`)))
}
