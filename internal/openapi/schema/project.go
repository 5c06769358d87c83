package schema

import (
	"maps"
	"slices"

	"plumbline/internal/openapi/node"
)

// projector removes from a value what its response schema does not list. Nil keeps everything.
type projector struct {
	// fields are the listed properties of an object; closed: all others are removed.
	fields map[string]field
	closed bool
	// extra projects the values of keys that are not listed.
	extra *projector
	items *projector
}

type field struct {
	policy string
	below  *projector
}

// NewProjector compiles a ref-free schema; it answers nil when the schema keeps everything. Alternatives (oneOf, anyOf,
// allOf) are joined; those of different JSON types do not interfere.
func NewProjector(v any) *projector {
	p := &projector{}
	p.addSchema(v)
	if p.items == nil && p.extra == nil && !p.closed && !p.dropsFields() {
		return nil
	}
	return p
}

// dropsFields tells whether anything can be removed below a listed field.
func (p *projector) dropsFields() bool {
	for _, f := range p.fields {
		if f.policy != "" || f.below != nil {
			return true
		}
	}
	return false
}

func (p *projector) addSchema(v any) {
	m, ok := v.(map[string]any)
	if !ok {
		return
	}
	for _, key := range []string{"allOf", "oneOf", "anyOf"} {
		for _, alternative := range node.List(m, key) {
			p.addSchema(alternative)
		}
	}
	if items := m["items"]; items != nil {
		p.items = NewProjector(items)
	}
	properties := node.Object(m, "properties")
	extra, given := m["additionalProperties"]
	if _, free := extra.(map[string]any); free {
		p.extra = NewProjector(extra)
	}
	if extra == false || (!given && properties != nil) || m["maxProperties"] == 0.0 {
		p.closed = true
	}
	if properties == nil && !p.closed {
		return
	}
	if p.fields == nil {
		p.fields = make(map[string]field, len(properties))
	}
	for name, s := range properties {
		p.fields[name] = field{policy: node.Text(s, "x-openstack-field-policy"), below: NewProjector(s)}
	}
}

// Rules lists the field policies below, sorted and without duplicates.
func (p *projector) Rules() []string {
	set := map[string]bool{}
	p.collect(set)
	return slices.Sorted(maps.Keys(set))
}

func (p *projector) collect(set map[string]bool) {
	if p == nil {
		return
	}
	for _, f := range p.fields {
		if f.policy != "" {
			set[f.policy] = true
		}
		f.below.collect(set)
	}
	p.extra.collect(set)
	p.items.collect(set)
}

func (p *projector) Project(v any, granted func(string) bool) any {
	if p == nil || p.hasNothingToDrop(v, granted) {
		return v
	}
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, min(len(v), len(p.fields)+8))
		for key, value := range v {
			f, listed := p.fields[key]
			switch {
			case listed && (f.policy == "" || granted == nil || granted(f.policy)):
				out[key] = f.below.Project(value, granted)
			case !listed && !p.closed:
				out[key] = p.extra.Project(value, granted)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = p.items.Project(e, granted)
		}
		return out
	case []map[string]any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = p.items.Project(e, granted)
		}
		return out
	}
	return v
}

// hasNothingToDrop tells whether nothing of v has to be removed, so that no copy is needed.
func (p *projector) hasNothingToDrop(v any, granted func(string) bool) bool {
	if p == nil {
		return true
	}
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			f, listed := p.fields[key]
			switch {
			case !listed && p.closed, listed && f.policy != "" && granted != nil && !granted(f.policy):
				return false
			case listed && !f.below.hasNothingToDrop(value, granted), !listed && !p.extra.hasNothingToDrop(value, granted):
				return false
			}
		}
	case []any:
		for _, e := range v {
			if !p.items.hasNothingToDrop(e, granted) {
				return false
			}
		}
	case []map[string]any:
		for _, e := range v {
			if !p.items.hasNothingToDrop(e, granted) {
				return false
			}
		}
	}
	return true
}
