package mutants

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// loosened is a schema with one keyword broken.
type loosened struct {
	// name is the place and the change: "items.path.type-dropped".
	name, broken string
	schema       any
	// accepts tells that the broken schema accepts more than before; otherwise it accepts less.
	accepts bool
}

// loosen breaks each keyword of a schema, one at a time, at any depth. what is the schema's name in sentences.
func loosen(schema map[string]any, what string) []loosened {
	var out []loosened
	visit(schema, "", what, nil, func(l loosened, path []string, replace func(map[string]any)) {
		whole := cloned(schema).(map[string]any)
		replace(mapAt(whole, path))
		l.schema = whole
		out = append(out, l)
	})
	return out
}

// mapAt follows a path of keys and indexes.
func mapAt(v any, path []string) map[string]any {
	for _, step := range path {
		switch c := v.(type) {
		case map[string]any:
			v = c[step]
		case []any:
			i, _ := strconv.Atoi(step)
			v = c[i]
		}
	}
	return v.(map[string]any)
}

type found func(l loosened, path []string, replace func(map[string]any))

func visit(s map[string]any, name, what string, path []string, report found) {
	drop := func(key, sentence string) {
		report(loosened{name: name + key + "-dropped", broken: what + sentence, accepts: true}, path, func(m map[string]any) { delete(m, key) })
	}
	for _, key := range slices.Sorted(maps.Keys(s)) {
		switch value := s[key]; key {
		case "type":
			drop(key, fmt.Sprintf(" need not be of type %v", value))
		case "pattern", "format":
			drop(key, fmt.Sprintf(" need not be of the %s %v", key, value))
		case "x-openstack-key-pattern":
			drop(key, " takes any text for a key")
		case "uniqueItems":
			drop(key, " may hold the same item twice")
		case "enum":
			if !isNullOnly(value) {
				drop(key, " may be any value of its type")
			}
		case "nullable":
			if s["enum"] == nil {
				report(loosened{name: name + "nullable-dropped", broken: what + " may not be null"}, path, func(m map[string]any) { delete(m, key) })
			}
		case "minLength", "minItems":
			shift(key, value, 1, -1, name, what, path, report)
		case "maxLength", "maxItems":
			shift(key, value, -1, 1, name, what, path, report)
		case "additionalProperties":
			extra(value, name, what, path, report)
		case "required":
			for _, field := range value.([]any) {
				report(loosened{
					name:   fmt.Sprintf("%s%v.required-dropped", name, field),
					broken: fmt.Sprintf("%s need not hold %v", what, field), accepts: true,
				}, path, func(m map[string]any) {
					m[key] = slices.DeleteFunc(slices.Clone(m[key].([]any)), func(e any) bool { return e == field })
				})
			}
		case "oneOf", "anyOf", "allOf":
			branches(key, value.([]any), name, what, path, report)
		case "items":
			visit(value.(map[string]any), name+"items.", "an item of "+what, append(slices.Clone(path), key), report)
		case "properties":
			properties(value.(map[string]any), name, what, path, report)
		}
	}
}

// isNullOnly recognizes the enum with which documents allow null.
func isNullOnly(enum any) bool {
	list, _ := enum.([]any)
	return len(list) == 1 && list[0] == nil
}

// shift moves a bound by one, in both directions.
func shift(key string, value any, tighter, looser int, name, what string, path []string, report found) {
	bound := number(value)
	move := func(by int) func(map[string]any) {
		return func(m map[string]any) { m[key] = float64(bound + by) }
	}
	if bound+looser >= 0 {
		report(loosened{
			name:   fmt.Sprintf("%s%s%+d", name, key, looser),
			broken: fmt.Sprintf("%s has a %s of %d instead of %d", what, key, bound+looser, bound), accepts: true,
		}, path, move(looser))
	}
	report(loosened{
		name:   fmt.Sprintf("%s%s%+d", name, key, tighter),
		broken: fmt.Sprintf("%s has a %s of %d instead of %d", what, key, bound+tighter, bound),
	}, path, move(tighter))
}

func number(v any) int {
	switch n := v.(type) {
	case float64:
		return int(n)
	case int:
		return n
	}
	panic(fmt.Sprintf("a bound is %T", v))
}

func extra(value any, name, what string, path []string, report found) {
	if value == false {
		report(loosened{name: name + "additionalProperties-allowed", broken: what + " takes keys that nobody knows", accepts: true}, path,
			func(m map[string]any) { delete(m, "additionalProperties") })
		return
	}
	if s, ok := value.(map[string]any); ok {
		visit(s, name+"values.", "a value in "+what, append(slices.Clone(path), "additionalProperties"), report)
	}
}

// branches drops each alternative, and breaks the schemas inside.
func branches(key string, list []any, name, what string, path []string, report found) {
	for i, e := range list {
		branch := e.(map[string]any)
		without := func(m map[string]any) { m[key] = slices.Delete(slices.Clone(m[key].([]any)), i, i+1) }
		report(loosened{
			name: fmt.Sprintf("%s%s.%d-dropped", name, key, i), broken: fmt.Sprintf("%s: alternative %d of %s is gone", what, i,
				key), accepts: key == "allOf",
		}, path, without)
		if key != "allOf" && !isNullOnly(branch["enum"]) {
			visit(branch, fmt.Sprintf("%s%s.%d.", name, key, i), what, append(slices.Clone(path), key, strconv.Itoa(i)), report)
		}
	}
}

func properties(of map[string]any, name, what string, path []string, report found) {
	for _, field := range slices.Sorted(maps.Keys(of)) {
		report(loosened{name: name + field + ".removed", broken: fmt.Sprintf("%s of %s is unknown", field, what)}, path, func(m map[string]any) {
			fields := maps.Clone(m["properties"].(map[string]any))
			delete(fields, field)
			m["properties"] = fields
			if required, ok := m["required"].([]any); ok {
				m["required"] = slices.DeleteFunc(slices.Clone(required), func(e any) bool { return e == field })
			}
		})
		visit(of[field].(map[string]any), name+field+".", field+" of "+what, append(slices.Clone(path), "properties", field), report)
	}
}
