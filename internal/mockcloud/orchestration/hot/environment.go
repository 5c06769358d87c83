package hot

import "slices"

// Settings is a stack's environment: parameters, parameter defaults, resource registry and so on.
type Settings map[string]any

var environmentSections = []string{
	"parameters", "resource_registry", "parameter_defaults", "encrypted_param_names", "event_sinks", "parameter_merge_strategies",
}

// ReadEnvironment reads an environment in any form that Heat's API accepts: an object, a text in YAML or JSON, or none.
func ReadEnvironment(value any) (Settings, *Fault) {
	notValid := func(why string) (Settings, *Fault) {
		return nil, &Fault{Type: "HTTPBadRequest", Message: "Environment not in valid format: " + why}
	}
	if text, ok := value.(string); ok {
		if text == "" {
			return Settings{}, nil
		}
		decoded, err := decodeYAML(text)
		if err != nil {
			return notValid(err.Error())
		}
		value = decoded
	}
	switch v := value.(type) {
	case nil:
		return Settings{}, nil
	case map[string]any:
		for _, section := range sortedKeys(v) {
			if !slices.Contains(environmentSections, section) {
				return notValid(`environment has wrong section "` + section + `"`)
			}
			if v[section] == nil {
				return notValid(`environment has empty section "` + section + `"`)
			}
		}
		return v, nil
	}
	return notValid("The environment is not a valid YAML mapping data type.")
}

// Merge answers the parameters of a request: those of the environment, overridden by those of the request itself.
func (s Settings) Merge(request any) map[string]any {
	out := map[string]any{}
	for _, source := range []any{s["parameters"], request} {
		given, _ := as[object](source)
		for name, value := range given {
			out[name] = value
		}
	}
	return out
}

// Defaults are the environment's values for parameters that a request does not set.
func (s Settings) Defaults() map[string]any {
	out, _ := as[object](s["parameter_defaults"])
	return out
}

// AllSections is the environment with all its sections.
func (s Settings) AllSections() map[string]any {
	out := map[string]any{
		"parameters": map[string]any{}, "resource_registry": map[string]any{
			"resources": map[string]any{},
		}, "parameter_defaults": map[string]any{},
		"encrypted_param_names": []any{}, "event_sinks": []any{},
	}
	for key, value := range s {
		out[key] = value
	}
	if registry, ok := as[object](out["resource_registry"]); ok && registry["resources"] == nil {
		with := map[string]any{"resources": map[string]any{}}
		for key, value := range registry {
			with[key] = value
		}
		out["resource_registry"] = with
	}
	return out
}

// WithSection is a copy of the environment with one section replaced.
func (s Settings) WithSection(section string, values map[string]any) Settings {
	out := Settings{}
	for key, value := range s {
		out[key] = value
	}
	out[section] = values
	return out
}

// MaskedSections is the environment with all its sections and with asterisks for the values of hidden parameters.
func (s Settings) MaskedSections(parameters []Parameter) map[string]any {
	all := s.AllSections()
	for _, section := range []string{"parameters", "parameter_defaults"} {
		values, _ := as[object](all[section])
		masked := map[string]any{}
		for name, value := range values {
			masked[name] = value
		}
		for _, p := range parameters {
			if _, given := masked[p.Name]; given && p.Hidden {
				masked[p.Name] = "******"
			}
		}
		all[section] = masked
	}
	return all
}

// Keys lists the keys of a map, sorted.
func Keys[T any](m map[string]T) []string { return sortedKeys(m) }
