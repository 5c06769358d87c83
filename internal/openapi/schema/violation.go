package schema

// Violation is the first reason why a value does not match its schema, in the words of
// python-jsonschema, which OpenStack services pass on to their clients.
type Violation struct {
	// Path leads from the outermost object to the invalid value; array elements by decimal index. It is empty for the
	// outermost value itself (for example with a missing or an extra key).
	Path []string
	// Keyword is the JSON Schema keyword that is violated: type, required, additionalProperties, oneOf, …
	Keyword string
	// Value is the value at Path.
	Value any
	// Said is the value as Python's str writes it, with keys as they were sent where that is known.
	Said string
	// Message is python-jsonschema's message: "'imageRef' is a required property".
	Message string
	// Bare: the service answers Message alone, without field and value (Nova's name formats).
	Bare bool
}

// Error makes a violation usable as an error.
func (v *Violation) Error() string {
	at := "/"
	for i, p := range v.Path {
		if i > 0 {
			at += "/"
		}
		at += p
	}
	return at + ": " + v.Message
}
