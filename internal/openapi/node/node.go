package node

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// ParseTree reads one YAML document into plain values: map[string]any, []any, string, float64, bool, nil.
// Keys are the text as written (so a status may be an unquoted number), dates stay strings, and a key
// that appears twice is an error.
func ParseTree(name string, text []byte) (any, error) {
	dec := yaml.NewDecoder(bytes.NewReader(text))
	var node yaml.Node
	if err := dec.Decode(&node); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s: the file is empty", name)
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var second yaml.Node
	if err := dec.Decode(&second); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: more than one YAML document", name)
	}
	tree, err := plain(&node, 0)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return tree, nil
}

// MaxDepth bounds nesting, so that an alias that contains itself is an error.
const MaxDepth = 200

func plain(n *yaml.Node, depth int) (any, error) {
	if depth > MaxDepth {
		return nil, fmt.Errorf("line %d: nested deeper than %d", n.Line, MaxDepth)
	}
	switch n.Kind {
	case yaml.DocumentNode:
		return plain(n.Content[0], depth+1)
	case yaml.AliasNode:
		return plain(n.Alias, depth+1)
	case yaml.MappingNode:
		m := make(map[string]any, len(n.Content)/2)
		for i := 0; i < len(n.Content); i += 2 {
			key := n.Content[i]
			if key.Kind != yaml.ScalarNode || key.Tag == "!!merge" {
				return nil, fmt.Errorf("line %d: a key must be plain text", key.Line)
			}
			if _, twice := m[key.Value]; twice {
				return nil, fmt.Errorf("line %d: key %q appears twice", key.Line, key.Value)
			}
			v, err := plain(n.Content[i+1], depth+1)
			if err != nil {
				return nil, err
			}
			m[key.Value] = v
		}
		return m, nil
	case yaml.SequenceNode:
		list := make([]any, len(n.Content))
		for i, c := range n.Content {
			v, err := plain(c, depth+1)
			if err != nil {
				return nil, err
			}
			list[i] = v
		}
		return list, nil
	case yaml.ScalarNode:
		return scalar(n)
	}
	return nil, fmt.Errorf("line %d: unexpected YAML", n.Line)
}

func scalar(n *yaml.Node) (any, error) {
	switch n.ShortTag() {
	case "!!null":
		return nil, nil
	case "!!bool":
		var b bool
		err := n.Decode(&b)
		return b, err
	case "!!int", "!!float":
		if f, err := strconv.ParseFloat(n.Value, 64); err == nil {
			return f, nil
		}
		var f float64
		err := n.Decode(&f)
		return f, err
	}
	return n.Value, nil
}

// child follows keys through nested maps; it is nil when one is missing or not in a map.
func child(v any, keys ...string) any {
	for _, k := range keys {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[k]
	}
	return v
}

func Object(v any, keys ...string) map[string]any {
	m, _ := child(v, keys...).(map[string]any)
	return m
}

func Text(v any, keys ...string) string {
	s, _ := child(v, keys...).(string)
	return s
}

func List(v any, keys ...string) []any {
	l, _ := child(v, keys...).([]any)
	return l
}

func IsTrue(v any, keys ...string) bool {
	b, _ := child(v, keys...).(bool)
	return b
}

// Strings answers the strings in a list, without its other items.
func Strings(v any, keys ...string) []string {
	var out []string
	for _, e := range List(v, keys...) {
		if s, ok := e.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

func SortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}

// Pointer writes a path as a JSON pointer (RFC 6901).
func Pointer(path []string) string {
	if len(path) == 0 {
		return "/"
	}
	var b strings.Builder
	for _, p := range path {
		b.WriteByte('/')
		b.WriteString(strings.ReplaceAll(strings.ReplaceAll(p, "~", "~0"), "/", "~1"))
	}
	return b.String()
}

// FirstSight tells whether a map was not seen before, by identity, and remembers it.
func FirstSight(seen map[uintptr]bool, m map[string]any) bool {
	if m == nil {
		return false
	}
	p := reflect.ValueOf(m).Pointer()
	if seen[p] {
		return false
	}
	seen[p] = true
	return true
}

// Identical tells whether two values are the same map or list (by identity), or are both plain.
func Identical(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		m, ok := b.(map[string]any)
		return ok && reflect.ValueOf(a).Pointer() == reflect.ValueOf(m).Pointer()
	case []any:
		l, ok := b.([]any)
		return ok && len(a) == len(l) && (len(a) == 0 || &a[0] == &l[0])
	}
	return true
}
