package kinds

import (
	"maps"
	"strings"

	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// file is a resource type defined by a template among the stack's files: the template's parameters are the type's properties, its
// outputs the attributes. The defaults are those of the stack's environment.
func file(types *kind.Types, template *hot.Template, defaults hot.Values) *kind.Kind {
	properties := map[string]kind.Property{}
	for _, p := range template.Parameters {
		if value := defaults[p.Name]; value != nil {
			p.HasDefault, p.Default = true, value
		}
		properties[p.Name] = propertyOf(p)
	}
	return &kind.Kind{
		Properties: properties, Checked: true, KeepsMetadata: true,
		RefersBy: func(x *pipeline.Exchange, r *state.StackResource) any { return referenceInside(x, types, r) },
		Does:     nestedHandlers(),
		Shows:    outputsInside,
		Broken:   brokenInside,
		Attribute: func(t *kind.Task, name string, path []any) (any, []any, bool) {
			rest, found := strings.CutPrefix(name, "resource.")
			if !found {
				return nil, nil, false
			}
			return t.InnerValue(rest, path)
		},
		Nested: func(t *kind.Task) (*state.StackPlan, *kind.Failure) {
			given := kind.WithoutNulls(t.Resource.Given)
			maps.DeleteFunc(given, func(name string, _ any) bool { _, known := properties[name]; return !known })
			return &state.StackPlan{
				Template: template.Raw, Files: t.Stack.Files, Environment: t.Stack.Environment, Parameters: given,
			}, nil
		},
	}
}

// referenceInside is the value of get_resource: the output OS::stack_id of the nested stack, or the name of that stack in the cloud.
func referenceInside(x *pipeline.Exchange, types *kind.Types, r *state.StackResource) any {
	child := state.Stacks.Get(x.Txn, r.PhysicalID)
	if child == nil {
		return r.PhysicalID
	}
	for _, o := range types.Outputs(x, child) {
		if o.Key == "OS::stack_id" && o.Value != nil {
			return o.Value
		}
	}
	return "arn:openstack:heat::" + child.ProjectID + ":stacks/" + child.Name + "/" + child.ID
}

// parameterTypes maps types of parameters to types of properties.
var parameterTypes = map[string]string{
	"string": "String", "number": "Number", "boolean": "Boolean", "json": "Any", "comma_delimited_list": "Any",
}

// propertyOf converts a template's parameter to a property of a resource type.
func propertyOf(p hot.Parameter) kind.Property {
	return kind.Property{Type: parameterTypes[p.Type], Required: !p.HasDefault, ByDefault: p.Default, Changes: !p.Immutable}
}
