package orchestration

import (
	"math"
	"slices"
	"strings"
	"time"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/state"
)

// autoScalingGroup is a group whose size is changed by scaling policies. Its members have random names.
func autoScalingGroup() *kind {
	return &kind{
		properties: map[string]property{
			"resource": mapping().must().may(), "max_size": integer().must().may().in(from(0)), "min_size": integer().must().may().in(from(0)),
			"cooldown": integer().may(), "desired_capacity": integer().may(),
			"rolling_updates": mapping().may().with(map[string]property{
				"min_in_service": integer().or(0.0).in(from(0)), "max_batch_size": integer().or(1.0).in(from(1)), "pause_time": number().or(0.0).in(from(0)),
			}).or(map[string]any{"min_in_service": 0.0, "max_batch_size": 1.0, "pause_time": 0.0}),
		},
		attributes: map[string]string{
			"outputs":      "A map of resource names to the specified attribute of each individual resource that is part of the AutoScalingGroup.",
			"outputs_list": "A list of the specified attribute of each individual resource that is part of the AutoScalingGroup.",
			"current_size": "The current size of AutoscalingResourceGroup.", "refs": "A list of resource IDs for the resources in the group.",
			"refs_map": "A map of resource names to IDs for the resources in the group.",
		},
		early: checkSizes,
		does:  nesting(),
		nested: func(t *task) (*state.StackPlan, *failure) {
			size := wish(t.r.Properties)
			if child := t.child(); child != nil {
				size = len(t.members())
				if changed := wish(t.r.Properties); t.before != nil && wish(t.before) != changed {
					size = changed
				}
			}
			least, most := integral(t.r.Properties, "min_size"), integral(t.r.Properties, "max_size")
			return t.sized(min(max(size, least), most)), nil
		},
		shows: func(t *task) map[string]any {
			all := t.references()
			all["current_size"] = float64(len(t.members()))
			return all
		},
		attribute: groupAttribute("outputs"),
	}
}

func integral(properties map[string]any, key string) int {
	n, _ := properties[key].(float64)
	return int(n)
}

// wish is the size that a group's properties ask for.
func wish(properties map[string]any) int {
	if _, given := properties["desired_capacity"].(float64); given {
		return integral(properties, "desired_capacity")
	}
	return integral(properties, "min_size")
}

// sized is the plan of a group of a size: the oldest members stay when it shrinks from the front, as Heat takes
// the oldest away first.
func (t *task) sized(size int) *state.StackPlan {
	members := t.members()
	slices.SortStableFunc(members, func(a, b *state.StackResource) int { return a.Created.Compare(b.Created) })
	var names []string
	for _, m := range members {
		names = append(names, m.Name)
	}
	if len(names) > size {
		names = names[len(names)-size:]
	}
	for len(names) < size {
		names = append(names, strings.ToLower(t.Env.IDs.Secret(12)))
	}
	definition, _ := t.r.Properties["resource"].(map[string]any)
	return t.group(names, definition, "")
}

// checkSizes looks at a group's bounds: Heat does before it looks at properties one by one.
func checkSizes(name string, given map[string]any) *complaint {
	sizes := map[string]float64{}
	for _, key := range []string{"min_size", "max_size"} {
		value, there := given[key]
		if !there {
			return &complaint{name: "ValueError", path: []string{"resources", name}, text: "Property " + key + " not assigned"}
		}
		typed, c := integer().typed(value, true)
		if c != nil {
			return c.under("resources", name, "properties", key)
		}
		sizes[key], _ = typed.(float64)
	}
	desired, there := given["desired_capacity"].(float64)
	switch {
	case sizes["min_size"] > sizes["max_size"]:
		return &complaint{text: "MinSize can not be greater than MaxSize"}
	case sizes["min_size"] < 0 || sizes["max_size"] < 0:
		return &complaint{text: "The size of AutoScalingGroup can not be less than zero"}
	case there && (desired < sizes["min_size"] || desired > sizes["max_size"]):
		return &complaint{text: "DesiredCapacity must be between MinSize and MaxSize"}
	}
	return nil
}

// scalingPolicy changes the size of a group when it is signalled.
func scalingPolicy() *kind {
	return &kind{
		properties: map[string]property{
			"auto_scaling_group_id": text().must(), "scaling_adjustment": number().must().may(),
			"adjustment_type": text().must().may().one("change_in_capacity", "exact_capacity", "percent_change_in_capacity"),
			"cooldown":        number().may(), "min_adjustment_step": integer().may().in(from(0)),
		},
		attributes: map[string]string{"alarm_url": "A signed url to handle the alarm.", "signal_url": "A url to handle the alarm using native API."},
		check: func(c *checking) *complaint {
			if c.properties["min_adjustment_step"] != nil && c.properties["adjustment_type"] != "percent_change_in_capacity" {
				return &complaint{status: 500, kind: "ResourcePropertyValueDependency", text: "min_adjustment_step property should only be specified for adjustment_type with value percent_change_in_capacity."}
			}
			return nil
		},
		does: map[string]handler{update: {}, create: {begin: func(t *task) *failure {
			t.r.PhysicalID = strings.ReplaceAll(t.Env.IDs.UUID(), "-", "")
			t.r.Data = map[string]any{"key": t.Env.IDs.Secret(32)}
			return nil
		}}},
		shows:  policyURLs,
		signal: scale,
	}
}

// scale brings the policy's group to its new size.
func scale(t *task, _ any) (string, *failure) {
	id := hot.Text(t.r.Properties["auto_scaling_group_id"])
	var group *state.StackResource
	for _, r := range present(t.Exchange, t.s.ID) {
		if r.PhysicalID == id || r.Name == id {
			group = r
		}
	}
	if group == nil {
		return "", fails("NotFound", "Alarm %s could not find scaling group named \"%s\"", t.r.Name, id)
	}
	g := &task{Exchange: t.Exchange, h: t.h, s: t.s, r: group}
	child := g.child()
	if child == nil || child.Status == inProgress {
		return "", nothingToDo
	}
	if held(child) && !held(t.s) {
		return "group " + group.Name + " is not scaled: stack " + child.Name + " is " + statusOf(child), nil
	}
	if until, ok := group.Data["cooldown"].(time.Time); ok && t.Now().Before(until) {
		return "", nothingToDo
	}
	size := len(g.members())
	wanted := resized(size, t.r.Properties, integral(group.Properties, "min_size"), integral(group.Properties, "max_size"))
	if wanted == size {
		return "", nothingToDo
	}
	if why := t.h.reshape(t.Exchange, t.s, child, g.sized(wanted)); why != nil {
		return "", why
	}
	cooled := *group
	cooldown, _ := t.r.Properties["cooldown"].(float64)
	cooled.Data = map[string]any{"cooldown": t.Now().Add(time.Duration(cooldown * float64(time.Second)))}
	state.StackResources.Insert(t.Txn, &cooled)
	return "", nil
}

// nothingToDo is how a signal ends that changes nothing: nobody is told.
var nothingToDo = &failure{kind: "NoActionRequired"}

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
