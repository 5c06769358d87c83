package collection_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/pipeline"
)

type thing struct {
	id   string
	size int
}

var things = collection.List[thing]{
	ID: func(t *thing) string { return t.id },
	Value: func(t *thing, field string) any {
		if field == "size" {
			return t.size
		}
		return nil
	},
	Order: func(a, b *thing) int { return strings.Compare(a.id, b.id) }, Sorts: []string{"size"},
}

// A page is filtered, then sorted, then cut: behind the marker, behind the offset, to the limit.
func TestPages(t *testing.T) {
	all := []*thing{{"c", 10}, {"a", 9}, {"d", 9}, {"b", 100}}
	bySize := collection.Order{Field: "size"}
	nine := func(v any) bool { return v == 9 }
	some := func(v any) bool { return v != nil }
	for _, row := range []struct {
		name  string
		page  collection.Page
		want  string
		total int
	}{
		{"whole, in its own order", collection.Page{Limit: -1}, "abcd", 4},
		{"own order backwards", collection.Page{Limit: -1, Order: []collection.Order{{Descending: true}}}, "dcba", 4},
		{"numbers are no texts, equals are in their own order", collection.Page{Limit: -1, Order: []collection.Order{bySize}}, "adcb", 4},
		{"equals go backwards with the first key", collection.Page{Limit: -1, Order: []collection.Order{{"size", true}}}, "bcda", 4},
		{"limit", collection.Page{Limit: 2}, "ab", 4},
		{"nothing", collection.Page{Limit: 0}, "", 4},
		{"offset", collection.Page{Limit: 1, Offset: 2}, "c", 4},
		{"offset behind the end", collection.Page{Limit: 1, Offset: 9}, "", 4},
		{"marker", collection.Page{Limit: 2, Marker: "b", Marked: true}, "cd", 4},
		{"a marker that is not there is ignored", collection.Page{Limit: -1, Marker: "x", Marked: true}, "abcd", 4},
		{"filter", collection.Page{Limit: 1, Filters: []collection.Filter{{"size", nine}}}, "a", 2},
		{"a field that nobody has", collection.Page{Limit: -1, Filters: []collection.Filter{{"x", some}}}, "", 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			found, cut, f := things.CutPage(&row.page, slices.Values(all))
			require.Nil(t, f)
			got := ""
			for _, r := range found {
				got += r.id
			}
			assert.Equal(t, row.want, got)
			assert.Equal(t, row.total, cut.Total)
			assert.Equal(t, len(got), cut.Shown)
			if got != "" {
				assert.Equal(t, got[:1], cut.First)
				assert.Equal(t, got[len(got)-1:], cut.Last)
			}
		})
	}
}

func TestAServiceMayRefuseMarkersAndSortKeys(t *testing.T) {
	no := func(what string) *pipeline.Fault { return pipeline.BadRequest("no %s", what) }
	for _, page := range []*collection.Page{
		{Marker: "x", Marked: true, NoMarker: no},
		{Order: []collection.Order{{Field: "x"}}, NoSort: no},
	} {
		_, _, f := things.CutPage(page, slices.Values([]*thing{{"a", 1}}))
		require.NotNil(t, f)
		assert.Equal(t, "no x", f.Message)
	}
}
