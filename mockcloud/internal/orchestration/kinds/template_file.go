package kinds

import (
	"strings"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/state"
)

// file is a resource type defined by a template among the stack's files: the template's parameters are the type's properties, its
// outputs the attributes.
func file(template *hot.Template) *kind.Kind {
	properties := map[string]kind.Property{}
	for _, p := range template.Parameters {
		properties[p.Name] = propertyOf(p)
	}
	return &kind.Kind{
		Properties: properties,
		Does:       nestedHandlers(),
		Shows:      outputsInside,
		Attribute: func(t *kind.Task, name string, path []any) (any, []any, bool) {
			rest, found := strings.CutPrefix(name, "resource.")
			if !found {
				return nil, nil, false
			}
			return t.InnerValue(rest, path)
		},
		Nested: func(t *kind.Task) (*state.StackPlan, *kind.Failure) {
			return &state.StackPlan{
				Template: template.Raw, Files: t.Stack.Files, Environment: t.Stack.Environment, Parameters: kind.WithoutNulls(t.Resource.Properties),
			}, nil
		},
	}
}

// parameterTypes maps types of parameters to types of properties.
var parameterTypes = map[string]string{
	"string": "String", "number": "Number", "boolean": "Boolean", "json": "Any", "comma_delimited_list": "Any",
}

// propertyOf converts a template's parameter to a property of a resource type.
func propertyOf(p hot.Parameter) kind.Property {
	return kind.Property{Type: parameterTypes[p.Type], Required: !p.HasDefault, ByDefault: p.Default, Changes: !p.Immutable}
}
