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

func (t *Template) readResources() *Fault {
	entries, fault := t.section("resources")
	if fault != nil {
		return fault
	}
	for _, name := range sortedKeys(entries) {
		entry, fault := t.entry("resources", "type", entries[name], resourceKeys)
		if fault != nil {
			return fault
		}
		kind, ok := entry["type"].(string)
		if entry["type"] == nil || ok && kind == "" {
			return invalid("Each Resource must contain a Type key.")
		}
		if !ok {
			return invalid("Resource %s type type must be string", name)
		}
		r := Resource{Name: name, Type: kind, Condition: entry["condition"], External: entry["external_id"]}
		r.Properties, _ = entry["properties"].(map[string]any)
		r.Metadata, _ = entry["metadata"].(map[string]any)
		for _, key := range []string{"properties", "metadata"} {
			if value := entry[key]; value != nil && !isMap(value) {
				return invalid("Resource %s %s type must be object", name, key)
			}
		}
		if r.DependsOn, fault = dependsOn(name, entry["depends_on"]); fault != nil {
			return fault
		}
		r.Description, _ = entry["description"].(string)
		if r.DeletionPolicy, fault = deletionPolicy(t.Version, name, entry["deletion_policy"]); fault != nil {
			return fault
		}
		t.Resources = append(t.Resources, r)
	}
	return nil
}

// entry checks one entry of a section: a map with known keys, one of which is mandatory.
func (t *Template) entry(section, must string, value any, keys map[string]string) (map[string]any, *Fault) {
	one := section[:len(section)-1]
	missing := invalid("Each %s must contain a %s key.", one, must)
	switch v := value.(type) {
	case nil:
		return nil, missing
	case map[string]any:
		if len(v) == 0 {
			return nil, missing
		}
		for _, key := range sortedKeys(v) {
			if since, known := keys[key]; !known || date(t.Version) < since {
				return nil, invalid(`"%s" is not a valid keyword inside a %s definition`, key, one)
			}
		}
		if _, ok := v[must]; !ok {
			return nil, missing
		}
		return v, nil
	}
	return nil, invalid(`"%s" must contain a map of %s maps. Found a [<class '%s'>] instead`, section, one, pythonType(value))
}

func dependsOn(name string, value any) ([]string, *Fault) {
	switch v := value.(type) {
	case nil:
		return nil, nil
	case string:
		return []string{v}, nil
	case []any:
		var out []string
		for _, e := range v {
			text, ok := e.(string)
			if !ok {
				return nil, invalid("Resource %s depends_on must be a list of strings", name)
			}
			out = append(out, text)
		}
		return out, nil
	}
	return nil, invalid("Resource %s depends_on type must be list or string", name)
}

func deletionPolicy(version, name string, value any) (string, *Fault) {
	if value == nil {
		return "", nil
	}
	policy, ok := value.(string)
	if !ok {
		return "", invalid("Resource %s deletion_policy type must be string", name)
	}
	known := []string{"Delete", "Retain", "Snapshot"}
	if date(version) >= "2016-10-14" {
		known = append(known, "delete", "retain", "snapshot")
	}
	if !slices.Contains(known, policy) {
		return "", invalid(`Invalid deletion policy "%s"`, policy)
	}
	return strings.ToUpper(policy[:1]) + policy[1:], nil
}
