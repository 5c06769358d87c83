// Package extraspecs holds the extra specifications of flavors that have a meaning for compute, and the values that they allow.
package extraspecs

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"plumbline/internal/mockcloud/body"
)

//go:embed known.yaml
var known []byte

// kind is the type of the values of some names: "int", "bool" or "text".
type kind struct {
	Type     string   `yaml:"type"`
	OneOf    []string `yaml:"one_of"`
	Pattern  string   `yaml:"pattern"`
	Min, Max *int
	Names    []string `yaml:"names"`
	value    *regexp.Regexp
}

// table is the file prepared for look-ups: plain names, patterns in their order, and the namespaces of both.
type table struct {
	plain      map[string]*kind
	patterns   []pattern
	namespaces []*regexp.Regexp
}

type pattern struct {
	name *regexp.Regexp
	kind *kind
}

var load = sync.OnceValue(func() *table {
	var kinds []*kind
	if err := yaml.Unmarshal(known, &kinds); err != nil {
		panic(fmt.Sprintf("extra specifications: %v", err)) // embedded: a bug
	}
	t := &table{plain: map[string]*kind{}}
	spaces := map[string]bool{}
	for _, k := range kinds {
		if k.Pattern != "" {
			k.value = compileWhole(k.Pattern)
		}
		for _, name := range k.Names {
			if !strings.Contains(name, "(?P") {
				t.plain[name] = k
			} else {
				t.patterns = append(t.patterns, pattern{compileWhole(name), k})
			}
			if space, _, spaced := strings.Cut(name, ":"); spaced {
				spaces[space] = true
			}
		}
	}
	for space := range spaces {
		t.namespaces = append(t.namespaces, compileWhole(space))
	}
	return t
})

func compileWhole(pattern string) *regexp.Regexp { return regexp.MustCompile("^(?:" + pattern + ")$") }

// WhyInvalid says why the value of an extra specification is not allowed, "" if it is.
func WhyInvalid(name, value string) string {
	t := load()
	k := t.plain[name]
	for i := 0; k == nil && i < len(t.patterns); i++ {
		if t.patterns[i].name.MatchString(name) {
			k = t.patterns[i].kind
		}
	}
	if k != nil {
		return k.whyInvalid(value)
	}
	space, _, spaced := strings.Cut(name, ":")
	if spaced && slices.ContainsFunc(t.namespaces, func(r *regexp.Regexp) bool { return r.MatchString(space) }) {
		return fmt.Sprintf("Validation failed; extra spec '%s' does not appear to be a valid extra spec.", name)
	}
	return ""
}

func (k *kind) whyInvalid(value string) string {
	switch k.Type {
	case "int":
		n, err := strconv.Atoi(strings.TrimSpace(value))
		switch {
		case err != nil:
			return fmt.Sprintf("Validation failed; '%s' is not a valid integer value.", value)
		case k.Max != nil && *k.Max < n:
			return fmt.Sprintf("Validation failed; '%d' is greater than the max value of '%d'.", n, *k.Max)
		case k.Min != nil && *k.Min > n:
			return fmt.Sprintf("Validation failed; '%d' is less than the min value of '%d'.", n, *k.Min)
		}
	case "bool":
		if _, ok := body.Boolean(value); !ok {
			return fmt.Sprintf("Validation failed; '%s' is not a valid boolean-like value.", value)
		}
	default:
		switch {
		case k.value != nil && !k.value.MatchString(value):
			return fmt.Sprintf("Validation failed; '%s' is not of the format '%s'.", value, k.Pattern)
		case k.value == nil && k.OneOf != nil && !slices.Contains(k.OneOf, value):
			return fmt.Sprintf("Validation failed; '%s' is not one of: %s.", value, strings.Join(k.OneOf, ", "))
		}
	}
	return ""
}
