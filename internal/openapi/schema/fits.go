package schema

import (
	"reflect"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
)

// Fits tells whether a decoded value matches, without a reason and without allocating: most values match. Property tests
// compare its results with those of the explainer and kin-openapi.
func (s *Schema) Fits(k *openapi3.Schema, v any) bool {
	if v == nil && k.Nullable {
		return true
	}
	if k.Type != nil && len(*k.Type) > 0 && !isOfType(v, (*k.Type)[0]) {
		return false
	}
	if len(k.Enum) > 0 && !isListed(k.Enum, v) {
		return false
	}
	ok := true
	switch v := v.(type) {
	case string:
		ok = s.fitsText(k, v)
	case float64:
		ok = fitsNumber(k, v)
	case []any:
		ok = s.fitsArray(k, v)
	case map[string]any:
		ok = s.fitsObject(k, v)
	}
	return ok && s.fitsCombined(k, v)
}

func isListed(enum []any, v any) bool {
	for _, e := range enum {
		switch v.(type) {
		case string, float64, bool, nil:
			if e == v {
				return true
			}
		default:
			if reflect.DeepEqual(e, v) {
				return true
			}
		}
	}
	return false
}

func (s *Schema) fitsText(k *openapi3.Schema, v string) bool {
	if k.MinLength > 0 || k.MaxLength != nil {
		length := uint64(utf8.RuneCountInString(v))
		if length < k.MinLength || k.MaxLength != nil && length > *k.MaxLength {
			return false
		}
	}
	if k.Pattern != "" && !s.Regexps[k.Pattern].MatchString(v) {
		return false
	}
	if k.Format != "" {
		if ok := Formats[k.Format]; ok != nil && !ok(v) {
			return false
		}
	}
	return true
}

func fitsNumber(k *openapi3.Schema, v float64) bool {
	exclusive := func(b openapi3.ExclusiveBound) bool { return b.Bool != nil && *b.Bool }
	if k.Min != nil && (v < *k.Min || v == *k.Min && exclusive(k.ExclusiveMin)) {
		return false
	}
	if k.Max != nil && (v > *k.Max || v == *k.Max && exclusive(k.ExclusiveMax)) {
		return false
	}
	return k.MultipleOf == nil || (&openapi3.Schema{MultipleOf: k.MultipleOf}).VisitJSON(v) == nil
}

func (s *Schema) fitsArray(k *openapi3.Schema, v []any) bool {
	if uint64(len(v)) < k.MinItems || k.MaxItems != nil && uint64(len(v)) > *k.MaxItems {
		return false
	}
	if k.Items != nil {
		for _, e := range v {
			if !s.Fits(k.Items.Value, e) {
				return false
			}
		}
	}
	return !k.UniqueItems || !hasRepeats(v)
}

func (s *Schema) fitsObject(k *openapi3.Schema, v map[string]any) bool {
	if uint64(len(v)) < k.MinProps || k.MaxProps != nil && uint64(len(v)) > *k.MaxProps {
		return false
	}
	for _, key := range k.Required {
		if _, there := v[key]; !there {
			return false
		}
	}
	for key, e := range v {
		if p := k.Properties[key]; p != nil {
			if !s.Fits(p.Value, e) {
				return false
			}
		} else if !s.fitsExtra(k, key, e) {
			return false
		}
	}
	return true
}

// fitsExtra tells whether a key that is not in properties is allowed.
func (s *Schema) fitsExtra(k *openapi3.Schema, key string, v any) bool {
	if pattern, ok := k.Extensions[KeyPattern].(string); ok && !s.Regexps[pattern].MatchString(key) {
		return false
	}
	allowed := k.AdditionalProperties
	if allowed.Has != nil && !*allowed.Has {
		return false
	}
	return allowed.Schema == nil || s.Fits(allowed.Schema.Value, v)
}

func (s *Schema) fitsCombined(k *openapi3.Schema, v any) bool {
	for _, other := range k.AllOf {
		if !s.Fits(other.Value, v) {
			return false
		}
	}
	if len(k.AnyOf) > 0 && s.matching(k.AnyOf, v, 1) == 0 {
		return false
	}
	if len(k.OneOf) > 0 && s.matching(k.OneOf, v, 2) != 1 {
		return false
	}
	return k.Not == nil || !s.Fits(k.Not.Value, v)
}

// matching counts the alternatives that a value matches, up to most.
func (s *Schema) matching(all openapi3.SchemaRefs, v any, most int) (n int) {
	for _, other := range all {
		if s.Fits(other.Value, v) {
			if n++; n == most {
				return n
			}
		}
	}
	return n
}
