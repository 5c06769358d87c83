package openapi

import "plumbline/openapi/schema"

// What services make answers of, and what a check finds, under the names that services use.
type (
	// Fields are an object of a few fields, in any order: cheaper than a map.
	Fields = schema.Fields
	// Field is one of Fields.
	Field = schema.Field
	// Violation is one way in which a value breaks a schema.
	Violation = schema.Violation
)

// Open makes a value that AppendResponse takes plainer by one level: a view (a struct whose fields have `json` tags) a map, a
// list an []any, a pointer what it points to. What is plain is left as it is; changed tells that it was not.
func Open(v any) (opened any, changed bool) { return schema.Open(v) }

// Get is what an object of an answer, a view or a plain one, has in a field: nil for null. False where the field is not there.
func Get(v any, name string) (value any, there bool) { return schema.Get(v, name) }
