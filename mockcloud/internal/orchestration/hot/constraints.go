package hot

import (
	"fmt"
	"regexp"
	"slices"
)

// checkConstraints checks a value against the parameter's constraints.
func (p Parameter) checkConstraints(v any) error {
	for _, c := range p.Constraints {
		for kind, limit := range c {
			if err := p.checkConstraint(kind, limit, v); err != nil {
				if description, ok := c["description"].(string); ok {
					return said(description)
				}
				return err
			}
		}
	}
	return nil
}

func (p Parameter) checkConstraint(kind string, limit, v any) error {
	switch kind {
	case "length":
		if n := len([]rune(Text(v))); p.Type == "string" && !isInRange(limit, float64(n)) {
			return clientError("length (%d) is out of range %s", n, describeBounds(limit))
		} else if list, ok := v.([]any); ok && !isInRange(limit, float64(len(list))) {
			return clientError("length (%d) is out of range %s", len(list), describeBounds(limit))
		}
	case "range":
		if n, ok := v.(float64); ok && !isInRange(limit, n) {
			return clientError("%s is out of range %s", Text(n), describeBounds(limit))
		}
	case "modulo":
		if n, ok := v.(float64); ok {
			return checkModulo(limit, n)
		}
	case "allowed_values":
		return checkAllowed(listOf(limit), v)
	case "allowed_pattern":
		pattern, err := regexp.Compile("^(?:" + Text(limit) + ")")
		if err == nil && pattern.FindString(Text(v)) != Text(v) {
			return clientError(`"%s" does not match pattern "%s"`, Text(v), Text(limit))
		}
	}
	return nil
}

func checkAllowed(values []any, v any) error {
	if list, ok := v.([]any); ok {
		for _, e := range list {
			if !isAmong(values, e) {
				return clientError("%s is not an allowed value %s", JSON(v), JSON(values))
			}
		}
		return nil
	}
	for _, a := range values {
		if Text(a) == Text(v) {
			return nil
		}
	}
	return clientError("%s is not an allowed value %s", JSON(v), JSON(values))
}

func isInRange(limit any, n float64) bool {
	m, _ := limit.(map[string]any)
	least, hasLeast := m["min"].(float64)
	most, hasMost := m["max"].(float64)
	return (!hasLeast || n >= least) && (!hasMost || n <= most)
}

func describeBounds(limit any) string {
	m, _ := limit.(map[string]any)
	show := func(key string) string {
		if m[key] == nil {
			return "None"
		}
		return Text(m[key])
	}
	return fmt.Sprintf("(min: %s, max: %s)", show("min"), show("max"))
}

func checkModulo(limit any, n float64) error {
	m, _ := limit.(map[string]any)
	step, _ := m["step"].(float64)
	offset, _ := m["offset"].(float64)
	if step == 0 || (int(n)-int(offset))%int(step) == 0 {
		return nil
	}
	return clientError("%s is not a multiple of %s with an offset of %s", Text(n), Text(step), Text(offset))
}

// constraintNames are the constraints' names, with the types of parameters that each applies to.
var constraintNames = map[string]struct {
	name  string
	types []string
}{
	"length":            {"Length", []string{"string", "comma_delimited_list", "json"}},
	"range":             {"Range", []string{"number"}},
	"modulo":            {"Modulo", []string{"number"}},
	"allowed_values":    {"AllowedValues", []string{"string", "number", "boolean", "comma_delimited_list"}},
	"allowed_pattern":   {"AllowedPattern", []string{"string"}},
	"custom_constraint": {"CustomConstraint", []string{"string", "number", "boolean", "comma_delimited_list"}},
}

// checkConstraintKinds refuses constraints that the parameter's type cannot have.
func (p Parameter) checkConstraintKinds() *Fault {
	for _, c := range p.Constraints {
		for _, kind := range sortedKeys(c) {
			if n, known := constraintNames[kind]; known && !slices.Contains(n.types, p.Type) {
				return schemaError("Parameter '%s' is invalid: %s constraint invalid for %s", p.Name, n.name, p.Type)
			}
		}
	}
	return nil
}
