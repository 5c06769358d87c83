package kinds

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/state"
)

// autoScalingGroup is a group whose size scaling policies change. Its members have random names.
func autoScalingGroup() *kind.Kind {
	return &kind.Kind{
		Early: checkSizes,
		Does:  nestedHandlers(),
		Nested: func(t *kind.Task) (*state.StackPlan, *kind.Failure) {
			p := decodeProperties[scaled](t.Resource.Properties)
			if t.Sample {
				return planOfSize(t, 1), nil
			}
			size := p.wantedSize()
			if t.Child() != nil {
				size = p.Desired.Or(len(t.Members())) // each update of the stack around brings it back to that
			}
			return planOfSize(t, min(max(size, p.Least), p.Most)), nil
		},
		Shows: func(t *kind.Task) map[string]any {
			all := references(t)
			all["current_size"] = float64(len(t.Members()))
			return all
		},
		Attribute: groupAttribute("outputs"),
	}
}

// scaled are the properties of a scaling group.
type scaled struct {
	Least    int           `json:"min_size"`
	Most     int           `json:"max_size"`
	Desired  body.Opt[int] `json:"desired_capacity"`
	Resource member        `json:"resource"`
}

// wantedSize is the size that a group's properties ask for.
func (p scaled) wantedSize() int { return p.Desired.Or(p.Least) }

// planOfSize is the plan of a group with the given number of members. A smaller group loses its oldest members, as in Heat.
func planOfSize(t *kind.Task, size int) *state.StackPlan {
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
	return group(t, names, decodeProperties[scaled](t.Resource.Properties).Resource, "")
}

// size is the property for a bound of a group's size.
var size = kind.Property{Type: "Integer"}

// checkSizes checks a group's bounds, which Heat does before it checks properties one by one.
func checkSizes(name string, given map[string]any) *kind.Complaint {
	sizes := map[string]float64{}
	for _, key := range []string{"min_size", "max_size"} {
		value, there := given[key]
		if !there {
			return &kind.Complaint{Name: "ValueError", Path: []string{"resources", name}, Text: "Property " + key + " not assigned"}
		}
		typed, c := size.Convert(value, true)
		if c != nil {
			return c.WithPathPrefix("resources", name, "properties", key)
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
