package hot

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Constraint is what the values of a parameter have to fulfil.
type Constraint struct {
	// Kind is the key that the template has for it.
	Kind string
	// Description is what a value is told that does not fulfil it, "" without one.
	Description string
	// Min and Max are the bounds of a length or range, Step and Offset those of a modulo; nil is none.
	Min, Max, Step, Offset *float64
	// Allowed are the allowed values.
	Allowed []any
	// Pattern is the regular expression that a text has to match as a whole.
	Pattern string
	matches *regexp.Regexp
	// Custom is the name of a constraint that asks a service.
	Custom any
}

// The kinds of constraints, in the order in which Heat looks for them.
const (
	modulo        = "modulo"
	within        = "range"
	length        = "length"
	allowedValues = "allowed_values"
	allowedForm   = "allowed_pattern"
	custom        = "custom_constraint"
)

// constraintKinds are the kinds with their names in errors, and the types of parameters that each applies to.
var constraintKinds = []struct {
	key, name string
	types     []string
}{
	{modulo, "Modulo", []string{"number"}},
	{within, "Range", []string{"number"}},
	{length, "Length", []string{"string", "comma_delimited_list", "json"}},
	{allowedValues, "AllowedValues", []string{"string", "number", "boolean", "comma_delimited_list"}},
	{allowedForm, "AllowedPattern", []string{"string"}},
	{custom, "CustomConstraint", []string{"string", "number", "boolean", "comma_delimited_list"}},
}

// readConstraints reads the constraints of a parameter.
func readConstraints(name, version string, value any) ([]Constraint, *Fault) {
	if value == nil {
		return nil, nil
	}
	list, isList := as[[]any](value)
	if !isList {
		return nil, schemaError("Invalid parameter constraints for parameter %s, expected a list", name)
	}
	var out []Constraint
	for _, one := range list {
		c, fault := readConstraint(version, one)
		if fault != nil {
			return nil, fault
		}
		out = append(out, c)
	}
	return out, nil
}

func readConstraint(version string, value any) (c Constraint, _ *Fault) {
	keys := []string{"description"}
	for _, k := range constraintKinds {
		keys = append(keys, k.key)
	}
	entry, fault := mappingOf(value, keys, "parameter constraints")
	if fault != nil {
		return c, fault
	}
	if entry["description"] != nil {
		c.Description = PythonText(entry["description"])
	}
	for _, k := range constraintKinds {
		limit, given := entry[k.key]
		if given && (k.key != modulo || date(version) >= "2017-02-24") {
			c.Kind = k.key
			return c, c.read(limit)
		}
	}
	return c, schemaError("No constraint expressed")
}

// mappingOf is a map that has no other keys than some.
func mappingOf(value any, keys []string, what string) (object, *Fault) {
	entry, isMap := as[object](value)
	if !isMap {
		return nil, schemaError("Invalid %s, expected a mapping", what)
	}
	for _, key := range sortedKeys(entry) {
		if !slices.Contains(keys, key) {
			return nil, schemaError("Invalid key '%s' for %s", key, what)
		}
	}
	return entry, nil
}

// read reads the limit of a constraint.
func (c *Constraint) read(limit any) *Fault {
	switch c.Kind {
	case within, length:
		return c.readBounds(limit)
	case modulo:
		return c.readModulo(limit)
	case allowedValues:
		var isList bool
		if c.Allowed, isList = as[[]any](limit); !isList {
			return schemaError("AllowedValues must be a list")
		}
	case allowedForm:
		var isText bool
		if c.Pattern, isText = as[string](limit); !isText {
			return schemaError("AllowedPattern must be a string")
		}
		var err error
		if c.matches, err = regexp.Compile("^(?:" + c.Pattern + ")"); err != nil {
			return &Fault{Type: "error"} // the exception of Python's regular expressions
		}
	case custom:
		c.Custom = limit
	}
	return nil
}

func (c *Constraint) readBounds(limit any) (fault *Fault) {
	entry, fault := mappingOf(limit, []string{"min", "max"}, c.Kind+" constraint")
	if fault != nil {
		return fault
	}
	if c.Min, fault = limitOf(entry["min"]); fault != nil {
		return fault
	}
	if c.Max, fault = limitOf(entry["max"]); fault != nil {
		return fault
	}
	if c.Min == nil && c.Max == nil {
		return schemaError("A %s constraint must have a min value and/or a max value specified.", c.Kind)
	}
	if c.Kind == length && (!isWhole(c.Min) || !isWhole(c.Max)) {
		return schemaError("min/max length must be integral")
	}
	return nil
}

func (c *Constraint) readModulo(limit any) (fault *Fault) {
	entry, fault := mappingOf(limit, []string{"step", "offset"}, "modulo constraint")
	if fault != nil {
		return fault
	}
	if c.Step, fault = limitOf(entry["step"]); fault != nil {
		return fault
	}
	if c.Offset, fault = limitOf(entry["offset"]); fault != nil {
		return fault
	}
	switch {
	case c.Step == nil || c.Offset == nil:
		return schemaError("A modulo constraint must have a step value and an offset value specified.")
	case !isWhole(c.Step) || !isWhole(c.Offset):
		return schemaError("step/offset must be integer")
	case *c.Step == 0:
		return schemaError("step cannot be 0.")
	case math.Abs(*c.Offset) >= math.Abs(*c.Step):
		return schemaError("offset must be smaller (by absolute value) than step.")
	case *c.Step**c.Offset < 0:
		return schemaError("step and offset must be both positive or both negative.")
	}
	return nil
}

func isWhole(n *float64) bool { return n == nil || *n == math.Trunc(*n) }

// limitOf is a number, or a text that is one.
func limitOf(value any) (*float64, *Fault) {
	if value == nil {
		return nil, nil
	}
	n, err := parseNumber(value)
	switch {
	case err == nil:
		return &n, nil
	case Text(value) == value:
		return nil, valueError
	}
	return nil, typeError
}

// parseNumber is a number, a boolean, or a text that Python reads as a number.
func parseNumber(value any) (float64, error) {
	switch v := value.(type) {
	case float64:
		return v, nil
	case bool:
		if v {
			return 1, nil
		}
		return 0, nil
	case string:
		if n, err := strconv.ParseFloat(strings.TrimSpace(v), 64); err == nil {
			return n, nil
		}
		return 0, clientError("could not convert string to float: %s", Repr(v))
	}
	return 0, clientError("int() argument must be a string, a bytes-like object or a real number, not '%s'", pythonType(value))
}
