package audit

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestVersionFits(t *testing.T) {
	type object = map[string]any
	link := func(href string) []any {
		return []any{object{"rel": "describedby", "href": "x"}, object{"rel": "self", "href": href}}
	}
	media := func(kind string) []any { return []any{object{"base": "application/json", "type": kind}} }
	good := object{
		"id": "v3.0", "status": "CURRENT", "links": link("http://cloud:8776/volume/v3/"), "updated": "2022-08-31T00:00:00Z",
		"min_version": "3.0", "version": "3.70", "media-types": media("application/vnd.openstack.volume+json;version=3"),
	}
	with := func(changed object) object {
		out := maps.Clone(good)
		maps.Copy(out, changed)
		return out
	}
	const folder = "cloud:8776/volume"
	for _, v := range []object{
		good,
		with(object{"links": link("https://cloud:8776/volume/v3.0")}),
		with(object{"links": link(""), "version": nil, "max_version": "3.1"}),
		with(object{"min_version": "", "version": ""}),
		with(object{"media-types": media("application/vnd.openstack.identity-v3+json")}),
		{"id": "v2", "status": "stable", "links": link("http://cloud:8776/volume/v2/")},
	} {
		assert.Empty(t, versionFits(v, folder, ""), "%v", v)
	}
	assert.Empty(t, versionFits(with(object{"links": link("http://other:1/v3/")}), "", ""), "behind a proxy")
	assert.NotEmpty(t, versionFits(with(object{"links": link("http://other:1/v2/")}), "", ""))
	assert.Empty(t, versionFits(with(object{"links": link("http://cloud:8776/volume/v3/nope")}), folder, "/nope"))
	for _, v := range []object{
		with(object{"id": "3.0"}),
		with(object{"status": nil}),
		with(object{"links": []any{}}),
		with(object{"links": link("http://cloud:8776/v3/")}),
		with(object{"links": link("http://other:8776/volume/v3/")}),
		with(object{"links": link("http://cloud:8776/volume/v2/")}),
		with(object{"updated": "yesterday"}),
		with(object{"min_version": "3.71"}),
		with(object{"version": ""}),
		with(object{"media-types": media("application/vnd.openstack.volume+json;version=2")}),
	} {
		assert.NotEmpty(t, versionFits(v, folder, ""), "%v", v)
	}
}
