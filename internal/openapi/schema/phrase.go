package schema

import (
	"fmt"
	"strings"

	"plumbline/internal/openapi/node"
	"plumbline/internal/openapi/python"
)

// Phrase describes in words what a ref-free schema allows, without the schemas in it.
func Phrase(s map[string]any) string {
	out := plainPhrase(s)
	if s["nullable"] == true && !strings.HasSuffix(out, "null") {
		out += " or null"
	}
	if rule := node.Text(s, "x-openstack-field-policy"); rule != "" {
		out += " (shown by " + rule + ")"
	}
	return out
}

func plainPhrase(s map[string]any) string {
	if enum := node.List(s, "enum"); len(enum) > 0 {
		values := make([]string, len(enum))
		for i, e := range enum {
			values[i] = jsonWord(e)
		}
		if len(values) == 1 {
			return values[0]
		}
		return "one of " + strings.Join(values, ", ")
	}
	for _, key := range []string{"oneOf", "anyOf", "allOf"} {
		var parts []string
		for _, e := range node.List(s, key) {
			parts = append(parts, Phrase(node.Object(e)))
		}
		if len(parts) > 0 {
			joiner := " or "
			if key == "allOf" {
				joiner = " and "
			}
			return strings.Join(parts, joiner)
		}
	}
	switch node.Text(s, "type") {
	case "string":
		return stringPhrase(s)
	case "integer":
		return "a whole number" + bounds(s, "minimum", "maximum", "")
	case "number":
		return "a number" + bounds(s, "minimum", "maximum", "")
	case "boolean":
		return "true or false"
	case "array":
		out := "a list" + bounds(s, "minItems", "maxItems", " entries")
		if s["uniqueItems"] == true {
			out += " without repetition"
		}
		return out
	case "object":
		return objectPhrase(s)
	}
	return "anything"
}

func stringPhrase(s map[string]any) string {
	out := "text" + bounds(s, "minLength", "maxLength", " characters")
	if format := node.Text(s, "format"); format != "" {
		out += " in the form " + format
	}
	if pattern := node.Text(s, "pattern"); pattern != "" {
		out += " matching " + pattern
	}
	return out
}

func objectPhrase(s map[string]any) string {
	out := "an object"
	switch s["additionalProperties"].(type) {
	case map[string]any:
		out = "an object of any keys"
	case bool, nil:
		if s["properties"] == nil && s["additionalProperties"] != false {
			out = "an object of any keys"
		}
	}
	if pattern := node.Text(s, KeyPattern); pattern != "" {
		out += " matching " + pattern
	}
	return out + bounds(s, "minProperties", "maxProperties", " keys")
}

// bounds writes " of 1 to 255 characters".
func bounds(s map[string]any, lowest, highest, unit string) string {
	low, hasLow := s[lowest].(float64)
	high, hasHigh := s[highest].(float64)
	switch {
	case hasLow && hasHigh && low == high:
		return fmt.Sprintf(" of %s%s", python.Number(low), unit)
	case hasLow && hasHigh:
		return fmt.Sprintf(" of %s to %s%s", python.Number(low), python.Number(high), unit)
	case hasLow && low > 0 || hasLow && unit == "":
		return fmt.Sprintf(" of at least %s%s", python.Number(low), unit)
	case hasHigh:
		return fmt.Sprintf(" of at most %s%s", python.Number(high), unit)
	}
	return ""
}

func jsonWord(v any) string {
	if v == nil {
		return "null"
	}
	if b, ok := v.(bool); ok {
		return fmt.Sprint(b)
	}
	if f, ok := v.(float64); ok {
		return python.Number(f)
	}
	return fmt.Sprintf("%q", v)
}
