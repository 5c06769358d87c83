package kinds

import (
	"slices"
	"time"

	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/orchestration/record"
)

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
