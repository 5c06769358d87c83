package hot

// Settings is the environment that a stack is given beside its template: parameters and the like.
type Settings map[string]any

// ReadEnvironment takes an environment as Heat's API gets it: an object, a text in YAML or JSON, or none.
func ReadEnvironment(value any) (Settings, *Fault) {
	if text, ok := value.(string); ok {
		if text == "" {
			return Settings{}, nil
		}
		decoded, err := decodeYAML(text)
		if err != nil {
			return nil, &Fault{Type: "HTTPBadRequest", Message: "Environment not in valid format: " + err.Error()}
		}
		value = decoded
	}
	switch v := value.(type) {
	case nil:
		return Settings{}, nil
	case map[string]any:
		return v, nil
	}
	return nil, &Fault{Type: "HTTPBadRequest", Message: "Environment not in valid format: The environment is not a valid YAML mapping data type."}
}

// Merge answers the parameters that a request gives: those of the environment, and over them those of
// the request itself.
func (s Settings) Merge(request any) map[string]any {
	out := map[string]any{}
	for _, source := range []any{s["parameters"], request} {
		given, _ := source.(map[string]any)
		for name, value := range given {
			out[name] = value
		}
	}
	return out
}

// Keys lists the keys of a map, sorted.
func Keys[T any](m map[string]T) []string { return sortedKeys(m) }
