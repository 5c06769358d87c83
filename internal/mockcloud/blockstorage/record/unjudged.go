package record

import (
	"slices"
	"strings"
	"unicode/utf8"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi/python"
)

// Value is a value in a request that no schema has judged. Text is what Python writes of it.
type Value struct {
	Text   string
	IsText bool
}

// ReadBody implements body.Reader.
func (v *Value) ReadBody(value any) {
	switch value.(type) {
	case string:
		v.IsText = true
	}
	v.Text = python.Str(value)
}

// IsEmpty tells whether Python takes a body for nothing.
func IsEmpty(decoded any) bool {
	return slices.Contains([]string{"{}", "[]", "None", "''", "0", "0.0", "False"}, python.Repr(decoded))
}

// MissingElement is 400 for a body without the object that it has to have.
func MissingElement(name string) *pipeline.Fault {
	return pipeline.BadRequest("Missing required element '%s' in request body.", name)
}

// UnjudgedNames are a name and a description in a request that no schema has judged.
type UnjudgedNames struct {
	Name        body.Opt[Value] `json:"name"`
	Description body.Opt[Value] `json:"description"`
}

// Check refuses what is no text, or too long.
func (n UnjudgedNames) Check() *pipeline.Fault {
	for _, field := range []struct {
		name  string
		value body.Opt[Value]
	}{{"name", n.Name}, {"description", n.Description}} {
		v, given := field.value.Get()
		length := utf8.RuneCountInString(strings.TrimSpace(v.Text))
		switch {
		case given && !v.IsText:
			return InvalidInput("%s is not a string or unicode", field.name)
		case length > 255:
			return InvalidInput("%s has %d characters, more than 255.", field.name, length)
		}
	}
	return nil
}

// TextOf is an unjudged value as Python writes it.
func TextOf(v body.Opt[Value]) body.Opt[string] {
	switch value, given := v.Get(); {
	case given:
		return body.Some(value.Text)
	case v.IsNull():
		return body.Null[string]()
	}
	return body.Opt[string]{}
}
