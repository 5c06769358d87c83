package orchestration

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/state"
)

// resourceGroup is a number of resources of the same definition, in a stack of their own, named by their index.
func resourceGroup() *kind {
	policy := mapping().may().with(map[string]property{"resource_list": listing().or([]any{})})
	return &kind{
		properties: map[string]property{
			"count": integer().may().or(1.0).in(from(0)), "index_var": text().or("%index%").long(from(3)),
			"resource_def": mapping().must().may().with(map[string]property{
				"type": text().must(), "properties": mapping(), "metadata": mapping(),
			}),
			"removal_policies":      listing().may().or([]any{}).of(policy),
			"removal_policies_mode": text().may().or("append").one("append", "update"),
		},
		attributes: map[string]string{
			"refs": "A list of resource IDs for the resources in the group.", "refs_map": "A map of resource names to IDs for the resources in the group.",
			"attributes": "A map of resource names to the specified attribute of each individual resource.", "removed_rsrc_list": "A list of removed resource names.",
		},
		check: checkMember,
		does:  nesting(),
		nested: func(t *task) (*state.StackPlan, *failure) {
			count, _ := t.r.Properties["count"].(float64)
			names := make([]string, int(count))
			for i := range names {
				names[i] = strconv.Itoa(i)
			}
			definition, _ := t.r.Properties["resource_def"].(map[string]any)
			index, _ := t.r.Properties["index_var"].(string)
			return t.group(names, definition, index), nil
		},
		shows:     func(t *task) map[string]any { return t.references() },
		attribute: groupAttribute("attributes"),
	}
}

// group is the plan of a stack with one resource for each name.
func (t *task) group(names []string, definition map[string]any, index string) *state.StackPlan {
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
	return &state.StackPlan{Template: template, Files: t.s.Files, Environment: t.s.Environment}
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
func (t *task) references() map[string]any {
	list, byName := []any{}, map[string]any{}
	child := t.child()
	for _, m := range t.members() {
		id := t.h.resolver(t.Exchange, child).Reference(m.Name)
		list, byName[m.Name] = append(list, id), id
	}
	return map[string]any{"refs": list, "refs_map": byName}
}

// groupAttribute answers an attribute of all members, or of one of them: resource.INDEX.
func groupAttribute(ofAll string) func(t *task, name string, path []any) (any, []any, bool) {
	return func(t *task, name string, path []any) (any, []any, bool) {
		if member, found := strings.CutPrefix(name, "resource."); found {
			return t.inner(member, path)
		}
		listed := name == ofAll+"_list"
		if name != ofAll && !listed || len(path) == 0 {
			return nil, nil, false
		}
		child, byName, list := t.child(), map[string]any{}, []any{}
		for _, m := range t.members() {
			value := t.h.attribute(t.Exchange, child, m, path)
			byName[m.Name], list = value, append(list, value)
		}
		if listed {
			return list, nil, true
		}
		return byName, nil, true
	}
}

// naturally sorts names, numbers by their value.
func naturally(names []string) []string {
	slices.SortFunc(names, func(a, b string) int {
		m, errA := strconv.Atoi(a)
		n, errB := strconv.Atoi(b)
		if errA == nil && errB == nil {
			return cmp.Compare(m, n)
		}
		return cmp.Compare(a, b)
	})
	return names
}

// checkMember checks that the definition of a group's members names a type.
func checkMember(c *checking) *complaint {
	definition, _ := c.properties["resource_def"].(map[string]any)
	if name := hot.Text(definition["type"]); c.h.kindOf(c.s, name) == nil {
		return c.h.unknownType(c.s, name)
	}
	return nil
}
