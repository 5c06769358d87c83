package kinds

import (
	"math"
	"strings"
	"time"

	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/state"
)

// scalingProperties are the properties of a scaling policy. The cooldown is in seconds.
type scalingProperties struct {
	Group      string  `json:"auto_scaling_group_id"`
	Adjustment float64 `json:"scaling_adjustment"`
	Type       string  `json:"adjustment_type"`
	Step       int     `json:"min_adjustment_step"`
	Cooldown   float64 `json:"cooldown"`
}

// scalingPolicy is a policy that changes the size of a group when it is signalled.
func scalingPolicy() *kind.Kind {
	return &kind.Kind{
		Check: func(c *kind.Checking) *kind.Complaint {
			if c.Properties["min_adjustment_step"] != nil && c.Properties["adjustment_type"] != "percent_change_in_capacity" {
				return &kind.Complaint{
					Status: 500, Kind: "ResourcePropertyValueDependency",
					Text: "min_adjustment_step property should only be specified for adjustment_type with value percent_change_in_capacity.",
				}
			}
			return nil
		},
		Does: map[string]kind.Handler{record.Update: {}, record.Create: {Begin: func(t *kind.Task) *kind.Failure {
			t.Resource.PhysicalID = strings.ReplaceAll(t.Env.IDs.UUID(), "-", "")
			t.Resource.Data = map[string]any{"key": t.Env.IDs.Secret(32)}
			return nil
		}}},
		Shows:  policyURLs,
		Signal: scale,
	}
}

// scale changes the size of the policy's group.
func scale(t *kind.Task) (string, *kind.Failure) {
	p := decodeProperties[scalingProperties](t.Resource.Properties)
	id := p.Group
	var group *state.StackResource
	for _, r := range record.PresentResources(t.Exchange, t.Stack.ID) {
		if r.PhysicalID == id || r.Name == id {
			group = r
		}
	}
	if group == nil {
		return "", kind.Failf("NotFound", "Alarm %s could not find scaling group named \"%s\"", t.Resource.Name, id)
	}
	g := &kind.Task{Exchange: t.Exchange, Types: t.Types, Stack: t.Stack, Resource: group}
	child := g.Child()
	if child == nil || child.Status == record.InProgress {
		return "", NothingToDo
	}
	if record.HasLockState(child) && !record.HasLockState(t.Stack) {
		return "group " + group.Name + " is not scaled: stack " + child.Name + " is " + record.Status(child), nil
	}
	if until, ok := group.Data["cooldown"].(time.Time); ok && t.Now().Before(until) {
		return "", NothingToDo
	}
	size := len(g.Members())
	bounds := decodeProperties[scaled](group.Properties)
	wanted := min(max(p.adjustedSize(size), bounds.Least), bounds.Most)
	if wanted == size {
		return "", NothingToDo
	}
	if why := updateNested(t.Exchange, t.Stack, child, planOfSize(g, wanted)); why != nil {
		return "", why
	}
	cooled := *group
	ends := t.Now().Add(time.Duration(p.Cooldown * float64(time.Second)))
	cooled.Metadata = kind.Values{
		"cooldown_end": kind.Values{
			ends.UTC().Format("2006-01-02 15:04:05.000000"): p.Type + " : " + hot.Text(p.Adjustment),
		}, "scaling_in_progress": false,
	}
	cooled.Data = map[string]any{"cooldown": ends}
	state.StackResources.Insert(t.Txn, &cooled)
	return "", nil
}

// NothingToDo is the outcome of a signal that changes nothing; no event is recorded for it.
var NothingToDo = &kind.Failure{Kind: "NoActionRequired"}

// adjustedSize is a group's size after an adjustment.
func (p scalingProperties) adjustedSize(size int) int {
	switch p.Type {
	case "exact_capacity":
		return int(p.Adjustment)
	case "percent_change_in_capacity":
		return size + roundAdjustment(float64(size)*p.Adjustment/100, p.Step)
	}
	return size + int(p.Adjustment)
}

// roundAdjustment rounds a change to a whole number of members: away from zero if it is below one, else towards zero.
func roundAdjustment(delta float64, step int) int {
	n := int(delta)
	switch {
	case math.Abs(delta) < 1 && delta > 0:
		n = int(math.Ceil(delta))
	case math.Abs(delta) < 1:
		n = int(math.Floor(delta))
	}
	switch {
	case step > n && n > 0:
		return step
	case step > -n && n <= 0:
		return -step
	}
	return n
}

// policyURLs are the two URLs of a scaling policy: the signed one needs no token, the other is the API's own.
func policyURLs(t *kind.Task) map[string]any {
	urls := record.SignalURLs(t.Exchange, t.Stack, t.Resource)
	return map[string]any{"signal_url": urls.Plain, "alarm_url": urls.Signed}
}
