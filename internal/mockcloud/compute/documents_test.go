package compute_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/mockcloud"
)

// What Epoxy answers, but for addresses (docs/contract/60-microversions.md §6).
func TestVersionDocuments(t *testing.T) {
	c := begin(t, mockcloud.WithMaximum("compute", "2.100"))
	const (
		old   = `"id": "v2.0", "links": [{"href": "http://cloud.test/compute/v2/`
		young = `"id": "v2.1", "links": [{"href": "http://cloud.test/compute/v2.1/`
		docs  = `", "rel": "self"}, {"href": "http://docs.openstack.org/", "rel": "describedby", "type": "text/html"}], "media-types": [{"base": "application/json", "type": "application/vnd.openstack.compute+json;version=2`
	)
	for _, row := range []struct {
		path   string
		status int
		body   string
	}{
		{"/", 200, `{"versions": [{` + old +
			`", "rel": "self"}], "min_version": "", "status": "SUPPORTED", "updated": "2011-01-21T11:33:21Z", "version": ""}, {` +
			young + `", "rel": "self"}], "min_version": "2.1", "status": "CURRENT", "updated": "2013-07-23T11:33:21Z", "version": "2.100"}]}`},
		{"/v2.1", 200, `{"version": {` + young + docs +
			`.1"}], "min_version": "2.1", "status": "CURRENT", "updated": "2013-07-23T11:33:21Z", "version": "2.100"}}`},
		{"/v2.1/", 200, `{"version": {` + young + docs +
			`.1"}], "min_version": "2.1", "status": "CURRENT", "updated": "2013-07-23T11:33:21Z", "version": "2.100"}}`},
		{"/v2/", 200, `{"version": {` + old + docs +
			`"}], "min_version": "", "status": "SUPPORTED", "updated": "2011-01-21T11:33:21Z", "version": ""}}`},
		{"/nope", 300, `{"choices": [{` + old +
			`nope", "rel": "self"}], "media-types": [{"base": "application/json", "type": "application/vnd.openstack.compute+json;version=2"}], "status": "SUPPORTED"}, {` + young + `nope", "rel": "self"}], "media-types": [{"base": "application/json", "type": "application/vnd.openstack.compute+json;version=2.1"}], "status": "CURRENT"}]}`},
	} {
		a := c.do("", "", "GET", row.path, nil)
		assert.Equal(t, row.status, a.status, row.path)
		assert.Equal(t, row.body, a.text, row.path)
	}
}

func TestZonesAndLimitsAndFlavors(t *testing.T) {
	c := begin(t)
	zone := func(name string) any {
		return map[string]any{"zoneName": name, "zoneState": map[string]any{"available": true}, "hosts": nil}
	}
	assert.Equal(t, []any{zone("az1"), zone("az2"), zone("nova")},
		c.do("reader", newest, "GET", "/v2.1/os-availability-zone", nil).json["availabilityZoneInfo"])
	detail := c.do("admin", newest, "GET", "/v2.1/os-availability-zone/detail", nil).json["availabilityZoneInfo"].([]any)
	assert.Equal(t, map[string]any{
		"host1": map[string]any{"nova-compute": map[string]any{"available": true, "active": true, "updated_at": "2026-01-02T03:04:05.000000"}},
	},
		detail[0].(map[string]any)["hosts"])
	assert.Equal(t, "internal", detail[2].(map[string]any)["zoneName"])
	assert.Equal(t, 403, c.do("member", newest, "GET", "/v2.1/os-availability-zone/detail", nil).status)

	c.boot("")
	limits := func(version string) map[string]any {
		return c.do("member", version, "GET", "/v2.1/limits", nil).at("limits", "absolute").(map[string]any)
	}
	assert.Equal(t, []int{19, 14, 13, 11}, []int{len(limits("2.1")), len(limits("2.36")), len(limits("2.39")), len(limits("2.57"))})
	assert.Equal(t, []any{1.0, 1.0, 64.0, 100.0, 128.0}, []any{
		limits(newest)["totalInstancesUsed"], limits(newest)["totalCoresUsed"], limits(newest)["totalRAMUsed"], limits(
			newest)["maxTotalKeypairs"], limits(newest)["maxServerMeta"],
	})

	swap := func(version string) any {
		return c.do("member", version, "GET", "/v2.1/flavors/1", nil).at("flavor", "swap")
	}
	assert.Equal(t, []any{"", "", 0.0}, []any{swap("2.1"), swap("2.74"), swap("2.75")})
	assert.Equal(t, "Flavor 99 could not be found.", c.do("member", newest, "GET", "/v2.1/flavors/99", nil).message())
}
