package kinds

import (
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/state"
)

// groupProperties are the properties of a group.
type groupProperties struct {
	Count      int    `json:"count"`
	Index      string `json:"index_var"`
	Definition member `json:"resource_def"`
	// Removals name members that go, by their names or by what refers to them; with the mode update, earlier ones may come back.
	Removals objects[removal] `json:"removal_policies"`
	Mode     string           `json:"removal_policies_mode"`
}

// removal is one removal policy.
type removal struct {
	Members []text `json:"resource_list"`
}

// skipped are the names that members do not have any more, sorted. They are kept with the group, so that no name is used again.
func skipped(t *kind.Task, p groupProperties) []string {
	var before, after []string
	for _, name := range body.As[[]any](t.Resource.Data["skipped"]) {
		before = append(before, hot.Text(name))
	}
	if p.Mode != "update" {
		after = slices.Clone(before)
	}
	for _, policy := range p.Removals {
		for _, given := range policy.Members {
			after = append(after, memberNamed(t, given.String(), before)...)
		}
	}
	slices.Sort(after)
	after = slices.Compact(after)
	kept := make([]any, len(after))
	for i, name := range after {
		kept[i] = name
	}
	t.Resource.Data = record.WithKey(t.Resource.Data, "skipped", kept)
	return after
}

// memberNamed is the name of the member that is given by its name or by what refers to it; none for what the group does not have.
func memberNamed(t *kind.Task, given string, known []string) []string {
	child := t.Child()
	if child == nil || slices.Contains(known, given) {
		return []string{given}
	}
	for _, m := range t.Members() {
		if m.Name == given || hot.Text(t.Types.Resolver(t.Exchange, child).Reference(m.Name)) == given {
			return []string{m.Name}
		}
	}
	return nil
}

// namesBeside are the first numbers that are not skipped.
func namesBeside(skipped []string, count int) []string {
	names := []string{}
	for i := 0; len(names) < count; i++ {
		if name := strconv.Itoa(i); !slices.Contains(skipped, name) {
			names = append(names, name)
		}
	}
	return names
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
			if t.Sample {
				p.Count = 1
			}
			return group(t, namesBeside(skipped(t, p), p.Count), p.Definition, p.Index), nil
		},
		Shows: func(t *kind.Task) map[string]any {
			all := references(t)
			all["removed_rsrc_list"] = body.As[[]any](t.Resource.Data["skipped"])
			return all
		},
		Attribute: groupAttribute("attributes"),
	}
}

// deploymentGroup is a group of deployments of a type, one for each server, named as the servers are.
func deploymentGroup(of string) *kind.Kind {
	return &kind.Kind{
		Does: nestedHandlers(),
		Nested: func(t *kind.Task) (*state.StackPlan, *kind.Failure) {
			servers := body.As[kind.Values](t.Resource.Properties["servers"])
			names := hot.Keys(servers)
			if t.Sample {
				names = names[:min(1, len(names))]
			}
			plan, members := group(t, names, member{}, ""), kind.Values{}
			for _, name := range names {
				properties := kind.WithoutNulls(t.Resource.Properties)
				delete(properties, "servers")
				properties["server"] = servers[name]
				members[name] = kind.Values{"type": of, "properties": properties}
			}
			plan.Template["resources"] = members
			return plan, nil
		},
		Shows: func(*kind.Task) kind.Values { return kind.Values{} },
		Attribute: func(t *kind.Task, name string, path []any) (any, []any, bool) {
			if name == "show" {
				return nil, nil, false
			}
			for plural, one := range map[string]string{
				"deploy_stdouts": "deploy_stdout", "deploy_stderrs": "deploy_stderr", "deploy_status_codes": "deploy_status_code",
			} {
				if name == plural {
					name = one
				}
			}
			all := kind.Values{}
			for _, m := range t.Members() {
				all[m.Name] = t.Types.Attribute(t.Exchange, t.Child(), m, []any{name})
			}
			return all, path, true
		},
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
