package hot

import (
	"slices"

	"plumbline/internal/mockcloud/body"
)

// readOutputs reads the section outputs, as far as its entries are right; CheckOutputs tells what is not.
func (t *Template) readOutputs() *Fault {
	if !IsEmpty(t.Raw["outputs"]) && !isMap(t.Raw["outputs"]) {
		return nil // CheckOutputs refuses it
	}
	entries := body.As[object](t.Raw["outputs"])
	for _, name := range sortedKeys(entries) {
		entry := body.As[object](entries[name])
		o := Output{Name: name, Description: "No description given", Value: entry["value"], Condition: entry["condition"], entry: entries[name]}
		if entry["description"] != nil {
			o.Description = PythonText(entry["description"])
		}
		t.Outputs = append(t.Outputs, o)
	}
	return nil
}

// CheckOutputs refuses outputs of the wrong form. Functions in those whose condition is false are not looked at.
func (t *Template) CheckOutputs(r Resolver) *Fault {
	if section := t.Raw["outputs"]; !IsEmpty(section) && !isMap(section) {
		return attributeError
	}
	for _, o := range t.Outputs {
		at := "outputs." + o.Name
		entry, isMap := as[object](o.entry)
		if !isMap {
			return invalid("Output definitions must be a map. Found a %s instead", pythonType(o.entry)).at("Output validation error", at)
		}
		if _, given := entry["value"]; !given {
			return invalid("Each output definition must contain a value key.").at("Output validation error", at)
		}
		on, err := true, error(nil)
		if date(t.Version) >= "2016-10-14" {
			on, err = r.holds(o.Condition, at+".condition")
		}
		if err != nil {
			return faultAt(err, at+".condition")
		}
		if !on {
			continue
		}
		if _, wrong := r.parse(o.Value, at+".value"); wrong != nil {
			return wrong
		}
	}
	return nil
}

// CheckGroups checks that parameter groups name parameters of the template, each of them once.
func (t *Template) CheckGroups() *Fault {
	section := t.Raw["parameter_groups"]
	if IsEmpty(section) {
		return nil
	}
	groups, isList := as[[]any](section)
	if !isList {
		return invalid("The parameter_groups should be a list.").at("Parameter Groups error", "parameter_groups")
	}
	var grouped []string
	for _, one := range groups {
		group, isMap := as[object](one)
		if !isMap {
			return attributeError
		}
		wrong := func(format string, args ...any) *Fault {
			label := ""
			if value, given := group["label"]; given {
				label = PythonText(value)
			}
			return invalid(format, args...).at("Parameter Groups error", "parameter_groups."+label)
		}
		if group["parameters"] == nil {
			return wrong("The parameters must be provided for each parameter group.")
		}
		names, isList := as[[]any](group["parameters"])
		if !isList {
			return wrong("The parameters of parameter group should be a list.")
		}
		for _, value := range names {
			name := PythonText(value)
			if slices.Contains(grouped, name) {
				return wrong("The %s parameter must be assigned to one parameter group only.", name)
			}
			grouped = append(grouped, name)
			if !slices.ContainsFunc(t.Parameters, func(p Parameter) bool { return p.Name == name }) {
				return wrong("The grouped parameter %s does not reference a valid parameter.", name)
			}
		}
	}
	return nil
}

// CheckReferences checks that outputs refer to existing resources.
func (t *Template) CheckReferences() *Fault {
	for _, o := range t.Outputs {
		if on, err := t.resolver.Holds(o.Condition); err != nil || !on {
			continue
		}
		for _, name := range t.references(o.Value) {
			if by := refersBy(o.Value, name); by == "get_attr" && t.Resource(name) == nil {
				return invalid(`The specified reference "%s" (in unknown) is incorrect.`, name).at("", "outputs."+o.Name+".value."+by)
			}
		}
	}
	return nil
}

// refersBy is the function with which a value refers to a resource.
func refersBy(v any, resource string) string {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			if by := refersBy(e, resource); by != "" {
				return by
			}
		}
	case object:
		for _, k := range sortedKeys(v) {
			if path := listOf(v[k]); (k == "get_attr" || k == "get_resource") && len(path) > 0 && Text(path[0]) == resource {
				return k
			}
			if by := refersBy(v[k], resource); by != "" {
				return by
			}
		}
	}
	return ""
}
