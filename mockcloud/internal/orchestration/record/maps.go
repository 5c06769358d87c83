package record

import (
	"maps"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/internal/state"
)

// OrEmpty is an object that may be nil as one that is not.
func OrEmpty(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return m
}

// WithKey is a copy of a map with another value under one key.
func WithKey(m map[string]any, key string, value any) map[string]any {
	out := map[string]any{}
	maps.Copy(out, m)
	out[key] = value
	return out
}

// NonEmpty is a text for an answer that has null in place of an empty one.
func NonEmpty(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// WithPseudo are a stack's parameters with those that every stack has.
func WithPseudo(values hot.Values, s *state.Stack) map[string]any {
	out := maps.Clone(map[string]any(values))
	out["OS::stack_id"], out["OS::stack_name"], out["OS::project_id"] = s.ID, s.Name, s.ProjectID
	return out
}
