package hot

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/body"
)

// merge is the function map_merge.
func (r Resolver) merge(args any) (any, error) {
	list, isList := as[[]any](args)
	if text, isText := as[string](args); isText {
		isList = true // each character is one that is no map
		for _, c := range text {
			list = append(list, string(c))
		}
	}
	if !isList {
		return nil, clientError(`Incorrect arguments to "map_merge" should be: "map_merge" : [ { "key1": "val1" }, { "key2": "val2" } ]`)
	}
	out := object{}
	for _, e := range list {
		m, isMap := as[object](e)
		if !isMap && e != nil {
			return nil, clientError("Incorrect arguments: Items to merge must be maps.")
		}
		maps.Copy(out, m)
	}
	return out, nil
}

const mapReplaceExample = `"map_replace" : [ { "key1": "val1" }, {"keys": {"key1": "key2"}, "values": {"val1": "val2"}}]`

// mapOrNone is a map; nothing is an empty one.
func mapOrNone(value any) (object, error) {
	m, isMap := as[object](value)
	if !isMap && value != nil {
		return nil, clientError(`Incorrect arguments: to "map_replace", arguments must be a list of maps. Example:  ` + mapReplaceExample)
	}
	return m, nil
}

// mapReplace is the function map_replace.
func (r Resolver) mapReplace(args any) (any, error) {
	wrong := clientError(`Incorrect arguments to "map_replace" should be: ` + mapReplaceExample)
	list := body.As[[]any](args)
	parts := []object{}
	for _, one := range list[:min(2, len(list))] {
		part, err := mapOrNone(one)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	if len(list) != 2 {
		return nil, wrong
	}
	for key := range parts[1] {
		if key != "keys" && key != "values" {
			return nil, wrong
		}
	}
	keys, err := mapOrNone(parts[1]["keys"])
	if err != nil {
		return nil, err
	}
	values, err := mapOrNone(parts[1]["values"])
	if err != nil {
		return nil, err
	}
	return exchange(parts[0], keys, values)
}

// exchange is a map with other keys and values. A new key must not be one that is there.
func exchange(source, keys, values object) (any, error) {
	out := object{}
	for _, key := range sortedKeys(source) {
		to := key
		if other := keys[key]; other != nil {
			to = Text(other)
			if _, there := source[to]; there && to != key {
				return nil, clientError("key replacement %s collides with a key in the input map", to)
			} else if _, there := out[to]; there {
				return nil, clientError("key replacement %s collides with a key in the output map", to)
			}
		}
		out[to] = source[key]
		if text, isText := as[string](source[key]); isText {
			if other, there := values[text]; there {
				out[to] = other
			}
		}
	}
	return out, nil
}

// parts are the arguments of make_url.
var parts = []string{"scheme", "username", "password", "host", "port", "path", "query", "fragment"}

func checkURL(args any) error {
	m, isMap := as[object](args)
	if !isMap {
		return clientError(`The arguments to "make_url" must be a map`)
	}
	var unknown []string
	for _, key := range sortedKeys(m) {
		if !slices.Contains(parts, key) {
			unknown = append(unknown, key)
		}
	}
	if unknown != nil {
		return clientError(`Invalid arguments to "make_url": %s`, strings.Join(unknown, ", "))
	}
	return checkParts(m)
}

// checkParts refuses parts of the wrong type. Calls have no type yet, and what comes after a query is not looked at.
func checkParts(m object) error {
	for _, key := range parts {
		value, given := m[key]
		if _, isCall := as[*Call](value); !given || isCall && key != "query" {
			continue
		}
		_, isText := as[string](value)
		switch {
		case key == "query":
			_, isCall := as[*Call](value)
			if _, isMap := as[object](value); !isMap && !isCall {
				return clientError(`The "query" argument to "make_url" must be a map`)
			}
			return nil
		case key == "port":
			if err := checkPort(value, m); err != nil {
				return err
			}
		case !isText:
			return clientError(`The "%s" argument to "make_url" must be a string`, key)
		}
	}
	return nil
}

func checkPort(value any, args object) error {
	switch value.(type) {
	case nil, []any, object:
		return clientError("int() argument must be a string, a bytes-like object or a real number, not '%s'", pythonType(value))
	}
	port, isNumber := number(value)
	switch {
	case !isNumber:
		return clientError(`Invalid URL port "%s" for make_url called with %s`, PythonText(value), Repr(args))
	case port <= 0 || port > 65535:
		return clientError("Invalid URL port %d, must be in range 1-65535", port)
	}
	return nil
}

// makeURL is the function make_url.
func (r Resolver) makeURL(args any) (any, error) {
	m := body.As[object](args)
	if err := checkParts(m); err != nil {
		return nil, err
	}
	text := func(key string) string { return body.As[string](m[key]) }
	if strings.Contains(text("scheme"), ":") {
		return nil, clientError(`URL "scheme" should not contain ':'`)
	}
	place := hostOf(text("host"))
	if port := m["port"]; !IsEmpty(port) {
		place += ":" + PythonText(port)
	}
	if user, password := quote(text("username"), ""), quote(text("password"), ""); password != "" {
		place = user + ":" + password + "@" + place
	} else if user != "" {
		place = user + "@" + place
	}
	path := quote(text("path"), "/")
	out := path
	if place != "" {
		if path != "" && !strings.HasPrefix(path, "/") {
			path = "/" + path
		}
		out = "//" + place + path
	}
	if scheme := text("scheme"); scheme != "" {
		if _, known := map[string]bool{"http": true, "https": true, "ftp": true}[scheme]; known && !strings.HasPrefix(out, "//") {
			out = "//" + out
		}
		out = scheme + ":" + out
	}
	if query := queryOf(body.As[object](m["query"])); query != "" {
		out += "?" + query
	}
	if fragment := quote(text("fragment"), "/"); fragment != "" {
		out += "#" + fragment
	}
	return out, nil
}

func hostOf(host string) string {
	if strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") {
		host = host[1 : len(host)-1]
	}
	if host = quote(host, ":"); strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	return host
}

// quote escapes all but letters, digits, some signs, and those that are safe.
func quote(text, safe string) string {
	var out strings.Builder
	for i := range len(text) {
		c := text[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("_.-~"+safe, c) >= 0 {
			out.WriteByte(c)
			continue
		}
		fmt.Fprintf(&out, "%%%02X", c)
	}
	return out.String()
}

func queryOf(query object) string {
	var pairs []string
	for _, key := range sortedKeys(query) {
		pairs = append(pairs, url.QueryEscape(key)+"="+url.QueryEscape(PythonText(query[key])))
	}
	return strings.ReplaceAll(strings.Join(pairs, "&"), "%2F", "/")
}

// parseYaql refuses arguments of the function yaql.
func parseYaql(_ Resolver, args any) error {
	m, isMap := as[object](args)
	if !isMap {
		return clientError(`Arguments to "yaql" must be a map.`)
	}
	_, given := m["expression"]
	for key := range m {
		given = given && (key == "expression" || key == "data")
	}
	if !given {
		return said(`'"yaql" syntax should be yaql:\n              expression: $.data.var1.sum()\n              data:\n` +
			`                var1: [3, 2, 1]'`)
	}
	return nil
}

func checkYaql(args any) error {
	expression := body.As[object](args)["expression"]
	_, isCall := as[*Call](expression)
	if _, isText := as[string](expression); !isText && !isCall {
		return clientError("The \"expression\" argument to yaql must contain a string.")
	}
	return nil
}

// yaql is the function yaql. Of its language the mock knows paths into the data: $.data.name.
func (r Resolver) yaql(args any) (any, error) {
	m := body.As[object](args)
	steps := strings.Split(strings.TrimSpace(body.As[string](m["expression"])), ".")
	if len(steps) < 2 || steps[0] != "$" || steps[1] != "data" {
		return nil, clientError("The mock cloud does not know this expression of yaql: %s", PythonText(m["expression"]))
	}
	value, given := m["data"]
	if !given {
		value = object{}
	}
	for _, step := range steps[2:] {
		if strings.ContainsAny(step, "()[]") {
			return nil, clientError("The mock cloud does not know this expression of yaql: %s", strconv.Quote(step))
		}
		if value, given = body.As[object](value)[step]; !given {
			return nil, clientError("'%s'", step)
		}
	}
	return value, nil
}
