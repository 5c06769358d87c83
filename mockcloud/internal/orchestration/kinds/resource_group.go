package kinds

import (
	"strconv"
	"strings"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/state"
)

// resourceGroup is a number of resources of the same definition, in a stack of their own, named by their index.
func resourceGroup() *kind.Kind {
	return &kind.Kind{
		Check: checkMember,
		Does:  nesting(),
		Nested: func(t *kind.Task) (*state.StackPlan, *kind.Failure) {
			count, _ := t.Resource.Properties["count"].(float64)
			names := make([]string, int(count))
			for i := range names {
				names[i] = strconv.Itoa(i)
			}
			definition, _ := t.Resource.Properties["resource_def"].(map[string]any)
			index, _ := t.Resource.Properties["index_var"].(string)
			return group(t, names, definition, index), nil
		},
		Shows:     func(t *kind.Task) map[string]any { return references(t) },
		Attribute: groupAttribute("attributes"),
	}
}

// group is the plan of a stack with one resource for each name.
func group(t *kind.Task, names []string, definition map[string]any, index string) *state.StackPlan {
	resources, references := map[string]any{}, map[string]any{}
	for _, name := range names {
		one := map[string]any{"type": definition["type"]}
		for _, key := range []string{"properties", "metadata"} {
			if value, ok := definition[key].(map[string]any); ok {
				one[key] = indexed(value, index, name)
			}
		}
		resources[name], references[name] = one, map[string]any{"get_resource": name}
	}
	template := map[string]any{
		"heat_template_version": "2015-04-30", "resources": resources,
		"outputs": map[string]any{"refs_map": map[string]any{"value": references}},
	}
	return &state.StackPlan{Template: template, Files: t.Stack.Files, Environment: t.Stack.Environment}
}

// indexed puts a member's name where the definition has the index variable.
func indexed(v any, index, name string) any {
	switch v := v.(type) {
	case string:
		if index == "" {
			return v
		}
		return strings.ReplaceAll(v, index, name)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = indexed(v[i], index, name)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for key := range v {
			out[key] = indexed(v[key], index, name)
		}
		return out
	}
	return v
}

// references are a group's refs and refs_map.
func references(t *kind.Task) map[string]any {
	list, byName := []any{}, map[string]any{}
	child := t.Child()
	for _, m := range t.Members() {
		id := t.Types.Resolver(t.Exchange, child).Reference(m.Name)
		list, byName[m.Name] = append(list, id), id
	}
	return map[string]any{"refs": list, "refs_map": byName}
}

// groupAttribute answers an attribute of all members, or of one of them: resource.INDEX.
func groupAttribute(ofAll string) func(t *kind.Task, name string, path []any) (any, []any, bool) {
	return func(t *kind.Task, name string, path []any) (any, []any, bool) {
		if member, found := strings.CutPrefix(name, "resource."); found {
			return t.Inner(member, path)
		}
		listed := name == ofAll+"_list"
		if name != ofAll && !listed || len(path) == 0 {
			return nil, nil, false
		}
		child, byName, list := t.Child(), map[string]any{}, []any{}
		for _, m := range t.Members() {
			value := t.Types.Attribute(t.Exchange, child, m, path)
			byName[m.Name], list = value, append(list, value)
		}
		if listed {
			return list, nil, true
		}
		return byName, nil, true
	}
}

// checkMember checks that the definition of a group's members names a type.
func checkMember(c *kind.Checking) *kind.Complaint {
	definition, _ := c.Properties["resource_def"].(map[string]any)
	if name := hot.Text(definition["type"]); c.Types.Of(c.Stack, name) == nil {
		return c.Types.Unknown(c.Stack, name)
	}
	return nil
}
