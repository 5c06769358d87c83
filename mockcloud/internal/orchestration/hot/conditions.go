package hot

import (
	"errors"
	"slices"
)

// SettleConditions evaluates the template's conditions with the parameters' values, removes the resources whose condition is false,
// and answers a resolver that has the conditions' values.
func (t *Template) SettleConditions(r Resolver) (Resolver, *Fault) {
	r.Version, r.Conditions = t.Version, map[string]bool{}
	if t.badConditions != "" {
		return r, invalid("Condition definitions must be a map. Found a %s instead", t.badConditions).at("Conditions validation error", "")
	}
	for _, name := range sortedKeys(t.conditions) {
		if fault := t.decide(r, name, nil); fault != nil {
			return r, fault
		}
	}
	t.chosen = r.Conditions
	var kept []Resource
	for _, one := range t.Resources {
		on, err := r.Holds(one.Condition)
		if err != nil {
			return r, invalid("%v", err).at("", "resources."+one.Name+".condition"+callOf(err))
		}
		if on {
			kept = append(kept, one)
			continue
		}
		if t.dropped == nil {
			t.dropped = map[string]bool{}
		}
		t.dropped[one.Name] = true
	}
	t.Resources = kept
	return r, nil
}

// decide evaluates one condition, after the conditions that it refers to.
func (t *Template) decide(r Resolver, name string, within []string) *Fault {
	if _, decided := r.Conditions[name]; decided {
		return nil
	}
	if slices.Contains(within, name) {
		r.Conditions[name] = false // a cycle is allowed as long as nothing depends on its value
		return nil
	}
	definition := t.conditions[name]
	for _, other := range mentionedNames(definition) {
		if _, known := t.conditions[other]; known {
			if fault := t.decide(r, other, append(within, name)); fault != nil {
				return fault
			}
		}
	}
	on, err := r.Holds(definition)
	if err != nil {
		return invalid("%v", err).at("", "conditions."+name+callOf(err))
	}
	r.Conditions[name] = on
	return nil
}

// mentionedNames are the texts in a condition's definition that may be names of other conditions.
func mentionedNames(v any) []string {
	var out []string
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, e := range v {
			out = append(out, mentionedNames(e)...)
		}
	case map[string]any:
		for _, k := range sortedKeys(v) {
			if k != "equals" && k != "get_param" {
				out = append(out, mentionedNames(v[k])...)
			}
		}
	}
	return out
}

// Holds evaluates a condition: a boolean, a condition's name, or a function of conditions. A missing condition is true.
func (r Resolver) Holds(v any) (bool, error) {
	switch v := v.(type) {
	case nil:
		return true, nil
	case bool:
		return v, nil
	case string:
		on, known := r.Conditions[v]
		if !known {
			return false, clientError("Invalid condition \"%s\"", v)
		}
		return on, nil
	case map[string]any:
		if len(v) == 1 {
			for name, arg := range v {
				on, err := r.call(name, arg)
				var inner *CallError
				if err != nil && !errors.As(err, &inner) {
					err = &CallError{Function: name, Err: err}
				}
				return on, err
			}
		}
	}
	return false, clientError("Invalid condition \"%s\"", Text(v))
}

func (r Resolver) call(name string, arg any) (bool, error) {
	switch name {
	case "equals":
		pair, ok := arg.([]any)
		if !ok || len(pair) != 2 {
			return false, clientError(`Arguments to "equals" must be of the form: [value_1, value_2]`)
		}
		a, errA := r.Resolve(pair[0])
		b, errB := r.Resolve(pair[1])
		if errA != nil || errB != nil {
			return false, first(errA, errB)
		}
		return Repr(a) == Repr(b), nil
	case "not":
		on, err := r.Holds(arg)
		return !on, err
	case "and", "or":
		list, ok := arg.([]any)
		if !ok || len(list) < 2 {
			return false, clientError(`The minimum number of condition arguments to "%s" is 2.`, name)
		}
		for _, e := range list {
			on, err := r.Holds(e)
			if err != nil || on == (name == "or") {
				return on, err
			}
		}
		return name == "and", nil
	case "get_param", "contains":
		value, err := r.Resolve(map[string]any{name: arg})
		if err != nil {
			return false, err
		}
		on, ok := value.(bool)
		if !ok {
			return false, clientError("The condition value should be boolean, after resolved the value is: %s", Text(value))
		}
		return on, nil
	}
	return false, clientError(`The function "%s" is invalid in this context`, name)
}

// callOf is the name of the function that an error comes from, as the last step of a path.
func callOf(err error) string {
	var call *CallError
	if errors.As(err, &call) {
		return "." + call.Function
	}
	return ""
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
