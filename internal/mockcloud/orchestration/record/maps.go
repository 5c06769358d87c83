package record

import (
	"maps"

	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/state"
)

// OrEmpty is the object, or an empty one for nil.
func OrEmpty(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return m
}

// WithKey is a copy of a map with the value of one key replaced.
func WithKey(m map[string]any, key string, value any) map[string]any {
	out := map[string]any{}
	maps.Copy(out, m)
	out[key] = value
	return out
}

// NonEmpty is a text for an answer, nil if it is empty.
func NonEmpty(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// WithPseudo adds the pseudo parameters, which every stack has, to a stack's parameters.
func WithPseudo(values hot.Values, s *state.Stack) map[string]any {
	out := maps.Clone(map[string]any(values))
	out["OS::stack_id"], out["OS::stack_name"], out["OS::project_id"] = s.ID, s.Name, s.ProjectID
	return out
}

// WithoutResources is a template without its resources, which a stack shows from the beginning of its deletion.
func WithoutResources(template map[string]any) map[string]any {
	if _, there := template["resources"]; !there {
		return template
	}
	return WithKey(template, "resources", map[string]any{})
}
