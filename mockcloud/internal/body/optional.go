package body

import (
	"encoding/json"
	"reflect"
)

// Opt is a field of a body that may be left out or null: unset, null and a value are three things (absent is not null,
// RFC 7396 §1). The zero value is unset.
type Opt[T any] struct {
	value T
	given bool
	null  bool
}

// Some is a field with a value.
func Some[T any](v T) Opt[T] { return Opt[T]{value: v, given: true} }

// Null is a field that is null.
func Null[T any]() Opt[T] { return Opt[T]{given: true, null: true} }

// Given tells that the field is there, null or not.
func (o Opt[T]) Given() bool { return o.given }

// IsNull tells that the field is there and null.
func (o Opt[T]) IsNull() bool { return o.null }

// Get is the value; ok is false where the field is not there or null.
func (o Opt[T]) Get() (value T, ok bool) { return o.value, o.given && !o.null }

// Or is the value, or another one where the field is not there or null.
func (o Opt[T]) Or(other T) T {
	if v, ok := o.Get(); ok {
		return v
	}
	return other
}

// Set sets what has a value; null and absence leave it as it is.
func (o Opt[T]) Set(field *T) {
	if v, ok := o.Get(); ok {
		*field = v
	}
}

// SetOrClear sets what is given: a value, or nil for null; absence leaves it as it is.
func (o Opt[T]) SetOrClear(field **T) {
	switch v, ok := o.Get(); {
	case ok:
		*field = &v
	case o.null:
		*field = nil
	}
}

// Pointer is the value, nil where the field is not there or null.
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
