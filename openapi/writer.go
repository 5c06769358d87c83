package openapi

import (
	"math"
	"regexp"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
)

// writer projects, checks and encodes a value in one pass, where that is plain sailing. Whatever it is not
// sure of it leaves to Project, CheckResponse and AppendJSON, which decide and find the words.
type writer struct {
	unsure    bool
	kinds     jsonKinds // what the value may be
	enum      []any
	format    func(string) bool
	pattern   *regexp.Regexp
	minLength int
	maxLength int
	least     float64
	most      float64
	fields    []writerField // sorted by name
	closed    bool          // what is not among the fields is dropped
	extra     *writer
	keys      *regexp.Regexp
	items     *writer
	minItems  int
	maxItems  int
	either    []*writer
}

type writerField struct {
	name, policy string
	start        []byte // `"name": `
	required     bool
	value        *writer
}

// jsonKinds is a set of JSON types.
type jsonKinds uint8

const (
	isNull jsonKinds = 1 << iota
	isBool
	isInteger
	isFraction
	isString
	isList
	isObject
	isAny = isNull | isBool | isInteger | isFraction | isString | isList | isObject
)

var kindsOf = map[string]jsonKinds{
	"boolean": isBool, "integer": isInteger, "number": isInteger | isFraction, "string": isString, "array": isList, "object": isObject,
}

func newWriter(s *schema, k *openapi3.Schema, p *projector) *writer {
	w := &writer{kinds: isAny, minLength: int(k.MinLength), maxLength: math.MaxInt, least: math.Inf(-1), most: math.Inf(1), minItems: int(k.MinItems), maxItems: math.MaxInt}
	w.unsure = k.Not != nil || k.AllOf != nil || k.UniqueItems || k.MultipleOf != nil || k.ExclusiveMin.IsSet() || k.ExclusiveMax.IsSet() ||
		k.MinProps > 0 || k.MaxProps != nil
	w.closed = p != nil && p.closed
	if k.Type != nil {
		w.kinds = 0
		for _, t := range *k.Type {
			w.kinds |= kindsOf[t]
		}
		if k.Nullable {
			w.kinds |= isNull
		}
	} else if !k.Nullable {
		w.kinds &^= isNull
	}
	w.scalars(s, k)
	if k.Enum != nil {
		w.enum = k.Enum
		var listed jsonKinds
		for _, e := range k.Enum {
			listed |= kindOf(e)
		}
		w.kinds &= listed
	}
	w.alternatives(s, k, p)
	w.collections(s, k, p)
	return w
}

func (w *writer) scalars(s *schema, k *openapi3.Schema) {
	if k.MaxLength != nil {
		w.maxLength = int(*k.MaxLength)
	}
	if k.Min != nil {
		w.least = *k.Min
	}
	if k.Max != nil {
		w.most = *k.Max
	}
	if k.Pattern != "" {
		w.pattern = s.regexps[k.Pattern]
		w.unsure = w.unsure || w.pattern == nil
	}
	if k.Format != "" && !uncheckedFormats[k.Format] {
		w.format = formats[k.Format]
		w.unsure = w.unsure || w.format == nil
	}
}

// alternatives are told apart by the kind of the value; where that does not do, the writer is not sure.
func (w *writer) alternatives(s *schema, k *openapi3.Schema, p *projector) {
	if k.OneOf == nil && k.AnyOf == nil {
		return
	}
	w.unsure = w.unsure || k.OneOf != nil && k.AnyOf != nil || k.Type != nil || k.Enum != nil || k.Properties != nil || k.Items != nil || k.AdditionalProperties.Schema != nil
	w.kinds = 0
	for _, a := range append(slices.Clip(k.OneOf), k.AnyOf...) {
		alternative := newWriter(s, a.Value, p)
		w.either = append(w.either, alternative)
		w.kinds |= alternative.kinds
	}
}

func (w *writer) collections(s *schema, k *openapi3.Schema, p *projector) {
	if k.MaxItems != nil {
		w.maxItems = int(*k.MaxItems)
	}
	var below *projector
	if k.Items != nil {
		if p != nil {
			below = p.items
		}
		w.items = newWriter(s, k.Items.Value, below)
	}
	for _, name := range sortedKeys(k.Properties) {
		f := writerField{name: name, required: slices.Contains(k.Required, name), start: append(AppendString(nil, name), ": "...)}
		below = nil
		if p != nil {
			below, f.policy = p.fields[name].below, p.fields[name].policy
		}
		f.value = newWriter(s, k.Properties[name].Value, below)
		w.fields = append(w.fields, f)
	}
	for _, name := range k.Required {
		w.unsure = w.unsure || k.Properties[name] == nil
	}
	if k.AdditionalProperties.Schema != nil {
		below = nil
		if p != nil {
			below = p.extra
		}
		w.extra = newWriter(s, k.AdditionalProperties.Schema.Value, below)
	}
	if source, ok := k.Extensions[keyPattern].(string); ok {
		w.keys = s.regexps[source]
		w.unsure = w.unsure || w.keys == nil
	}
}

func kindOf(v any) jsonKinds {
	switch v := v.(type) {
	case nil:
		return isNull
	case bool:
		return isBool
	case string, time.Time:
		return isString
	case int, int64:
		return isInteger
	case float64:
		return kindOfNumber(v)
	case *string:
		if v == nil {
			return isNull
		}
		return isString
	case *time.Time:
		if v == nil {
			return isNull
		}
		return isString
	case []any, []string, []map[string]any:
		return isList
	case map[string]any, map[string]string:
		return isObject
	}
	return 0
}

func kindOfNumber(f float64) jsonKinds {
	if f == math.Trunc(f) && !math.IsInf(f, 0) {
		return isInteger
	}
	return isFraction
}

// granting asks which rules are granted, and remembers the last one: fields that go together ask the same.
type granting struct {
	ask  func(string) bool
	rule string
	is   bool
}

func (g *granting) granted(rule string) bool {
	if rule == "" || g.ask == nil {
		return true
	}
	if g.rule != rule {
		g.rule, g.is = rule, g.ask(rule)
	}
	return g.is
}

// write appends a value; false when the writer is not sure of it.
func (w *writer) write(dst []byte, v any, g *granting) ([]byte, bool) {
	k := kindOf(v)
	if w.unsure || w.kinds&k == 0 {
		return dst, false
	}
	if w.either != nil {
		return w.choose(dst, v, k, g)
	}
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...), w.listed(nil)
	case bool:
		if v {
			return append(dst, "true"...), w.listed(v)
		}
		return append(dst, "false"...), w.listed(v)
	case float64:
		return w.number(dst, v)
	case int:
		return w.number(dst, float64(v))
	case int64:
		return w.number(dst, float64(v))
	case string:
		return w.text(dst, v)
	case *string:
		if v == nil {
			return append(dst, "null"...), w.listed(nil)
		}
		return w.text(dst, *v)
	case time.Time:
		return w.text(dst, v.UTC().Format(timeForm))
	case *time.Time:
		if v == nil {
			return append(dst, "null"...), w.listed(nil)
		}
		return w.text(dst, v.UTC().Format(timeForm))
	case map[string]any:
		if w.fields != nil {
			return w.object(dst, v, g)
		}
		return writeFree(w, dst, v, g)
	case map[string]string:
		if w.fields != nil {
			return dst, false
		}
		return writeFree(w, dst, v, g)
	case []any:
		return writeList(w, dst, v, g)
	case []string:
		return writeList(w, dst, v, g)
	case []map[string]any:
		return writeList(w, dst, v, g)
	}
	return dst, false
}

// timeForm is how OpenStack writes times: UTC, seconds, Z.
const timeForm = "2006-01-02T15:04:05Z"

func (w *writer) choose(dst []byte, v any, k jsonKinds, g *granting) ([]byte, bool) {
	var chosen *writer
	for _, a := range w.either {
		if a.kinds&k != 0 {
			if chosen != nil {
				return dst, false
			}
			chosen = a
		}
	}
	if chosen == nil {
		return dst, false
	}
	return chosen.write(dst, v, g)
}

func (w *writer) listed(v any) bool { return w.enum == nil || slices.Contains(w.enum, v) }

func (w *writer) number(dst []byte, f float64) ([]byte, bool) {
	return appendNumber(dst, f), f >= w.least && f <= w.most && w.listed(f)
}

func (w *writer) text(dst []byte, s string) ([]byte, bool) {
	if w.maxLength != math.MaxInt && len(s) > w.maxLength || w.minLength > 0 {
		if n := utf8.RuneCountInString(s); n < w.minLength || n > w.maxLength {
			return dst, false
		}
	}
	if w.format != nil && !w.format(s) || w.pattern != nil && !w.pattern.MatchString(s) || w.enum != nil && !w.listed(s) {
		return dst, false
	}
	return AppendString(dst, s), true
}

func writeList[T any](w *writer, dst []byte, v []T, g *granting) ([]byte, bool) {
	if w.items == nil || len(v) < w.minItems || len(v) > w.maxItems || w.enum != nil {
		return dst, false
	}
	dst = append(dst, '[')
	ok := true
	for i, e := range v {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		if dst, ok = w.items.write(dst, e, g); !ok {
			return dst, false
		}
	}
	return append(dst, ']'), true
}

// object writes the listed fields that are there and granted.
func (w *writer) object(dst []byte, v map[string]any, g *granting) ([]byte, bool) {
	if w.enum != nil || w.keys != nil {
		return dst, false
	}
	dst = append(dst, '{')
	first, found, ok := true, 0, true
	for i := range w.fields {
		f := &w.fields[i]
		value, given := v[f.name]
		if given {
			found++
		}
		if !given || !g.granted(f.policy) {
			if f.required {
				return dst, false
			}
			continue
		}
		if !first {
			dst = append(dst, ", "...)
		}
		first = false
		if dst, ok = f.value.write(append(dst, f.start...), value, g); !ok {
			return dst, false
		}
	}
	return append(dst, '}'), w.closed || found == len(v)
}

// writeFree writes an object without listed fields, keys sorted.
func writeFree[T any](w *writer, dst []byte, v map[string]T, g *granting) ([]byte, bool) {
	if w.enum != nil || w.extra == nil && len(v) > 0 {
		return dst, false
	}
	var room [16]string
	keys := room[:0]
	for key := range v {
		if w.keys != nil && !w.keys.MatchString(key) {
			return dst, false
		}
		keys = append(keys, key)
	}
	slices.Sort(keys)
	dst = append(dst, '{')
	ok := true
	for i, key := range keys {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		if dst, ok = w.extra.write(append(AppendString(dst, key), ": "...), v[key], g); !ok {
			return dst, false
		}
	}
	return append(dst, '}'), true
}
