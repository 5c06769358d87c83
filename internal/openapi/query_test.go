package openapi_test

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
)

func TestQueriesAreCheckedInTheServicesWords(t *testing.T) {
	for _, row := range []struct{ at, query, want string }{
		{"2.1", "", ""},
		{"2.1", "limit=5", ""},
		{"2.1", "limit=5&limit=6", ""},
		{"2.1", "limit=-1", "/limit/0: '-1' does not match '^[0-9]*$'"},
		{"2.1", "limit=1&limit=x", "/limit/1: 'x' does not match '^[0-9]*$'"},
		{"2.1", "limit=", "/limit/0: '' is too short"},
		{"2.1", "deleted=true", ""},
		{"2.1", "deleted=x", "/deleted/0: 'x' is not of type 'boolean'"},
		{"2.1", "deleted=true&deleted=false", "/deleted: ['true', 'false'] is too long"},
		{"2.1", "foo=1", ""},
		{"2.3", "foo=1", "/: 'foo' does not match any of the regexes: '^_'"},
		{"2.3", "foo=1&bar=2", "/: 'bar', 'foo' do not match any of the regexes: '^_'"},
		{"2.3", "_foo=1&limit=1", ""},
		{"2.3", "foo=1&limit=x", "/limit/0: 'x' does not match '^[0-9]*$'"},
	} {
		q, err := url.ParseQuery(row.query)
		require.NoError(t, err)
		v := operation(t, row.at, "servers.list").CheckQuery(q)
		if row.want == "" {
			assert.Nil(t, v, "%s %s", row.at, row.query)
		} else if assert.NotNil(t, v, "%s %s", row.at, row.query) {
			assert.Equal(t, row.want, v.Error())
		}
	}
}

func TestClosedQueriesAndRequiredKeys(t *testing.T) {
	fsys := folder()
	fsys["overlays/2.2.yaml"] = change("2.2", "x", `
  - target: $.paths['/servers'].get
    update: {x-openstack-query: closed, parameters: [{name: need, in: query, required: true, schema: {type: integer}}]}
  - {target: "$.paths['/servers'].get['x-openstack-query']", update: closed}`)
	op := at(t, load(t, fsys, openapi.Shipped), "2.2").Operation("servers.list")
	assert.Equal(t, "/: 'need' is a required property", op.CheckQuery(url.Values{}).Error())
	assert.Nil(t, op.CheckQuery(url.Values{"need": {"1"}}))
	assert.Equal(t, "/: Additional properties are not allowed ('foo' was unexpected)",
		op.CheckQuery(url.Values{"need": {"1"}, "foo": {"1"}}).Error())
	assert.Equal(t, "/need/0: 'x' is not of type 'integer'", op.CheckQuery(url.Values{"need": {"x"}}).Error())
	assert.True(t, op.QueryKnown("need"))
	assert.False(t, op.QueryKnown("foo"))
}
