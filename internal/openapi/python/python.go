package python

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"plumbline/internal/openapi/node"
)

// Repr writes a decoded JSON value as Python's repr does: None, True, 'text', {'a': 1}. Keys are sorted, because
// their original order is lost.
func Repr(v any) string { return ReprIn(v, nil) }

// ReprIn is Repr with keys in an order.
func ReprIn(v any, sent *Order) string {
	var b strings.Builder
	writeRepr(&b, v, sent)
	return b.String()
}

// Str writes a value as Python's str does: text without quotes, everything else like Repr.
func Str(v any) string { return StrIn(v, nil) }

// StrIn is Str with keys in an order.
func StrIn(v any, sent *Order) string {
	if s, ok := v.(string); ok {
		return s
	}
	return ReprIn(v, sent)
}

// missing are the keys of an object that are not listed, sorted.
func missing(object map[string]any, listed []string) (out []string) {
	for _, key := range node.SortedKeys(object) {
		if !slices.Contains(listed, key) {
			out = append(out, key)
		}
	}
	return out
}

func writeRepr(b *strings.Builder, v any, sent *Order) {
	switch v := v.(type) {
	case nil:
		b.WriteString("None")
	case bool:
		if v {
			b.WriteString("True")
		} else {
			b.WriteString("False")
		}
	case string:
		writeQuoted(b, v)
	case float64:
		b.WriteString(Number(v))
	case []any:
		b.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				b.WriteString(", ")
			}
			writeRepr(b, e, sent.At(strconv.Itoa(i)))
		}
		b.WriteByte(']')
	case map[string]any:
		b.WriteByte('{')
		for i, k := range sent.Keys(v) {
			if i > 0 {
				b.WriteString(", ")
			}
			writeQuoted(b, k)
			b.WriteString(": ")
			writeRepr(b, v[k], sent.At(k))
		}
		b.WriteByte('}')
	default:
		fmt.Fprint(b, v)
	}
}

// Number writes whole numbers as Python's int and the others as its float.
func Number(f float64) string {
	if f == math.Trunc(f) && math.Abs(f) < 1e16 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	exp := math.Abs(f)
	if exp != 0 && (exp < 1e-4 || exp >= 1e16) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

func writeQuoted(b *strings.Builder, s string) {
	quote := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	b.WriteByte(quote)
	for _, r := range s {
		switch {
		case r == rune(quote) || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(b, `\u%04x`, r)
		default:
			fmt.Fprintf(b, `\U%08x`, r)
		}
	}
	b.WriteByte(quote)
}

// quotedList joins names as Python writes them in messages: 'a', 'b'.
func quotedList(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = Repr(n)
	}
	return strings.Join(quoted, ", ")
}

// ExtraMessage is jsonschema's message about extra keys of a closed object.
func ExtraMessage(extra []string) string {
	verb := "was"
	if len(extra) > 1 {
		verb = "were"
	}
	return fmt.Sprintf("Additional properties are not allowed (%s %s unexpected)", quotedList(extra), verb)
}

// RegexMessage is jsonschema's message about keys that match no pattern.
func RegexMessage(extra []string, pattern string) string {
	verb := "does"
	if len(extra) > 1 {
		verb = "do"
	}
	return fmt.Sprintf("%s %s not match any of the regexes: %s", quotedList(extra), verb, Repr(pattern))
}
