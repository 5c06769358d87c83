package kinds

import (
	"math"
	"net/url"
	"strings"
	"time"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/orchestration/record"
	"plumbline/mockcloud/state"
)

// scalingPolicy changes the size of a group when it is signalled.
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

// scale brings the policy's group to its new size.
func scale(t *kind.Task) (string, *kind.Failure) {
	id := hot.Text(t.Resource.Properties["auto_scaling_group_id"])
	var group *state.StackResource
	for _, r := range record.Present(t.Exchange, t.Stack.ID) {
		if r.PhysicalID == id || r.Name == id {
			group = r
		}
	}
	if group == nil {
		return "", kind.Fails("NotFound", "Alarm %s could not find scaling group named \"%s\"", t.Resource.Name, id)
	}
	g := &kind.Task{Exchange: t.Exchange, Types: t.Types, Stack: t.Stack, Resource: group}
	child := g.Child()
	if child == nil || child.Status == record.InProgress {
		return "", NothingToDo
	}
	if record.Held(child) && !record.Held(t.Stack) {
		return "group " + group.Name + " is not scaled: stack " + child.Name + " is " + record.Status(child), nil
	}
	if until, ok := group.Data["cooldown"].(time.Time); ok && t.Now().Before(until) {
		return "", NothingToDo
	}
	size := len(g.Members())
	wanted := resized(size, t.Resource.Properties, integral(group.Properties, "min_size"), integral(group.Properties, "max_size"))
	if wanted == size {
		return "", NothingToDo
	}
	if why := reshape(t.Exchange, t.Stack, child, sized(g, wanted)); why != nil {
		return "", why
	}
	cooled := *group
	cooldown, _ := t.Resource.Properties["cooldown"].(float64)
	cooled.Data = map[string]any{"cooldown": t.Now().Add(time.Duration(cooldown * float64(time.Second)))}
	state.StackResources.Insert(t.Txn, &cooled)
	return "", nil
}

// NothingToDo is how a signal ends that changes nothing: nobody is told.
var NothingToDo = &kind.Failure{Kind: "NoActionRequired"}

// resized is a group's size after an adjustment, between the group's bounds.
func resized(size int, policy map[string]any, least, most int) int {
	by, _ := policy["scaling_adjustment"].(float64)
	switch policy["adjustment_type"] {
	case "exact_capacity":
		size = int(by)
	case "percent_change_in_capacity":
		size += rounded(float64(size)*by/100, integral(policy, "min_adjustment_step"))
	default:
		size += int(by)
	}
	return min(max(size, least), most)
}

// rounded is a change in per cent as a number of members: away from nothing below one, towards it above.
func rounded(delta float64, step int) int {
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
	s := t.Stack
	at := t.Root
	if at == "" {
		at = t.Env.BaseURL
	}
	rest := s.Name + "/" + s.ID + "/resources/" + t.Resource.Name
	return map[string]any{
		"signal_url": at + record.Prefix + "/v1/" + s.ProjectID + "/stacks/" + rest + "/signal",
		"alarm_url":  at + record.Prefix + "/v1/signal/" + rest + "?Signature=" + url.QueryEscape(record.Signature(t.Resource)),
	}
}
