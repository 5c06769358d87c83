package kinds

import (
	"slices"
	"strings"

	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/state"
)

// autoScalingGroup is a group whose size is changed by scaling policies. Its members have random names.
func autoScalingGroup() *kind.Kind {
	return &kind.Kind{
		Early: checkSizes,
		Does:  nesting(),
		Nested: func(t *kind.Task) (*state.StackPlan, *kind.Failure) {
			size := wish(t.Resource.Properties)
			if child := t.Child(); child != nil {
				size = len(t.Members())
				if changed := wish(t.Resource.Properties); t.Before != nil && wish(t.Before) != changed {
					size = changed
				}
			}
			least, most := integral(t.Resource.Properties, "min_size"), integral(t.Resource.Properties, "max_size")
			return sized(t, min(max(size, least), most)), nil
		},
		Shows: func(t *kind.Task) map[string]any {
			all := references(t)
			all["current_size"] = float64(len(t.Members()))
			return all
		},
		Attribute: groupAttribute("outputs"),
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
func sized(t *kind.Task, size int) *state.StackPlan {
	members := t.Members()
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
	definition, _ := t.Resource.Properties["resource"].(map[string]any)
	return group(t, names, definition, "")
}

// size is a bound of a group.
var size = kind.Property{Type: "Integer"}

// checkSizes looks at a group's bounds: Heat does before it looks at properties one by one.
func checkSizes(name string, given map[string]any) *kind.Complaint {
	sizes := map[string]float64{}
	for _, key := range []string{"min_size", "max_size"} {
		value, there := given[key]
		if !there {
			return &kind.Complaint{Name: "ValueError", Path: []string{"resources", name}, Text: "Property " + key + " not assigned"}
		}
		typed, c := size.Typed(value, true)
		if c != nil {
			return c.Under("resources", name, "properties", key)
		}
		sizes[key], _ = typed.(float64)
	}
	desired, there := given["desired_capacity"].(float64)
	switch {
	case sizes["min_size"] > sizes["max_size"]:
		return &kind.Complaint{Text: "MinSize can not be greater than MaxSize"}
	case sizes["min_size"] < 0 || sizes["max_size"] < 0:
		return &kind.Complaint{Text: "The size of AutoScalingGroup can not be less than zero"}
	case there && (desired < sizes["min_size"] || desired > sizes["max_size"]):
		return &kind.Complaint{Text: "DesiredCapacity must be between MinSize and MaxSize"}
	}
	return nil
}
