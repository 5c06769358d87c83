package hot

import "slices"

func (t *Template) readOutputs() *Fault {
	entries, isMap := t.Raw["outputs"].(map[string]any)
	if list, isList := t.Raw["outputs"].([]any); !isMap && t.Raw["outputs"] != nil && (!isList || len(list) > 0) {
		return &Fault{Type: "AttributeError"}
	}
	for _, name := range sortedKeys(entries) {
		entry, ok := entries[name].(map[string]any)
		if !ok {
			return invalid("Output definitions must be a map. Found a %s instead",
				pythonType(entries[name])).at("Output validation error", "outputs."+name)
		}
		value, given := entry["value"]
		if !given {
			return invalid("Each output definition must contain a value key.").at("Output validation error", "outputs."+name)
		}
		o := Output{Name: name, Description: "No description given", Value: value, Condition: entry["condition"]}
		if text, ok := entry["description"].(string); ok {
			o.Description = text
		}
		t.Outputs = append(t.Outputs, o)
	}
	return nil
}

// checkGroups checks that parameter groups name parameters of the template.
func (t *Template) checkGroups() *Fault {
	value := t.Raw["parameter_groups"]
	groups, ok := value.([]any)
	if !ok && value != nil {
		return invalid("The parameter_groups should be a list.").at("Parameter Groups error", "parameter_groups")
	}
	for _, g := range groups {
		group, _ := g.(map[string]any)
		label, _ := group["label"].(string)
		for _, name := range listOf(group["parameters"]) {
			if !slices.ContainsFunc(t.Parameters, func(p Parameter) bool { return p.Name == Text(name) }) {
				return invalid("The grouped parameter %s does not reference a valid parameter.",
					Text(name)).at("Parameter Groups error", "parameter_groups."+label)
			}
		}
	}
	return nil
}

// CheckOutputs checks that outputs refer to existing resources.
func (t *Template) CheckOutputs() *Fault {
	for _, o := range t.Outputs {
		for _, name := range t.references(o.Value) {
			if by := refersBy(o.Value, name); by == "get_attr" && t.Resource(name) == nil && !t.dropped[name] {
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
	case map[string]any:
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
