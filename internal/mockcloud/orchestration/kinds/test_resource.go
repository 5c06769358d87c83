package kinds

import (
	"strings"
	"time"

	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
)

// testProperties are the properties of a test resource; times are in seconds.
type testProperties struct {
	Fail       bool               `json:"fail"`
	Wait       float64            `json:"wait_secs"`
	ActionWait map[string]float64 `json:"action_wait_secs"`
}

// testResource is OS::Heat::TestResource, for tests: it stores a value, waits, or fails.
func testResource() *kind.Kind {
	lasting := kind.Handler{Begin: remember, Done: isWaitOver}
	return &kind.Kind{
		Does: map[string]kind.Handler{
			record.Create: lasting, record.Update: lasting, record.Delete: {Done: isWaitOver},
			// The actions that the specification adds wait like the others: wait_secs.
			record.Lock: {Done: isWaitOver}, record.Unlock: {Done: isWaitOver},
		},
		Replaces: func(_, after map[string]any, changed map[string]bool) bool {
			return changed["value"] && after["update_replace"] == true
		},
		Shows: func(t *kind.Task) map[string]any { return map[string]any{"output": t.Resource.Data["value"]} },
	}
}

func remember(t *kind.Task) *kind.Failure {
	if !decodeProperties[testProperties](t.Resource.Properties).Fail {
		t.Resource.Data = map[string]any{"value": t.Resource.Properties["value"]}
	}
	return nil
}

// isWaitOver tells whether the resource has waited the seconds that its action takes.
func isWaitOver(t *kind.Task) (bool, *kind.Failure) {
	if t.Resource.Action == record.Update && sameIn(t.Before, t.Resource.Properties, "value") {
		return true, nil
	}
	p := decodeProperties[testProperties](t.Resource.Properties)
	seconds := p.Wait
	if own, given := p.ActionWait[strings.ToLower(t.Resource.Action)]; given {
		seconds = own
	}
	left := t.Resource.Since.Add(time.Duration(seconds * float64(time.Second))).Sub(t.Now())
	switch {
	case seconds < 0:
		t.Wait = time.Hour
		return false, nil
	case left > 0:
		t.Wait = left
		return false, nil
	case p.Fail && (t.Resource.Action == record.Create || t.Resource.Action == record.Update):
		return false, kind.Failf("ValueError", "Test Resource failed %s", t.Resource.Name)
	}
	return true, nil
}

// sameIn tells whether an update leaves a property unchanged. It is false after the beginning of the update: before is nil then.
func sameIn(before, after map[string]any, key string) bool {
	return before != nil && hot.JSON(before[key]) == hot.JSON(after[key])
}
