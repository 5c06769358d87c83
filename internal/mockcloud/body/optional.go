package body

import (
	"encoding/json"
	"reflect"
)

// Opt is a field of a body that may be missing or null: missing, null and a value are distinct (RFC 7396 §1). The zero value is
// missing.
type Opt[T any] struct {
	value T
	given bool
	null  bool
}

// Some makes a field with a value.
func Some[T any](v T) Opt[T] { return Opt[T]{value: v, given: true} }

// Null makes a field that is null.
func Null[T any]() Opt[T] { return Opt[T]{given: true, null: true} }

// Given tells whether the field is present, null or not.
func (o Opt[T]) Given() bool { return o.given }

// IsNull tells whether the field is present and null.
func (o Opt[T]) IsNull() bool { return o.null }

// Get is the value; ok is false if the field is missing or null.
func (o Opt[T]) Get() (value T, ok bool) { return o.value, o.given && !o.null }

// Or is the value, or other if the field is missing or null.
func (o Opt[T]) Or(other T) T {
	if v, ok := o.Get(); ok {
		return v
	}
	return other
}

// Set copies a value to field; null and a missing field leave it unchanged.
func (o Opt[T]) Set(field *T) {
	if v, ok := o.Get(); ok {
		*field = v
	}
}

// SetOrClear copies a value to field, or nil for null; a missing field leaves it unchanged.
func (o Opt[T]) SetOrClear(field **T) {
	switch v, ok := o.Get(); {
	case ok:
		*field = &v
	case o.null:
		*field = nil
	}
}

// Pointer is the value, nil if the field is missing or null.
func (o Opt[T]) Pointer() *T {
	if v, ok := o.Get(); ok {
		return &v
	}
	return nil
}

// MarshalJSON writes the value, or null.
func (o Opt[T]) MarshalJSON() ([]byte, error) {
	if v, ok := o.Get(); ok {
		return json.Marshal(v)
	}
	return []byte("null"), nil
}

// ReadBody implements Reader.
func (o *Opt[T]) ReadBody(v any) {
	o.given = true
	if v == nil {
		o.null = true
		return
	}
	ReaderFor(reflect.TypeFor[T]())(v, reflect.ValueOf(&o.value).Elem())
}
