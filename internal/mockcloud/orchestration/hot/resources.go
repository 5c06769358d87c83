package hot

import (
	"slices"
	"strings"
)

// resourceKeys are the keys that a resource may have, with the version from which it may.
var resourceKeys = map[string]string{
	"type": "", "properties": "", "metadata": "", "depends_on": "", "deletion_policy": "", "update_policy": "", "description": "",
	"external_id": "2016-10-14", "condition": "2016-10-14",
}

// readResources reads the section resources: whether its entries are maps, have a type, and no key that no resource has.
func (t *Template) readResources() *Fault {
	section := t.Raw["resources"]
	if IsEmpty(section) {
		return nil
	}
	entries, isMap := as[object](section)
	if !isMap {
		return invalid("'%s' object has no attribute 'items'", pythonType(section))
	}
	for _, name := range sortedKeys(entries) {
		entry, fault := entryOf("resources", "type", entries[name], resourceKeys)
		if fault != nil {
			return fault
		}
		if IsEmpty(entry["type"]) {
			return invalid("Each Resource must contain a Type key.")
		}
		r := Resource{Name: name, Condition: entry["condition"], External: entry["external_id"], entry: entry}
		r.Type, _ = as[string](entry["type"])
		r.Properties, _ = as[object](entry["properties"])
		r.Metadata, _ = as[object](entry["metadata"])
		r.Description, _ = as[string](entry["description"])
		r.DependsOn, _ = dependsOn(name, entry["depends_on"])
		if policy, isText := as[string](entry["deletion_policy"]); isText && policy != "" {
			r.DeletionPolicy = strings.ToUpper(policy[:1]) + policy[1:]
		}
		t.Resources = append(t.Resources, r)
	}
	return nil
}

// entryOf is one entry of a section: a map with known keys, one of which is mandatory.
func entryOf(section, must string, value any, keys map[string]string) (object, *Fault) {
	one := section[:len(section)-1]
	missing := invalid("Each %s must contain a %s key.", one, must)
	if IsEmpty(value) {
		return nil, missing
	}
	entry, isMap := as[object](value)
	if !isMap {
		return nil, invalid(`"%s" must contain a map of %s maps. Found a [<class '%s'>] instead`, section, one, pythonType(value))
	}
	for _, key := range sortedKeys(entry) {
		if _, known := keys[key]; !known {
			return nil, invalid(`"%s" is not a valid keyword inside a %s definition`, key, one)
		}
	}
	if _, given := entry[must]; !given {
		return nil, missing
	}
	return entry, nil
}

// define reads the fields of a resource, and tells whether its condition holds.
func (t *Template) define(r Resolver, one *Resource) (bool, *Fault) {
	var unknown []string
	for _, key := range sortedKeys(one.entry) {
		if date(t.Version) < resourceKeys[key] {
			unknown = append(unknown, key)
		}
	}
	if unknown != nil {
		return false, invalid("Invalid keyword(s) inside a resource definition: %s", strings.Join(unknown, ", "))
	}
	for _, field := range fields {
		value, given := one.entry[field.key]
		if !given {
			continue
		}
		if field.parsed {
			var wrong *Fault
			if value, wrong = r.parse(value, "resources."+one.Name+"."+field.key); wrong != nil {
				return false, wrong
			}
		}
		_, isCall := as[*Call](value)
		if !field.is(value) && (!isCall || !field.parsed || field.key == "type") {
			return false, invalid("Resource %s %s type must be %s", one.Name, field.key, field.kind)
		}
		if wrong := one.settle(t, r, field.key, value); wrong != nil {
			return false, wrong
		}
	}
	return t.isOn(r, *one)
}

// settle takes a field of a resource over, where its form is judged before anything is evaluated.
func (one *Resource) settle(t *Template, r Resolver, key string, value any) (wrong *Fault) {
	switch key {
	case "depends_on":
		one.DependsOn, wrong = dependsOn(one.Name, value)
	case "deletion_policy":
		resolved, err := r.evaluate(value)
		if err != nil {
			return faultAt(err, "")
		}
		one.DeletionPolicy, wrong = deletionPolicy(t.Version, resolved)
	case "properties", "metadata":
		if _, isMap := as[object](value); isMap {
			return nil
		}
		resolved, err := r.evaluate(value)
		if err != nil {
			return nil // it is said when the resource is looked at
		}
		whole, _ := as[object](resolved)
		if key == "metadata" {
			one.Metadata = whole
		} else {
			one.Properties = whole
		}
	}
	return wrong
}

// isOn tells whether the condition of a resource holds.
func (t *Template) isOn(r Resolver, one Resource) (bool, *Fault) {
	at := "resources." + one.Name + ".condition"
	value, given := one.entry["condition"]
	if !given {
		return true, nil
	}
	parsed, wrong := r.asCondition().parse(value, at)
	if wrong != nil {
		return false, wrong
	}
	_, isCall := as[*Call](parsed)
	_, isText := as[string](parsed)
	if _, isFlag := as[bool](parsed); !isCall && !isText && !isFlag {
		return false, invalid("Resource %s condition type must be string_or_boolean", one.Name)
	}
	resolved, err := r.asCondition().evaluate(parsed)
	if err == nil {
		var on bool
		if on, err = r.isEnabled(resolved); err == nil {
			return on, nil
		}
	}
	return false, faultAt(err, at)
}

// fields are the fields of a resource in the order in which Heat reads them, with what they have to be.
var fields = []struct {
	key, kind string
	parsed    bool
	is        func(any) bool
}{
	{"type", "string", true, is[string]},
	{"properties", "object", true, is[object]},
	{"metadata", "object", true, is[object]},
	{"depends_on", "list or string", false, func(v any) bool { return is[string](v) || is[[]any](v) }},
	{"deletion_policy", "string", true, is[string]},
	{"update_policy", "object", true, is[object]},
	{"description", "string", false, is[string]},
	{"external_id", "string", true, is[string]},
}

func is[T any](value any) bool { _, is := value.(T); return is }

func dependsOn(name string, value any) ([]string, *Fault) {
	if text, isText := as[string](value); isText {
		return []string{text}, nil
	}
	list, _ := as[[]any](value)
	var out []string
	for _, e := range list {
		text, isText := as[string](e)
		if !isText {
			return nil, invalid("Resource %s depends_on must be a list of strings", name)
		}
		out = append(out, text)
	}
	return out, nil
}

func deletionPolicy(version string, value any) (string, *Fault) {
	if value == nil {
		return "", nil
	}
	known := []string{"Delete", "Retain", "Snapshot"}
	if date(version) >= "2016-10-14" {
		known = append(known, "delete", "retain", "snapshot")
	}
	policy, _ := as[string](value)
	if !slices.Contains(known, policy) {
		return "", invalid(`Invalid deletion policy "%s"`, PythonText(value))
	}
	return strings.ToUpper(policy[:1]) + policy[1:], nil
}
