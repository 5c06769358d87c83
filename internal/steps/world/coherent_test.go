package world_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

// What an answer shows of a server at rest is bent in one place at a time.
func TestAServerThatDoesNotFitTogether(t *testing.T) {
	s := newStage(t, plan.Case{ID: "c", At: openapi.MustVersion("2.96")})
	server, err := fixtures.BootServer(s.world, fixtures.ServerSpec{})
	require.NoError(t, err)
	sound, err := fixtures.ShowServer(s.world, world.Setup, "admin", server, "")
	require.NoError(t, err)
	require.NoError(t, fixtures.CheckCoherent(s.world, sound, server))
	links := func(self, bookmark string) []any {
		return []any{map[string]any{"rel": "self", "href": self}, map[string]any{"rel": "bookmark", "href": bookmark}}
	}
	at := "http://mock.invalid/compute"
	for _, row := range []struct {
		field  string
		value  any
		says   string
		others bool // what a cloud that is not our own mock may show
	}{
		{field: "id", value: "another", says: "the id of the server in the answer"},
		{field: "links", value: links(at+"/v2.1/servers/another", at+"/servers/"+server.ID), says: "the link self"},
		{field: "links", value: links(at+"/servers/"+server.ID, at+"/servers/"+server.ID), says: `the link "self"`},
		{field: "links", value: links(at+"/v2.1/servers/"+server.ID, "/servers/"+server.ID), says: "the link bookmark"},
		{field: "tenant_id", value: "another", says: "the project of the server"},
		{field: "OS-EXT-STS:vm_state", value: "stopped", says: "the vm_state of a server that is ACTIVE"},
		{field: "OS-EXT-STS:power_state", value: 4.0, says: "the power state of a server that is ACTIVE"},
		{field: "OS-EXT-STS:power_state", value: 0.0, says: "the power state of a server that is ACTIVE", others: true},
		{field: "updated", value: "2020-01-01T00:00:00Z", says: "when the server was changed"},
		{field: "OS-SRV-USG:launched_at", value: nil, says: "never launched"},
		{field: "OS-SRV-USG:terminated_at", value: "2026-06-01T12:00:00.000000", says: "when the server was terminated"},
		{field: "hostId", value: "", says: "is on no host"},
		{field: "OS-EXT-AZ:availability_zone", value: "", says: "the zone of a server that is ACTIVE"},
		{field: "OS-EXT-SRV-ATTR:host", value: nil, says: "the host of a server that is ACTIVE"},
	} {
		t.Run(row.field+" "+row.says, func(t *testing.T) {
			bent := bend(t, sound, row.field, row.value)
			require.ErrorContains(t, fixtures.CheckCoherent(s.world, bent, server), row.says)
			s.env.Target.Kind = target.Real
			defer func() { s.env.Target.Kind = target.Embedded }()
			if row.others {
				assert.NoError(t, fixtures.CheckCoherent(s.world, bent, server))
			} else {
				assert.ErrorContains(t, fixtures.CheckCoherent(s.world, bent, server), row.says)
			}
		})
	}
}

// bend is an answer about a server with another value of a field.
func bend(t *testing.T, x *world.Exchange, field string, value any) *world.Exchange {
	t.Helper()
	text, err := json.Marshal(x.JSON)
	require.NoError(t, err)
	var again map[string]any
	require.NoError(t, json.Unmarshal(text, &again))
	server := again["server"].(map[string]any)
	require.Contains(t, server, field)
	server[field] = value
	out := *x
	out.JSON = again
	return &out
}
