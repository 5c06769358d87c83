package hot

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
)

// mostMappings is the number of entries after which a chain of them is given up.
const mostMappings = 16

// MappedType is the type that the environment's registry maps the type of a resource to; the type itself if no entry leads to one that
// is known (heat/engine/environment.py). The resource may have no name.
func (s Settings) MappedType(kind, resource string, known func(kind string) bool) string {
	if to := s.mapping(kind, resource, known, 0); to != "" {
		return to
	}
	return kind
}

// mapping follows the entries for a type: first the one for the resource, then those for the type and those with an asterisk, in the
// order of their names. An entry that leads to no type is passed over; a template is one only where the entry names the whole type.
func (s Settings) mapping(kind, resource string, known func(string) bool, depth int) string {
	registry := body.As[object](s["resource_registry"])
	own := body.As[object](body.As[object](registry["resources"])[resource])
	for _, to := range append(listOf(own[kind]), s.entries(kind)...) {
		name := body.As[string](to)
		switch {
		case name == "" || depth > mostMappings:
		case isTemplate(name):
			return name
		default:
			if found := s.mapping(name, resource, known, depth+1); found != "" {
				return found
			}
		}
	}
	if known(kind) {
		return kind
	}
	return ""
}

// entries are the types that the registry's entries for a type lead to.
func (s Settings) entries(kind string) []any {
	registry := body.As[object](s["resource_registry"])
	var out []any
	for _, pattern := range sortedKeys(registry) {
		to := body.As[string](registry[pattern])
		prefix, isGlob := strings.CutSuffix(pattern, "*")
		switch {
		case pattern == kind && to != kind:
			out = append(out, to)
		case !isGlob || to == kind || !strings.HasPrefix(kind, prefix) || isTemplate(to):
		case strings.HasSuffix(to, "*"):
			out = append(out, strings.TrimSuffix(to, "*")+kind[len(prefix):])
		default:
			out = append(out, to)
		}
	}
	return slices.DeleteFunc(out, func(to any) bool { return to == "" })
}
