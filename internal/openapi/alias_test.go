package openapi_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
)

// /os-volumes_boot is another name of /servers up to 2.102: the same operations, described once.
func TestAliasFindsTheOperationsOfAnotherPath(t *testing.T) {
	chain, err := openapi.Builtin(openapi.Compute, openapi.Shipped)
	require.NoError(t, err)
	for _, row := range []struct {
		at, method, path, action, want string
	}{
		{"2.1", "GET", "/os-volumes_boot", "", "servers.list"},
		{"2.102", "GET", "/os-volumes_boot/x", "", "servers.show"},
		{"2.17", "POST", "/os-volumes_boot/x/action", "trigger_crash_dump", "servers.trigger-crash-dump"},
		{"2.16", "POST", "/os-volumes_boot/x/action", "trigger_crash_dump", ""},
		{"2.103", "GET", "/os-volumes_boot", "", ""},
	} {
		rt, _, _ := chain.Routes().Match(row.method, row.path)
		require.NotNil(t, rt, row.path)
		doc, err := chain.At(openapi.MustVersion(row.at))
		require.NoError(t, err)
		got := ""
		if op := doc.Lookup(rt, row.action); op != nil {
			got = op.ID
		}
		assert.Equal(t, row.want, got, "%s %s %s at %s", row.method, row.path, row.action, row.at)
		if op := doc.Operation("servers.list"); assert.NotNil(t, op) {
			assert.Equal(t, "/servers", op.Path)
		}
	}
	doc, err := chain.At(openapi.MustVersion("2.102"))
	require.NoError(t, err)
	content, err := doc.Export()
	require.NoError(t, err)
	var exported struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	require.NoError(t, json.Unmarshal(content, &exported))
	assert.Contains(t, string(exported.Paths["/os-volumes_boot"]["get"]), `"operationId": "os-volumes-boot.list"`)
}
