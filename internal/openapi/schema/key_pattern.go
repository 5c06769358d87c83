package schema

import (
	"regexp"

	"github.com/getkin/kin-openapi/openapi3"
)

// keyCheck finds the free-form objects whose keys must match a pattern, so that only schemas with one have their
// accepted values searched.
type keyCheck struct {
	pattern    *regexp.Regexp
	properties openapi3.Schemas
	below      map[string]*keyCheck
	items      *keyCheck
	either     []*keyCheck
}

func NewKeyCheck(s *Schema, k *openapi3.Schema) *keyCheck {
	c := &keyCheck{properties: k.Properties}
	if source, ok := k.Extensions[KeyPattern].(string); ok {
		c.pattern = s.Regexps[source]
	}
	for name, p := range k.Properties {
		if below := NewKeyCheck(s, p.Value); below != nil {
			if c.below == nil {
				c.below = map[string]*keyCheck{}
			}
			c.below[name] = below
		}
	}
	if k.Items != nil {
		c.items = NewKeyCheck(s, k.Items.Value)
	}
	for _, alternatives := range []openapi3.SchemaRefs{k.AllOf, k.AnyOf, k.OneOf} {
		for _, a := range alternatives {
			if below := NewKeyCheck(s, a.Value); below != nil {
				c.either = append(c.either, below)
			}
		}
	}
	if c.pattern == nil && c.below == nil && c.items == nil && c.either == nil {
		return nil
	}
	return c
}

// Allows is false where a key may be invalid; the explainer then decides and words it.
func (c *keyCheck) Allows(v any) bool {
	if c == nil {
		return true
	}
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			if c.pattern != nil && c.properties[key] == nil && !c.pattern.MatchString(key) {
				return false
			}
			if below := c.below[key]; below != nil && !below.Allows(value) {
				return false
			}
		}
	case []any:
		for _, e := range v {
			if !c.items.Allows(e) {
				return false
			}
		}
	}
	for _, e := range c.either {
		if !e.Allows(v) {
			return false
		}
	}
	return true
}
