package kinds

import (
	"strings"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/state"
)

// file is a type that is a template among the stack's files: its parameters are the type's properties, its outputs
// the attributes.
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

// parameterTypes are the types of properties that parameters make.
var parameterTypes = map[string]string{
	"string": "String", "number": "Number", "boolean": "Boolean", "json": "Any", "comma_delimited_list": "Any",
}

// propertyOf is a template's parameter as the property of a type.
func propertyOf(p hot.Parameter) kind.Property {
	return kind.Property{Type: parameterTypes[p.Type], Required: !p.HasDefault, ByDefault: p.Default, Changes: !p.Immutable}
}
