package durable

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"
)

// Values in fields of any type are mostly JSON's own types. Values of other types are written as an object with one of these keys; an
// object that looks like such a one is wrapped in markPlain.
const (
	markPlain = "$plain"
	markTime  = "$time"  // RFC 3339
	markInt   = "$int"   // int
	markInt64 = "$int64" // int64
	markTexts = "$texts" // []string
)

// anyMap is the only type of field that holds values of any type.
var anyMap = reflect.TypeFor[map[string]any]()

// mark prepares a record for JSON: it answers the record itself, or a copy with marked values.
func mark(record any) any {
	v := reflect.ValueOf(record).Elem()
	if !holdsAny(v.Type()) {
		return record
	}
	out := reflect.New(v.Type())
	out.Elem().Set(v)
	rewrite(out.Elem(), marked)
	return out.Interface()
}

// unmark reverses mark, in place.
func unmark(record any) {
	if v := reflect.ValueOf(record).Elem(); holdsAny(v.Type()) {
		rewrite(v, unmarked)
	}
}

// rewrite replaces each map of any values inside a value by the result of f. Pointers' targets and slices are copied first.
func rewrite(v reflect.Value, f func(any) any) {
	t := v.Type()
	if !holdsAny(t) || v.IsZero() {
		return
	}
	switch t.Kind() {
	case reflect.Map:
		in := v.Interface().(map[string]any)
		out := make(map[string]any, len(in))
		for key, value := range in {
			out[key] = f(value)
		}
		v.Set(reflect.ValueOf(out))
	case reflect.Pointer:
		c := reflect.New(t.Elem())
		c.Elem().Set(v.Elem())
		rewrite(c.Elem(), f)
		v.Set(c)
	case reflect.Slice:
		c := reflect.MakeSlice(t, v.Len(), v.Len())
		reflect.Copy(c, v)
		for i := range c.Len() {
			rewrite(c.Index(i), f)
		}
		v.Set(c)
	case reflect.Struct:
		for i := range t.NumField() {
			rewrite(v.Field(i), f)
		}
	}
}

func marked(value any) any {
	switch v := value.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		plain := false
		for key, each := range v {
			out[key] = marked(each)
			plain = plain || strings.HasPrefix(key, "$")
		}
		if plain && len(out) == 1 {
			return map[string]any{markPlain: out}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, each := range v {
			out[i] = marked(each)
		}
		return out
	case time.Time:
		return map[string]any{markTime: v.Format(time.RFC3339Nano)}
	case int:
		return map[string]any{markInt: fmt.Sprint(v)}
	case int64:
		return map[string]any{markInt64: fmt.Sprint(v)}
	case []string:
		return map[string]any{markTexts: v}
	}
	return value
}

func unmarked(value any) any {
	switch v := value.(type) {
	case []any:
		for i, each := range v {
			v[i] = unmarked(each)
		}
	case map[string]any:
		if len(v) == 1 {
			for key, each := range v {
				if made, ok := special(key, each); ok {
					return made
				}
			}
		}
		for key, each := range v {
			v[key] = unmarked(each)
		}
	}
	return value
}

// unmarkedText removes the marks from JSON: payloads of notifications once had them.
func unmarkedText(text []byte) []byte {
	var value any
	if !bytes.Contains(text, []byte(`{"$`)) || json.Unmarshal(text, &value) != nil {
		return text
	}
	plain, err := json.Marshal(unmarked(value))
	if err != nil {
		return text
	}
	return plain
}

// special is the value for an object that is a mark.
func special(key string, value any) (made any, ok bool) {
	switch key {
	case markPlain:
		in, ok := value.(map[string]any)
		for name, each := range in {
			in[name] = unmarked(each)
		}
		return in, ok
	case markTime:
		t, err := time.Parse(time.RFC3339Nano, fmt.Sprint(value))
		return t, err == nil
	case markInt:
		var n int
		_, err := fmt.Sscan(fmt.Sprint(value), &n)
		return n, err == nil
	case markInt64:
		var n int64
		_, err := fmt.Sscan(fmt.Sprint(value), &n)
		return n, err == nil
	case markTexts:
		list, ok := value.([]any)
		var out []string
		for _, each := range list {
			out = append(out, fmt.Sprint(each))
		}
		return out, ok
	}
	return nil, false
}

// holding caches which types contain values of any type.
var holding sync.Map

func holdsAny(t reflect.Type) bool {
	if known, ok := holding.Load(t); ok {
		return known.(bool)
	}
	holds := false
	switch t.Kind() {
	case reflect.Map:
		holds = t == anyMap
	case reflect.Pointer, reflect.Slice:
		holds = holdsAny(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			holds = holds || t.Field(i).IsExported() && holdsAny(t.Field(i).Type)
		}
	}
	holding.Store(t, holds)
	return holds
}
