package resources

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/query"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
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
	if q.depth, f = query.StrictNumber(x, "nested_depth"); f != nil {
		return f
	}
	if q.detail, f = query.StrictFlag(x, "with_detail"); f != nil {
		return f
	}
	if wanted := query.Any(x, "status"); wanted != nil {
		q.statuses, q.actions = query.ParseStatuses(wanted)
	}
	if q.actions != nil || query.Any(x, "action") != nil {
		q.actions = append(q.actions, query.Any(x, "action")...)
	}
	switch wanted := query.Any(x, "type"); len(wanted) {
	case 0:
	case 1:
		q.kind = wanted[0]
	default:
		return faults.Uncallable()
	}
	return nil
}

// matches tells whether a resource has what the filters ask for. A type's name needs to have the one that is asked for in it, and no
// client knows the numbers that "id" means.
func (q *listing) matches(x *pipeline.Exchange, r *state.StackResource) bool {
	return (q.statuses == nil || query.Contains(q.statuses, r.Status)) && (q.actions == nil || query.Contains(q.actions, r.Action)) &&
		strings.Contains(r.Type, q.kind) && query.Any(x, "id") == nil && query.Matches(x, "name", r.Name) &&
		query.Matches(x, "physical_resource_id", r.PhysicalID)
}
