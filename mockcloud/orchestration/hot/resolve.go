package hot

import (
	"slices"
	"strings"
)

// Resolver evaluates the functions in a template's values. Reference answers what get_resource gives
// for a resource of the template, Attribute what get_attr gives; nil where nothing is known yet.
type Resolver struct {
	Values    Values
	Reference func(resource string) any
	Attribute func(resource, attribute string) any
}

type function func(Resolver, any) (any, error)

var functions map[string]function

func init() {
	functions = map[string]function{
		"get_param":    Resolver.parameter,
		"get_resource": func(r Resolver, arg any) (any, error) { return r.Reference(Text(arg)), nil },
		"get_attr":     Resolver.attribute,
		"str_replace":  Resolver.replace,
		"list_join":    Resolver.join,
	}
}

// Resolve answers value with its functions evaluated. The value itself is not changed.
func (r Resolver) Resolve(value any) (any, error) {
	switch v := value.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			var err error
			if out[i], err = r.Resolve(v[i]); err != nil {
				return nil, err
			}
		}
		return out, nil
	case map[string]any:
		if name, arg, ok := call(v); ok {
			return functions[name](r, arg)
		}
		out := make(map[string]any, len(v))
		for k := range v {
			var err error
			if out[k], err = r.Resolve(v[k]); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	return value, nil
}

// call answers the function that an object of one key stands for.
func call(v map[string]any) (name string, arg any, ok bool) {
	if len(v) != 1 {
		return "", nil, false
	}
	for k, a := range v {
		_, ok = functions[k]
		return k, a, ok
	}
	return "", nil, false
}

func (r Resolver) parameter(arg any) (any, error) {
	path := listOf(arg)
	if len(path) == 0 {
		return nil, saying(`Function "get_param" must have arguments`)
	}
	value, ok := r.Values[Text(path[0])]
	if !ok {
		return nil, saying("The Parameter (%s) was not provided.", Text(path[0]))
	}
	return descend(value, path[1:]), nil
}

func (r Resolver) attribute(arg any) (any, error) {
	path := listOf(arg)
	if len(path) < 2 {
		return nil, saying(`Arguments to "get_attr" must be of the form [resource_name, attribute, (path), ...]`)
	}
	return descend(r.Attribute(Text(path[0]), Text(path[1])), path[2:]), nil
}

func (r Resolver) replace(arg any) (any, error) {
	resolved, err := r.Resolve(arg)
	if err != nil {
		return nil, err
	}
	args, _ := resolved.(map[string]any)
	text, isText := args["template"].(string)
	params, isMap := args["params"].(map[string]any)
	if !isText || !isMap {
		return nil, saying(`"str_replace" parameters must be template and params`)
	}
	keys := sortedKeys(params)
	slices.SortStableFunc(keys, func(a, b string) int { return len(b) - len(a) })
	pairs := make([]string, 0, 2*len(keys))
	for _, k := range keys {
		pairs = append(pairs, k, Text(params[k]))
	}
	return strings.NewReplacer(pairs...).Replace(text), nil
}

func (r Resolver) join(arg any) (any, error) {
	resolved, err := r.Resolve(arg)
	if err != nil {
		return nil, err
	}
	args, _ := resolved.([]any)
	if len(args) < 2 {
		return nil, saying(`Incorrect arguments to "list_join" should be: [ <delimiter>, [ <string 1>, ... ] ]`)
	}
	var parts []string
	for _, list := range args[1:] {
		for _, e := range listOf(list) {
			parts = append(parts, Text(e))
		}
	}
	return strings.Join(parts, Text(args[0])), nil
}

// descend follows keys and indexes into a value; nil where the path leaves it.
func descend(value any, path []any) any {
	for _, step := range path {
		switch v := value.(type) {
		case map[string]any:
			value = v[Text(step)]
		case map[string]string:
			text, ok := v[Text(step)]
			if !ok {
				return nil
			}
			value = text
		case []any:
			i, ok := step.(float64)
			if !ok || int(i) < 0 || int(i) >= len(v) {
				return nil
			}
			value = v[int(i)]
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
