package orchestration

import (
	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// resolver evaluates functions with what the stack's resources are now.
func (h *heat) resolver(x *pipeline.Exchange, s *state.Stack) hot.Resolver {
	all := present(x, s.ID)
	files := map[string]string{}
	for name, content := range s.Files {
		files[name] = hot.Text(content)
	}
	return hot.Resolver{
		Values: s.Parameters,
		Files:  files,
		Reference: func(name string) any {
			r := all[name]
			if r == nil || r.PhysicalID == "" {
				return name
			}
			if k := h.kindOf(s, r.Type); k != nil && k.refersBy != nil {
				return k.refersBy(x, r)
			}
			return r.PhysicalID
		},
		Attribute: func(name string, path []any) any {
			r := all[name]
			if r == nil || r.PhysicalID == "" || r.Action == initial {
				return nil
			}
			return h.attribute(x, s, r, path)
		},
	}
}

// attribute answers what get_attr gives for a path, the attribute's name first.
func (h *heat) attribute(x *pipeline.Exchange, s *state.Stack, r *state.StackResource, path []any) any {
	k := h.kindOf(s, r.Type)
	if k == nil {
		return nil
	}
	if len(path) == 0 {
		return h.attributesOf(x, s, r)
	}
	t := &task{Exchange: x, h: h, s: s, r: r}
	name, rest := hot.Text(path[0]), path[1:]
	if k.attribute != nil {
		if value, left, known := k.attribute(t, name, rest); known {
			return hot.Descend(value, left)
		}
	}
	all := h.attributesOf(x, s, r)
	if _, known := all[name]; !known && name == "show" {
		return hot.Descend(all, rest)
	}
	return hot.Descend(all[name], rest)
}

// attributesOf are all attributes of a resource; none before there is one.
func (h *heat) attributesOf(x *pipeline.Exchange, s *state.Stack, r *state.StackResource) map[string]any {
	if k := h.kindOf(s, r.Type); k != nil && k.shows != nil && r.PhysicalID != "" && r.Action != initial {
		return k.shows(&task{Exchange: x, h: h, s: s, r: r})
	}
	return map[string]any{}
}

// valuesOf are a resource's properties, with the defaults of its type, and its metadata.
func (h *heat) valuesOf(x *pipeline.Exchange, s *state.Stack, want *hot.Resource, with hot.Resolver) (properties, metadata map[string]any, why *failure) {
	resolved, err := with.Resolve(any(want.Properties))
	if err != nil {
		return nil, nil, fails("ValueError", "%s", err.Error())
	}
	given, _ := resolved.(map[string]any)
	k := h.kindOf(s, want.Type)
	if k == nil {
		return nil, nil, fails("EntityNotFound", "The Resource Type (%s) could not be found.", want.Type)
	}
	properties, c := settle(k.properties, without(given), nil)
	if c != nil {
		return nil, nil, &failure{kind: "StackValidationFailed", path: append([]string{"properties"}, c.path...), text: c.text}
	}
	data, err := with.Resolve(any(want.Metadata))
	if err != nil {
		return nil, nil, fails("ValueError", "%s", err.Error())
	}
	metadata, _ = data.(map[string]any)
	return properties, metadata, nil
}

// without leaves out what has no value.
func without(given map[string]any) map[string]any {
	out := make(map[string]any, len(given))
	for key, value := range given {
		if value != nil {
			out[key] = value
		}
	}
	return out
}
