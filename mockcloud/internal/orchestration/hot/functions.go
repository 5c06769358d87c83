package hot

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
)

// number reads a value that can be an index.
func number(v any) (int, bool) {
	switch v := v.(type) {
	case float64:
		return int(v), true
	case string:
		n, err := strconv.Atoi(v)
		return n, err == nil
	}
	return 0, false
}

func (r Resolver) replace(arg any) (any, error) {
	resolved, err := r.Resolve(arg)
	if err != nil {
		return nil, err
	}
	args, isArgs := resolved.(map[string]any)
	if !isArgs {
		return nil, clientError(`Arguments to "str_replace" must be a map`)
	}
	text, isText := args["template"].(string)
	params, isMap := args["params"].(map[string]any)
	if args["template"] == nil && isMap {
		return nil, nil
	}
	if !isText || !isMap {
		return nil, said("'\"str_replace\" syntax should be str_replace:\\n              template: This is var1 template " +
			"var2\\n              params:\\n                var1: a\\n                var2: string'")
	}
	keys := sortedKeys(params)
	slices.SortStableFunc(keys, func(a, b string) int { return len(b) - len(a) })
	pairs := make([]string, 0, 2*len(keys))
	for _, k := range keys {
		value := params[k]
		switch value.(type) {
		case []any, map[string]any:
			value = JSON(value)
		}
		pairs = append(pairs, k, Text(value))
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
		return nil, clientError(`Incorrect arguments to "list_join" should be: "list_join" : [ " ", [ "str1", "str2"] ...]`)
	}
	var parts []string
	for _, list := range args[1:] {
		for _, e := range listOf(list) {
			switch e.(type) {
			case []any, map[string]any:
				parts = append(parts, JSON(e))
			default:
				parts = append(parts, Text(e))
			}
		}
	}
	return strings.Join(parts, Text(args[0])), nil
}

// repeat makes a list with a copy of the template for each combination of the values of for_each.
func (r Resolver) repeat(arg any) (any, error) {
	args, ok := arg.(map[string]any)
	if !ok {
		return nil, clientError(`Arguments to "repeat" must be a map`)
	}
	if args["for_each"] == nil || args["template"] == nil {
		return nil, said("'\"repeat\" syntax should be repeat:\\n              template: This is %var%\\n              " +
			"for_each:\\n                %var%: [\\'a\\', \\'b\\', \\'c\\']'")
	}
	loops, err := r.Resolve(args["for_each"])
	if err != nil {
		return nil, err
	}
	lists, ok := loops.(map[string]any)
	if !ok {
		return nil, clientError(`The "for_each" argument to "repeat" must contain a map`)
	}
	out := []any{args["template"]}
	for _, name := range sortedKeys(lists) {
		var values []any
		switch v := lists[name].(type) {
		case []any:
			values = v
		case map[string]any:
			for _, key := range sortedKeys(v) {
				values = append(values, key)
			}
		default:
			return nil, clientError(`Values of the "for_each" argument to "repeat" must be lists or maps`)
		}
		var next []any
		for _, one := range out {
			for _, value := range values {
				next = append(next, substitute(one, name, value))
			}
		}
		out = next
	}
	for i := range out {
		if out[i], err = r.Resolve(out[i]); err != nil {
			return nil, err
		}
	}
	return append([]any{}, out...), nil
}

// substitute replaces a name in a template by a value.
func substitute(v any, name string, value any) any {
	switch v := v.(type) {
	case string:
		if v == name {
			return value
		}
		return strings.ReplaceAll(v, name, Text(value))
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = substitute(v[i], name, value)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for key := range v {
			out[strings.ReplaceAll(key, name, Text(value))] = substitute(v[key], name, value)
		}
		return out
	}
	return v
}

func (r Resolver) digest(arg any) (any, error) {
	resolved, err := r.Resolve(arg)
	if err != nil {
		return nil, err
	}
	args, _ := resolved.([]any)
	if len(args) != 2 {
		return nil, clientError(`Argument to function "digest" must be of the form: ["algorithm", "value"]`)
	}
	value := []byte(Text(args[1]))
	switch Text(args[0]) {
	case "md5":
		sum := md5.Sum(value)
		return hex.EncodeToString(sum[:]), nil
	case "sha1":
		sum := sha1.Sum(value)
		return hex.EncodeToString(sum[:]), nil
	case "sha256":
		sum := sha256.Sum256(value)
		return hex.EncodeToString(sum[:]), nil
	case "sha512":
		sum := sha512.Sum512(value)
		return hex.EncodeToString(sum[:]), nil
	}
	return nil, clientError("Algorithm must be one of md5, sha1, sha256, sha512")
}

func (r Resolver) split(arg any) (any, error) {
	resolved, err := r.Resolve(arg)
	if err != nil {
		return nil, err
	}
	args, _ := resolved.([]any)
	if len(args) < 2 {
		return nil, clientError(`Incorrect arguments to "str_split" should be: str_split: ['delimiter', 'string'] or ['delimiter', 'string', index]`)
	}
	parts := []any{}
	for _, part := range strings.Split(Text(args[1]), Text(args[0])) {
		parts = append(parts, part)
	}
	if len(args) > 2 {
		return Descend(parts, args[2:]), nil
	}
	return parts, nil
}

func (r Resolver) merge(arg any) (any, error) {
	resolved, err := r.Resolve(arg)
	if err != nil {
		return nil, err
	}
	list, ok := resolved.([]any)
	if !ok {
		return nil, clientError(`Incorrect arguments to "map_merge": Incorrect arguments: items to merge should be a list of maps`)
	}
	out := map[string]any{}
	for _, e := range list {
		m, ok := e.(map[string]any)
		if !ok && e != nil {
			return nil, clientError("Incorrect arguments: Items to merge must be maps.")
		}
		for k, v := range m {
			out[k] = v
		}
	}
	return out, nil
}

func (r Resolver) mapReplace(arg any) (any, error) {
	resolved, err := r.Resolve(arg)
	if err != nil {
		return nil, err
	}
	args, _ := resolved.([]any)
	if len(args) != 2 {
		return nil, clientError(`Incorrect arguments to "map_replace" should be: [map, {keys: {}, values: {}}]`)
	}
	source, _ := args[0].(map[string]any)
	by, _ := args[1].(map[string]any)
	keys, _ := by["keys"].(map[string]any)
	values, _ := by["values"].(map[string]any)
	out := map[string]any{}
	for k, v := range source {
		if to, ok := keys[k]; ok {
			k = Text(to)
		}
		if to, ok := values[Text(v)]; ok {
			v = to
		}
		out[k] = v
	}
	return out, nil
}

func (r Resolver) filter(arg any) (any, error) {
	resolved, err := r.Resolve(arg)
	if err != nil {
		return nil, err
	}
	args, _ := resolved.([]any)
	if len(args) != 2 {
		return nil, clientError(`Argument to function "filter" must be of the form: [[<value 1>, ...], [<list>]]`)
	}
	out := []any{}
	for _, e := range listOf(args[1]) {
		if !isAmong(listOf(args[0]), e) {
			out = append(out, e)
		}
	}
	return out, nil
}

func isAmong(list []any, v any) bool {
	return slices.ContainsFunc(list, func(e any) bool { return Repr(e) == Repr(v) })
}

func (r Resolver) concat(arg any) (any, error) {
	resolved, err := r.Resolve(arg)
	if err != nil {
		return nil, err
	}
	lists, ok := resolved.([]any)
	if !ok {
		return nil, clientError(`Incorrect arguments to "list_concat" should be: list_concat: [[value_1, ...], ...]`)
	}
	out := []any{}
	for _, list := range lists {
		out = append(out, listOf(list)...)
	}
	return out, nil
}

func (r Resolver) concatUnique(arg any) (any, error) {
	all, err := r.concat(arg)
	if err != nil {
		return nil, err
	}
	out := []any{}
	for _, e := range listOf(all) {
		if !isAmong(out, e) {
			out = append(out, e)
		}
	}
	return out, nil
}

func (r Resolver) contains(arg any) (any, error) {
	resolved, err := r.Resolve(arg)
	if err != nil {
		return nil, err
	}
	args, _ := resolved.([]any)
	if len(args) != 2 {
		return nil, clientError(`Arguments to "contains" must be of the form: [value, sequence]`)
	}
	if text, ok := args[1].(string); ok {
		return strings.Contains(text, Text(args[0])), nil
	}
	return isAmong(listOf(args[1]), args[0]), nil
}

func (r Resolver) makeURL(arg any) (any, error) {
	resolved, err := r.Resolve(arg)
	if err != nil {
		return nil, err
	}
	args, ok := resolved.(map[string]any)
	if !ok {
		return nil, clientError(`The arguments to "make_url" must be a map`)
	}
	out := Text(args["scheme"])
	if out != "" {
		out += ":"
	}
	if host := Text(args["host"]); host != "" {
		if strings.Contains(host, ":") {
			host = "[" + host + "]"
		}
		out += "//" + host
		if port := Text(args["port"]); port != "" {
			out += ":" + port
		}
	}
	if path := Text(args["path"]); path != "" {
		out += "/" + strings.TrimPrefix(path, "/")
	}
	return out, nil
}

func (r Resolver) pick(arg any) (any, error) {
	resolved, err := r.Resolve(arg)
	if err != nil {
		return nil, err
	}
	args, _ := resolved.([]any)
	if len(args) != 2 {
		return nil, clientError(`Arguments to "Fn::Select" must be of the form: [index, collection]`)
	}
	return Descend(args[1], args[:1]), nil
}

// yaql always fails: its argument is in a language of its own, which the mock does not implement.
func (r Resolver) yaql(any) (any, error) {
	return nil, clientError(`The function "yaql" is not supported`)
}
