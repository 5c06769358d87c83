package stacks

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/orchestration/query"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// filters are the values that a field of a listed stack may have, by the field's name.
type filters map[string][]string

// words are the keys of the query for each field; two keys of one field ask for the values of both.
var words = map[string][]string{
	"id": {"id"}, "name": {"name", "stack_name"}, "tenant": {"tenant"}, "username": {"username", "stack_owner"},
	"owner_id": {"owner_id", "parent"}, "action": {"action", "stack_action"}, "status": {"status", "stack_status"},
	"status_reason": {"stack_status_reason"}, "disable_rollback": {"disable_rollback"}, "timeout": {"timeout_mins"},
	"stack_user_project_id": {"stack_user_project_id"},
}

// readFilters reads the filters of the query.
func readFilters(x *pipeline.Exchange) filters {
	out := filters{}
	for field, keys := range words {
		for _, key := range keys {
			out[field] = append(out[field], query.Any(x, key)...)
		}
		if len(out[field]) == 0 {
			delete(out, field)
		}
	}
	if wanted, given := out["status"]; given {
		statuses, actions := query.ParseStatuses(wanted)
		out["status"] = statuses
		if actions != nil {
			out["action"] = append(out["action"], actions...)
		}
	}
	return out
}

// match tells whether a stack has a wanted value in each field.
func (f filters) match(s *state.Stack) bool {
	has := map[string]string{
		"id": s.ID, "name": s.Name, "tenant": s.ProjectID, "username": s.UserName, "action": s.Action,
		"status": s.Status, "status_reason": s.StatusReason, "stack_user_project_id": record.UserProject(s),
	}
	for field, wanted := range f {
		var found bool
		switch field {
		case "disable_rollback":
			found = slices.ContainsFunc(wanted, func(text string) bool { return (leadingNumber(text) == 1) == s.DisableRollback })
		case "timeout":
			found = s.TimeoutMins != nil && slices.ContainsFunc(wanted, func(text string) bool { return leadingNumber(text) == *s.TimeoutMins })
		case "owner_id": // of a stack that is nested in none it is null, which no text equals
			found = s.ParentID != "" && query.Contains(wanted, s.ParentID)
		default:
			found = query.Contains(wanted, has[field])
		}
		if !found {
			return false
		}
	}
	return true
}

// leadingNumber is the number that a text begins with, as a database compares it with a number; 0 for none.
func leadingNumber(text string) int {
	end := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(text)
	}
	n, err := strconv.Atoi(text[:end])
	if err != nil {
		return 0
	}
	return n
}

// sortKeys are the fields by which a list can be sorted.
var sortKeys = map[string]func(*state.Stack) string{
	"stack_name":    func(s *state.Stack) string { return s.Name },
	"stack_status":  func(s *state.Stack) string { return s.Status },
	"creation_time": func(s *state.Stack) string { return state.Serial(s.Serial) },
	"updated_time": func(s *state.Stack) string {
		if s.Updated == nil {
			return ""
		}
		return s.Updated.Format("2006-01-02T15:04:05.000000")
	},
}

// orderOf is the order that the query asks for: newest first without a known key, else upwards.
func orderOf(x *pipeline.Exchange) func(a, b *state.Stack) int {
	var by []func(*state.Stack) string
	for _, key := range x.Query["sort_keys"] {
		if field := sortKeys[key]; field != nil {
			by = append(by, field)
		}
	}
	direction := query.Value(x, "sort_dir")
	downwards := direction == "desc" || direction == "" && by == nil
	return func(a, b *state.Stack) int {
		if downwards {
			a, b = b, a
		}
		for _, field := range by {
			if c := cmp.Compare(field(a), field(b)); c != 0 {
				return c
			}
		}
		return cmp.Compare(a.Serial, b.Serial)
	}
}
