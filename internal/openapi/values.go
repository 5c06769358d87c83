package openapi

import "plumbline/internal/openapi/schema"

// Types of answers and of violations, for packages of services.
type (
	// Fields is an object of a few fields, in any order, cheaper than a map.
	Fields = schema.Fields
	// Field is one field of Fields.
	Field = schema.Field
	// Violation is one way in which a value breaks a schema.
	Violation = schema.Violation
)

// Open opens a value for AppendResponse by one level: a view (a struct whose fields have `json` tags) becomes a map, a list
// an []any, a pointer its target. A plain value stays; changed tells whether it was opened.
func Open(v any) (opened any, changed bool) { return schema.Open(v) }

// Get is the value of a field in an object of an answer, which may be a view or plain: nil for null. there is false
// where the field is missing.
func Get(v any, name string) (value any, there bool) { return schema.Get(v, name) }
