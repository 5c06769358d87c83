package kinds

import (
	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/orchestration/record"
)

// noneKind is a type without behaviour: it allows any property.
func noneKind() *kind.Kind {
	return &kind.Kind{Does: map[string]kind.Handler{record.Create: {Begin: func(t *kind.Task) *kind.Failure {
		t.Resource.PhysicalID, t.Resource.Data = t.Env.IDs.UUID(), kind.Values{"is_placeholder": "True"}
		return nil
	}}}}
}

// valueOf is a type that only stores a value.
func valueOf() *kind.Kind {
	return &kind.Kind{
		Shows: func(t *kind.Task) map[string]any { return map[string]any{"value": t.Resource.Properties["value"]} },
		Does:  map[string]kind.Handler{record.Update: {}},
	}
}
