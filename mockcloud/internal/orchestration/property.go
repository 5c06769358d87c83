package orchestration

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"plumbline/mockcloud/internal/orchestration/hot"
)

// property is what Heat knows about one property of a resource type.
type property struct {
	// kind is Any, String, Integer, Number, Boolean, Map or List.
	kind     string
	required bool
	// byDefault is the value when none is given; nil is none.
	byDefault any
	// changes tells that an update may change it; what may not be changed wants a new resource.
	changes bool
	// within and length bound a number, or how long something is.
	within, length *bounds
	// among are the values allowed.
	among []any
	// inner are the properties of a map, each those of a list's elements.
	inner map[string]property
	each  *property
}

type bounds struct{ min, max *int }

func from(n int) *bounds       { return &bounds{min: &n} }
func between(a, b int) *bounds { return &bounds{min: &a, max: &b} }

func (b *bounds) hold(n float64) bool {
	return (b.min == nil || n >= float64(*b.min)) && (b.max == nil || n <= float64(*b.max))
}

func (b *bounds) String() string {
	show := func(n *int) string {
		if n == nil {
			return "None"
		}
		return strconv.Itoa(*n)
	}
	return "(min: " + show(b.min) + ", max: " + show(b.max) + ")"
}

// complaint is what is wrong with a resource: the error's name, where, and its text.
type complaint struct {
	name string
	path []string
	text string
	// kind is the type of Heat's error where it is not a failed validation.
	kind string
	// status is that of the answer; 0 is 400.
	status int
}

func complain(path []string, format string, args ...any) *complaint {
	return &complaint{name: "Property error", path: path, text: fmt.Sprintf(format, args...)}
}

// under puts steps in front of a complaint's path.
func (c *complaint) under(steps ...string) *complaint {
	at := *c
	at.path = append(slices.Clone(steps), c.path...)
	return &at
}

// String is the text as Heat's API tells it: the engine's error is put together twice, once on either side.
func (c *complaint) String() string { return c.joined(": : ") }

// joined is the text with something between its parts: the engine itself has a colon there.
func (c *complaint) joined(by string) string {
	var out string
	if c.name != "" {
		out = c.name + by
	}
	if len(c.path) > 0 {
		out += dotted(c.path) + by
	}
	return out + c.text
}

// settle checks properties against what a type knows and answers them with the defaults. What is not known yet (nil
// values of references) is left alone; loose are the keys whose values are not final, which no constraint is asked about.
func settle(known map[string]property, given map[string]any, loose map[string]bool) (map[string]any, *complaint) {
	out := map[string]any{}
	if known == nil {
		return given, nil
	}
	for _, key := range hot.Keys(given) {
		if _, ok := known[key]; !ok {
			return nil, complain(nil, "Unknown Property %s", key)
		}
	}
	for _, key := range hot.Keys(known) {
		p := known[key]
		value, there := given[key]
		if !there || value == nil {
			if p.required && !there {
				return nil, complain(nil, "Property %s not assigned", key)
			}
			if p.byDefault != nil {
				out[key] = p.byDefault
			}
			continue
		}
		typed, c := p.value(value, loose[key])
		if c != nil {
			return nil, c.under(key)
		}
		out[key] = typed
	}
	return out, nil
}

// value brings a value to the property's type and asks the constraints.
func (p property) value(v any, loose bool) (any, *complaint) {
	typed, c := p.typed(v, loose)
	if c != nil || loose {
		return typed, c
	}
	return typed, p.constrain(typed)
}

func (p property) typed(v any, loose bool) (any, *complaint) {
	switch p.kind {
	case "String":
		switch v.(type) {
		case string, bool, float64:
			return hot.Text(v), nil
		}
		return nil, complain(nil, "Value must be a string; got %s", hot.Repr(v))
	case "Integer":
		n, err := strconv.ParseFloat(strings.TrimSpace(hot.Text(v)), 64)
		if _, isText := v.(string); err != nil || isText && n != math.Trunc(n) {
			return nil, complain(nil, "Value '%s' is not an integer", hot.Text(v))
		}
		return math.Trunc(n), nil
	case "Number":
		n, err := strconv.ParseFloat(strings.TrimSpace(hot.Text(v)), 64)
		if err != nil {
			return nil, complain(nil, "could not convert string to float: %s", hot.Repr(v))
		}
		return n, nil
	case "Boolean":
		if b, ok := v.(bool); ok {
			return b, nil
		}
		text := strings.ToLower(hot.Text(v))
		if text != "true" && text != "false" {
			return nil, complain(nil, `"%s" is not a valid boolean`, text)
		}
		return text == "true", nil
	case "Map":
		return p.mapped(v, loose)
	case "List":
		return p.listed(v, loose)
	}
	return v, nil
}

func (p property) mapped(v any, loose bool) (any, *complaint) {
	m, ok := v.(map[string]any)
	if !ok {
		return nil, complain(nil, `"%s" is not a map`, hot.Text(v))
	}
	if p.inner == nil {
		return m, nil
	}
	return wrapped(settle(p.inner, m, everything(m, loose)))
}

func (p property) listed(v any, loose bool) (any, *complaint) {
	list, ok := v.([]any)
	if !ok {
		return nil, complain(nil, `"%s" is not a list`, hot.Repr(v))
	}
	if p.each == nil {
		return list, nil
	}
	out := make([]any, len(list))
	for i, e := range list {
		if e == nil {
			continue
		}
		typed, c := p.each.value(e, loose)
		if c != nil {
			return nil, c.under(strconv.Itoa(i))
		}
		out[i] = typed
	}
	return out, nil
}

func wrapped(m map[string]any, c *complaint) (any, *complaint) {
	if c != nil {
		return nil, c
	}
	return m, nil
}

func everything(m map[string]any, loose bool) map[string]bool {
	out := map[string]bool{}
	for key := range m {
		out[key] = loose
	}
	return out
}

func (p property) constrain(v any) *complaint {
	if n, ok := v.(float64); ok && p.within != nil && !p.within.hold(n) {
		return complain(nil, "%s is out of range %s", hot.Text(n), p.within)
	}
	if p.length != nil {
		if n := lengthOf(v); !p.length.hold(float64(n)) {
			return complain(nil, "length (%d) is out of range %s", n, p.length)
		}
	}
	if p.among != nil && !slices.Contains(p.among, v) {
		return complain(nil, "%s is not an allowed value %s", hot.JSON(v), hot.JSON(p.among))
	}
	return nil
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

// shared are the ways to write the properties of types.
func text() property     { return property{kind: "String"} }
func integer() property  { return property{kind: "Integer"} }
func number() property   { return property{kind: "Number"} }
func boolean() property  { return property{kind: "Boolean"} }
func mapping() property  { return property{kind: "Map"} }
func listing() property  { return property{kind: "List"} }
func anything() property { return property{kind: "Any"} }

func (p property) must() property                      { p.required = true; return p }
func (p property) may() property                       { p.changes = true; return p }
func (p property) or(v any) property                   { p.byDefault = v; return p }
func (p property) in(b *bounds) property               { p.within = b; return p }
func (p property) long(b *bounds) property             { p.length = b; return p }
func (p property) one(values ...any) property          { p.among = values; return p }
func (p property) with(m map[string]property) property { p.inner = m; return p }
func (p property) of(e property) property              { p.each = &e; return p }
