package hot

import "slices"

// conditions are a template's conditions, which are evaluated when they are first asked for.
type conditions struct {
	with   Resolver
	parsed map[string]any
	// decided are the values; begun are those that are being evaluated.
	decided map[string]bool
	begun   []string
}

// forConditions is a function as a condition may call it: one of its own, a few others, and none of the rest.
func forConditions(name string, other *function, r Resolver) *function {
	switch {
	case conditionFunctions[name] != nil:
		return conditionFunctions[name]
	case name == "get_param", other != nil && other.removed, slices.Contains([]string{"yaql", "contains"}, name) && r.isSince("2017-09-01"):
		return other
	case other == nil || !other.isIn(r.Version):
		return nil
	}
	return &function{parse: func(Resolver, any) error { return clientError(`The function "%s" is invalid in this context`, name) }}
}

// conditionFunctions are the functions of conditions.
var conditionFunctions map[string]*function

func init() {
	conditionFunctions = map[string]*function{
		"equals": {parse: parseEquals, result: func(_ Resolver, args any) (any, error) {
			pair := listOf(args)
			return equal(pair[0], pair[1]), nil
		}},
		"not": {parse: parseNot, result: func(r Resolver, args any) (any, error) {
			on, err := r.isEnabled(args)
			return !on, err
		}},
		"and": {parse: parseBoth("and"), result: func(r Resolver, args any) (any, error) { return r.among(args, false) }},
		"or":  {parse: parseBoth("or"), result: func(r Resolver, args any) (any, error) { return r.among(args, true) }},
	}
}

func parseEquals(_ Resolver, args any) error {
	if list, isList := as[[]any](args); !isList || len(list) != 2 {
		return clientError(`Arguments to "equals" must be of the form: [value_1, value_2]`)
	}
	return nil
}

func parseNot(_ Resolver, args any) error {
	if args == nil {
		return clientError(`Argument to "not" must be a condition`)
	}
	return nil
}

func parseBoth(name string) func(Resolver, any) error {
	return func(_ Resolver, args any) error {
		list, isList := as[[]any](args)
		if !isList {
			return clientError(`Arguments to "%s" must be a list of conditions`, name)
		}
		if len(list) < 2 {
			return clientError(`The minimum number of condition arguments to "%s" is 2.`, name)
		}
		return nil
	}
}

// among tells whether a value is among those of some conditions; the rest is not asked for then.
func (r Resolver) among(args any, wanted bool) (any, error) {
	for _, one := range listOf(args) {
		on, err := r.isEnabled(one)
		if err != nil || on == wanted {
			return on, err
		}
	}
	return !wanted, nil
}

// isEnabled is the value of a condition: a flag, or a condition's name. Nothing is true.
func (r Resolver) isEnabled(v any) (bool, error) {
	switch v := v.(type) {
	case nil:
		return true, nil
	case bool:
		return v, nil
	case string:
		if r.conditions != nil {
			if _, known := r.conditions.parsed[v]; known {
				return r.conditions.decide(v)
			}
		}
	}
	return false, clientError("Invalid condition \"%s\"", PythonText(v))
}

// decide evaluates a condition, and those that it refers to.
func (c *conditions) decide(name string) (bool, error) {
	if on, done := c.decided[name]; done {
		return on, nil
	}
	if slices.Contains(c.begun, name) {
		return false, invalid(`Circular definition for condition "%s"`, name).at("Condition validation error", "")
	}
	c.begun = append(c.begun, name)
	defer func() { c.begun = c.begun[:len(c.begun)-1] }()
	value, err := c.with.evaluate(c.parsed[name])
	if err != nil {
		return false, err
	}
	on, isFlag := as[bool](value)
	if !isFlag {
		return false, undecidable(name, value)
	}
	c.decided[name] = on
	return on, nil
}

func undecidable(name string, value any) *Fault {
	return invalid(`The definition of condition "%s" is invalid: %s`, name, PythonText(value)).at("Condition validation error", "")
}

// asCondition is the resolver for the functions in conditions.
func (r Resolver) asCondition() Resolver {
	r.deciding = true
	return r
}

// Holds evaluates a condition: a flag, a condition's name, or a function of conditions. A missing condition is true.
func (r Resolver) Holds(v any) (bool, error) { return r.holds(v, "") }

func (r Resolver) holds(v any, path string) (bool, error) {
	parsed, wrong := r.asCondition().parse(v, path)
	if wrong != nil {
		return false, wrong
	}
	value, err := r.asCondition().evaluate(parsed)
	if err != nil {
		return false, err
	}
	return r.isEnabled(value)
}

// choose is the branch of an if that applies, unevaluated. With two arguments there is nothing to be had if the condition is false.
func (r Resolver) choose(args any) (any, error) {
	list, isList := as[[]any](args)
	if !isList || len(list) != 3 && (len(list) != 2 || !r.isSince("2021-04-16")) {
		return nil, clientError(`Arguments to "if" must be of the form: [condition_name, value_if_true, value_if_false]`)
	}
	on, err := r.holds(list[0], "if")
	switch {
	case err != nil:
		return nil, err
	case on:
		return list[1], nil
	case len(list) == 2:
		return omitted{}, nil
	}
	return list[2], nil
}

// CheckConditions reads the template's conditions, and answers a resolver that has them.
func (t *Template) CheckConditions(r Resolver) (Resolver, *Fault) {
	r.Version, r.deciding = t.Version, false
	c := &conditions{parsed: Values{}, decided: map[string]bool{}}
	r.conditions = c
	c.with = r.asCondition()
	entries, isMap := as[object](t.Raw["conditions"])
	if _, given := t.Raw["conditions"]; given && !isMap && date(t.Version) >= "2016-10-14" {
		return r, invalid("Condition definitions must be a map. Found a %s instead", pythonType(t.Raw["conditions"])).
			at("Conditions validation error", "")
	}
	for _, name := range sortedKeys(entries) {
		var wrong *Fault
		if c.parsed[name], wrong = c.with.parse(entries[name], "conditions."+name); wrong != nil {
			return r, wrong
		}
	}
	for _, name := range sortedKeys(c.parsed) {
		_, isFlag := as[bool](c.parsed[name])
		if _, isCall := as[*Call](c.parsed[name]); !isFlag && !isCall {
			return r, undecidable(name, c.parsed[name])
		}
		if wrong := check(c.parsed[name], ""); wrong != nil {
			return r, wrong
		}
	}
	return r, nil
}

// SettleConditions evaluates the template's conditions with the parameters' values, removes the resources whose condition is false,
// and answers a resolver that has the conditions. Resources are read as far as Heat reads them before it looks at their types.
func (t *Template) SettleConditions(r Resolver) (Resolver, *Fault) {
	r, wrong := t.CheckConditions(r)
	if wrong != nil {
		return r, wrong
	}
	t.resolver = r
	var kept []Resource
	for _, one := range t.Resources {
		on, wrong := t.define(r, &one)
		if wrong != nil {
			return r, wrong
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
