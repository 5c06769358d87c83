package body

import "encoding/json"

// IsObject tells whether a decoded value is an object.
func IsObject(v any) bool {
	_, is := v.(map[string]any)
	return is
}

// MergeObject is a struct's fields as an object of JSON, further ones beside them, which win. So an image has its
// properties, of any names, beside its attributes.
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
