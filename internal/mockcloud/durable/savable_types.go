package durable

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"sync"
)

// judged caches which types can be saved completely: nil, or an error.
var judged sync.Map

var (
	jsonMarshaler = reflect.TypeFor[json.Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
)

// complete refuses values of types of which JSON would omit something: an unexported field, a function.
func complete(value any) error {
	t := reflect.TypeOf(value)
	if known, ok := judged.Load(t); ok {
		err, _ := known.(error)
		return err
	}
	err := checkType(t, map[reflect.Type]bool{})
	if err == nil {
		judged.Store(t, true)
		return nil
	}
	judged.Store(t, err)
	return err
}

func checkType(t reflect.Type, under map[reflect.Type]bool) error {
	if under[t] || t == anyMap || t.Implements(jsonMarshaler) || t.Implements(textMarshaler) {
		return nil
	}
	under[t] = true
	switch t.Kind() {
	case reflect.Func, reflect.Chan, reflect.Interface, reflect.UnsafePointer:
		return fmt.Errorf("a %s cannot be saved", t)
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return checkType(t.Elem(), under)
	case reflect.Map:
		return checkType(t.Elem(), under)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Tag.Get("json") == "-" {
				continue
			}
			if !f.IsExported() {
				return fmt.Errorf("%s has a field %s that cannot be saved: make it begin with a capital letter", t, f.Name)
			}
			if err := checkType(f.Type, under); err != nil {
				return fmt.Errorf("%s, field %s: %w", t, f.Name, err)
			}
		}
	}
	return nil
}
