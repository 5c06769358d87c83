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
}

// Resource is one entry of the section resources.
type Resource struct {
	Name, Type     string
	Properties     map[string]any
	DependsOn      []string
	DeletionPolicy string
}

// Output is one entry of the section outputs.
type Output struct {
	Name        string
	Description string
	Value       any
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

// versions are the heat_template_versions, dates and names of releases, in the order Heat lists them.
var versions = []string{
	"2013-05-23", "2014-10-16", "2015-04-30", "2015-10-15", "2016-04-08", "2016-10-14", "2017-02-24", "2017-09-01",
	"2018-03-02", "2018-08-31", "2021-04-16", "newton", "ocata", "pike", "queens", "rocky", "wallaby",
}

var sections = []string{
	"heat_template_version", "description", "parameter_groups", "parameters", "resources", "outputs", "conditions",
}

// Read takes a template as Heat's API gets it: an object, or a text in YAML or JSON.
func Read(value any) (*Template, *Fault) {
	if text, ok := value.(string); ok {
		decoded, err := decodeYAML(text)
		if err != nil {
			return nil, &Fault{Type: "HTTPBadRequest", Message: "Template not in valid format: Error parsing template [root stack] " + err.Error()}
		}
		value = decoded
	}
	raw, ok := value.(map[string]any)
	if !ok {
		return nil, &Fault{Type: "HTTPBadRequest", Message: "Template not in valid format: The template is not a JSON object or YAML mapping."}
	}
	t := &Template{Raw: raw}
	for _, read := range []func() *Fault{t.readVersion, t.readSections, t.readParameters, t.readResources, t.readOutputs} {
		if fault := read(); fault != nil {
			return nil, fault
		}
	}
	return t, nil
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
			t.Version, strings.Join(versions, ", "))}
	}
	t.Description, _ = t.Raw["description"].(string)
	return nil
}

func (t *Template) readSections() *Fault {
	for _, name := range sortedKeys(t.Raw) {
		if !slices.Contains(sections, name) {
			return invalid("The template section is invalid: %s", name)
		}
	}
	return nil
}

func (t *Template) readResources() *Fault {
	entries, fault := t.section("resources")
	if fault != nil {
		return fault
	}
	for _, name := range sortedKeys(entries) {
		entry, ok := entries[name].(map[string]any)
		if !ok {
			return invalid(`Resources must contain Resource. Found a [%s] instead`, pythonType(entries[name]))
		}
		kind, ok := entry["type"].(string)
		if !ok {
			return invalid("Each resource must contain a type key.")
		}
		r := Resource{Name: name, Type: kind, DependsOn: names(entry["depends_on"])}
		r.Properties, _ = entry["properties"].(map[string]any)
		r.DeletionPolicy, _ = entry["deletion_policy"].(string)
		t.Resources = append(t.Resources, r)
	}
	return nil
}

func (t *Template) readOutputs() *Fault {
	entries, fault := t.section("outputs")
	if fault != nil {
		return fault
	}
	for _, name := range sortedKeys(entries) {
		entry, ok := entries[name].(map[string]any)
		if !ok {
			return invalid(`Outputs must contain Output. Found a [%s] instead`, pythonType(entries[name]))
		}
		value, given := entry["value"]
		if !given {
			return invalid("Each output must contain a value key.")
		}
		o := Output{Name: name, Description: "No description given", Value: value}
		if text, ok := entry["description"].(string); ok {
			o.Description = text
		}
		t.Outputs = append(t.Outputs, o)
	}
	return nil
}

// section answers a section of the template, empty where it is missing or null.
func (t *Template) section(name string) (map[string]any, *Fault) {
	switch value := t.Raw[name].(type) {
	case nil:
		return nil, nil
	case map[string]any:
		return value, nil
	default:
		return nil, invalid(`"%s" must be a map. Found a [%s] instead`, name, pythonType(value))
	}
}

func names(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, e := range v {
			out = append(out, fmt.Sprint(e))
		}
		return out
	}
	return nil
}

func sortedKeys[T any](m map[string]T) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func pythonType(v any) string {
	switch v.(type) {
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
	}
	return "int"
}
