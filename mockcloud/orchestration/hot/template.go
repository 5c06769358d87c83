// Package hot reads Heat's orchestration templates: sections, parameters, functions and the order
// that the resources depend on each other in. It knows nothing of stacks, time or clouds.
package hot

import (
	"fmt"
	"slices"
	"strings"
)

// Template is a HOT template that was found well-formed.
type Template struct {
	// Raw is the template as it was given.
	Raw         map[string]any
	Version     string
	Description string
	// Parameters, Resources and Outputs are sorted by name.
	Parameters []Parameter
	Resources  []Resource
	Outputs    []Output
	conditions map[string]any
	// badConditions is the type of conditions that are no map.
	badConditions string
	// chosen are the conditions that Settle found to be true or false.
	chosen map[string]bool
	// dropped are the resources whose condition is false.
	dropped map[string]bool
}

// Resource is one entry of the section resources.
type Resource struct {
	Name, Type     string
	Description    string
	Properties     map[string]any
	Metadata       map[string]any
	DependsOn      []string
	DeletionPolicy string
	// Condition is a condition's name or what it is made of; nil without one.
	Condition any
}

// Output is one entry of the section outputs.
type Output struct {
	Name        string
	Description string
	Value       any
	Condition   any
}

// Resource finds a resource by name; nil when there is none.
func (t *Template) Resource(name string) *Resource {
	for i := range t.Resources {
		if t.Resources[i].Name == name {
			return &t.Resources[i]
		}
	}
	return nil
}

// releases are the names that versions go by as well.
var releases = map[string]string{
	"newton": "2016-10-14", "ocata": "2017-02-24", "pike": "2017-09-01", "queens": "2018-03-02", "rocky": "2018-08-31", "wallaby": "2021-04-16",
}

// versions are the heat_template_versions, dates and names of releases, in the order Heat lists them.
var versions = []string{
	"2013-05-23", "2014-10-16", "2015-04-30", "2015-10-15", "2016-04-08", "2016-10-14", "2017-02-24", "2017-09-01",
	"2018-03-02", "2018-08-31", "2021-04-16", "newton", "ocata", "pike", "queens", "rocky", "wallaby",
}

// Versions lists the heat_template_versions.
func Versions() []string { return slices.Clone(versions) }

// date is a version as the date that it came with.
func date(version string) string {
	if d, ok := releases[version]; ok {
		return d
	}
	return version
}

var sections = []string{
	"heat_template_version", "description", "parameter_groups", "parameters", "resources", "outputs",
}

// Decode takes a template as Heat's API gets it: an object, or a text in YAML or JSON.
func Decode(value any) (map[string]any, *Fault) {
	notValid := func(format string, args ...any) *Fault {
		return &Fault{Type: "HTTPBadRequest", Message: "Template not in valid format: " + fmt.Sprintf(format, args...)}
	}
	text, isText := value.(string)
	if isText {
		decoded, err := decodeYAML(text)
		if err != nil {
			return nil, notValid("Error parsing template [root stack] %s", err)
		}
		value = decoded
	}
	raw, ok := value.(map[string]any)
	if !ok {
		return nil, notValid("The template is not a JSON object or YAML mapping.")
	}
	if isText && raw["heat_template_version"] == nil && raw["HeatTemplateFormatVersion"] == nil && raw["AWSTemplateFormatVersion"] == nil {
		return nil, notValid("Template format version not found.")
	}
	return raw, nil
}

// Parse decodes a template and reads its version and parameters: what Heat looks at before anything else.
func Parse(value any) (*Template, *Fault) {
	raw, fault := Decode(value)
	if fault != nil {
		return nil, fault
	}
	t := &Template{Raw: raw}
	if fault := t.readVersion(); fault != nil {
		return nil, fault
	}
	return t, t.readParameters()
}

// Read takes a whole template: Parse, then Check.
func Read(value any) (*Template, *Fault) {
	t, fault := Parse(value)
	if fault != nil {
		return nil, fault
	}
	return t, t.Check()
}

// Check reads the sections beside the parameters.
func (t *Template) Check() *Fault {
	for _, read := range []func() *Fault{t.readSections, t.readResources, t.readOutputs} {
		if fault := read(); fault != nil {
			return fault
		}
	}
	return nil
}

func (t *Template) readVersion() *Fault {
	version, given := t.Raw["heat_template_version"]
	if !given {
		return &Fault{Type: "InvalidTemplateVersion", Message: "The template version is invalid: Template version was not provided"}
	}
	t.Version = fmt.Sprint(version)
	if !slices.Contains(versions, t.Version) {
		return &Fault{Type: "InvalidTemplateVersion", Message: fmt.Sprintf(
			`The template version is invalid: "heat_template_version: %s". "heat_template_version" should be one of: %s`,
			Text(version), strings.Join(versions, ", "))}
	}
	t.Description, _ = t.Raw["description"].(string)
	return nil
}

func (t *Template) readSections() *Fault {
	for _, name := range sortedKeys(t.Raw) {
		if !slices.Contains(sections, name) && (name != "conditions" || date(t.Version) < "2016-10-14") {
			return &Fault{Type: "InvalidTemplateSection", Message: "The template section is invalid: " + name}
		}
	}
	var ok bool
	if t.conditions, ok = t.Raw["conditions"].(map[string]any); !ok && t.Raw["conditions"] != nil {
		t.badConditions = pythonType(t.Raw["conditions"])
	}
	return t.checkGroups()
}

// resourceKeys are what a resource may have, and since when.
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
		r := Resource{Name: name, Type: kind, Condition: entry["condition"]}
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

// entry checks one entry of a section: a map with known keys, one of which it must have.
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

func (t *Template) readOutputs() *Fault {
	entries, isMap := t.Raw["outputs"].(map[string]any)
	if !isMap && t.Raw["outputs"] != nil {
		return &Fault{Type: "AttributeError"}
	}
	for _, name := range sortedKeys(entries) {
		entry, ok := entries[name].(map[string]any)
		if !ok {
			return invalid("Output definitions must be a map. Found a %s instead", pythonType(entries[name])).at("Output validation error", "outputs."+name)
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
				return invalid("The grouped parameter %s does not reference a valid parameter.", Text(name)).at("Parameter Groups error", "parameter_groups."+label)
			}
		}
	}
	return nil
}

// CheckOutputs checks that outputs refer to resources that there are.
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

// refersBy is the function by which a value refers to a resource.
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

// section answers a section of the template, empty where it is missing or null.
func (t *Template) section(name string) (map[string]any, *Fault) {
	switch value := t.Raw[name].(type) {
	case nil:
		return nil, nil
	case map[string]any:
		return value, nil
	default:
		return nil, invalid("'%s' object has no attribute 'items'", pythonType(value))
	}
}

func isMap(v any) bool { _, ok := v.(map[string]any); return ok }

func sortedKeys[T any](m map[string]T) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// PythonType names the type that a value has in Python.
func PythonType(v any) string { return pythonType(v) }

func pythonType(v any) string {
	switch v := v.(type) {
	case string:
		return "str"
	case []any:
		return "list"
	case map[string]any:
		return "dict"
	case bool:
		return "bool"
	case nil:
		return "NoneType"
	case float64:
		if v != float64(int64(v)) {
			return "float"
		}
	}
	return "int"
}

// DecodeData takes a text of YAML or JSON that is an object.
func DecodeData(text string) (map[string]any, *Fault) {
	decoded, err := decodeYAML(text)
	if err != nil {
		return nil, &Fault{Type: "HTTPBadRequest", Message: "Error parsing template [root stack] " + err.Error()}
	}
	m, ok := decoded.(map[string]any)
	if !ok {
		return nil, &Fault{Type: "HTTPBadRequest", Message: "The template is not a JSON object or YAML mapping."}
	}
	return m, nil
}

// Aliases are the names of releases that a version goes by as well.
func Aliases(version string) []string {
	var out []string
	for _, name := range sortedKeys(releases) {
		if releases[name] == version {
			out = append(out, name)
		}
	}
	return out
}
