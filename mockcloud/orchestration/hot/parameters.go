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
	Hidden                         bool
}

// Values are the parameters of a stack by name, pseudo parameters (OS::stack_id …) included.
type Values map[string]any

var parameterTypes = []string{"string", "number", "comma_delimited_list", "json", "boolean"}

func (t *Template) readParameters() *Fault {
	entries, fault := t.section("parameters")
	if fault != nil {
		return fault
	}
	for _, name := range sortedKeys(entries) {
		entry, ok := entries[name].(map[string]any)
		if !ok {
			return &Fault{Type: "InvalidSchemaError", Message: fmt.Sprintf("Invalid parameter %s: must be a map", name)}
		}
		p := Parameter{Name: name, Label: name}
		p.Type, _ = entry["type"].(string)
		if !slices.Contains(parameterTypes, p.Type) {
			return &Fault{Type: "InvalidSchemaError", Message: fmt.Sprintf("Invalid type (%v)", entry["type"])}
		}
		p.Description, _ = entry["description"].(string)
		if label, ok := entry["label"].(string); ok {
			p.Label = label
		}
		p.Default, p.HasDefault = entry["default"]
		p.Hidden, _ = entry["hidden"].(bool)
		t.Parameters = append(t.Parameters, p)
	}
	return nil
}

// Bind gives the parameters their values: what the request gives, else the default.
func (t *Template) Bind(given map[string]any) (Values, *Fault) {
	for _, name := range sortedKeys(given) {
		if !slices.ContainsFunc(t.Parameters, func(p Parameter) bool { return p.Name == name }) {
			return nil, &Fault{Type: "UnknownUserParameter", Message: fmt.Sprintf("The Parameter (%s) was not defined in template.", name)}
		}
	}
	values := Values{}
	for _, p := range t.Parameters {
		value, ok := given[p.Name]
		if !ok {
			if !p.HasDefault {
				return nil, &Fault{Type: "UserParameterMissing", Message: fmt.Sprintf("The Parameter (%s) was not provided.", p.Name)}
			}
			value = p.Default
		}
		typed, err := p.convert(value)
		if err != nil {
			return nil, invalid("Parameter '%s' is invalid: %v", p.Name, err)
		}
		values[p.Name] = typed
	}
	return values, nil
}

// convert brings a value to the parameter's type.
func (p Parameter) convert(v any) (any, error) {
	text, isText := v.(string)
	switch p.Type {
	case "number":
		if !isText {
			return v, nil
		}
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, saying("could not convert string to float: '%s'", text)
		}
		return f, nil
	case "boolean":
		switch strings.ToLower(Text(v)) {
		case "true", "t", "on", "yes", "y", "1":
			return true, nil
		case "false", "f", "off", "no", "n", "0":
			return false, nil
		}
		return nil, saying("Unrecognized value '%v', acceptable values are: '0', '1', 'f', 'false', 'n', 'no', 'off', 'on', 't', 'true', 'y', 'yes'", v)
	case "comma_delimited_list":
		if !isText {
			return v, nil
		}
		out := []any{}
		for _, part := range strings.Split(text, ",") {
			if part != "" {
				out = append(out, strings.TrimSpace(part))
			}
		}
		return out, nil
	case "json":
		if !isText {
			return v, nil
		}
		var out any
		if err := json.Unmarshal([]byte(text), &out); err != nil {
			return nil, saying("Value must be valid JSON: %v", err)
		}
		return out, nil
	}
	return Text(v), nil
}

// Shown are the parameters as a stack shows them: text, the hidden ones masked.
func (t *Template) Shown(values Values) map[string]any {
	out := make(map[string]any, len(values))
	for name, v := range values {
		out[name] = Text(v)
	}
	for _, p := range t.Parameters {
		if p.Hidden {
			out[p.Name] = "******"
		}
	}
	return out
}

// Text is a value as text, the way Heat shows parameters: 3, true as True, lists by commas, objects as JSON.
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
