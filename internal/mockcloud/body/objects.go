package body

import "encoding/json"

// IsObject tells whether a decoded value is an object.
func IsObject(v any) bool {
	_, is := v.(map[string]any)
	return is
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
