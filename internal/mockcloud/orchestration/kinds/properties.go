package kinds

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/hot"
)

// decodeProperties decodes properties, or a part of them, to a Go type.
func decodeProperties[P any](properties any) P { return body.As[P](properties) }

// text is a value that should be a text, where no schema ensures it: inside of lists and maps without one.
type text struct{ value any }

// ReadBody implements body.Reader.
func (t *text) ReadBody(v any) { t.value = v }

// Get is the text; ok is false if the value is not one.
func (t text) Get() (s string, ok bool) {
	s, ok = t.value.(string)
	return s, ok
}

// Pointer is the text, nil if the value is not one.
func (t text) Pointer() *string {
	if s, ok := t.Get(); ok {
		return &s
	}
	return nil
}

// String is the value as a text, whatever it is.
func (t text) String() string { return hot.Text(t.value) }

// number is a number where no schema ensures it; nil for any other value.
type number struct{ value *float64 }

// ReadBody implements body.Reader.
func (n *number) ReadBody(v any) {
	if f, ok := v.(float64); ok {
		n.value = &f
	}
}

// objects are the objects of a list; elements that are not objects are left out.
type objects[T any] []T

// ReadBody implements body.Reader.
func (o *objects[T]) ReadBody(v any) {
	for _, e := range body.As[[]any](v) {
		if object, ok := e.(map[string]any); ok {
			*o = append(*o, body.As[T](object))
		}
	}
}

// texts converts an object's values to texts; nil if there is no object.
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
