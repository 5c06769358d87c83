package openapi_test

import (
	"net/url"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
)

func computeOperation(t *testing.T, p openapi.Profile, at, id string) *openapi.Operation {
	t.Helper()
	chain, err := openapi.Builtin(openapi.Compute, p)
	require.NoError(t, err)
	doc, err := chain.At(openapi.MustVersion(at))
	require.NoError(t, err)
	op := doc.Operation(id)
	require.NotNilf(t, op, "%s at %s", id, at)
	return op
}

func before(t *testing.T, v string) string {
	t.Helper()
	return openapi.MustVersion(v).Previous().String()
}

func TestComputeChainsReachTheirNewestVersion(t *testing.T) {
	for profile, newest := range map[openapi.Profile]string{openapi.Shipped: "2.104", openapi.Specified: "2.105"} {
		chain, err := openapi.Builtin(openapi.Compute, profile)
		require.NoError(t, err)
		assert.Equal(t, "2.1", chain.Min().String())
		assert.Equal(t, newest, chain.Max().String())
		for _, v := range chain.Versions() {
			doc, err := chain.At(v)
			require.NoError(t, err)
			if v != chain.Min() {
				assert.NotEmptyf(t, doc.Change(), "%s at %s", profile, v)
			}
		}
	}
}

// Where a server's fields appear: docs/contract/70-servers-fields-by-microversion.md §2. since "" means never, until "" means for good.
func TestServerFieldsByMicroversion(t *testing.T) {
	const (
		show    = "servers.show"
		detail  = "servers.detail"
		update  = "servers.update"
		rebuild = "servers.rebuild"
	)
	type since map[string]string
	everywhere := func(v string) since { return since{show: v, detail: v, update: v, rebuild: v} }
	wholeFrom := func(v string) since { return since{show: v, detail: v, update: "2.75", rebuild: "2.75"} }
	for field, at := range map[string]since{
		"progress":                             everywhere("2.1"),
		"fault":                                everywhere("2.1"),
		"OS-DCF:diskConfig":                    everywhere("2.1"),
		"config_drive":                         wholeFrom("2.1"),
		"OS-EXT-AZ:availability_zone":          wholeFrom("2.1"),
		"OS-SRV-USG:launched_at":               wholeFrom("2.1"),
		"OS-EXT-STS:task_state":                wholeFrom("2.1"),
		"os-extended-volumes:volumes_attached": wholeFrom("2.1"),
		"security_groups":                      wholeFrom("2.1"),
		"OS-EXT-SRV-ATTR:host":                 wholeFrom("2.1"),
		"OS-EXT-SRV-ATTR:reservation_id":       wholeFrom("2.3"),
		"OS-EXT-SRV-ATTR:root_device_name":     wholeFrom("2.3"),
		"OS-EXT-SRV-ATTR:user_data":            {show: "2.3", detail: "2.3", update: "2.75", rebuild: ""},
		"locked":                               everywhere("2.9"),
		"host_status":                          wholeFrom("2.16"),
		"description":                          everywhere("2.19"),
		"tags":                                 everywhere("2.26"),
		"key_name":                             {show: "2.1", detail: "2.1", update: "2.75", rebuild: "2.54"},
		"user_data":                            {show: "", detail: "", update: "", rebuild: "2.57"},
		"trusted_image_certificates":           everywhere("2.63"),
		"server_groups":                        {show: "2.71", detail: "", update: "2.71", rebuild: "2.71"},
		"locked_reason":                        everywhere("2.73"),
		"OS-EXT-SRV-ATTR:hostname":             wholeFrom("2.3"),
		"pinned_availability_zone":             everywhere("2.96"),
		"scheduler_hints":                      everywhere("2.100"),
		"adminPass":                            {show: "", detail: "", update: "", rebuild: "2.1"},
		"OS-EXT-STS:locked_by":                 {show: "", detail: "", update: "", rebuild: ""},
	} {
		for op, first := range at {
			t.Run(field+" in "+op, func(t *testing.T) {
				if first == "" {
					assert.False(t, serverHas(t, op, "2.1", field))
					assert.False(t, serverHas(t, op, "2.104", field))
					return
				}
				assert.Truef(t, serverHas(t, op, first, field), "at %s", first)
				assert.Truef(t, serverHas(t, op, "2.104", field), "at 2.104")
				if first != "2.1" {
					assert.Falsef(t, serverHas(t, op, before(t, first), field), "before %s", first)
				}
			})
		}
	}
}

// serverHas asks whether projection keeps a field of a server in an operation's answer.
func serverHas(t *testing.T, op, at, field string) bool {
	t.Helper()
	o := computeOperation(t, openapi.Shipped, at, op)
	record := map[string]any{field: nil}
	in := map[string]any{"server": record}
	if op == "servers.detail" {
		in = map[string]any{"servers": []any{record}}
	}
	out, ok := o.Project(o.Success()[0], in, func(string) bool { return true }).(map[string]any)
	require.True(t, ok)
	kept := out["server"]
	if list, isList := out["servers"].([]any); isList {
		kept = list[0]
	}
	_, has := kept.(map[string]any)[field]
	return has
}

func TestFieldPoliciesByMicroversion(t *testing.T) {
	const (
		attributes = "os_compute_api:os-extended-server-attributes"
		hostStatus = "os_compute_api:servers:show:host_status"
		extraSpecs = "os_compute_api:servers:show:flavor-extra-specs"
		events     = "os_compute_api:os-instance-actions:events"
		details    = "os_compute_api:os-instance-actions:events:details"
		flavor     = "os_compute_api:os-flavor-extra-specs:index"
	)
	for _, row := range []struct {
		op, at string
		want   []string
	}{
		{"servers.show", "2.1", []string{attributes}},
		{"servers.show", "2.15", []string{attributes}},
		{"servers.show", "2.16", []string{attributes, hostStatus}},
		{"servers.show", "2.47", []string{attributes, extraSpecs, hostStatus}},
		{"servers.rebuild", "2.46", nil},
		{"servers.rebuild", "2.74", []string{extraSpecs}},
		{"servers.rebuild", "2.75", []string{attributes, extraSpecs, hostStatus}},
		{"instance-actions.show", "2.50", []string{events}},
		{"instance-actions.show", "2.84", []string{events, details}},
		{"flavors.show", "2.60", nil},
		{"flavors.show", "2.61", []string{flavor}},
	} {
		t.Run(row.op+" at "+row.at, func(t *testing.T) {
			o := computeOperation(t, openapi.Shipped, row.at, row.op)
			got := o.FieldPolicies(o.Success()[0])
			assert.ElementsMatch(t, row.want, got)
			assert.True(t, slices.IsSorted(got))
		})
	}
}

// A member sees the hostname from 2.90, the events of an action from 2.51 (without the traceback).
func TestFieldsThatBecomeVisibleToEverybody(t *testing.T) {
	nothing := func(string) bool { return false }
	server := map[string]any{"server": map[string]any{"OS-EXT-SRV-ATTR:hostname": "h", "OS-EXT-SRV-ATTR:host": "c"}}
	for _, id := range []string{"servers.show", "servers.update", "servers.rebuild"} {
		o := computeOperation(t, openapi.Shipped, "2.89", id)
		assert.Equal(t, map[string]any{"server": map[string]any{}}, o.Project(o.Success()[0], server, nothing), id)
		o = computeOperation(t, openapi.Shipped, "2.90", id)
		assert.Equal(t, map[string]any{"server": map[string]any{"OS-EXT-SRV-ATTR:hostname": "h"}}, o.Project(o.Success()[0], server, nothing), id)
	}
	action := map[string]any{"instanceAction": map[string]any{"events": []any{map[string]any{"event": "e", "traceback": "t"}}}}
	o := computeOperation(t, openapi.Shipped, "2.50", "instance-actions.show")
	assert.Equal(t, map[string]any{"instanceAction": map[string]any{}}, o.Project(200, action, nothing))
	o = computeOperation(t, openapi.Shipped, "2.51", "instance-actions.show")
	assert.Equal(t, map[string]any{"instanceAction": map[string]any{"events": []any{map[string]any{"event": "e"}}}},
		o.Project(200, action, nothing))
}

func TestSuccessStatusesByMicroversion(t *testing.T) {
	for _, row := range []struct {
		op, at string
		want   int
	}{
		{"keypairs.create", "2.1", 200},
		{"keypairs.create", "2.2", 201},
		{"keypairs.delete", "2.1", 202},
		{"keypairs.delete", "2.2", 204},
		{"servers.create", "2.1", 202},
		{"servers.rebuild", "2.104", 202},
		{"servers.delete", "2.104", 204},
		{"versions.show", "2.1", 200},
	} {
		o := computeOperation(t, openapi.Shipped, row.at, row.op)
		assert.Equal(t, []int{row.want}, o.Success(), "%s at %s", row.op, row.at)
		assert.True(t, o.HasStatus(404), row.op)
	}
}

func TestUnknownQueryKeysByMicroversion(t *testing.T) {
	for _, row := range []struct {
		op, at string
		want   openapi.QueryMode
	}{
		{"servers.list", "2.74", openapi.QueryOpen},
		{"servers.list", "2.75", openapi.QueryUnderscore},
		{"servers.detail", "2.104", openapi.QueryUnderscore},
		{"flavors.list", "2.74", openapi.QueryOpen},
		{"flavors.list", "2.75", openapi.QueryClosed},
		{"keypairs.delete", "2.75", openapi.QueryClosed},
		{"limits.show", "2.75", openapi.QueryClosed},
		{"instance-actions.list", "2.57", openapi.QueryOpen},
		{"instance-actions.list", "2.58", openapi.QueryClosed},
		{"servers.show", "2.101", openapi.QueryOpen},
		{"servers.show", "2.102", openapi.QueryClosed},
		{"zones.list", "2.101", openapi.QueryOpen},
		{"zones.detail", "2.102", openapi.QueryClosed},
		{"interfaces.list", "2.102", openapi.QueryClosed},
		{"versions.show", "2.104", openapi.QueryOpen},
	} {
		assert.Equal(t, row.want, computeOperation(t, openapi.Shipped, row.at, row.op).Query, "%s at %s", row.op, row.at)
	}
}

func TestQueryKeysByMicroversion(t *testing.T) {
	for _, row := range []struct {
		op, at, query string
		message       string // "" where the query is accepted
	}{
		{"servers.list", "2.1", "limit=x", "'x' does not match '^[0-9]*$'"},
		{"servers.list", "2.1", "name=[", "'[' is not a 'regex'"},
		{"servers.list", "2.1", "key_name=", "'' is not a 'regex'"},
		{"servers.list", "2.1", "limit=1&limit=2", ""},
		{"instance-actions.list", "2.57", "limit=1&limit=2&foo=1", ""},
		{"instance-actions.list", "2.58", "limit=1&limit=2", "['1', '2'] is too long"},
		{"servers.list", "2.74", "sort_key=vcpus", ""},
		{"servers.list", "2.74", "foo=1", ""},
		{"servers.list", "2.75", "foo=1", "'foo' does not match any of the regexes: '^_'"},
		{"servers.list", "2.75", "_foo=1", ""},
		{"servers.list", "2.65", "changes-before=x", ""},
		{"servers.list", "2.66", "changes-before=x", "'x' is not a 'date-time'"},
		{"servers.list", "2.75", "locked=true&tags=a&sort_key=locked", ""},
		{"keypairs.list", "2.34", "limit=x", ""},
		{"keypairs.list", "2.35", "limit=x", "'x' does not match '^[0-9]*$'"},
		{"keypairs.list", "2.75", "user_id=a&limit=1", ""},
		{"flavors.list", "2.75", "foo=1", "Additional properties are not allowed ('foo' was unexpected)"},
		{"flavors.list", "2.101", "name=a", "Additional properties are not allowed ('name' was unexpected)"},
		{"flavors.list", "2.102", "name=a", ""},
		{"flavors.list", "2.101", "sort_key=rxtx_factor", ""},
	} {
		t.Run(row.op+" at "+row.at+" with "+row.query, func(t *testing.T) {
			q, err := url.ParseQuery(row.query)
			require.NoError(t, err)
			got := computeOperation(t, openapi.Shipped, row.at, row.op).CheckQuery(q)
			if row.message == "" {
				assert.Nil(t, got)
				return
			}
			require.NotNil(t, got)
			assert.Contains(t, got.Message, row.message)
		})
	}
	q := url.Values{"sort_key": {"vcpus"}}
	assert.NotNil(t, computeOperation(t, openapi.Shipped, "2.75", "servers.list").CheckQuery(q), "2.75 refuses a key that was ignored")
	q = url.Values{"sort_key": {"rxtx_factor"}}
	assert.NotNil(t, computeOperation(t, openapi.Shipped, "2.102", "flavors.list").CheckQuery(q))
}
