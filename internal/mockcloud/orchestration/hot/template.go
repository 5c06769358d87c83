// Package hot reads Heat's orchestration templates: sections, parameters, functions, and the order in which resources depend on each
// other. It is independent of stacks, time and services.
package hot

import (
	"fmt"
	"slices"
	"strings"
)

// Template is a well-formed HOT template.
type Template struct {
	// Raw is the template as it was given.
	Raw         map[string]any
	Version     string
	Description string
	// Parameters, Resources and Outputs are sorted by name.
	Parameters []Parameter
	Resources  []Resource
	Outputs    []Output
	// resolver has the template's conditions, once they are settled.
	resolver Resolver
	// implied are dependencies that no function expresses.
	implied map[string][]string
	// dropped are the names of the resources whose condition is false.
	dropped map[string]bool
}

// Source is a decoded template that has not been checked; Files are the files given with a template, by name.
type (
	Source map[string]any
	Files  map[string]any
)

// Resource is one entry of the section resources.
type Resource struct {
	Name, Type     string
	Description    string
	Properties     map[string]any
	Metadata       map[string]any
	DependsOn      []string
	DeletionPolicy string
	// Condition is a condition's name or its definition; nil without one.
	Condition any
	// External is the id of what the resource stands for, where that is there already.
	External any
	// entry is the resource as it was written.
	entry object
}

// Output is one entry of the section outputs.
type Output struct {
	Name        string
	Description string
	Value       any
	Condition   any
	// entry is the output as it was written.
	entry any
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

// releases maps the release names that can be used as versions.
var releases = map[string]string{
	"newton": "2016-10-14", "ocata": "2017-02-24", "pike": "2017-09-01", "queens": "2018-03-02", "rocky": "2018-08-31",
	"wallaby": "2021-04-16",
}

// versions are the heat_template_versions, dates and release names, in Heat's order.
var versions = []string{
	"2013-05-23", "2014-10-16", "2015-04-30", "2015-10-15", "2016-04-08", "2016-10-14", "2017-02-24", "2017-09-01",
	"2018-03-02", "2018-08-31", "2021-04-16", "newton", "ocata", "pike", "queens", "rocky", "wallaby",
}

// Versions lists the heat_template_versions.
func Versions() []string { return slices.Clone(versions) }

// date is the date of a version, also if it is a release name.
func date(version string) string {
	if d, ok := releases[version]; ok {
		return d
	}
	return version
}

var sections = []string{
	"heat_template_version", "description", "parameter_groups", "parameters", "resources", "outputs",
}

// Decode decodes a template in any form that Heat's API accepts: an object, or a text in YAML or JSON.
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

// Parse decodes a template and reads its version and parameters, which Heat checks first.
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

// Read reads a whole template: Parse, then Check.
func Read(value any) (*Template, *Fault) {
	t, fault := Parse(value)
	if fault != nil {
		return nil, fault
	}
	return t, t.Check()
}

// Check reads the sections other than the parameters.
func (t *Template) Check() *Fault {
	for _, read := range []func() *Fault{t.readSections, t.readResources, t.readOutputs} {
		if fault := read(); fault != nil {
			return fault
		}
	}
	return nil
}

func (t *Template) readVersion() *Fault {
	version, given := t.Raw["heat_template_version"].(string)
	for _, other := range []string{"AWSTemplateFormatVersion", "HeatTemplateFormatVersion"} {
		if _, both := t.Raw[other]; given && both {
			return &Fault{
				Type:    "InvalidTemplateVersion",
				Message: "The template version is invalid: Ambiguous versions (" + other + ", heat_template_version)",
			}
		}
	}
	if !given {
		return &Fault{Type: "InvalidTemplateVersion", Message: "The template version is invalid: Template version was not provided"}
	}
	t.Version = version
	if !slices.Contains(versions, t.Version) {
		return &Fault{Type: "InvalidTemplateVersion", Message: fmt.Sprintf(
			`The template version is invalid: "heat_template_version: %s". "heat_template_version" should be one of: %s`,
			version, strings.Join(versions, ", "))}
	}
	t.resolver.Version = version
	t.Description, _ = t.Raw["description"].(string)
	return nil
}

func (t *Template) readSections() *Fault {
	for _, name := range sortedKeys(t.Raw) {
		if !slices.Contains(sections, name) && (name != "conditions" || date(t.Version) < "2016-10-14") {
			return &Fault{Type: "InvalidTemplateSection", Message: "The template section is invalid: " + name}
		}
	}
	return nil
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

// DecodeData decodes a text of YAML or JSON that must be an object.
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

// Aliases are the release names of a version.
func Aliases(version string) []string {
	var out []string
	for _, name := range sortedKeys(releases) {
		if releases[name] == version {
			out = append(out, name)
		}
	}
	return out
}

// Groups are the parameter groups as written in the template; nil without any.
func (t *Template) Groups() []any {
	groups, _ := t.Raw["parameter_groups"].([]any)
	if len(groups) == 0 {
		return nil
	}
	return groups
}
