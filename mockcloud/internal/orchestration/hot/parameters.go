package hot

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Parameter is one entry of the section parameters.
type Parameter struct {
	Name, Type, Description, Label string
	Default                        any
	HasDefault                     bool
	Hidden, Immutable              bool
	Tags                           []any
	// Constraints are the parameter's constraints as written in the template.
	Constraints []map[string]any
}

// Values are the parameters of a stack by name, including the pseudo parameters (OS::stack_id …).
type Values map[string]any

var (
	parameterTypes = []string{"string", "number", "comma_delimited_list", "json", "boolean"}
	parameterKeys  = []string{"type", "description", "default", "schema", "constraints", "hidden", "label", "immutable", "tags"}
)

func schemaError(format string, args ...any) *Fault {
	return &Fault{Type: "InvalidSchemaError", Message: fmt.Sprintf(format, args...)}
}

func (t *Template) readParameters() *Fault {
	entries, fault := t.section("parameters")
	if fault != nil {
		return fault
	}
	for _, name := range sortedKeys(entries) {
		p, fault := readParameter(name, entries[name])
		if fault != nil {
			return fault
		}
		t.Parameters = append(t.Parameters, p)
	}
	return nil
}

func readParameter(name string, value any) (p Parameter, _ *Fault) {
	entry, ok := value.(map[string]any)
	if !ok {
		return p, schemaError("Invalid parameter (%s), expected a mapping", name)
	}
	for _, key := range sortedKeys(entry) {
		if !slices.Contains(parameterKeys, key) {
			return p, schemaError("Invalid key '%s' for parameter (%s)", key, name)
		}
	}
	kind, given := entry["type"]
	if !given {
		return p, schemaError("Missing parameter type for parameter: %s", name)
	}
	p = Parameter{Name: name, Label: name}
	if p.Tags, ok = entry["tags"].([]any); !ok && entry["tags"] != nil {
		return p, schemaError("Tags property should be a list for parameter: %s", name)
	}
	if p.Constraints, given = constraintsOf(entry["constraints"]); !given {
		return p, schemaError("Invalid parameter constraints for parameter %s, expected a list", name)
	}
	for _, c := range p.Constraints {
		if fault := checkConstraint(name, c); fault != nil {
			return p, fault
		}
	}
	p.Type, _ = kind.(string)
	if !slices.Contains(parameterTypes, p.Type) {
		return p, schemaError("Invalid type (%s)", Text(kind))
	}
	p.Description, _ = entry["description"].(string)
	if label, ok := entry["label"].(string); ok {
		p.Label = label
	}
	p.Default, p.HasDefault = entry["default"], entry["default"] != nil
	p.Hidden = strings.EqualFold(Text(entry["hidden"]), "true")
	p.Immutable = entry["immutable"] == true
	return p, nil
}

func constraintsOf(v any) ([]map[string]any, bool) {
	list, ok := v.([]any)
	if !ok {
		return nil, v == nil
	}
	var out []map[string]any
	for _, e := range list {
		m, _ := e.(map[string]any)
		out = append(out, m)
	}
	return out, true
}

var constraintKinds = []string{"length", "range", "modulo", "allowed_values", "allowed_pattern", "custom_constraint"}

func checkConstraint(name string, c map[string]any) *Fault {
	if c == nil {
		return schemaError("Invalid parameter constraints, expected a mapping")
	}
	kind := ""
	for _, key := range sortedKeys(c) {
		switch {
		case slices.Contains(constraintKinds, key):
			kind = key
		case key != "description":
			return schemaError("Invalid key '%s' for parameter constraints", key)
		}
	}
	if kind == "" {
		return schemaError("No constraint expressed")
	}
	return nil
}

// Bind sets the parameters' values: the request's, else the environment's default, else the template's default.
func (t *Template) Bind(given, defaults map[string]any) (Values, *Fault) {
	values, fault := t.BindLoosely(given, defaults)
	if fault != nil {
		return nil, fault
	}
	for _, p := range t.Parameters {
		if _, ok := values[p.Name]; !ok {
			return nil, &Fault{Type: "UserParameterMissing", Message: fmt.Sprintf("The Parameter (%s) was not provided.", p.Name)}
		}
	}
	return values, nil
}

// BindLoosely is Bind for templates that are only validated: parameters without a value are left out.
func (t *Template) BindLoosely(given, defaults map[string]any) (Values, *Fault) {
	for _, name := range sortedKeys(given) {
		if !slices.ContainsFunc(t.Parameters, func(p Parameter) bool { return p.Name == name }) {
			return nil, &Fault{Type: "UnknownUserParameter", Message: fmt.Sprintf("The Parameter (%s) was not defined in template.", name)}
		}
	}
	values := Values{}
	for _, p := range t.Parameters {
		value := given[p.Name]
		if value == nil {
			value = defaults[p.Name]
		}
		if value == nil {
			value = p.Default
		}
		if fault := p.checkConstraintKinds(); fault != nil {
			return nil, fault
		}
		if p.HasDefault {
			if err := p.checkConstraints(p.Default); err != nil {
				return nil, schemaError("Parameter '%s' is invalid: Invalid default %s (%v)", p.Name, Text(p.Default), err)
			}
		}
		if value == nil {
			continue
		}
		typed, err := p.convert(value)
		if err == nil {
			err = p.checkConstraints(typed)
		}
		if err != nil {
			return nil, invalid("Parameter '%s' is invalid: %v", p.Name, err)
		}
		values[p.Name] = typed
	}
	return values, nil
}

// convert converts a value to the parameter's type.
func (p Parameter) convert(v any) (any, error) {
	text, isText := v.(string)
	switch p.Type {
	case "number":
		if _, isNumber := v.(float64); isNumber {
			return v, nil
		}
		switch v.(type) {
		case []any, map[string]any:
			return nil, clientError("int() argument must be a string, a bytes-like object or a real number, not '%s'", pythonType(v))
		}
		f, err := strconv.ParseFloat(Text(v), 64)
		if err != nil {
			return nil, clientError("could not convert string to float: %s", Repr(Text(v)))
		}
		return f, nil
	case "boolean":
		switch strings.ToLower(Text(v)) {
		case "true", "t", "on", "yes", "y", "1":
			return true, nil
		case "false", "f", "off", "no", "n", "0":
			return false, nil
		}
		return nil, clientError("Unrecognized value '%s', acceptable values are: '0', '1', 'f', 'false', 'n', 'no', 'off', 'on', "+
			"'t', 'true', 'y', 'yes'", Text(v))
	case "comma_delimited_list":
		return commaList(v)
	case "json":
		if !isText || text == "" {
			return v, nil
		}
		var out any
		if err := json.Unmarshal([]byte(text), &out); err != nil {
			return nil, clientError("Value must be valid JSON: %s", JSONError(text))
		}
		return out, nil
	}
	return Text(v), nil
}

func commaList(v any) (any, error) {
	if list, ok := v.([]any); ok {
		out := make([]any, len(list))
		for i, e := range list {
			out[i] = Text(e)
		}
		return out, nil
	}
	text, ok := v.(string)
	if !ok {
		return nil, clientError("Value must be a comma-delimited list string: '%s' object has no attribute 'split'", pythonType(v))
	}
	out := []any{}
	if text != "" {
		for _, part := range strings.Split(text, ",") {
			out = append(out, part)
		}
	}
	return out, nil
}

// ShownParameters are the parameters as a stack shows them: as text, hidden ones masked.
func (t *Template) ShownParameters(values Values) map[string]any {
	out := make(map[string]any, len(values))
	for name, v := range values {
		out[name] = shownAs(v)
	}
	for _, p := range t.Parameters {
		if p.Hidden {
			out[p.Name] = "******"
		}
	}
	return out
}

func shownAs(v any) string {
	if m, ok := v.(map[string]any); ok {
		return JSON(m)
	}
	return Text(v)
}

// Text is a value as text, as Heat shows parameters: 3, true as True, lists joined by commas, objects as JSON.
func Text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		if v {
			return "True"
		}
		return "False"
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = Text(e)
		}
		return strings.Join(parts, ",")
	}
	out, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(out)
}
