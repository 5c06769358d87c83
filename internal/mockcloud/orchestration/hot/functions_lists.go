package hot

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
)

// parseRepeat refuses arguments of the function repeat.
func parseRepeat(r Resolver, args any) error {
	m, isMap := as[object](args)
	if !isMap {
		return clientError(`Arguments to "repeat" must be a map`)
	}
	_, hasLists := m["for_each"]
	if _, hasTemplate := m["template"]; !hasLists || !hasTemplate {
		return said(`'"repeat" syntax should be repeat:\n              template: This is %var%\n              ` +
			`for_each:\n                %var%: [\'a\', \'b\', \'c\']'`)
	}
	if nested, given := m["permutations"]; given && r.isSince("2017-09-01") {
		if _, isFlag := as[bool](nested); !isFlag {
			return clientError(`"permutations" should be boolean type for repeat function.`)
		}
	}
	return nil
}

func checkRepeat(args any) error {
	lists := body.As[object](args)["for_each"]
	_, isCall := as[*Call](lists)
	if _, isMap := as[object](lists); !isMap && !isCall {
		return clientError(`The "for_each" argument to "repeat" must contain a map`)
	}
	return nil
}

// repeat makes a list with a copy of the template for each combination of the values of for_each, or for each place in its lists.
func (r Resolver) repeat(args any) (any, error) {
	m := body.As[object](args)
	lists, isMap := as[object](m["for_each"])
	if !isMap {
		return nil, clientError("'%s' object has no attribute 'items'", pythonType(m["for_each"]))
	}
	if len(lists) == 0 {
		return nil, clientError("not enough values to unpack (expected 2, got 0)")
	}
	together := m["permutations"] == false && r.isSince("2017-09-01")
	keys := sortedKeys(lists)
	values := make([][]any, len(keys))
	for i, key := range keys {
		var err error
		if values[i], err = r.loopOver(lists[key], together); err != nil {
			return nil, err
		}
	}
	rows := [][]any{}
	if together {
		for _, list := range values {
			if len(list) != len(values[0]) {
				return nil, clientError("For repeat, the length of for_each values should be equal if no nested loop.")
			}
		}
		for i := range values[0] {
			row := []any{}
			for _, list := range values {
				row = append(row, list[i])
			}
			rows = append(rows, row)
		}
	} else {
		rows = combined(values)
	}
	out := make([]any, len(rows))
	for i, row := range rows {
		one, err := substitute(m["template"], keys, row)
		if err != nil {
			return nil, err
		}
		out[i] = one
	}
	return out, nil
}

// loopOver are the values of a loop: the elements of a list, or the keys of a map.
func (r Resolver) loopOver(value any, together bool) ([]any, error) {
	switch v := value.(type) {
	case nil:
		return nil, nil
	case []any:
		return v, nil
	case object:
		if r.isSince("2016-10-14") && !together {
			var keys []any
			for _, key := range sortedKeys(v) {
				keys = append(keys, key)
			}
			return keys, nil
		}
	}
	what := "lists or maps"
	if together || !r.isSince("2016-10-14") {
		what = "lists"
	}
	return nil, clientError(`The values of the "for_each" argument to "repeat" must be %s`, what)
}

// combined are all combinations of one element of each list.
func combined(lists [][]any) [][]any {
	rows := [][]any{nil}
	for _, list := range lists {
		var next [][]any
		for _, row := range rows {
			for _, value := range list {
				next = append(next, append(slices.Clone(row), value))
			}
		}
		rows = next
	}
	return rows
}

// substitute replaces names in a template by values, which have to be texts where there is a text to replace them in.
func substitute(v any, names []string, values []any) (any, error) {
	switch v := v.(type) {
	case string:
		for i, name := range names {
			text, isText := as[string](values[i])
			if !isText {
				return nil, clientError("replace() argument 2 must be str, not %s", pythonType(values[i]))
			}
			v = strings.ReplaceAll(v, name, text)
		}
		return v, nil
	case []any:
		out := make([]any, len(v))
		for i := range v {
			var err error
			if out[i], err = substitute(v[i], names, values); err != nil {
				return nil, err
			}
		}
		return out, nil
	case object:
		out := make(object, len(v))
		for _, key := range sortedKeys(v) {
			name, err := substitute(key, names, values)
			if err != nil {
				return nil, err
			}
			if out[Text(name)], err = substitute(v[key], names, values); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	return v, nil
}

func parseFilter(_ Resolver, args any) error {
	list, isList := as[[]any](args)
	switch {
	case !isList:
		return clientError(`Argument to "filter" must be a list`)
	case len(list) != 2:
		return clientError(`"filter" expected 2 arguments of the form [values, sequence] but got %d arguments instead`, len(list))
	}
	return nil
}

// filter is the function filter.
func (r Resolver) filter(args any) (any, error) {
	list := body.As[[]any](args)
	if IsEmpty(list[1]) {
		return list[1], nil
	}
	sequence, isList := as[[]any](list[1])
	if !isList {
		return nil, clientError(`"filter" only works with lists`)
	}
	if IsEmpty(list[0]) {
		return sequence, nil
	}
	values, isList := as[[]any](list[0])
	if !isList {
		return nil, clientError(`"filter" filters a list of values`)
	}
	out := []any{}
	for _, e := range sequence {
		if !isAmong(values, e) {
			out = append(out, e)
		}
	}
	return out, nil
}

// isAmong tells whether a list has a value, in Python's sense: true is 1.
func isAmong(list []any, v any) bool {
	return slices.ContainsFunc(list, func(e any) bool { return equal(e, v) })
}

func equal(a, b any) bool { return Repr(asNumber(a)) == Repr(asNumber(b)) }

// asNumber is a number for a boolean.
func asNumber(v any) any {
	if flag, is := as[bool](v); is {
		if flag {
			return 1.0
		}
		return 0.0
	}
	return v
}

// concatenated is the function list_concat, or the one that leaves out what is there already.
func concatenated(name string) func(Resolver, any) (any, error) {
	return func(_ Resolver, args any) (any, error) {
		lists, isList := as[[]any](args)
		if !isList {
			return nil, clientError(`Incorrect arguments to "%s" should be: "%s" : [ [ <value 1>, <value 2> ], [ <value 3>, <value 4> ] ]`, name, name)
		}
		out := []any{}
		for _, one := range lists {
			list, isList := as[[]any](one)
			if !isList && one != nil {
				const why = "Incorrect arguments: Items to concat must be lists. %s contains an item that is not a list: %s"
				return nil, clientError(why, JSON(lists), JSON(one))
			}
			for _, e := range list {
				if name == "list_concat" || !isAmong(out, e) {
					out = append(out, e)
				}
			}
		}
		return out, nil
	}
}

func parseContains(_ Resolver, args any) error {
	list, isList := as[[]any](args)
	switch {
	case !isList || len(list) == 0:
		return clientError(`Incorrect arguments to "contains" should be: "contains" : [ "value1", [ "value1", "value2"]]`)
	case len(list) != 2:
		return clientError(`Arguments to "contains" must be of the form: [value1, [value1, value2]]`)
	}
	return nil
}

// contains is the function contains.
func (r Resolver) contains(args any) (any, error) {
	pair := body.As[[]any](args)
	switch in := pair[1].(type) {
	case []any:
		return isAmong(in, pair[0]), nil
	case string:
		text, isText := as[string](pair[0])
		if !isText {
			return nil, clientError("'in <string>' requires string as left operand, not %s", pythonType(pair[0]))
		}
		return strings.Contains(in, text), nil
	}
	return nil, clientError(`Second argument to "contains" should be a sequence.`)
}
