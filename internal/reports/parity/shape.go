package parity

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// wholeID is an id with hyphens (RFC 9562), and nothing else.
var wholeID = regexp.MustCompile(`^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// shape maps each place of a value to the types found there. Items of a list share the place "*", and so do the values of a map whose keys
// are ids, as placement's allocations by resource provider.
type shape map[string]map[string]bool

// shapeOf is the shape of a value. Values below a key of free (whose keys belong to the user, or depend on the machine) are left out.
func shapeOf(v any, free map[string]bool) shape {
	s := shape{}
	s.add("", v, free)
	return s
}

func (s shape) add(at string, v any, free map[string]bool) {
	name := ""
	switch v := v.(type) {
	case nil:
		name = "null"
	case bool:
		name = "boolean"
	case float64:
		name = "number"
	case string:
		name = "string"
	case []any:
		name = "array"
		for _, e := range v {
			s.add(at+"/*", e, free)
		}
	case map[string]any:
		name = "object"
		for k, e := range v {
			below := at + "/" + strings.ReplaceAll(strings.ReplaceAll(k, "~", "~0"), "/", "~1")
			if wholeID.MatchString(k) {
				below = at + "/*"
			}
			if free[k] {
				s.addType(below, kindOf(e))
				continue
			}
			s.add(below, e, free)
		}
	}
	s.addType(at, name)
}

func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case map[string]any:
		return "object"
	case []any:
		return "array"
	}
	return "value"
}

func (s shape) addType(at, kind string) {
	if s[at] == nil {
		s[at] = map[string]bool{}
	}
	s[at][kind] = true
}

func (s shape) types(at string) string {
	return strings.Join(slices.Sorted(maps.Keys(s[at])), "|")
}

// shapes records where two values have different places, or different types at a place.
func (c *comparison) shapes(in, words string, a, b any) {
	x, y := shapeOf(a, c.free), shapeOf(b, c.free)
	all := maps.Clone(x)
	maps.Copy(all, y)
	for _, at := range slices.Sorted(maps.Keys(all)) {
		left, right := x.types(at), y.types(at)
		switch {
		case left == right:
		case left == "":
			if x.reaches(at) {
				c.note(Shape, in, words, at, "missing", right)
			}
		case right == "":
			if y.reaches(at) {
				c.note(Shape, in, words, at, left, "missing")
			}
		case withoutNull(left) == withoutNull(right) || withoutNull(left) == "" || withoutNull(right) == "":
			c.note(Null, in, words, at, left, right)
		default:
			c.note(Shape, in, words, at, left, right)
		}
	}
}

// reaches tells whether the place could exist: its parent does, and is neither an empty list nor null.
func (s shape) reaches(at string) bool {
	parent := at[:strings.LastIndexByte(at, '/')]
	if strings.HasSuffix(at, "/*") {
		return false // the list is empty on one side
	}
	return s[parent]["object"]
}

// withoutNull removes null from a list of types.
func withoutNull(types string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(types, "|"), func(t string) bool { return t == "null" }), "|")
}
