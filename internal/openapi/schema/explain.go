package schema

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"

	"plumbline/internal/openapi/node"
	"plumbline/internal/openapi/python"
)

// Explainer words why a value does not match, in the order in which python-jsonschema finds violations in
// schemas written as Nova's are: per object the values of properties, then missing keys, then extra keys
// (docs/contract/60-microversions.md §3). kin-openapi decides whether there is a violation at all.
type Explainer struct {
	Schema *Schema
	// Sent is the text that the value was read from, for the order of its keys; nil where nobody knows.
	Sent  []byte
	order *python.Order
	read  bool // the order has been read
	path  []string
	Found []*Violation
	Limit int
}

func (x *Explainer) isFull() bool { return len(x.Found) >= x.Limit }

func (x *Explainer) add(keyword string, value any, format string, args ...any) {
	if !x.isFull() {
		x.Found = append(x.Found, &Violation{
			Path: slices.Clone(x.path), Keyword: keyword, Value: value, Said: python.StrIn(value, x.orderIn(value)),
			Message: fmt.Sprintf(format, args...),
		})
	}
}

// repr is the value at the path as Python writes it.
func (x *Explainer) repr(v any) string { return python.ReprIn(v, x.orderIn(v)) }

// orderIn is the order of the keys of a value at the path. It is read for objects and arrays only: most refusals show a scalar.
func (x *Explainer) orderIn(v any) *python.Order {
	switch v.(type) {
	case map[string]any, []any:
		return x.orderHere()
	}
	return nil
}

// orderHere is the order of the keys at the path.
func (x *Explainer) orderHere() *python.Order {
	if !x.read {
		x.order, x.read = python.OrderOf(x.Sent), true
	}
	return x.order.At(x.path...)
}

func (x *Explainer) visitChild(key string, k *openapi3.Schema, v any) {
	x.path = append(x.path, key)
	x.Visit(k, v)
	x.path = x.path[:len(x.path)-1]
}

func (x *Explainer) Visit(k *openapi3.Schema, v any) {
	if x.isFull() || (v == nil && k.Nullable) {
		return
	}
	if !x.checkType(k, v) {
		return
	}
	if len(k.Enum) > 0 && !slices.ContainsFunc(k.Enum, func(e any) bool { return reflect.DeepEqual(e, v) }) {
		x.add("enum", v, "%s is not one of %s", x.repr(v), python.Repr(k.Enum))
	}
	switch v := v.(type) {
	case string:
		x.text(k, v)
	case float64:
		x.number(k, v)
	case []any:
		x.array(k, v)
	case map[string]any:
		x.object(k, v)
	}
	x.combined(k, v)
}

// checkType tells whether the value is of the schema's type; every value is where the schema has none.
func (x *Explainer) checkType(k *openapi3.Schema, v any) bool {
	if k.Type == nil || len(*k.Type) == 0 {
		return true
	}
	name := (*k.Type)[0]
	if isOfType(v, name) {
		return true
	}
	if k.Nullable {
		x.add("type", v, "%s is not of type %s, 'null'", x.repr(v), python.Repr(name))
	} else {
		x.add("type", v, "%s is not of type %s", x.repr(v), python.Repr(name))
	}
	return false
}

func isOfType(v any, name string) bool {
	switch v := v.(type) {
	case bool:
		return name == "boolean"
	case string:
		return name == "string"
	case float64:
		return name == "number" || (name == "integer" && v == float64(int64(v)))
	case []any:
		return name == "array"
	case map[string]any:
		return name == "object"
	}
	return false
}

func (x *Explainer) text(k *openapi3.Schema, v string) {
	length := uint64(utf8.RuneCountInString(v))
	if length < k.MinLength {
		x.add("minLength", v, "%s is too short", x.repr(v))
	}
	if k.MaxLength != nil && length > *k.MaxLength {
		x.add("maxLength", v, "%s is too long", x.repr(v))
	}
	if re := x.Schema.Regexps[k.Pattern]; k.Pattern != "" && !re.MatchString(v) {
		said, told := k.Extensions[PatternSaid].(string)
		if !told {
			said = k.Pattern
		}
		x.add("pattern", v, "%s does not match %s", x.repr(v), python.Repr(said))
	}
	if ok := Formats[k.Format]; ok != nil && !ok(v) && !x.isFull() {
		message, bare := formatMessage(k.Format, v)
		x.add("format", v, "%s", message)
		x.Found[len(x.Found)-1].Bare = bare
	}
}

func (x *Explainer) number(k *openapi3.Schema, v float64) {
	exclusive := func(b openapi3.ExclusiveBound) bool { return b.Bool != nil && *b.Bool }
	if k.Min != nil && (v < *k.Min || (v == *k.Min && exclusive(k.ExclusiveMin))) {
		how := "less than"
		if exclusive(k.ExclusiveMin) {
			how = "less than or equal to"
		}
		x.add("minimum", v, "%s is %s the minimum of %s", x.repr(v), how, python.Repr(*k.Min))
	}
	if k.Max != nil && (v > *k.Max || (v == *k.Max && exclusive(k.ExclusiveMax))) {
		how := "greater than"
		if exclusive(k.ExclusiveMax) {
			how = "greater than or equal to"
		}
		x.add("maximum", v, "%s is %s the maximum of %s", x.repr(v), how, python.Repr(*k.Max))
	}
	if k.MultipleOf != nil && (&openapi3.Schema{MultipleOf: k.MultipleOf}).VisitJSON(v) != nil {
		x.add("multipleOf", v, "%s is not a multiple of %s", x.repr(v), python.Repr(*k.MultipleOf))
	}
}

func (x *Explainer) array(k *openapi3.Schema, v []any) {
	if k.Items != nil {
		for i, e := range v {
			x.visitChild(strconv.Itoa(i), k.Items.Value, e)
		}
	}
	if uint64(len(v)) < k.MinItems {
		x.add("minItems", v, "%s is too short", x.repr(v))
	}
	if k.MaxItems != nil && uint64(len(v)) > *k.MaxItems {
		x.add("maxItems", v, "%s is too long", x.repr(v))
	}
	if k.UniqueItems && hasRepeats(v) {
		x.add("uniqueItems", v, "%s has non-unique elements", x.repr(v))
	}
}

func hasRepeats(v []any) bool {
	for i, e := range v {
		for _, f := range v[:i] {
			if reflect.DeepEqual(e, f) {
				return true
			}
		}
	}
	return false
}

func (x *Explainer) object(k *openapi3.Schema, v map[string]any) {
	keys := node.SortedKeys(v)
	if order, ordered := k.Extensions[orderKey].([]string); ordered {
		slices.SortStableFunc(keys, func(a, b string) int { return slices.Index(order, a) - slices.Index(order, b) })
	}
	for _, key := range keys {
		if p := k.Properties[key]; p != nil {
			x.visitChild(key, p.Value, v[key])
		}
	}
	isKnown := func(key string) bool { return k.Properties[key] != nil }
	extra := slices.DeleteFunc(keys, isKnown)
	if len(extra) > 1 {
		extra = slices.DeleteFunc(x.orderHere().Keys(v), isKnown)
	}
	if uint64(len(v)) < k.MinProps {
		x.add("minProperties", v, "%s does not have enough properties", x.repr(v))
	}
	if k.MaxProps != nil && uint64(len(v)) > *k.MaxProps {
		x.add("maxProperties", v, "%s has too many properties", x.repr(v))
	}
	for _, key := range k.Required {
		if _, there := v[key]; !there {
			x.add("required", v, "%s is a required property", python.Repr(key))
		}
	}
	x.extra(k, v, extra)
}

// extra checks the keys that are not in properties. With x-openstack-key-pattern it works like patternProperties beside
// additionalProperties: false in JSON Schema.
func (x *Explainer) extra(k *openapi3.Schema, v map[string]any, extra []string) {
	var strange []string
	pattern, patterned := k.Extensions[KeyPattern].(string)
	if patterned {
		re := x.Schema.Regexps[pattern]
		strange = slices.DeleteFunc(slices.Clone(extra), re.MatchString)
		extra = slices.DeleteFunc(extra, func(key string) bool { return !re.MatchString(key) })
	}
	switch allowed := k.AdditionalProperties; {
	case allowed.Has != nil && !*allowed.Has && len(extra) > 0:
		x.add("additionalProperties", v, "%s", python.ExtraMessage(extra))
	case allowed.Schema != nil:
		for _, key := range extra {
			x.visitChild(key, allowed.Schema.Value, v[key])
		}
	}
	if len(strange) > 0 {
		x.add("additionalProperties", v, "%s", python.RegexMessage(strange, pattern))
	}
}

func (x *Explainer) combined(k *openapi3.Schema, v any) {
	for _, s := range k.AllOf {
		x.Visit(s.Value, v)
	}
	if len(k.AnyOf) > 0 && x.matching(k.AnyOf, v) == 0 {
		x.anyOf(k.AnyOf, k.Nullable, v)
	}
	if len(k.OneOf) > 0 {
		switch n := x.matching(k.OneOf, v); {
		case n == 0:
			x.add("oneOf", v, "%s is not valid under any of the given schemas", x.repr(v))
		case n > 1:
			x.add("oneOf", v, "%s is valid under each of %s", x.repr(v), x.alternatives(k.OneOf, v))
		}
	}
	if k.Not != nil && x.matches(k.Not.Value, v) {
		x.add("not", v, "%s should not be valid under the given schema", x.repr(v))
	}
}

// alternatives writes the schemas that a value matches, the first of them last.
func (x *Explainer) alternatives(all openapi3.SchemaRefs, v any) string {
	var out []string
	for _, s := range all {
		if !x.matches(s.Value, v) {
			continue
		}
		var plain any
		raw, err := s.Value.MarshalJSON()
		if err == nil {
			err = json.Unmarshal(raw, &plain)
		}
		if err != nil {
			return "several schemas"
		}
		out = append(out, python.Repr(plain))
	}
	return strings.Join(append(out[1:], out[0]), ", ")
}

// anyOf words a value that matches no alternative. Alternatives of different types represent what Nova writes as a list of
// types: the message is then about the type, or about the alternative of the value's type.
func (x *Explainer) anyOf(alternatives openapi3.SchemaRefs, nullable bool, v any) {
	var names []string
	var fitting, number *openapi3.Schema
	for _, s := range alternatives {
		if s.Value.Type == nil || len(*s.Value.Type) != 1 || slices.Contains(names, python.Repr((*s.Value.Type)[0])) {
			x.add("anyOf", v, "%s is not valid under any of the given schemas", x.repr(v))
			return
		}
		names = append(names, python.Repr((*s.Value.Type)[0]))
		if isOfType(v, (*s.Value.Type)[0]) {
			fitting = s.Value
		}
		if s.Value.Type.Is("integer") || s.Value.Type.Is("number") {
			number = s.Value
		}
		nullable = nullable || s.Value.Nullable
	}
	if fitting != nil {
		x.numberInText(number, v)
		x.Visit(fitting, v)
		return
	}
	if nullable {
		names = append(names, "'null'")
	}
	x.add("type", v, "%s is not of type %s", x.repr(v), strings.Join(names, ", "))
}

// numberInText words a text that is a number beyond the bounds of an alternative for numbers: the real service converts it first.
func (x *Explainer) numberInText(alternative *openapi3.Schema, v any) {
	text, isText := v.(string)
	n, err := strconv.ParseFloat(text, 64)
	if alternative == nil || !isText || err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
		return
	}
	found := len(x.Found)
	x.number(alternative, n)
	for _, violation := range x.Found[found:] {
		violation.Value, violation.Said = v, text
	}
}

func (x *Explainer) matching(alternatives openapi3.SchemaRefs, v any) (n int) {
	for _, s := range alternatives {
		if x.matches(s.Value, v) {
			n++
		}
	}
	return n
}

func (x *Explainer) matches(k *openapi3.Schema, v any) bool {
	inner := Explainer{Schema: x.Schema, Limit: 1}
	inner.Visit(k, v)
	return len(inner.Found) == 0
}
