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
	Name, Type string
	// Description and Label are as written in the template, where a text is not the only value that is accepted.
	Description, Label any
	Default            any
	HasDefault         bool
	Hidden, Immutable  bool
	Tags               []any
	Constraints        []Constraint
}

// Values are the parameters of a stack by name, including the pseudo parameters (OS::stack_id …).
type Values map[string]any

var (
	parameterTypes = []string{"string", "number", "comma_delimited_list", "json", "boolean"}
	parameterKeys  = []string{"type", "description", "default", "schema", "constraints", "hidden", "label", "immutable"}
)

func schemaError(format string, args ...any) *Fault {
	return &Fault{Type: "InvalidSchemaError", Message: fmt.Sprintf(format, args...)}
}

func (t *Template) readParameters() *Fault {
	if IsEmpty(t.Raw["parameters"]) {
		return nil
	}
	entries, isMap := as[object](t.Raw["parameters"])
	if !isMap {
		return attributeError
	}
	for _, name := range sortedKeys(entries) {
		p, fault := readParameter(name, t.Version, entries[name])
		if fault != nil {
			return fault
		}
		t.Parameters = append(t.Parameters, p)
	}
	return nil
}

// IsEmpty tells whether Python takes a value for false.
func IsEmpty(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case float64:
		return v == 0
	case bool:
		return !v
	case []any:
		return len(v) == 0
	case object:
		return len(v) == 0
	}
	return false
}

func readParameter(name, version string, value any) (p Parameter, fault *Fault) {
	keys := parameterKeys
	if date(version) >= "2018-03-02" {
		keys = append(slices.Clone(keys), "tags")
	}
	entry, fault := mappingOf(value, keys, "parameter ("+name+")")
	if fault != nil {
		return p, fault
	}
	kind, given := entry["type"]
	if !given {
		return p, schemaError("Missing parameter type for parameter: %s", name)
	}
	p = Parameter{Name: name, Label: name, Description: ""}
	var isList bool
	if tags, given := entry["tags"]; given {
		if p.Tags, isList = as[[]any](tags); !isList {
			return p, schemaError("Tags property should be a list for parameter: %s", name)
		}
	}
	if p.Constraints, fault = readConstraints(name, version, entry["constraints"]); fault != nil {
		return p, fault
	}
	p.Type, _ = as[string](kind)
	if !slices.Contains(parameterTypes, p.Type) {
		return p, schemaError("Invalid type (%s)", PythonText(kind))
	}
	if !IsEmpty(entry["description"]) {
		p.Description = entry["description"]
	}
	if !IsEmpty(entry["label"]) {
		p.Label = entry["label"]
	}
	p.Default, p.HasDefault = entry["default"], entry["default"] != nil
	p.Hidden, p.Immutable = !IsEmpty(entry["hidden"]), !IsEmpty(entry["immutable"])
	return p, nil
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
	if fault := t.CheckParameters(given); fault != nil {
		return nil, fault
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
		if value == nil {
			continue
		}
		typed, err := p.convert(value)
		if err == nil {
			checked := typed
			if p.Type != "comma_delimited_list" && p.Type != "json" {
				checked = value // Heat checks these as they were sent
			}
			err = p.checkConstraints(checked)
		}
		if err != nil {
			return nil, invalid("Parameter '%s' is invalid: %v", p.Name, err)
		}
		values[p.Name] = typed
	}
	return values, nil
}

// KnownValues are the parameters' values as far as they have any, whether or not they are allowed.
func (t *Template) KnownValues(given, defaults Values) Values {
	values := Values{}
	for _, p := range t.Parameters {
		for _, value := range []any{p.Default, defaults[p.Name], given[p.Name]} {
			if typed, err := p.convert(value); err == nil && value != nil {
				values[p.Name] = typed
			}
		}
	}
	return values
}

// CheckParameters refuses values for parameters that the template does not have, and parameters that contradict themselves.
func (t *Template) CheckParameters(given Values) *Fault {
	for _, name := range sortedKeys(given) {
		if !slices.ContainsFunc(t.Parameters, func(p Parameter) bool { return p.Name == name }) {
			return &Fault{Type: "UnknownUserParameter", Message: fmt.Sprintf("The Parameter (%s) was not defined in template.", name)}
		}
	}
	for _, p := range t.Parameters {
		if fault := p.checkSchema(); fault != nil {
			return fault
		}
	}
	return nil
}

// convert converts a value to the parameter's type.
func (p Parameter) convert(v any) (any, error) {
	text, isText := v.(string)
	switch p.Type {
	case "number":
		return parseNumber(v)
	case "boolean":
		switch strings.ToLower(strings.TrimSpace(PythonText(v))) {
		case "true", "t", "on", "yes", "y", "1":
			return true, nil
		case "false", "f", "off", "no", "n", "0":
			return false, nil
		}
		return nil, clientError("Unrecognized value '%s', acceptable values are: '0', '1', 'f', 'false', 'n', 'no', 'off', 'on', "+
			"'t', 'true', 'y', 'yes'", PythonText(v))
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
	return PythonText(v), nil
}

func commaList(v any) (any, error) {
	if list, ok := v.([]any); ok {
		out := make([]any, len(list))
		for i, e := range list {
			out[i] = PythonText(e)
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
		if value, given := values[p.Name]; given && p.Type == "json" {
			out[p.Name] = JSON(value)
		}
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
