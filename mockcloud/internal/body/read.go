// Package body reads decoded JSON bodies into Go types. The document has judged the body already: what is here in another
// type than the Go field's is a body that the document lets pass and the operation does not look at, and is left unset.
package body

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"sync"
)

// Reader is a type that reads a field of its own: one that may have several forms.
type Reader interface{ ReadBody(v any) }

// reader puts a decoded value into what has its type.
type reader func(v any, to reflect.Value)

var (
	readers    sync.Map // reflect.Type → reader
	readerType = reflect.TypeFor[Reader]()
	anyType    = reflect.TypeFor[any]()
)

// Read fills a struct from a decoded object by the names in its `json` tags, or `key` tags where it has none. Fields can be
// strings, booleans, numbers, any, structs, pointers, slices, maps by string, Opt of those, and Readers. A map by string with
// the tag "*" gets what no other field names.
func Read(object map[string]any, into any) {
	to := reflect.ValueOf(into).Elem()
	ReaderFor(to.Type())(object, to)
}

// As reads any decoded value as a T.
func As[T any](v any) (read T) {
	ReaderFor(reflect.TypeFor[T]())(v, reflect.ValueOf(&read).Elem())
	return read
}

// ReaderFor is how values of a type are read: made once, used for each body. It panics for a type that no body can have: a bug.
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

// pointer leaves a pointer to a struct nil where there is no object.
func pointer(t reflect.Type) reader {
	read := ReaderFor(t.Elem())
	wantsObject := t.Elem().Kind() == reflect.Struct && !t.Implements(readerType)
	return func(v any, to reflect.Value) {
		if _, is := v.(map[string]any); v == nil || wantsObject && !is {
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

// object reads the fields that have a `json` tag, and those of embedded structs.
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
