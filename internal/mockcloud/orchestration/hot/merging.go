package hot

import (
	"encoding/json"
	"fmt"
	"strings"

	"plumbline/internal/mockcloud/body"
)

// Merging merges environments, one after the other, by the strategies that they name for parameters (heat/common/environment_util.py).
type Merging struct {
	// Types are the types of the parameters that are known; others are left out. It is nil where all are known and none is merged.
	Types map[string]string
	// chosen are the strategies of parameters so far.
	chosen map[string]string
}

// errors of Python's own types
var (
	valueError     = &Fault{Type: "ValueError"}
	typeError      = &Fault{Type: "TypeError"}
	attributeError = &Fault{Type: "AttributeError"}
)

const overwrite, merge, deepMerge = "overwrite", "merge", "deep_merge"

// Add is an environment with the one in a file merged into it: what the file says of a key is right, unless it is a parameter with a
// strategy. Parameters that are not known are left out, unless there were none before.
func (m *Merging) Add(s, more Settings, file string) (Settings, *Fault) {
	for _, section := range sortedKeys(more) {
		added, before := body.As[Values](more[section]), body.As[Values](s[section])
		if section == "parameter_merge_strategies" || len(added) == 0 {
			continue
		}
		result := Merged(before, WithoutNulls(added))
		if section == "parameters" || section == "parameter_defaults" {
			var wrong *Fault
			if result, wrong = m.addParameters(before, added, more["parameter_merge_strategies"], file); wrong != nil {
				return nil, wrong
			}
		}
		s = s.WithSection(section, result)
	}
	return s, nil
}

// WithoutNulls is a map without the keys whose value is null.
func WithoutNulls(m Values) Values {
	out := Values{}
	for key, value := range m {
		if value != nil {
			out[key] = value
		}
	}
	return out
}

func (m *Merging) addParameters(before, added Values, strategies any, file string) (Values, *Fault) {
	known := Values{}
	for name, value := range WithoutNulls(added) {
		if m.Types == nil || m.Types[name] != "" {
			known[name] = value
		}
	}
	for _, name := range sortedKeys(known) {
		if wrong := m.choose(name, strategies, file); wrong != nil {
			return nil, wrong
		}
	}
	if len(before) == 0 {
		return added, nil
	}
	out := Merged(before, nil)
	for _, name := range sortedKeys(known) {
		if m.chosen[name] == overwrite {
			out[name] = known[name]
			continue
		}
		value, wrong := mergeParameter(name, m.Types[name], out[name], known[name], m.chosen[name] == deepMerge)
		if wrong != nil {
			return nil, wrong
		}
		out[name] = value
	}
	return out, nil
}

// choose settles the strategy of a parameter: the first file that has the parameter says which.
func (m *Merging) choose(name string, strategies any, file string) *Fault {
	named, isMap := as[object](strategies)
	if strategies != nil && !isMap {
		return attributeError
	}
	usual, strategy := named["default"], named[name]
	if usual == nil {
		usual = overwrite
	}
	earlier, settled := m.chosen[name]
	if strategy == nil && settled {
		strategy = earlier
	}
	if strategy != overwrite && strategy != merge && strategy != deepMerge {
		strategy = usual
	}
	switch {
	case !settled && m.chosen == nil:
		m.chosen = map[string]string{name: Text(strategy)}
	case !settled:
		m.chosen[name] = Text(strategy)
	case strategy != earlier:
		return &Fault{Type: "ConflictingMergeStrategyForParam", Message: fmt.Sprintf(
			"Conflicting merge strategy '%s' for parameter '%s' in file '%s'.", PythonText(strategy), name, file)}
	}
	return nil
}

// mergeParameter merges a later value of a parameter into an earlier one. Numbers are none that Heat can merge.
func mergeParameter(name, kind string, before, added any, deep bool) (any, *Fault) {
	if kind == "json" {
		if text, isText := as[string](added); isText && json.Unmarshal([]byte(text), &added) != nil {
			return nil, valueError
		}
		return mergeMaps(before, added, deep)
	}
	text, isText := as[string](added)
	if _, isList := as[[]any](added); !isText && !isList {
		return nil, valueError
	}
	switch earlier, wasText := as[string](before); {
	case kind == "comma_delimited_list":
		return mergeLists(before, added)
	case kind == "string" && isText && (wasText || before == nil):
		return earlier + text, nil
	case kind == "string", kind == "number":
		return nil, typeError
	}
	why := fmt.Sprintf("Invalid merge strategy '%s' for parameter '%s'.", merge, name)
	return nil, &Fault{Type: "InvalidMergeStrategyForParam", Message: why}
}

func mergeLists(before, added any) (any, *Fault) {
	text, isText := as[string](added)
	switch earlier := before.(type) {
	case nil:
		return added, nil
	case []any:
		if len(earlier) == 0 {
			return added, nil
		}
		if isText {
			return nil, typeError
		}
		return append(append([]any{}, earlier...), body.As[[]any](added)...), nil
	case string:
		switch {
		case earlier == "":
			return added, nil
		case isText:
			return strings.Join([]string{earlier, text}, ","), nil
		}
	}
	return nil, attributeError
}

// mergeMaps merges a map into another one; a deep merge does so with the maps and lists in them, too, and joins texts.
func mergeMaps(before, added any, deep bool) (any, *Fault) {
	earlier, wasMap := as[object](before)
	if before == nil || before == "" || wasMap && len(earlier) == 0 {
		return added, nil
	}
	later, isMap := as[object](added)
	switch {
	case !isMap:
		return nil, attributeError
	case !wasMap:
		return nil, typeError
	}
	out := Merged(earlier, nil)
	for _, key := range sortedKeys(WithoutNulls(later)) {
		value, old := later[key], earlier[key]
		var wrong *Fault
		if deep && old != nil {
			switch v := value.(type) {
			case object:
				value, wrong = mergeMaps(old, v, true)
			case []any:
				value, wrong = mergeLists(old, v)
			case string:
				if value, wrong = Text(old)+v, nil; Text(old) != old {
					wrong = typeError
				}
			}
		}
		if wrong != nil {
			return nil, wrong
		}
		out[key] = value
	}
	return object(out), nil
}

// ParameterTypes are the types of the parameters of a template and of the templates among the files beside it.
func ParameterTypes(template Source, files Files) map[string]string {
	out := map[string]string{}
	add := func(source Source) {
		for name, p := range body.As[Values](source["parameters"]) {
			out[name] = Text(body.As[Values](p)["type"])
		}
	}
	for _, name := range sortedKeys(files) {
		if inner, wrong := Decode(files[name]); wrong == nil && inner["heat_template_version"] != nil {
			add(inner)
		}
	}
	add(template)
	return out
}
