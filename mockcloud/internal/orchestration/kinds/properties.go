package kinds

import (
	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/orchestration/hot"
)

// decodeProperties reads properties, or a part of them, as a Go type.
func decodeProperties[P any](properties any) P { return body.As[P](properties) }

// text is a value that is a text where its property's data does not say so: inside of lists and maps without a schema.
type text struct{ value any }

// ReadBody implements body.Reader.
func (t *text) ReadBody(v any) { t.value = v }

// Get is the text; ok is false where there is none, or something else.
func (t text) Get() (s string, ok bool) {
	s, ok = t.value.(string)
	return s, ok
}

// Pointer is the text, nil where there is none, or something else.
func (t text) Pointer() *string {
	if s, ok := t.Get(); ok {
		return &s
	}
	return nil
}

// String is the value as a text, whatever it is.
func (t text) String() string { return hot.Text(t.value) }

// number is a number where its property's data does not say so; nil for anything else.
type number struct{ value *float64 }

// ReadBody implements body.Reader.
func (n *number) ReadBody(v any) {
	if f, ok := v.(float64); ok {
		n.value = &f
	}
}

// objects are the objects of a list; what is none is left out.
type objects[T any] []T

// ReadBody implements body.Reader.
func (o *objects[T]) ReadBody(v any) {
	for _, e := range body.As[[]any](v) {
		if object, ok := e.(map[string]any); ok {
			*o = append(*o, body.As[T](object))
		}
	}
}

// texts are an object's values as texts; nil for no object.
func texts(values map[string]any) map[string]string {
	if values == nil {
		return nil
	}
	out := make(map[string]string, len(values))
	for key, value := range values {
		out[key] = hot.Text(value)
	}
	return out
}
