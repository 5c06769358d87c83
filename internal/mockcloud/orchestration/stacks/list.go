package stacks

import (
	"cmp"
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
}

// readListQuery reads the query, key by key.
func readListQuery(x *pipeline.Exchange, q *listQuery) *pipeline.Fault {
	var f *pipeline.Fault
	if q.all, f = query.Flag(x, "global_tenant"); f != nil {
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
	q.limited = x.Query.Has("limit")
	if q.limit, f = query.Number(x, "limit"); f != nil {
		return f
	}
	if q.hidden, f = query.Flag(x, "show_hidden"); f != nil {
		return f
	}
	for _, key := range []string{"tags", "tags_any", "not_tags", "not_tags_any"} {
		if _, f := query.Tags(x.Query.Get(key)); f != nil {
			return f
		}
	}
	if x.Query.Get("with_count") != "" {
		q.count, f = query.Flag(x, "with_count")
	}
	if f != nil {
		return f
	}
	return query.CheckDirection(x)
}

// listing is a page of a list.
type listing struct {
	Stacks []*summary      `json:"stacks"`
	Count  *int            `json:"count,omitzero"`
	Links  []pipeline.Link `json:"links,omitzero"`
}

// list answers the stacks of the caller's project, newest first.
func list(x *pipeline.Exchange, q *listQuery) (*pipeline.Response, *pipeline.Fault) {
	each := state.Stacks.ByKey(x.Txn, "project", x.Caller.ProjectID)
	if q.all {
		each = state.Stacks.All(x.Txn)
	}
	var found []*state.Stack
	for s := range each {
		if q.matches(x, s) {
			found = append(found, s)
		}
	}
	sortStacks(x, found)
	view := &listing{}
	if q.count {
		n := len(found)
		view.Count = &n
	}
	if marker := x.Query.Get("marker"); marker != "" {
		at := slices.IndexFunc(found, func(s *state.Stack) bool { return s.ID == marker })
		found = found[at+1:]
	}
	if q.limited && len(found) >= q.limit {
		found = found[:q.limit]
		if q.limit > 0 {
			view.Links = []pipeline.Link{{Rel: "next", Href: record.StacksURL(x) + "/stacks?" + nextPage(x, found[q.limit-1].ID)}}
		}
	}
	for _, s := range found {
		v := summaryOf(x, s)
		if q.all {
			v.Project = s.ProjectID
		}
		view.Stacks = append(view.Stacks, v)
	}
	return pipeline.Body(200, view), nil
}

// nextPage is the query of the page after a marker.
func nextPage(x *pipeline.Exchange, marker string) string {
	query := x.Request.URL.RawQuery
	if at := strings.Index(query, "&marker="); at >= 0 {
		query = query[:at]
	}
	return query + "&marker=" + marker
}

// sortStacks sorts stacks as the query asks; newest first by default.
func sortStacks(x *pipeline.Exchange, found []*state.Stack) {
	by := func(s *state.Stack) string { return state.Serial(s.Serial) }
	keys := x.Query["sort_keys"]
	if len(keys) > 0 {
		switch keys[0] {
		case "name", "stack_name":
			by = func(s *state.Stack) string { return s.Name }
		case "status", "stack_status":
			by = func(s *state.Stack) string { return s.Status }
		case "updated_at", "updated_time":
			by = func(s *state.Stack) string {
				if s.Updated == nil {
					return ""
				}
				return s.Updated.Format("2006-01-02T15:04:05.000000")
			}
		}
	}
	ascending := x.Query.Get("sort_dir") == "asc" || len(keys) > 0 && x.Query.Get("sort_dir") == ""
	slices.SortStableFunc(found, func(a, b *state.Stack) int {
		if ascending {
			return cmp.Or(cmp.Compare(by(a), by(b)), cmp.Compare(a.Serial, b.Serial))
		}
		return cmp.Or(cmp.Compare(by(b), by(a)), cmp.Compare(b.Serial, a.Serial))
	})
}

func (q *listQuery) matches(x *pipeline.Exchange, s *state.Stack) bool {
	if s.Deleted != nil && !q.deleted || s.ParentID != "" && !q.nested {
		return false
	}
	if !matchesTags(x, s) {
		return false
	}
	owner := s.ParentID
	for key, value := range map[string]string{
		"name": s.Name, "stack_name": s.Name, "id": s.ID, "action": s.Action, "owner_id": owner, "parent": owner, "username": s.UserName,
		"tenant": s.ProjectID, "stack_action": s.Action,
	} {
		if x.Query.Has(key) && !slices.Contains(x.Query[key], value) {
			return false
		}
	}
	for _, key := range []string{"status", "stack_status"} {
		wanted := x.Query[key]
		if len(wanted) > 0 && !slices.Contains(wanted, s.Status) && !slices.Contains(wanted, record.Status(s)) {
			return false
		}
	}
	return true
}

// matchesTags applies the four filters by tags.
func matchesTags(x *pipeline.Exchange, s *state.Stack) bool {
	has := func(key string) (all, one, asked bool) {
		text := x.Query.Get(key)
		if text == "" {
			return true, false, false
		}
		all = true
		for _, t := range strings.Split(text, ",") {
			if slices.Contains(s.Tags, t) {
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
