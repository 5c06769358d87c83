package schema

// Violation is the first reason why a value does not match its schema, in the words of
// python-jsonschema, which OpenStack services pass on to their clients.
type Violation struct {
	// Path leads from the outermost object to the offending value; array elements by decimal index.
	// It is empty when the outermost value itself offends (a missing or an extra key of it).
	Path []string
	// Keyword is the JSON Schema keyword that refused: type, required, additionalProperties, oneOf, …
	Keyword string
	// Value is the value at Path.
	Value any
	// Message is python-jsonschema's text: "'imageRef' is a required property".
	Message string
	// Bare tells that the service answers Message alone, without naming field and value (Nova's name formats).
	Bare bool
}

// Error makes a violation printable where an error is wanted.
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
