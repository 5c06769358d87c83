package resources

import (
	"slices"

	"plumbline/internal/mockcloud/orchestration/query"
	"plumbline/internal/mockcloud/pipeline"
)

// filters are the keys by which a list of resources can be filtered.
var filters = []string{"type", "status", "name", "action", "id", "physical_resource_id", "nested_depth", "with_detail"}

// readListing reads the query; it runs before the stack is looked up.
func readListing(x *pipeline.Exchange, q *listing) *pipeline.Fault {
	for key := range x.Request.URL.Query() {
		if !slices.Contains(filters, key) {
			return pipeline.BadRequest("Invalid filter parameters ['%s']", key)
		}
	}
	var f *pipeline.Fault
	if q.depth, f = query.Number(x, "nested_depth"); f != nil {
		return f
	}
	q.detail, f = query.Flag(x, "with_detail")
	return f
}
