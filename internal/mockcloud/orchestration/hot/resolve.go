package hot

// Resolver evaluates the functions in a template's values. Reference answers the value of get_resource for a resource of the
// template, Attribute the value of get_attr for a resource and a path; nil if it is not known yet.
type Resolver struct {
	Values Values
	Files  map[string]string
	// Version is the template's version; with "" all functions are allowed.
	Version   string
	Reference func(resource string) any
	Attribute func(resource string, path []any) (any, error)
	// Facade is the resource that the template is, nil for a stack that is nested in none.
	Facade *Facade
	// conditions are the template's conditions; deciding tells that the functions are those of a condition.
	conditions *conditions
	deciding   bool
}

// Descend follows keys and indexes into a value; nil if the path does not exist.
func Descend(value any, path []any) any {
	for _, step := range path {
		switch v := value.(type) {
		case object:
			value = v[Text(step)]
		case map[string]string:
			text, ok := v[Text(step)]
			if !ok {
				return nil
			}
			value = text
		case []any:
			i, ok := number(step)
			if !ok || i < 0 || i >= len(v) {
				return nil
			}
			value = v[i]
		default:
			return nil
		}
	}
	return value
}

func listOf(v any) []any {
	if list, ok := v.([]any); ok {
		return list
	}
	if v == nil {
		return nil
	}
	return []any{v}
}
