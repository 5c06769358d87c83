package hot

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"hash"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/body"
)

// number reads a value that can be an index.
func number(v any) (int, bool) {
	switch v := v.(type) {
	case float64:
		return int(v), true
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	case string:
		n, err := strconv.Atoi(strings.TrimSpace(v))
		return n, err == nil
	}
	return 0, false
}

// replacing refuses arguments of one of the functions that replace parts of a text.
func replacing(name string) func(Resolver, any) error {
	return func(_ Resolver, args any) error {
		m, isMap := as[object](args)
		if !isMap {
			return clientError(`Arguments to "%s" must be a map`, name)
		}
		params, given := m["params"]
		if _, has := m["template"]; !given || !has {
			return said(`'"` + name + `" syntax should be ` + name + `:\n              template: This is var1 template ` +
				`var2\n              params:\n                var1: a\n                var2: string'`)
		}
		_, isCall := as[*Call](params)
		if _, isMap := as[object](params); !isMap && !isCall {
			return clientError(`"%s" parameters must be a mapping`, name)
		}
		return nil
	}
}

// replaced is one of the functions that replace parts of a text. The strict ones want all of them in the text, the very strict one
// wants values, too.
func replaced(name string) func(Resolver, any) (any, error) {
	return func(r Resolver, args any) (any, error) {
		m := body.As[object](args)
		text, isText := as[string](m["template"])
		if !isText {
			return nil, clientError(`"%s" template must be a string`, name)
		}
		params, isMap := as[object](m["params"])
		if !isMap {
			return nil, clientError(`"%s" params must be a map`, name)
		}
		keys := sortedKeys(params)
		slices.SortStableFunc(keys, func(a, b string) int { return len(b) - len(a) })
		pairs, unused := make([]string, 0, 2*len(keys)), []string{}
		for _, key := range keys {
			if key == "" {
				return nil, clientError("empty separator")
			}
			value, err := r.replacement(name, key, params[key])
			if err != nil {
				return nil, err
			}
			pairs = append(pairs, key, value)
		}
		out, used := replaceAll(text, keys, pairs)
		for _, key := range keys {
			if !used[key] {
				unused = append(unused, key)
			}
		}
		if name != "str_replace" && len(unused) > 0 {
			return nil, clientError("The following params were not found in the template: %s", strings.Join(unused, ","))
		}
		return out, nil
	}
}

// replaceAll replaces the longest keys first, and nothing in what has been put in.
func replaceAll(text string, keys, pairs []string) (out string, used map[string]bool) {
	used = map[string]bool{}
	var in func(text string, i int) string
	in = func(text string, i int) string {
		if i == len(keys) {
			return text
		}
		parts := strings.Split(text, keys[i])
		used[keys[i]] = used[keys[i]] || len(parts) > 1
		for n := range parts {
			parts[n] = in(parts[n], i+1)
		}
		return strings.Join(parts, pairs[2*i+1])
	}
	return in(text, 0), used
}

// replacement is the text of a value that is put into another text.
func (r Resolver) replacement(name, key string, value any) (string, error) {
	text := ""
	switch v := value.(type) {
	case nil:
	case []any, object:
		if !r.isSince("2015-10-15") {
			return "", clientError(`"%s" params must be strings or numbers, param %s is not valid`, name, key)
		}
		if text = JSON(v); IsEmpty(v) && name == "str_replace_vstrict" {
			text = ""
		}
	default:
		text = PythonText(v)
	}
	if text == "" && name == "str_replace_vstrict" {
		return "", clientError("%s has an undefined or empty value for param %s, must be a defined non-empty value", name, key)
	}
	return text, nil
}

// parseJoin refuses arguments of list_join, which take one list in the first versions.
func parseJoin(name string) func(Resolver, any) error {
	return func(r Resolver, args any) error {
		list, isList := as[[]any](args)
		more := ` ...]`
		if !r.isSince("2015-10-15") {
			more = `]`
		}
		if !isList || len(list) < 2 || more == `]` && len(list) > 2 {
			return clientError(`Incorrect arguments to "%s" should be: "%s" : [ " ", [ "str1", "str2"]%s`, name, name, more)
		}
		return nil
	}
}

// join is the function list_join.
func (r Resolver) join(args any) (any, error) {
	list := body.As[[]any](args)
	var parts []string
	for _, one := range list[1:] {
		elements, isList := as[[]any](one)
		if !isList && (r.isSince("2015-10-15") && !IsEmpty(one) || one != nil && !r.isSince("2015-10-15")) {
			return nil, clientError(`"list_join" must operate on a list`)
		}
		for _, e := range elements {
			text, isText := as[string](e)
			switch e.(type) {
			case nil, string:
			case []any, object:
				isText = r.isSince("2015-10-15")
				text = JSON(e)
			}
			if !isText && e != nil {
				what := "string, map or list"
				if !r.isSince("2015-10-15") {
					what = "strings"
				}
				return nil, clientError("Items to join must be %s not %s", what, Repr(e))
			}
			parts = append(parts, text)
		}
	}
	by, isText := as[string](list[0])
	if !isText {
		return nil, clientError(`"list_join" delimiter must be a string`)
	}
	return strings.Join(parts, by), nil
}

// digests are the algorithms of the function digest.
var digests = map[string]func() hash.Hash{
	"md5": md5.New, "sha1": sha1.New, "sha224": sha256.New224, "sha256": sha256.New, "sha384": sha512.New384, "sha512": sha512.New,
}

// digest is the function digest.
func (r Resolver) digest(args any) (any, error) {
	list, isList := as[[]any](args)
	if !isList || slices.ContainsFunc(list, func(a any) bool { _, isText := as[string](a); return !isText }) {
		return nil, clientError(`Argument to function "digest" must be a list of strings`)
	}
	if len(list) != 2 {
		return nil, clientError(`Function "digest" usage: ["<algorithm>", "<value>"]`)
	}
	algorithm := digests[strings.ToLower(Text(list[0]))]
	if algorithm == nil {
		return nil, clientError("Algorithm must be one of %s", "{'"+strings.Join(sortedKeys(digests), "', '")+"'}")
	}
	sum := algorithm()
	for _, c := range Text(list[1]) {
		sum.Write([]byte{byte(c)}) // Heat digests the characters as Latin-1
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

const splitExample = `should be: "str_split" : [ ",", "apples,pears", <index>]`

func parseSplit(_ Resolver, args any) error {
	switch args.(type) {
	case string, object:
		return clientError(`Incorrect arguments to "str_split" ` + splitExample)
	}
	return nil
}

// split is the function str_split.
func (r Resolver) split(args any) (any, error) {
	list := body.As[[]any](args)
	if len(list) < 2 {
		return nil, clientError(`Incorrect arguments to "str_split" ` + splitExample)
	}
	if list[1] == nil {
		return nil, nil
	}
	text, isText := as[string](list[1])
	by, isBy := as[string](list[0])
	switch {
	case !isText:
		return nil, clientError("'%s' object has no attribute 'split'", pythonType(list[1]))
	case list[0] == nil:
		return splitAtBlanks(text, list[2:])
	case !isBy:
		return nil, clientError("must be str or None, not %s", pythonType(list[0]))
	case by == "":
		return nil, clientError("empty separator")
	}
	var parts []any
	for _, part := range strings.Split(text, by) {
		parts = append(parts, part)
	}
	return elementOf(parts, list[2:])
}

// splitAtBlanks splits a text at blanks.
func splitAtBlanks(text string, index []any) (any, error) {
	parts := []any{}
	for _, part := range strings.Fields(text) {
		parts = append(parts, part)
	}
	return elementOf(parts, index)
}

// elementOf is the list, or its element where an index is given.
func elementOf(parts, index []any) (any, error) {
	if len(index) == 0 {
		return parts, nil
	}
	switch index[0].(type) {
	case nil, []any, object:
		return nil, clientError("int() argument must be a string, a bytes-like object or a real number, not '%s'", pythonType(index[0]))
	}
	if _, isIndex := number(index[0]); !isIndex {
		return nil, clientError(`Incorrect index to "str_split" ` + splitExample)
	}
	found, there := stepInto(parts, index[0])
	if !there {
		return nil, clientError(`Incorrect index to "str_split" should be between 0 and %d`, len(parts)-1)
	}
	return found, nil
}
