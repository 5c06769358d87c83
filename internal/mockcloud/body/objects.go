package body

import "encoding/json"

// Object is a decoded object before anything is known of its keys and values: some services check them before the document does.
type Object map[string]any

// ObjectIn is the object that a decoded value is, none if it is something else. It is the value itself: what is changed in it is so for
// the whole request.
func ObjectIn(v any) Object {
	object, _ := v.(map[string]any)
	return object
}

// IsObject tells whether a decoded value is an object.
func IsObject(v any) bool {
	_, is := v.(map[string]any)
	return is
}

// ListIn is the list that a decoded value is, if it is one.
func ListIn(v any) (list []any, is bool) {
	list, is = v.([]any)
	return list, is
}

// TextIn is the text that a decoded value is, if it is one.
func TextIn(v any) (text string, is bool) {
	text, is = v.(string)
	return text, is
}

// MergeObject merges a struct's fields and further keys into one JSON object; the further keys win. An image's properties, which can
// have any names, are written in this way next to its attributes.
func MergeObject[V any](beside map[string]V, fields any) json.Marshaler {
	return mixed[V]{beside, fields}
}

type mixed[V any] struct {
	beside map[string]V
	fields any
}

// MarshalJSON writes both as one object.
func (m mixed[V]) MarshalJSON() ([]byte, error) {
	var object map[string]any
	text, err := json.Marshal(m.fields)
	if err == nil {
		err = json.Unmarshal(text, &object)
	}
	if err != nil {
		return nil, err
	}
	for name, value := range m.beside {
		object[name] = value
	}
	return json.Marshal(object)
}
