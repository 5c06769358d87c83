package kind

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"plumbline/internal/mockcloud/orchestration/hot"
)

// Data is the declared part of a resource type, one YAML file for each type.
type Data struct {
	// Type is the resource type's name.
	Type string `yaml:"type"`
	// HiddenAs is an older name of the type, which lists do not have.
	HiddenAs string `yaml:"hidden_as"`
	// Admin tells that only administrators may use the type.
	Admin bool `yaml:"admin"`
	// AnyProperty tells that any property is allowed.
	AnyProperty bool `yaml:"any_property"`
	// Unmade tells that nothing is made for a resource: it has no physical id.
	Unmade bool `yaml:"unmade"`
	// Checked tells that a check looks at what a resource stands for.
	Checked bool `yaml:"checked"`
	// UpdatesMetadata tells that an update of a stack changes the metadata of a resource.
	UpdatesMetadata bool `yaml:"updates_metadata"`
	// Unchanging tells that no change of properties updates or replaces a resource.
	Unchanging bool                `yaml:"unchanging"`
	Properties map[string]Property `yaml:"properties"`
	// Attributes are the descriptions of the attributes for get_attr, by name.
	Attributes map[string]string `yaml:"attributes"`
}

// ReadData reads and checks the data of a resource type. Errors name the file, the line and the key.
func ReadData(file string, text []byte) (*Data, error) {
	d := &Data{}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(d); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	d.Properties = plainly(d.Properties)
	if at, why := d.misfit(); why != "" {
		return nil, fmt.Errorf("%s:%d: %s: %s", file, lineOf(text, at), strings.Join(at, "."), why)
	}
	return d, nil
}

// misfit finds the first inconsistency: its place, and what is wrong; empty if there is none.
func (d *Data) misfit() (at []string, why string) {
	switch {
	case d.Type == "":
		return []string{"type"}, "the resource type's name is missing"
	case d.AnyProperty == (d.Properties != nil):
		return []string{"properties"}, "a type has properties, or any_property: true"
	}
	for _, name := range hot.Keys(d.Attributes) {
		if d.Attributes[name] == "" {
			return []string{"attributes", name}, "a description is missing"
		}
	}
	return misfits([]string{"properties"}, d.Properties)
}

func misfits(at []string, all map[string]Property) ([]string, string) {
	for _, name := range hot.Keys(all) {
		if where, why := all[name].misfit(append(slices.Clone(at), name)); why != "" {
			return where, why
		}
	}
	return nil, ""
}

// propertyTypes are the types that properties may have.
var propertyTypes = []string{"Any", "String", "Integer", "Number", "Boolean", "Map", "List"}

func (p Property) misfit(at []string) ([]string, string) {
	under := func(key string) []string { return append(slices.Clone(at), key) }
	switch {
	case !slices.Contains(propertyTypes, p.Type):
		return under("type"), fmt.Sprintf("%q is none of %s", p.Type, strings.Join(propertyTypes, ", "))
	case p.Inner != nil && p.Type != "Map":
		return under("properties"), "only a Map has properties"
	case p.Each != nil && p.Type != "List":
		return under("items"), "only a List has items"
	case p.Within != nil && p.Type != "Integer" && p.Type != "Number":
		return under("range"), "only a number has a range"
	case p.Required && p.ByDefault != nil:
		return under("default"), "what is required has no default"
	}
	if p.ByDefault != nil {
		if _, c := p.value(p.ByDefault, false); c != nil {
			return under("default"), c.Text
		}
	}
	if p.Each != nil {
		return p.Each.misfit(under("items"))
	}
	return misfits(under("properties"), p.Inner)
}

// plainly converts numbers to the type that they have in decoded JSON.
func plainly(all map[string]Property) map[string]Property {
	for name, p := range all {
		all[name] = p.plain()
	}
	return all
}

func (p Property) plain() Property {
	p.ByDefault, p.Inner = number(p.ByDefault), plainly(p.Inner)
	for i := range p.Among {
		p.Among[i] = number(p.Among[i])
	}
	if p.Each != nil {
		each := p.Each.plain()
		p.Each = &each
	}
	return p
}

func number(v any) any {
	switch v := v.(type) {
	case int:
		return float64(v)
	case []any:
		for i := range v {
			v[i] = number(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = number(v[key])
		}
	}
	return v
}

// lineOf is the line of a key, or of the nearest enclosing key that exists.
func lineOf(text []byte, at []string) int {
	var root yaml.Node
	if yaml.Unmarshal(text, &root) != nil || len(root.Content) == 0 {
		return 1
	}
	node, line := root.Content[0], 1
	for _, key := range at {
		next := (*yaml.Node)(nil)
		for i := 0; i+1 < len(node.Content); i += 2 {
			if node.Content[i].Value == key {
				line, next = node.Content[i].Line, node.Content[i+1]
			}
		}
		if next == nil {
			break
		}
		node = next
	}
	return line
}
