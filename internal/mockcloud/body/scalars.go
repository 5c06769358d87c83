package body

import (
	"strconv"
	"strings"
)

// Bool is a boolean in OpenStack's bodies: JSON's, or one of the words of oslo.utils' strutils in any case.
type Bool bool

// booleans are the words for booleans in queries and bodies.
var booleans = map[string]bool{
	"1": true, "t": true, "true": true, "on": true, "y": true, "yes": true,
	"0": false, "f": false, "false": false, "off": false, "n": false, "no": false,
}

// Boolean reads a word for a boolean; ok is false for any other text.
func Boolean(text string) (value, ok bool) {
	value, ok = booleans[strings.ToLower(strings.TrimSpace(text))]
	return value, ok
}

// ReadBody implements Reader. Any other value is false.
func (b *Bool) ReadBody(v any) {
	switch v := v.(type) {
	case bool:
		*b = Bool(v)
	case string:
		word, _ := Boolean(v)
		*b = Bool(word)
	}
}

// Int is a whole number in OpenStack's bodies: JSON's, or its digits as a string.
type Int int

// ReadBody implements Reader. Any other value leaves it unchanged.
func (i *Int) ReadBody(v any) {
	switch v := v.(type) {
	case float64:
		*i = Int(v)
	case string:
		if n, err := strconv.Atoi(strings.TrimSpace(v)); err == nil {
			*i = Int(n)
		}
	}
}
