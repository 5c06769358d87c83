package compute

import (
	"strings"
)

func equalFold(a, b string) bool { return strings.EqualFold(a, b) }

// booleans are the words that queries and bodies may write a boolean with.
var booleans = map[string]bool{
	"1": true, "t": true, "true": true, "on": true, "y": true, "yes": true,
	"0": false, "f": false, "false": false, "off": false, "n": false, "no": false,
}

// boolean reads such a word; ok is false for others.
func boolean(text string) (value, ok bool) {
	value, ok = booleans[strings.ToLower(strings.TrimSpace(text))]
	return value, ok
}

// truth is what a body's field of type Boolean means: a JSON boolean or one of the words.
func truth(v any) bool {
	switch v := v.(type) {
	case bool:
		return v
	case string:
		b, _ := boolean(v)
		return b
	}
	return false
}
