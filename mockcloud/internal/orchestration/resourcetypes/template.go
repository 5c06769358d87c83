package resourcetypes

import (
	"slices"
	"strings"

	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/orchestration/query"
	"plumbline/mockcloud/internal/pipeline"
)

// example is a template with one resource of a type; each property is a parameter.
type example struct {
	Version     string               `json:"heat_template_version"`
	Description string               `json:"description"`
	Parameters  map[string]parameter `json:"parameters"`
	Outputs     map[string]output    `json:"outputs"`
	Resources   map[string]resource  `json:"resources"`
}

type parameter struct {
	Type        string            `json:"type"`
	Default     any               `json:"default,omitzero"`
	Constraints []kind.Constraint `json:"constraints,omitzero"`
}

type output struct {
	Description *string `json:"description,omitzero"`
	// Value is a *getAttr or a *getResource.
	Value any `json:"value"`
}

type resource struct {
	Type       string              `json:"type"`
	Properties map[string]getParam `json:"properties"`
}

// getParam, getAttr and getResource are calls of template functions.
type (
	getParam struct {
		Name string `json:"get_param"`
	}
	getAttr struct {
		Path []string `json:"get_attr"`
	}
	getResource struct {
		Name string `json:"get_resource"`
	}
)

// parameterTypes maps types of properties to types of parameters.
var parameterTypes = map[string]string{
	"String": "string", "Number": "number", "Integer": "number", "Boolean": "boolean",
	"Map": "json", "List": "comma_delimited_list", "Any": "string",
}

// template answers a template of CloudFormation unless one of Heat's own is asked for.
func template(x *pipeline.Exchange, ts *kind.Types) (*pipeline.Response, *pipeline.Fault) {
	form := query.Value(x, "template_type")
	if x.Query.Has("template_type") && !strings.EqualFold(form, "hot") && !strings.EqualFold(form, "cfn") {
		return nil, pipeline.BadRequest(`Template type is not supported: Invalid template type "%s", valid types are: cfn, hot.`, form)
	}
	name, k, f := find(x, ts)
	if f != nil {
		return nil, f
	}
	if strings.EqualFold(form, "hot") {
		return pipeline.Body(200, exampleOf(name, k)), nil
	}
	return pipeline.Body(200, olderOf(exampleOf(name, k))), nil
}

// shown are the constraints of a property in a parameter, where nothing is left of one that names a kind of thing.
func shown(all []kind.Constraint) []kind.Constraint {
	out := slices.Clone(all)
	for i := range out {
		out[i].Names = ""
	}
	return out
}

// showText describes the attribute that each type has.
const showText = "Detailed information about resource."

func exampleOf(name string, k *kind.Kind) *example {
	in := kind.ClassOf(name)
	one := resource{Type: name, Properties: map[string]getParam{}}
	v := &example{
		Version: "2016-10-14", Description: "Initial template of " + in,
		Parameters: map[string]parameter{}, Outputs: map[string]output{}, Resources: map[string]resource{in: one},
	}
	schemas := kind.Schemas(k.Properties)
	for key, p := range k.Properties {
		if p.Hidden {
			continue
		}
		v.Parameters[key] = parameter{Type: parameterTypes[p.Type], Default: p.ByDefault, Constraints: shown(schemas[key].Constraints)}
		one.Properties[key] = getParam{key}
	}
	for key, description := range k.Attributes {
		v.Outputs[key] = output{Description: &description, Value: &getAttr{[]string{in, key}}}
	}
	show := showText
	v.Outputs["show"] = output{Description: &show, Value: &getAttr{[]string{in, "show"}}}
	v.Outputs["OS::stack_id"] = output{Value: &getResource{in}}
	return v
}
