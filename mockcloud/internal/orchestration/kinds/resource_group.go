package kinds

import (
	"strconv"
	"strings"

	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/state"
)

// groupProperties are the properties of a group.
type groupProperties struct {
	Count      int    `json:"count"`
	Index      string `json:"index_var"`
	Definition member `json:"resource_def"`
}

// member is the definition of a group's members.
type member struct {
	Type       text           `json:"type"`
	Properties map[string]any `json:"properties"`
	Metadata   map[string]any `json:"metadata"`
}

// resourceGroup is OS::Heat::ResourceGroup: resources with the same definition in a nested stack, named by their index.
func resourceGroup() *kind.Kind {
	return &kind.Kind{
		Check: checkMember,
		Does:  nestedHandlers(),
		Nested: func(t *kind.Task) (*state.StackPlan, *kind.Failure) {
			p := decodeProperties[groupProperties](t.Resource.Properties)
			names := make([]string, p.Count)
			for i := range names {
				names[i] = strconv.Itoa(i)
			}
			return group(t, names, p.Definition, p.Index), nil
		},
		Shows:     func(t *kind.Task) map[string]any { return references(t) },
		Attribute: groupAttribute("attributes"),
	}
}

// group is the plan of a nested stack with one resource for each name.
func group(t *kind.Task, names []string, m member, index string) *state.StackPlan {
	resources, references := map[string]any{}, map[string]any{}
	for _, name := range names {
		one := map[string]any{"type": m.Type.value}
		if m.Properties != nil {
			one["properties"] = substituteIndex(m.Properties, index, name)
		}
		if m.Metadata != nil {
			one["metadata"] = substituteIndex(m.Metadata, index, name)
		}
		resources[name], references[name] = one, map[string]any{"get_resource": name}
	}
	template := map[string]any{
		"heat_template_version": "2015-04-30", "resources": resources,
		"outputs": map[string]any{"refs_map": map[string]any{"value": references}},
	}
	return &state.StackPlan{Template: template, Files: t.Stack.Files, Environment: t.Stack.Environment}
}

// substituteIndex replaces the index variable in a definition by a member's name.
func substituteIndex(v any, index, name string) any {
	switch v := v.(type) {
	case string:
		if index == "" {
			return v
		}
		return strings.ReplaceAll(v, index, name)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = substituteIndex(v[i], index, name)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for key := range v {
			out[key] = substituteIndex(v[key], index, name)
		}
		return out
	}
	return v
}

// references are a group's attributes refs and refs_map.
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
			return t.InnerValue(member, path)
		}
		if ofAll == "attributes" && name != ofAll && name != "refs" && name != "refs_map" && name != "removed_rsrc_list" && name != "show" {
			list := []any{} // any other name is an attribute of the members
			for _, m := range t.Members() {
				list = append(list, t.Types.Attribute(t.Exchange, t.Child(), m, append([]any{name}, path...)))
			}
			return list, nil, true
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
	p := decodeProperties[groupProperties](c.Properties)
	if name := p.Definition.Type.String(); c.Types.Find(c.Stack, name) == nil {
		return c.Types.UnknownType(c.Stack, name)
	}
	return nil
}
