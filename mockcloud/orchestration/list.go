package orchestration

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

func listOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{"stacks.list": {Answer: list}, "stacks.detail": {Answer: list}}
}

// list answers the stacks of the caller's project, newest first.
func list(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	if truth(x, "global_tenant") && !x.Allows("stacks:global_index") {
		return nil, refused(x, "stacks:global_index")
	}
	limit, f := limitOf(x)
	if f != nil {
		return nil, f
	}
	var found []*state.Stack
	for s := range state.Stacks.Each(x.Txn, "project", x.Caller.ProjectID) {
		if shown(x, s) {
			found = append(found, s)
		}
	}
	slices.SortFunc(found, func(a, b *state.Stack) int { return cmp.Compare(b.Serial, a.Serial) })
	body := map[string]any{}
	if truth(x, "with_count") {
		body["count"] = len(found)
	}
	if marker := x.Query.Get("marker"); marker != "" {
		at := slices.IndexFunc(found, func(s *state.Stack) bool { return s.ID == marker })
		found = found[at+1:]
	}
	if limit > 0 && len(found) >= limit {
		found = found[:limit]
		query := x.Request.URL.RawQuery
		if at := strings.Index(query, "&marker="); at >= 0 {
			query = query[:at]
		}
		body["links"] = []any{link("next", home(x)+"/stacks?"+query+"&marker="+found[limit-1].ID)}
	}
	items := []any{}
	for _, s := range found {
		items = append(items, summary(x, s))
	}
	body["stacks"] = items
	return pipeline.Body(200, body), nil
}

func truth(x *pipeline.Exchange, key string) bool {
	return slices.Contains([]string{"true", "1", "t", "yes", "on"}, strings.ToLower(x.Query.Get(key)))
}

// limitOf reads limit; 0 is none.
func limitOf(x *pipeline.Exchange) (int, *pipeline.Fault) {
	if !x.Query.Has("limit") {
		return 0, nil
	}
	n, err := strconv.Atoi(x.Query.Get("limit"))
	if err != nil {
		return 0, pipeline.BadRequest("Only integer is acceptable by 'limit'.")
	}
	return n, nil
}

func shown(x *pipeline.Exchange, s *state.Stack) bool {
	if s.Deleted != nil && !truth(x, "show_deleted") || s.ParentID != "" && !truth(x, "show_nested") {
		return false
	}
	if tags := x.Query.Get("tags"); tags != "" {
		for _, t := range strings.Split(tags, ",") {
			if !slices.Contains(s.Tags, t) {
				return false
			}
		}
	}
	for key, value := range map[string]string{"name": s.Name, "id": s.ID, "status": s.Status, "action": s.Action} {
		if x.Query.Has(key) && x.Query.Get(key) != value {
			return false
		}
	}
	return true
}
