package kind

import (
	"slices"
	"strconv"

	"plumbline/internal/mockcloud/orchestration/hot"
)

// Property is the schema of one property of a resource type.
type Property struct {
	// Type is Any, String, Integer, Number, Boolean, Map or List.
	Type     string `yaml:"type"`
	Required bool   `yaml:"required"`
	// ByDefault is the default; nil is none.
	ByDefault any `yaml:"default"`
	// Changes tells that an update can change the property in place; a change of other properties requires a new resource.
	Changes bool `yaml:"update_allowed"`
	// Immutable tells that an update which changes the property fails.
	Immutable bool `yaml:"immutable"`
	// Within bounds a number, Length the length of a text, list or map.
	Within *Bounds `yaml:"range"`
	Length *Bounds `yaml:"length"`
	// Among are the allowed values.
	Among []any `yaml:"allowed_values"`
	// Names is the kind of thing that the value names: "neutron.network". Finders find it.
	Names string `yaml:"custom_constraint"`
	// Resolves is the same where the API does not show it.
	Resolves string `yaml:"resolves"`
	// For is the property that this one is another name for, Hidden tells that it is not shown.
	For    string `yaml:"stands_for"`
	Hidden bool   `yaml:"hidden"`
	// Inner are the properties of a map, Each the schema of a list's elements.
	Inner map[string]Property `yaml:"properties"`
	Each  *Property           `yaml:"items"`
}

// Bounds are the bounds of a number; nil is no bound.
type Bounds struct {
	Min *int `json:"min,omitzero" yaml:"min"`
	Max *int `json:"max,omitzero" yaml:"max"`
}

func (b *Bounds) contain(n float64) bool {
	return (b.Min == nil || n >= float64(*b.Min)) && (b.Max == nil || n <= float64(*b.Max))
}

// String writes the bounds as Heat does.
func (b *Bounds) String() string {
	show := func(n *int) string {
		if n == nil {
			return "None"
		}
		return strconv.Itoa(*n)
	}
	return "(min: " + show(b.Min) + ", max: " + show(b.Max) + ")"
}

// SettleProperties checks properties against a type's schema and adds the defaults. Unknown values (nil for references) are not
// checked; loose are the keys whose values are not final, for which constraints are not checked.
func SettleProperties(known map[string]Property, given map[string]any, loose map[string]bool) (map[string]any, *Complaint) {
	out := Values{}
	if known == nil {
		return given, nil
	}
	given, loose = underOwnNames(known, given), underOwnNames(known, loose)
	for _, key := range hot.Keys(given) {
		if _, ok := known[key]; !ok {
			return nil, NewComplaint(nil, "Unknown Property %s", key)
		}
	}
	for _, key := range hot.Keys(known) {
		p := known[key]
		value, there := given[key]
		if !there || value == nil {
			if p.Required && !there {
				return nil, NewComplaint(nil, "Property %s not assigned", key)
			}
			if p.ByDefault != nil {
				out[key] = p.ByDefault
			}
			continue
		}
		typed, c := p.value(value, loose[key])
		if c != nil {
			return nil, c.WithPathPrefix(key)
		}
		out[key] = typed
	}
	return out, nil
}

// underOwnNames is what is given with the names of properties in the place of other names for them.
func underOwnNames[V any](known map[string]Property, given map[string]V) map[string]V {
	out := make(map[string]V, len(given))
	for key, value := range given {
		if instead := known[key].For; instead != "" {
			key = instead
		}
		out[key] = value
	}
	return out
}

// value converts a value to the property's type and checks the constraints.
func (p Property) value(v any, loose bool) (any, *Complaint) {
	typed, c := p.Convert(v, loose)
	if c != nil || loose {
		return typed, c
	}
	return typed, p.checkConstraints(typed)
}

func (p Property) checkConstraints(v any) *Complaint {
	if n, ok := v.(float64); ok && p.Within != nil && !p.Within.contain(n) {
		return NewComplaint(nil, "%s is out of range %s", hot.Text(n), p.Within)
	}
	if p.Length != nil {
		if n := lengthOf(v); !p.Length.contain(float64(n)) {
			return NewComplaint(nil, "length (%d) is out of range %s", n, p.Length)
		}
	}
	if p.Among != nil && !p.allows(v) {
		return NewComplaint(nil, "%s is not an allowed value %s", hot.JSON(v), hot.JSON(p.Among))
	}
	return nil
}

// allows tells whether a value is one of the allowed ones; of a list, each element has to be.
func (p Property) allows(v any) bool {
	switch v := v.(type) {
	case []any:
		return !slices.ContainsFunc(v, func(e any) bool { return !p.allows(e) })
	default:
		return slices.Contains(p.Among, v)
	}
}

func lengthOf(v any) int {
	switch v := v.(type) {
	case string:
		return len([]rune(v))
	case []any:
		return len(v)
	case map[string]any:
		return len(v)
	}
	return 0
}
