package schema

import (
	"math"
	"math/big"
	"slices"
	"time"
	"unicode/utf8"
)

// Granting asks whether a rule is granted, and caches the last answer, since neighbouring fields often have the same rule.
type Granting struct {
	Ask  func(string) bool
	rule string
	is   bool
}

func (g *Granting) granted(rule string) bool {
	if rule == "" || g.Ask == nil {
		return true
	}
	if g.rule != rule {
		g.rule, g.is = rule, g.Ask(rule)
	}
	return g.is
}

// Write appends a value; false when the writer cannot be sure that it is valid.
func (w *writer) Write(dst []byte, v any, g *Granting) ([]byte, bool) {
	k := kindOf(v)
	for k == 0 {
		if v = unfold(v); v == (unknown{}) {
			return dst, false
		}
		k = kindOf(v)
	}
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
	case *int:
		if v == nil {
			return append(dst, "null"...), w.listed(nil)
		}
		return w.number(dst, float64(*v))
	case *int64:
		if v == nil {
			return append(dst, "null"...), w.listed(nil)
		}
		return w.number(dst, float64(*v))
	case *big.Int: // counts of addresses, which no bounds are declared for
		return v.Append(dst, 10), true
	case *view:
		if w.fields != nil {
			return w.object(dst, v, g)
		}
		return writeFree(w, dst, v.Map(), g)
	case sequence:
		return w.sequence(dst, v, g)
	case map[string]any:
		if w.fields != nil {
			return w.object(dst, keyed(v), g)
		}
		return writeFree(w, dst, v, g)
	case *Fields:
		if w.fields == nil {
			return dst, false
		}
		return w.object(dst, v, g)
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

// timeForm is the form of times in OpenStack: UTC, seconds, Z.
const timeForm = "2006-01-02T15:04:05Z"

func (w *writer) choose(dst []byte, v any, k jsonKinds, g *Granting) ([]byte, bool) {
	var chosen *writer
	fitting := 0
	for _, a := range w.either {
		if a.kinds&k != 0 {
			chosen, fitting = a, fitting+1
		}
	}
	if fitting > 1 {
		chosen = w.chooseObject(v)
	}
	if chosen == nil {
		return dst, false
	}
	return chosen.Write(dst, v, g)
}

// chooseObject chooses an alternative by its required fields: those with a missing one do not match. The object must have
// no field that only another alternative has.
func (w *writer) chooseObject(v any) (chosen *writer) {
	var object looked
	switch v := v.(type) {
	case map[string]any:
		object = keyed(v)
	case *view:
		object = v
	default:
		return nil
	}
	for _, a := range w.either {
		if a.kinds&isObject == 0 || !a.unsure && !a.requires(object) {
			continue
		}
		if a.unsure || chosen != nil {
			return nil
		}
		chosen = a
	}
	if chosen == nil {
		return nil
	}
	known := 0
	for i := range chosen.fields {
		if _, given := object.get(chosen.fields[i].name); given {
			known++
		}
	}
	if known != object.size() {
		return nil
	}
	return chosen
}

// requires tells whether an object has all required fields.
func (w *writer) requires(object looked) bool {
	for i := range w.fields {
		if _, given := object.get(w.fields[i].name); w.fields[i].required && !given {
			return false
		}
	}
	return true
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

func writeList[T any](w *writer, dst []byte, v []T, g *Granting) ([]byte, bool) {
	if w.items == nil || len(v) < w.minItems || len(v) > w.maxItems || w.enum != nil {
		return dst, false
	}
	dst = append(dst, '[')
	ok := true
	for i, e := range v {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		if dst, ok = w.items.Write(dst, e, g); !ok {
			return dst, false
		}
	}
	return append(dst, ']'), true
}

func (w *writer) sequence(dst []byte, v sequence, g *Granting) ([]byte, bool) {
	n := v.of.Len()
	if w.items == nil || n < w.minItems || n > w.maxItems || w.enum != nil {
		return dst, false
	}
	dst = append(dst, '[')
	ok := true
	for i := range n {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		if dst, ok = w.items.Write(dst, v.item(i), g); !ok {
			return dst, false
		}
	}
	return append(dst, ']'), true
}

// looked is an object with fields by name.
type looked interface {
	get(name string) (any, bool)
	size() int
}

type keyed map[string]any

func (k keyed) get(name string) (v any, given bool) { v, given = k[name]; return v, given }

func (k keyed) size() int { return len(k) }

// object writes the listed fields that are present and granted.
func (w *writer) object(dst []byte, v looked, g *Granting) ([]byte, bool) {
	if w.enum != nil || w.keys != nil {
		return dst, false
	}
	var at []int
	of, isView := v.(*view)
	if isView {
		at = w.placesIn(of.layout)
	}
	dst = append(dst, '{')
	found, written, ok := 0, 0, true
	for i := range w.fields {
		f := &w.fields[i]
		var value any
		given := false
		switch {
		case !isView:
			value, given = v.get(f.name)
		case at[i] >= 0:
			value, given = of.field(at[i])
		case of.others != nil:
			value, given = of.get(f.name)
		}
		if given {
			found++
		}
		if !given || !g.granted(f.policy) {
			if f.required {
				return dst, false
			}
			continue
		}
		if written > 0 {
			dst = append(dst, ", "...)
		}
		written++
		if dst, ok = f.value.Write(append(dst, f.start...), value, g); !ok {
			return dst, false
		}
	}
	return append(dst, '}'), (w.closed || found == v.size()) && w.leastKeys <= written && written <= w.mostKeys
}

// writeFree writes an object without listed fields, keys sorted.
func writeFree[T any](w *writer, dst []byte, v map[string]T, g *Granting) ([]byte, bool) {
	if w.enum != nil || w.extra == nil && len(v) > 0 || len(v) < w.leastKeys || len(v) > w.mostKeys {
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
		if dst, ok = w.extra.Write(append(AppendString(dst, key), ": "...), v[key], g); !ok {
			return dst, false
		}
	}
	return append(dst, '}'), true
}
