package body

import (
	"strconv"
	"strings"
)

// Bool is a boolean as OpenStack's bodies write it: JSON's, or one of the words of oslo.utils' strutils in any case.
type Bool bool

// booleans are the words that queries and bodies may write a boolean with.
var booleans = map[string]bool{
	"1": true, "t": true, "true": true, "on": true, "y": true, "yes": true,
	"0": false, "f": false, "false": false, "off": false, "n": false, "no": false,
}

// Boolean reads such a word; ok is false for others.
func Boolean(text string) (value, ok bool) {
	value, ok = booleans[strings.ToLower(strings.TrimSpace(text))]
	return value, ok
}

// ReadBody implements Reader. What is neither is false.
func (b *Bool) ReadBody(v any) {
	switch v := v.(type) {
	case bool:
		*b = Bool(v)
	case string:
		word, _ := Boolean(v)
		*b = Bool(word)
	}
}

// Int is a whole number as OpenStack's bodies write it: JSON's, or its digits as a string.
type Int int

// ReadBody implements Reader. What is neither is left as it was.
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
