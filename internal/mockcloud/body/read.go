// Package body reads decoded JSON bodies into Go types. The document's schema has been checked before: a value of another type than
// the Go field is one that the schema allows and the operation does not use, and leaves the field unset.
package body

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"sync"
)

// Reader is a type that reads its value itself, because the value can have several forms.
type Reader interface{ ReadBody(v any) }

// reader stores a decoded value in a variable of a certain type.
type reader func(v any, to reflect.Value)

var (
	readers    sync.Map // reflect.Type → reader
	readerType = reflect.TypeFor[Reader]()
	anyType    = reflect.TypeFor[any]()
)

// Read fills a struct from a decoded object by the names in its `json` tags, or `key` tags where it has none. Fields can be strings,
// booleans, numbers, any, structs, pointers, slices, maps with string keys, Opt of those, and Readers. A map with the tag "*"
// receives the keys that no other field names.
func Read(object map[string]any, into any) {
	to := reflect.ValueOf(into).Elem()
	ReaderFor(to.Type())(object, to)
}

// As converts any decoded value to a T.
func As[T any](v any) (read T) {
	ReaderFor(reflect.TypeFor[T]())(v, reflect.ValueOf(&read).Elem())
	return read
}

// ReaderFor makes the function that reads values of a type; make it once and use it for each body. It panics for a type that no body
// can have, which is a bug.
func ReaderFor(t reflect.Type) func(v any, to reflect.Value) {
	if r, ok := readers.Load(t); ok {
		return r.(reader)
	}
	r := compile(t)
	readers.Store(t, r)
	return r
}

func compile(t reflect.Type) reader {
	if reflect.PointerTo(t).Implements(readerType) {
		return func(v any, to reflect.Value) { to.Addr().Interface().(Reader).ReadBody(v) }
	}
	switch t.Kind() {
	case reflect.String:
		return func(v any, to reflect.Value) {
			if s, ok := v.(string); ok {
				to.SetString(s)
			}
		}
	case reflect.Bool:
		return func(v any, to reflect.Value) {
			if b, ok := v.(bool); ok {
				to.SetBool(b)
			}
		}
	case reflect.Int, reflect.Int64:
		return func(v any, to reflect.Value) {
			if n, ok := v.(float64); ok {
				to.SetInt(int64(n))
			}
		}
	case reflect.Float64:
		return func(v any, to reflect.Value) {
			if n, ok := v.(float64); ok {
				to.SetFloat(n)
			}
		}
	case reflect.Interface:
		if t == anyType {
			return func(v any, to reflect.Value) {
				if v != nil {
					to.Set(reflect.ValueOf(v))
				}
			}
		}
	case reflect.Pointer:
		return pointer(t)
	case reflect.Slice:
		return slice(t)
	case reflect.Map:
		if t.Key().Kind() == reflect.String {
			return mapping(t)
		}
	case reflect.Struct:
		return object(t)
	}
	panic(fmt.Sprintf("body: nothing reads a %s", t))
}

// pointer makes a reader that clears a pointer for null, and leaves a pointer to a struct as it is if there is no object.
func pointer(t reflect.Type) reader {
	read := ReaderFor(t.Elem())
	wantsObject := t.Elem().Kind() == reflect.Struct && !t.Implements(readerType)
	return func(v any, to reflect.Value) {
		if v == nil {
			to.SetZero()
			return
		}
		if _, is := v.(map[string]any); wantsObject && !is {
			return
		}
		made := reflect.New(t.Elem())
		read(v, made.Elem())
		to.Set(made)
	}
}

func slice(t reflect.Type) reader {
	read := ReaderFor(t.Elem())
	return func(v any, to reflect.Value) {
		items, ok := v.([]any)
		if !ok {
			return
		}
		made := reflect.MakeSlice(t, len(items), len(items))
		for i, item := range items {
			read(item, made.Index(i))
		}
		to.Set(made)
	}
}

func mapping(t reflect.Type) reader {
	read := ReaderFor(t.Elem())
	return func(v any, to reflect.Value) {
		object, ok := v.(map[string]any)
		if !ok {
			return
		}
		made := reflect.MakeMapWithSize(t, len(object))
		for k, item := range object {
			value := reflect.New(t.Elem()).Elem()
			read(item, value)
			made.SetMapIndex(reflect.ValueOf(k).Convert(t.Key()), value)
		}
		to.Set(made)
	}
}

// object makes a reader for the fields with a `json` tag, embedded structs' included.
func object(t reflect.Type) reader {
	type field struct {
		name string
		at   int
		read reader
	}
	var fields, embedded []field
	others, rest := -1, t
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(cmp.Or(f.Tag.Get("json"), f.Tag.Get("key")), ",")
		if f.Anonymous && name == "" {
			embedded = append(embedded, field{"", i, ReaderFor(f.Type)})
			continue
		}
		if name == "" || name == "-" {
			continue
		}
		if name == "*" {
			others, rest = i, f.Type
			continue
		}
		fields = append(fields, field{name, i, ReaderFor(f.Type)})
	}
	return func(v any, to reflect.Value) {
		object, ok := v.(map[string]any)
		if !ok {
			return
		}
		for i := range embedded {
			embedded[i].read(object, to.Field(embedded[i].at))
		}
		for i := range fields {
			if given, there := object[fields[i].name]; there {
				fields[i].read(given, to.Field(fields[i].at))
			}
		}
		if others >= 0 {
			left := maps.Clone(object)
			for i := range fields {
				delete(left, fields[i].name)
			}
			ReaderFor(rest)(left, to.Field(others))
		}
	}
}
