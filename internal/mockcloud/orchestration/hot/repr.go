package hot

import (
	"bytes"
	"encoding/json"
	"strings"
)

// escapes are Python's escape sequences for characters that it does not print as they are.
var escapes = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\t", `\t`)

// Repr is a value as Python writes it: 'text', True, None, ['a', 1], {'k': 'v'} (keys sorted).
func Repr(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case string:
		quote := "'"
		if strings.Contains(v, "'") && !strings.Contains(v, `"`) {
			quote = `"`
		}
		return quote + escapes.Replace(v) + quote
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = Repr(e)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		parts := make([]string, 0, len(v))
		for _, k := range sortedKeys(v) {
			parts = append(parts, Repr(k)+": "+Repr(v[k]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return Text(v)
}

// JSON is a value as Python's json module writes it: with a blank after commas and colons.
func JSON(v any) string {
	switch v := v.(type) {
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = JSON(e)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		parts := make([]string, 0, len(v))
		for _, k := range sortedKeys(v) {
			parts = append(parts, JSON(k)+": "+JSON(v[k]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case float64:
		return Text(v)
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return "null"
	}
	return strings.TrimSuffix(out.String(), "\n")
}
