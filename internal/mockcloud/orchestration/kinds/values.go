package kinds

import (
	"slices"
	"time"

	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
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
		Shows:     func(t *kind.Task) map[string]any { return map[string]any{"value": t.Resource.Properties["value"]} },
		Does:      map[string]kind.Handler{record.Update: {}},
		Previewed: func(properties kind.Values) kind.Values { return kind.Values{"value": properties["value"]} },
	}
}

// delaying are the properties of a delay; the times are in seconds.
type delaying struct {
	Actions []string `json:"actions"`
	Wait    float64  `json:"min_wait"`
}

// delay is OS::Heat::Delay: it waits. The random part of the time, which may be nothing, is nothing.
func delay() *kind.Kind {
	waits := kind.Handler{Done: func(t *kind.Task) (bool, *kind.Failure) {
		p := decodeProperties[delaying](t.Resource.Properties)
		if !slices.Contains(p.Actions, t.Resource.Action) {
			return true, nil
		}
		t.Wait = max(0, t.Resource.Since.Add(time.Duration(p.Wait*float64(time.Second))).Sub(t.Now()))
		return t.Wait == 0, nil
	}}
	return &kind.Kind{Does: map[string]kind.Handler{
		record.Create: waits, record.Delete: waits, record.Suspend: waits, record.Resume: waits,
	}}
}
