package hot

import (
	"fmt"
	"math"
	"slices"
)

// checkConstraints checks a value against the parameter's constraints.
func (p Parameter) checkConstraints(v any) error {
	for _, c := range p.Constraints {
		if err := c.check(p.Type, v); err != nil {
			if c.Description != "" && !isPythonError(err) {
				return said(c.Description)
			}
			return err
		}
	}
	return nil
}

// check checks a value of a parameter of a type. Custom constraints are asked about elsewhere.
func (c Constraint) check(kind string, v any) error {
	switch c.Kind {
	case length:
		n, err := lengthOf(v)
		if err != nil {
			return err
		}
		if !c.includes(float64(n)) {
			return clientError("length (%d) is out of range %s", n, c.bounds())
		}
	case within, modulo:
		n, err := parseNumber(v)
		switch {
		case err != nil:
			return err
		case c.Kind == within && !c.includes(n):
			return clientError("%s is out of range %s", Text(v), c.bounds())
		case c.Kind == modulo && n-math.Floor(n / *c.Step)**c.Step != *c.Offset:
			return clientError("%s is not a multiple of %s with an offset of %s", Text(v), Text(*c.Step), Text(*c.Offset))
		}
	case allowedValues:
		if !c.allows(kind, v) {
			return clientError("%s is not an allowed value %s", JSON(v), JSON(c.Allowed))
		}
	case allowedForm:
		text, isText := as[string](v)
		if !isText {
			return pythonError("expected string or bytes-like object")
		}
		if c.matches.FindString(text) != text || !c.matches.MatchString(text) {
			return clientError(`"%s" does not match pattern "%s"`, text, c.Pattern)
		}
	}
	return nil
}

// pythonError is an error that no description of a constraint takes the place of.
type pythonError string

func (e pythonError) Error() string { return string(e) }

func isPythonError(err error) bool { _, is := err.(pythonError); return is }

func lengthOf(v any) (int, error) {
	switch v := v.(type) {
	case string:
		return len([]rune(v)), nil
	case []any:
		return len(v), nil
	case object:
		return len(v), nil
	}
	return 0, pythonError("object of type '" + pythonType(v) + "' has no len()")
}

// allows tells whether a value, or each element of a list, is among the allowed values, which are converted to the parameter's type.
func (c Constraint) allows(kind string, v any) bool {
	if list, is := as[[]any](v); is {
		return !slices.ContainsFunc(list, func(e any) bool { return !isAmong(c.Allowed, e) })
	}
	p := Parameter{Type: kind}
	value, err := p.convert(v)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(c.Allowed, func(a any) bool {
		allowed, err := p.convert(a)
		return err == nil && Repr(allowed) == Repr(value)
	})
}

func (c Constraint) includes(n float64) bool {
	return (c.Min == nil || n >= *c.Min) && (c.Max == nil || n <= *c.Max)
}

func (c Constraint) bounds() string {
	show := func(limit *float64) string {
		if limit == nil {
			return "None"
		}
		return Text(*limit)
	}
	return fmt.Sprintf("(min: %s, max: %s)", show(c.Min), show(c.Max))
}

// checkSchema refuses constraints that the parameter's type cannot have, and a default that does not fulfil them.
func (p Parameter) checkSchema() *Fault {
	for _, c := range p.Constraints {
		for _, k := range constraintKinds {
			if k.key == c.Kind && !slices.Contains(k.types, p.Type) {
				return schemaError("Parameter '%s' is invalid: %s constraint invalid for %s", p.Name, k.name, p.Type)
			}
		}
	}
	if !p.HasDefault {
		return nil
	}
	value := p.Default
	if p.Type == "comma_delimited_list" {
		list, err := commaList(value)
		if err != nil {
			return schemaError("Parameter '%s' is invalid: Default must be a comma-delimited list string: '%s' object has no attribute 'split'",
				p.Name, pythonType(value))
		}
		value = list
	}
	if err := p.checkConstraints(value); err != nil {
		return schemaError("Parameter '%s' is invalid: Invalid default %s (%v)", p.Name, PythonText(p.Default), err)
	}
	return nil
}
