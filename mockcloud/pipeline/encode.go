package pipeline

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"
)

// timeForm is how Nova writes times: UTC, seconds, Z.
const timeForm = "2006-01-02T15:04:05Z"

// text writes anything for people.
func text(v any) string { return fmt.Sprint(v) }

// plain turns what behaviours answer into what documents describe: maps with string keys, []any,
// strings, float64, booleans and nil. What is plain already is not copied.
func plain(v any) any {
	p, _ := plainly(v)
	return p
}

// plainly also tells whether anything had to be changed.
func plainly(v any) (out any, changed bool) {
	switch v := v.(type) {
	case nil, string, bool, float64:
		return v, false
	case map[string]any:
		return plainMap(v)
	case []any:
		return plainList(v)
	case int:
		return float64(v), true
	case int64:
		return float64(v), true
	case *string:
		return pointed(v)
	case *int:
		return pointed(v)
	case *int64:
		return pointed(v)
	case *time.Time:
		return pointed(v)
	case time.Time:
		return v.UTC().Format(timeForm), true
	case []string:
		return list(v), true
	case []map[string]any:
		return list(v), true
	case map[string]string:
		return object(v), true
	case map[string][]string:
		return object(v), true
	}
	panic(fmt.Sprintf("an answer has a value of type %T", v))
}

func pointed[T any](v *T) (any, bool) {
	if v == nil {
		return nil, true
	}
	return plain(*v), true
}

func plainMap(m map[string]any) (any, bool) {
	var out map[string]any
	for k, e := range m {
		p, changed := plainly(e)
		if !changed {
			continue
		}
		if out == nil {
			out = maps.Clone(m)
		}
		out[k] = p
	}
	if out != nil {
		return out, true
	}
	return m, false
}

func plainList(l []any) (any, bool) {
	var out []any
	for i, e := range l {
		p, changed := plainly(e)
		if !changed {
			continue
		}
		if out == nil {
			out = slices.Clone(l)
		}
		out[i] = p
	}
	if out != nil {
		return out, true
	}
	return l, false
}

func list[T any](v []T) []any {
	out := make([]any, len(v))
	for i, e := range v {
		out[i] = plain(e)
	}
	return out
}

func object[T any](v map[string]T) map[string]any {
	out := make(map[string]any, len(v))
	for k, e := range v {
		out[k] = plain(e)
	}
	return out
}

// appendJSON writes a plain value, keys sorted.
func appendJSON(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case bool:
		return strconv.AppendBool(dst, v)
	case string:
		return appendString(dst, v)
	case float64:
		return appendNumber(dst, v)
	case []any:
		dst = append(dst, '[')
		for i, e := range v {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = appendJSON(dst, e)
		}
		return append(dst, ']')
	case map[string]any:
		var room [64]string
		keys := room[:0]
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		dst = append(dst, '{')
		for i, k := range keys {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = appendString(dst, k)
			dst = append(dst, ": "...)
			dst = appendJSON(dst, v[k])
		}
		return append(dst, '}')
	}
	panic(fmt.Sprintf("an answer has a value of type %T", v))
}

func appendNumber(dst []byte, f float64) []byte {
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return strconv.AppendInt(dst, int64(f), 10)
	}
	return strconv.AppendFloat(dst, f, 'g', -1, 64)
}

const hexDigits = "0123456789abcdef"

// appendString writes a JSON string; bytes that are not UTF-8 become U+FFFD.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r != utf8.RuneError || size != 1 {
				i += size
				continue
			}
			dst = append(append(dst, s[start:i]...), "\ufffd"...)
			i++
			start = i
			continue
		}
		dst = append(dst, s[start:i]...)
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\t':
			dst = append(dst, '\\', 't')
		case '\r':
			dst = append(dst, '\\', 'r')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
		i++
		start = i
	}
	return append(append(dst, s[start:]...), '"')
}
