package stacks

import (
	"net/url"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/orchestration/query"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// listQuery are the filters of a list of stacks.
type listQuery struct {
	deleted, nested, hidden, all, count, limited bool
	limit                                        int
	filters                                      filters
}

// readListQuery reads the query, key by key.
func readListQuery(x *pipeline.Exchange, q *listQuery) *pipeline.Fault {
	var f *pipeline.Fault
	if q.all, f = query.StrictFlag(x, "global_tenant"); f != nil {
		return f
	}
	if q.all {
		if f := x.Demand("stacks:global_index"); f != nil {
			return f
		}
	}
	for _, flag := range []struct {
		key string
		to  *bool
	}{{"show_deleted", &q.deleted}, {"show_nested", &q.nested}} {
		if *flag.to, f = query.Flag(x, flag.key); f != nil {
			return f
		}
	}
	q.limited = query.Value(x, "limit") != ""
	if q.limit, f = query.Number(x, "limit"); f != nil {
		return f
	}
	if q.hidden, f = query.Flag(x, "show_hidden"); f != nil {
		return f
	}
	for _, key := range []string{"tags", "tags_any", "not_tags", "not_tags_any"} {
		if _, f := query.Tags(query.Value(x, key)); f != nil {
			return f
		}
	}
	if q.count, f = query.Flag(x, "with_count"); f != nil {
		return f
	}
	q.filters = readFilters(x)
	return query.CheckDirection(x)
}

// listing is a page of a list.
type listing struct {
	Stacks []*summary      `json:"stacks"`
	Count  *int            `json:"count,omitzero"`
	Links  []pipeline.Link `json:"links,omitzero"`
}

// list answers the stacks of the caller's project, newest first; administrators see those of all projects.
func list(x *pipeline.Exchange, q *listQuery) (*pipeline.Response, *pipeline.Fault) {
	all := q.all || x.Caller.Admin()
	each := state.Stacks.ByKey(x.Txn, "project", x.Caller.ProjectID)
	if all {
		each = state.Stacks.All(x.Txn)
	}
	var found []*state.Stack
	for s := range each {
		if q.matches(x, s) {
			found = append(found, s)
		}
	}
	order := orderOf(x)
	slices.SortStableFunc(found, order)
	view := &listing{}
	if q.count {
		n := len(found)
		view.Count = &n
	}
	if marker := state.Stacks.Get(x.Txn, query.Value(x, "marker")); marker != nil {
		found = slices.DeleteFunc(found, func(s *state.Stack) bool { return order(s, marker) <= 0 })
	}
	if q.limited && len(found) >= q.limit {
		found = found[:q.limit]
		if q.limit > 0 {
			view.Links = []pipeline.Link{{Rel: "next", Href: record.StacksURL(x) + "/stacks?" + nextPage(x, found[q.limit-1].ID)}}
		}
	}
	for _, s := range found {
		v := summaryOf(x, s)
		if all {
			v.Project = s.ProjectID
		}
		view.Stacks = append(view.Stacks, v)
	}
	return pipeline.Body(200, view), nil
}

// nextPage is the query of the page after a marker: the same in the same order, with the marker at its end.
func nextPage(x *pipeline.Exchange, marker string) string {
	var kept []string
	for pair := range strings.SplitSeq(x.Request.URL.RawQuery, "&") {
		key, value, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(key)
		text, wrong := url.QueryUnescape(value)
		if err == nil && wrong == nil && name != "marker" && pair != "" {
			kept = append(kept, url.QueryEscape(name)+"="+url.QueryEscape(text))
		}
	}
	return strings.Join(append(kept, "marker="+marker), "&")
}

// hiddenTag marks stacks that lists leave out unless show_hidden asks for them (hidden_stack_tags).
const hiddenTag = "data-processing-cluster"

func (q *listQuery) matches(x *pipeline.Exchange, s *state.Stack) bool {
	return (s.Deleted == nil || q.deleted) && (s.ParentID == "" || q.nested) && (q.hidden || !slices.Contains(s.Tags, hiddenTag)) &&
		matchesTags(x, s) && q.filters.match(s)
}

// matchesTags applies the four filters by tags.
func matchesTags(x *pipeline.Exchange, s *state.Stack) bool {
	has := func(key string) (all, one, asked bool) {
		text := query.Value(x, key)
		if text == "" {
			return true, false, false
		}
		all = true
		for _, t := range strings.Split(text, ",") {
			if query.Contains(s.Tags, t) {
				one = true
			} else {
				all = false
			}
		}
		return all, one, true
	}
	if all, _, asked := has("tags"); asked && !all {
		return false
	}
	if _, one, asked := has("tags_any"); asked && !one {
		return false
	}
	if all, _, asked := has("not_tags"); asked && all {
		return false
	}
	_, one, asked := has("not_tags_any")
	return !asked || !one
}
