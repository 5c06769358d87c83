package hot

import "errors"

// Resolver evaluates the functions in a template's values. Reference answers the value of get_resource for a resource of the
// template, Attribute the value of get_attr for a resource and a path; nil if it is not known yet.
type Resolver struct {
	Values     Values
	Files      map[string]string
	Conditions map[string]bool
	// Version is the template's version; with "" all functions are allowed.
	Version   string
	Reference func(resource string) any
	Attribute func(resource string, path []any) any
}

type function func(Resolver, any) (any, error)

// known is a function with the versions that have it.
type known struct {
	call        function
	since, upTo string
}

var functions map[string]known

func init() {
	functions = map[string]known{
		"get_param":           {call: Resolver.parameter},
		"get_resource":        {call: func(r Resolver, arg any) (any, error) { return r.Reference(Text(arg)), nil }},
		"get_attr":            {call: Resolver.attribute},
		"get_file":            {call: Resolver.file},
		"str_replace":         {call: Resolver.replace},
		"list_join":           {call: Resolver.join},
		"resource_facade":     {call: func(Resolver, any) (any, error) { return nil, nil }},
		"repeat":              {call: Resolver.repeat, since: "2015-04-30"},
		"digest":              {call: Resolver.digest, since: "2015-04-30"},
		"str_split":           {call: Resolver.split, since: "2015-10-15"},
		"map_merge":           {call: Resolver.merge, since: "2016-04-08"},
		"yaql":                {call: Resolver.yaql, since: "2016-10-14"},
		"map_replace":         {call: Resolver.mapReplace, since: "2016-10-14"},
		"if":                  {call: Resolver.resolveIf, since: "2016-10-14"},
		"str_replace_strict":  {call: Resolver.replace, since: "2017-02-24"},
		"filter":              {call: Resolver.filter, since: "2017-02-24"},
		"list_concat":         {call: Resolver.concat, since: "2017-09-01"},
		"list_concat_unique":  {call: Resolver.concatUnique, since: "2017-09-01"},
		"str_replace_vstrict": {call: Resolver.replace, since: "2017-09-01"},
		"make_url":            {call: Resolver.makeURL, since: "2017-09-01"},
		"contains":            {call: Resolver.contains, since: "2017-09-01"},
		"Fn::Select":          {call: Resolver.pick},
		"Fn::Join":            {call: Resolver.join, upTo: "2014-10-16"},
		"Ref":                 {call: Resolver.ref, upTo: "2014-10-16"},
	}
}

// Functions lists the functions of a version, sorted.
func Functions(version string) []string {
	var out []string
	for _, name := range sortedKeys(functions) {
		if functions[name].isInVersion(version) {
			out = append(out, name)
		}
	}
	return out
}

func (k known) isInVersion(version string) bool {
	at := date(version)
	return version == "" || at >= k.since && (k.upTo == "" || at < k.upTo)
}

// Resolve evaluates the functions in a value. The value itself is not changed.
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
		if name, arg, ok := call(v, r.Version); ok {
			value, err := functions[name].call(r, arg)
			var inner *CallError
			if err != nil && !errors.As(err, &inner) {
				err = &CallError{Function: name, Err: err}
			}
			return value, err
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

// call recognizes a function call: an object with one key that is a function's name.
func call(v map[string]any, version string) (name string, arg any, ok bool) {
	if len(v) != 1 {
		return "", nil, false
	}
	for k, a := range v {
		f, there := functions[k]
		return k, a, there && f.isInVersion(version)
	}
	return "", nil, false
}

func (r Resolver) parameter(arg any) (any, error) {
	path := listOf(arg)
	if len(path) == 0 {
		return nil, clientError(`Function "get_param" must have arguments`)
	}
	name, err := r.Resolve(path[0])
	if err != nil {
		return nil, err
	}
	value, ok := r.Values[Text(name)]
	if !ok {
		return nil, clientError("The Parameter (%s) was not provided.", Text(name))
	}
	rest, err := r.Resolve(path[1:])
	if err != nil {
		return nil, err
	}
	if value = Descend(value, listOf(rest)); value == nil && len(listOf(rest)) > 0 {
		return "", nil
	}
	return value, nil
}

func (r Resolver) ref(arg any) (any, error) {
	if value, ok := r.Values[Text(arg)]; ok {
		return value, nil
	}
	return r.Reference(Text(arg)), nil
}

func (r Resolver) attribute(arg any) (any, error) {
	path := listOf(arg)
	if len(path) == 1 && date(r.Version) >= "2015-10-15" {
		return r.Attribute(Text(path[0]), nil), nil
	}
	if len(path) < 2 {
		return nil, clientError(`Arguments to "get_attr" must be of the form [resource_name, attribute, (path), ...]`)
	}
	rest, err := r.Resolve(path[1:])
	if err != nil {
		return nil, err
	}
	return r.Attribute(Text(path[0]), listOf(rest)), nil
}

func (r Resolver) file(arg any) (any, error) {
	content, ok := r.Files[Text(arg)]
	if !ok {
		return nil, clientError(`No content found in the "files" section for get_file path: %s`, Text(arg))
	}
	return content, nil
}

// resolveIf is the function if: a condition and two values.
func (r Resolver) resolveIf(arg any) (any, error) {
	list, ok := arg.([]any)
	if !ok || len(list) != 3 && (len(list) != 2 || date(r.Version) < "2021-04-16") {
		return nil, clientError(`Arguments to "if" must be of the form: [condition_name, value_if_true, value_if_false]`)
	}
	on, err := r.Holds(list[0])
	if err != nil {
		return nil, err
	}
	if on {
		return r.Resolve(list[1])
	}
	if len(list) == 2 {
		return nil, nil
	}
	return r.Resolve(list[2])
}

// branch is the branch of an if that applies, unevaluated.
func (r Resolver) branch(arg any) (any, bool) {
	list, ok := arg.([]any)
	if !ok || len(list) != 3 {
		return nil, false
	}
	on, err := r.Holds(list[0])
	if err != nil {
		return nil, false
	}
	if on {
		return list[1], true
	}
	return list[2], true
}

// Descend follows keys and indexes into a value; nil if the path does not exist.
func Descend(value any, path []any) any {
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
