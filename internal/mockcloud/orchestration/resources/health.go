package resources

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/query"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
)

// marking is a request that marks a resource as healthy or unhealthy.
type marking struct {
	Request   health `body:""`
	unhealthy bool
	reason    string
}

// health is the body as sent.
type health struct {
	there     bool
	unhealthy body.Opt[any]
	reason    string
	// unknown are the keys that are not allowed in the body, sorted.
	unknown []string
}

// ReadBody implements body.Reader.
func (h *health) ReadBody(v any) {
	object, ok := v.(map[string]any)
	h.there = ok
	for key, value := range object {
		switch key {
		case "mark_unhealthy":
			h.unhealthy.ReadBody(value)
		case "resource_status_reason":
			switch value.(type) {
			case string, float64, bool:
				h.reason = reasonOf(value)
			}
		default:
			h.unknown = append(h.unknown, key)
		}
	}
	slices.Sort(h.unknown)
}

// reasonOf is a reason as it is shown; "" for a value that is false to Python.
func reasonOf(v any) string {
	if hot.IsEmpty(v) {
		return ""
	}
	return hot.Text(v)
}

// readHealth reads the body; it runs before the stack is looked up.
func readHealth(_ *pipeline.Exchange, w *marking) *pipeline.Fault {
	switch {
	case !w.Request.there:
		return faults.Of(500, "TypeError", "'NoneType' object is not iterable")
	case w.Request.unknown != nil:
		return pipeline.BadRequest("Invalid keys in resource mark unhealthy {'%s'}", strings.Join(w.Request.unknown, "', '"))
	case !w.Request.unhealthy.Given():
		return pipeline.BadRequest("Missing mandatory (mark_unhealthy) key from mark unhealthy request")
	}
	var f *pipeline.Fault
	if w.unhealthy, f = query.ParseFlag("mark_unhealthy", w.Request.unhealthy.Or(nil)); f != nil {
		return f
	}
	if w.reason = w.Request.reason; w.reason == "" {
		w.reason = "state changed by resource_mark_unhealthy api"
	}
	return nil
}

// markUnhealthy sets a resource, found by name or physical id, to CHECK_FAILED, or back to CHECK_COMPLETE.
func markUnhealthy(x *pipeline.Exchange, w *marking) *pipeline.Fault {
	s, name := record.Stack(x), x.Params.Get("resource_name")
	r := record.PresentResources(x, s.ID)[name]
	for _, other := range record.PresentResources(x, s.ID) {
		if r == nil && other.PhysicalID == name {
			r = other
		}
	}
	if r == nil {
		return faults.Of(404, "ResourceNotFound", "The Resource (%s) could not be found in Stack %s.", name, s.Name)
	}
	if r.Status == record.InProgress && !record.HasLockState(s) {
		return record.InAction(s)
	}
	switch {
	case w.unhealthy && r.Action != record.Delete:
		record.EnterResource(x, r, record.Check, record.Failed, w.reason)
	case !w.unhealthy && r.Action == record.Check && r.Status == record.Failed:
		record.EnterResource(x, r, record.Check, record.Complete, w.reason)
	}
	return nil
}
