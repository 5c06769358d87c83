package blockstorage_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheSummaryOfVolumes(t *testing.T) {
	c := newCloud(t)
	const path = "/volumes/summary"
	assert.Equal(t, object{"total_count": 0.0, "total_size": 0.0}, c.do("member", "3.12", "GET", path, nil).at("volume-summary"))
	c.volume(object{"size": 2, "metadata": object{"a": "y", "b": "z"}})
	c.volume(object{"size": 3, "metadata": object{"a": "x"}})
	c.volume(object{"size": 1, "metadata": object{"a": "x"}})
	other := c.do("outsider", "3.12", "POST", "/volumes", object{"volume": object{"size": 5, "metadata": object{"a": "w"}}})
	require.Equal(t, 202, other.status, other.body)
	short := object{"total_count": 3.0, "total_size": 6.0}
	full := object{"total_count": 3.0, "total_size": 6.0, "metadata": object{"a": []any{"x", "y"}, "b": []any{"z"}}}
	others := object{"total_count": 1.0, "total_size": 5.0, "metadata": object{"a": []any{"w"}}}
	all := object{"total_count": 4.0, "total_size": 11.0, "metadata": object{"a": []any{"w", "x", "y"}, "b": []any{"z"}}}
	for _, row := range []struct {
		name, who, version, query string
		want                      any
	}{
		{"its metadata is left out before 3.36", "member", "3.35", "", short},
		{"its metadata is shown from 3.36 on", "member", "3.36", "", full},
		{"a reader sees it", "reader", "3.36", "", full},
		{"another project has its own", "outsider", "3.36", "", others},
		{"an administrator sees their own project without being told otherwise", "admin", "3.36", "?all_tenants=0", full},
		{"the last word counts", "admin", "3.36", "?all_tenants=0&all_tenants=1", all},
		{"another project has its own, whatever it asks for", "outsider", "3.36", "?all_tenants=1", others},
		{"a member's word for all projects is not read", "member", "3.36", "?all_tenants=x", full},
		{"filters are not applied", "member", "3.36", "?name=other", full},
		{"an administrator sees all projects", "admin", "3.36", "?all_tenants=True", all},
	} {
		a := c.do(row.who, row.version, "GET", path+row.query, nil)
		assert.Equal(t, 200, a.status, row.name)
		assert.Equal(t, row.want, a.at("volume-summary"), row.name)
	}
	for _, word := range []string{"x", ""} {
		name, message := c.do("admin", "3.36", "GET", path+"?all_tenants="+word, nil).fault()
		assert.Equal(t, "badRequest", name)
		assert.Equal(t, "Value '"+word+"' for 'all_tenants' is not a boolean.", message)
	}
	assert.Equal(t, 404, c.do("member", "3.11", "GET", path, nil).status, "it begins at 3.12")
}
