// Package plain converts the values of answers to plain ones: maps with string keys, lists, texts, numbers, booleans and nil.
package plain

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"time"

	"plumbline/internal/openapi"
)

// timeForm is the form of times that were not formatted before: UTC, seconds, Z.
const timeForm = "2006-01-02T15:04:05Z"

// Value converts the values of answers to those that documents describe: maps with string keys, []any, strings, float64, booleans and
// nil. Plain values are not copied.
func Value(v any) any {
	p, _ := plainly(v)
	return p
}

// plainly also tells whether anything was converted.
func plainly(v any) (out any, changed bool) {
	switch v := v.(type) {
	case nil, string, bool, float64:
		return v, false
	case map[string]any:
		return plainMap(v)
	case *openapi.Fields:
		return Value(v.Map()), true
	case []any:
		return plainList(v)
	case int:
		return float64(v), true
	case int64:
		return float64(v), true
	case *big.Int:
		n, _ := v.Float64()
		return n, true
	case *string:
		return pointed(v)
	case *int:
		return pointed(v)
	case *int64:
		return pointed(v)
	case *time.Time:
		return pointed(v)
	case time.Time:
		return v.UTC().Format(timeForm), true
	case []string:
		return list(v), true
	case []map[string]any:
		return list(v), true
	case map[string]string:
		return object(v), true
	case map[string][]string:
		return object(v), true
	}
	if opened, changed := openapi.Open(v); changed {
		return Value(opened), true
	}
	panic(fmt.Sprintf("an answer has a value of type %T", v))
}

func pointed[T any](v *T) (any, bool) {
	if v == nil {
		return nil, true
	}
	return Value(*v), true
}

func plainMap(m map[string]any) (any, bool) {
	var out map[string]any
	for k, e := range m {
		p, changed := plainly(e)
		if !changed {
			continue
		}
		if out == nil {
			out = maps.Clone(m)
		}
		out[k] = p
	}
	if out != nil {
		return out, true
	}
	return m, false
}

func plainList(l []any) (any, bool) {
	var out []any
	for i, e := range l {
		p, changed := plainly(e)
		if !changed {
			continue
		}
		if out == nil {
			out = slices.Clone(l)
		}
		out[i] = p
	}
	if out != nil {
		return out, true
	}
	return l, false
}

func list[T any](v []T) []any {
	out := make([]any, len(v))
	for i, e := range v {
		out[i] = Value(e)
	}
	return out
}

func object[T any](v map[string]T) map[string]any {
	out := make(map[string]any, len(v))
	for k, e := range v {
		out[k] = Value(e)
	}
	return out
}
