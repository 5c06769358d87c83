package hot

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
)

// hooks are the points of an action on a resource at which a stack can wait, restricted the actions that an environment can forbid
// (heat/engine/environment.py).
var (
	hooks      = []string{"pre-create", "pre-update", "pre-delete", "post-create", "post-update", "post-delete"}
	restricted = []string{"update", "replace"}
)

// object is an object of a template or environment as it was sent.
type object = map[string]any

// as tells whether a value as it was sent is of a type.
func as[T any](value any) (T, bool) {
	v, is := value.(T)
	return v, is
}

// CheckRegistry refuses hooks and restricted actions that Heat does not know, at any depth of the environment's registry.
func (s Settings) CheckRegistry() *Fault {
	registry := body.As[Values](s["resource_registry"])
	for _, key := range sortedKeys(registry) {
		switch registry[key].(type) {
		case nil, object:
		case string:
			if key == "resources" {
				return attributeError
			}
		default:
			return attributeError
		}
	}
	return checkEntries(registry)
}

func checkEntries(registry Values) *Fault {
	for _, key := range sortedKeys(registry) {
		value := registry[key]
		wrong := value != nil && !areAll(value, map[string][]string{"hooks": hooks, "restricted_actions": restricted}[key])
		switch {
		case key == "hooks" && wrong:
			return &Fault{Type: "InvalidBreakPointHook", Message: fmt.Sprintf(
				`Invalid hook type "%s" for resource breakpoint, acceptable hook types are: %s`, PythonText(value), tuple(hooks))}
		case key == "restricted_actions" && wrong:
			return &Fault{Type: "InvalidRestrictedAction", Message: fmt.Sprintf(
				`Invalid restricted_action type "%s" for resource, acceptable restricted_action types are: %s`, PythonText(value), tuple(restricted))}
		}
		if f := checkEntries(body.As[Values](value)); f != nil {
			return f
		}
	}
	return nil
}

// areAll tells whether a text, or each element of a list, is one of some texts.
func areAll(value any, known []string) bool {
	if list, is := as[[]any](value); is {
		return !slices.ContainsFunc(list, func(v any) bool { return !areAll(v, known) })
	}
	text, is := as[string](value)
	return is && slices.Contains(known, text)
}

func tuple(texts []string) string { return "('" + strings.Join(texts, "', '") + "')" }

// PythonText is a value as Python's str writes it.
func PythonText(value any) string {
	if text, is := as[string](value); is {
		return text
	}
	return Repr(value)
}

// CheckHook complains about what a signal names as a hook, if that is none.
func CheckHook(value any, resource string) *Fault {
	if text, is := as[string](value); is && slices.Contains(hooks, text) {
		return nil
	}
	return &Fault{Type: "InvalidBreakPointHook", Message: fmt.Sprintf(`Invalid hook type "%s" for %s`, PythonText(value), resource)}
}

// Waits tells whether an environment has a stack wait at a hook of a resource.
func (s Settings) Waits(resource, hook string) bool { return s.lists(resource, "hooks", hook) }

// Restricts tells whether an environment forbids an action on a resource: update or replace.
func (s Settings) Restricts(resource, action string) bool {
	return s.lists(resource, "restricted_actions", action)
}

// lists tells whether an entry that matches a resource's name has a value, alone or in a list.
func (s Settings) lists(resource, key, value string) bool {
	for pattern, entry := range s.resources() {
		listed := body.As[Values](entry)[key]
		if matches(pattern, resource) && (listed == value || slices.Contains(body.As[[]any](listed), any(value))) {
			return true
		}
	}
	return false
}

func (s Settings) resources() Values {
	return body.As[Values](body.As[Values](s["resource_registry"])["resources"])
}

// matches tells whether a name matches a pattern of a shell, without regard to separators.
func matches(pattern, name string) bool {
	is, err := path.Match(strings.ReplaceAll(pattern, "[!", "[^"), name)
	return err == nil && is
}

// Inside is the environment of the stack that is nested in a resource of a type: what the entries that match the resource say of those
// in it (heat/engine/environment.py, remove_resources_except). The type is not known in it if it is a template.
func (s Settings) Inside(resource, kind string) Settings {
	all, inner := s.resources(), Values{}
	for _, pattern := range append(sortedKeys(all), resource) {
		if pattern == resource || matches(pattern, resource) {
			inner = Merged(inner, body.As[Values](all[pattern]))
		}
	}
	registry := Merged(body.As[Values](s["resource_registry"]), Values{"resources": object(inner)})
	if isTemplate(s.MappedType(kind, resource, func(string) bool { return true })) {
		delete(registry, kind)
	}
	return s.WithSection("resource_registry", registry)
}

func isTemplate(kind string) bool {
	return strings.HasSuffix(kind, ".yaml") || strings.HasSuffix(kind, ".template")
}

// Using is an environment whose registry has the types of a template that are templates themselves.
func (s Settings) Using(t *Template) Settings {
	registry := Merged(body.As[Values](s["resource_registry"]), nil)
	for _, r := range t.Resources {
		if isTemplate(r.Type) && registry[r.Type] == nil {
			registry[r.Type] = r.Type
		}
	}
	return s.WithSection("resource_registry", registry)
}

// Merged is a map with another one in it, whose values are right.
func Merged[M ~map[string]any](before, added M) M {
	out := M{}
	for _, source := range []M{before, added} {
		for key, value := range source {
			out[key] = value
		}
	}
	return out
}

// Loaded is an environment with another one loaded into it, as a PATCH does: the registry is merged at each depth, where null removes
// an entry.
func (s Settings) Loaded(more Settings) Settings {
	out := Settings(Merged(Values(s), Values(more)))
	for _, section := range []string{"parameters", "parameter_defaults"} {
		if before := body.As[Values](s[section]); len(before) > 0 {
			out[section] = object(Merged(before, body.As[Values](more[section])))
		}
	}
	if before := body.As[Values](s["resource_registry"]); len(before) > 0 {
		out["resource_registry"] = object(loaded(before, body.As[Values](more["resource_registry"])))
	}
	return out
}

func loaded(before, added Values) Values {
	out := Merged(before, nil)
	for key, value := range added {
		inner, isMap := as[object](value)
		switch {
		case isMap:
			out[key] = object(loaded(body.As[Values](before[key]), inner))
		case value != nil:
			out[key] = value
		case strings.HasSuffix(key, "*"):
			for name, entry := range before {
				if _, isType := as[string](entry); isType && strings.HasPrefix(name, strings.TrimSuffix(key, "*")) {
					delete(out, name)
				}
			}
		default:
			delete(out, key)
		}
	}
	return out
}
